import FileSystem
import Foundation
import ProviderBundles
import UniformTypes

extension PackArguments {
  /// Packs, and says nothing when all is well.
  func run() throws -> ExitStatus {
    try ProgramTypes.withDesktopTypesIfNeeded { try pack() }
    return .done
  }

  private func pack() throws {
    let list = try DraftComposer.list(of: words, team: team, group: group, console: Console())
    let writer = try ProviderBundleWriter.program(omittingTimes: omitsTimes)
    switch output {
    case .path(let path):
      try path.explainingForce(asFolder: makesFolder) {
        if makesFolder {
          try writer.writeFolder(list, to: path, replacing: replaces)
        } else {
          try writer.write(list, to: path, replacing: replaces)
        }
      }
    case .standardStream, nil: try writer.write(list, toStream: .standardOutput)
    }
  }
}

extension ProviderBundleWriter {
  /// A writer as the environment asks for.
  static func program(omittingTimes omitsTimes: Bool = false) throws -> ProviderBundleWriter {
    var writer = ProviderBundleWriter(spoolFolder: try ProgramEnvironment.temporaryFolder)
    writer.includesTimes = !omitsTimes
    writer.latestTime = try ProgramEnvironment.latestTime
    return writer
  }
}
