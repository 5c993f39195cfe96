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
    var composer = DraftComposer(team: team, group: group, console: Console())
    for word in words { try composer.take(word) }
    var draft = try composer.finish()
    draft.carryDeclarations(from: .current)
    var writer = ProviderBundleWriter(spoolFolder: try ProgramEnvironment.temporaryFolder)
    writer.includesTimes = !omitsTimes
    writer.latestTime = try ProgramEnvironment.latestTime
    switch output {
    case .path(let path) where makesFolder: try writer.writeFolder(draft, to: path, replacing: replaces)
    case .path(let path): try writer.write(draft, to: path, replacing: replaces)
    case .standardStream, nil: try writer.write(draft, toStream: .standardOutput)
    }
  }
}
