public import ProfferFileSystem

/// The destination of a new bundle.
public struct BundleDestination: Sendable {
  enum Place: Sendable {
    case file(FilePath)
    case folder(FilePath)
    case stream(OpenFile)
  }

  let place: Place

  /// The path; nil for a stream.
  public var path: FilePath? {
    switch place {
    case .file(let path), .folder(let path): path
    case .stream: nil
    }
  }

  /// An archive.
  ///
  /// - Parameter path: its path.
  /// - Returns: the destination.
  public static func file(_ path: FilePath) -> BundleDestination {
    BundleDestination(place: .file(path))
  }

  /// A bundle in the form of a folder.
  ///
  /// - Parameter path: its path.
  /// - Returns: the destination.
  public static func folder(_ path: FilePath) -> BundleDestination {
    BundleDestination(place: .folder(path))
  }

  /// An archive that is written to a stream once it is complete.
  package static func stream(_ stream: OpenFile) -> BundleDestination {
    BundleDestination(place: .stream(stream))
  }
}
