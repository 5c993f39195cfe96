import FileSystem
import ProviderBundles

extension ProviderBundleWriter {
  /// A writer as the environment asks for.
  static func program(omittingTimes omitsTimes: Bool = false) throws -> ProviderBundleWriter {
    var writer = ProviderBundleWriter(spoolFolder: try ProgramEnvironment.temporaryFolder)
    writer.includesTimes = !omitsTimes
    writer.latestTime = try ProgramEnvironment.latestTime
    return writer
  }

  /// Writes a bundle where a command was told to: as a file, as a folder, or to standard output.
  ///
  /// - Parameter output: nil is standard output.
  func write(_ list: PackingList, to output: PathArgument?, asFolder: Bool, replacing: Bool) throws {
    guard case .path(let path) = output else { return try write(list, toStream: .standardOutput) }
    try path.explainingForce(asFolder: asFolder) {
      if asFolder {
        try writeFolder(list, to: path, replacing: replacing)
      } else {
        try write(list, to: path, replacing: replacing)
      }
    }
  }
}
