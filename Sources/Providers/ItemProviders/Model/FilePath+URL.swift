public import Foundation
public import ProfferFileSystem

/// Conversions between paths and file URLs.
extension FilePath {
  /// Creates the path of a file URL, as bytes.
  ///
  /// Percent escapes are decoded even if the result is not UTF-8.
  ///
  /// - Parameter url: a file URL; a relative URL is resolved against its base URL.
  /// - Throws: `ItemProviderError` with code `itemUnavailableError` if the URL is not a file URL.
  public init(fileURL url: URL) throws {
    let escaped = url.absoluteURL.path(percentEncoded: true)
    guard url.isFileURL, let path = FilePath(percentEncoded: escaped) else {
      throw ItemProviderError(.itemUnavailableError, reason: "\(url.absoluteString) is not a file URL")
    }
    self = path
  }

  /// Returns the file URL of the path.
  ///
  /// - Parameter isFolder: whether the path refers to a folder. The URL of a folder ends in a slash.
  /// - Returns: the URL.
  /// - Throws: `ItemProviderError` with code `pathNotRepresentableError` if the path is not UTF-8, because
  ///   Foundation would create the URL of a different path.
  public func fileURL(isFolder: Bool) throws -> URL {
    guard let string else {
      throw ItemProviderError(
        .pathNotRepresentableError, subject: "\(self)",
        reason: "it has no URL, because it is not UTF-8; use the path of the loaded file instead")
    }
    return URL(fileURLWithPath: string, isDirectory: isFolder)
  }
}
