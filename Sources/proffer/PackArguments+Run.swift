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
    var draft = try DraftComposer.draft(of: words, team: team, group: group, console: Console())
    draft.carryDeclarations(from: .current)
    let writer = try ProviderBundleWriter.program(omittingTimes: omitsTimes)
    switch output {
    case .path(let path) where makesFolder: try writer.writeFolder(draft, to: path, replacing: replaces)
    case .path(let path): try writer.write(draft, to: path, replacing: replaces)
    case .standardStream, nil: try writer.write(draft, toStream: .standardOutput)
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
