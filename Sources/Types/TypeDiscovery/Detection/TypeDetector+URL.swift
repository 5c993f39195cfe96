import ProfferFileSystem

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Detection by file URL; a path that is not UTF-8 has no URL and requires a `FilePath`.
extension TypeDetector {
  /// Determines the type of the file or folder at a file URL, like `detect(_:followingLinks:)` with a path.
  ///
  /// - Parameters:
  ///   - url: a file URL.
  ///   - followingLinks: whether to examine the target of a link. The name is always the name of the link.
  /// - Returns: the type, with the evidence for the type.
  /// - Throws: ``DiscoveryError`` with code `fileSystem` if the URL is not a file URL or the file cannot
  ///   be read.
  public func detect(_ url: URL, followingLinks: Bool = true) throws(DiscoveryError) -> TypeDetection {
    try detect(DiscoveryError.path(of: url), followingLinks: followingLinks)
  }
}

extension DeclarationFile {
  /// Reads the file at a file URL.
  ///
  /// - Parameter url: a file URL.
  /// - Throws: `fileSystem` if the file cannot be read or the URL is not a file URL, `tooLarge` if the file
  ///   exceeds 16 MiB, or the first error in the file.
  public init(contentsOf url: URL) throws(DiscoveryError) {
    try self.init(contentsOf: DiscoveryError.path(of: url))
  }
}

extension SharedMimeDatabase {
  /// Reads databases from folders such as `/usr/share/mime`; earlier folders take precedence.
  ///
  /// - Parameter folders: file URLs.
  /// - Throws: ``DiscoveryError`` with code `fileSystem` if a URL is not a file URL or a file cannot be
  ///   read.
  public init(folders: [URL]) throws(DiscoveryError) {
    var paths: [FilePath] = []
    for folder in folders { paths.append(try DiscoveryError.path(of: folder)) }
    try self.init(folders: paths)
  }
}

extension DiscoveryError {
  /// Returns the path of a file URL.
  fileprivate static func path(of url: URL) throws(DiscoveryError) -> FilePath {
    guard url.isFileURL, let path = FilePath(percentEncoded: url.absoluteURL.path(percentEncoded: true))
    else { throw DiscoveryError(.fileSystem, reason: "\(url.absoluteString) is not a file URL") }
    return path
  }
}
