public import Foundation
public import ProfferFileSystem

/// Paths of file URLs.
extension FilePath {
  /// Creates a path from a file URL as bytes; percent escapes are decoded even if the result is not
  /// UTF-8.
  ///
  /// - Parameter url: a file URL; a relative URL is resolved.
  /// - Throws: `ItemProviderError` with code `itemUnavailableError` for a URL that is not a file URL.
  public init(fileURL url: URL) throws {
    let escaped = url.absoluteURL.path(percentEncoded: true)
    guard url.isFileURL, let path = FilePath(percentEncoded: escaped) else {
      throw ItemProviderError(.itemUnavailableError, reason: "\(url.absoluteString) is not a file URL")
    }
    self = path
  }

  /// Returns the file URL of the path.
  ///
  /// - Parameter isFolder: whether the URL is that of a folder, which ends in a slash.
  /// - Returns: the URL.
  /// - Throws: `ItemProviderError` with code `pathNotRepresentableError` if the path is not UTF-8,
  ///   because Foundation would create a URL with a different name.
  public func fileURL(isFolder: Bool) throws -> URL {
    guard let string else {
      throw ItemProviderError(
        .pathNotRepresentableError, subject: "\(self)",
        reason: "no URL can name it, because it is not UTF-8; use the loaded file's path instead")
    }
    return URL(fileURLWithPath: string, isDirectory: isFolder)
  }
}
