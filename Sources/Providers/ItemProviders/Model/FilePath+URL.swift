public import Foundation
public import ProfferFileSystem

/// Paths of file URLs.
extension FilePath {
  /// The path of a file URL as bytes; percent escapes are decoded, to UTF-8 or not.
  ///
  /// - Parameter url: a file URL; one that is relative is resolved.
  /// - Throws: `ItemProviderError` with code `itemUnavailableError` for a URL that is not a file's.
  public init(fileURL url: URL) throws {
    let escaped = url.absoluteURL.path(percentEncoded: true)
    guard url.isFileURL, let path = FilePath(percentEncoded: escaped) else {
      throw ItemProviderError(.itemUnavailableError, reason: "\(url.absoluteString) is not a file URL")
    }
    self = path
  }

  /// The file URL of the path.
  ///
  /// - Parameter isFolder: whether the URL is that of a folder, which ends in a slash.
  /// - Returns: the URL.
  /// - Throws: `ItemProviderError` with code `pathNotRepresentableError` when the path is not UTF-8: Foundation would
  ///   make a URL of a different name.
  public func fileURL(isFolder: Bool) throws -> URL {
    guard let string else {
      throw ItemProviderError(
        .pathNotRepresentableError, subject: "\(self)",
        reason: "no URL can name it, because it is not UTF-8; use the loaded file's path instead")
    }
    return URL(fileURLWithPath: string, isDirectory: isFolder)
  }
}
