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
    try ProviderBundleWriter.program(omittingTimes: omitsTimes)
      .write(list, to: output, asFolder: makesFolder, replacing: replaces)
  }
}
