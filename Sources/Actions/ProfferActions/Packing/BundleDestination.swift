public import ProfferFileSystem

/// The destination of a new bundle.
public struct BundleDestination: Sendable {
  enum Place: Sendable {
    case file(FilePath)
    case folder(FilePath)
    case stream(OpenFile)
  }

  let place: Place

  /// The path of the file or folder; nil for a stream.
  public var path: FilePath? {
    switch place {
    case .file(let path), .folder(let path): path
    case .stream: nil
    }
  }

  /// Returns a destination for a bundle in the form of an archive.
  ///
  /// - Parameter path: the path of the archive.
  /// - Returns: the destination.
  public static func file(_ path: FilePath) -> BundleDestination {
    BundleDestination(place: .file(path))
  }

  /// Returns a destination for a bundle in the form of a folder.
  ///
  /// - Parameter path: the path of the folder.
  /// - Returns: the destination.
  public static func folder(_ path: FilePath) -> BundleDestination {
    BundleDestination(place: .folder(path))
  }

  /// Returns a destination for an archive that is written to a stream after the archive is complete.
  package static func stream(_ stream: OpenFile) -> BundleDestination {
    BundleDestination(place: .stream(stream))
  }
}
