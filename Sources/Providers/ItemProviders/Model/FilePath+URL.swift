public import FileSystem
public import Foundation

extension FilePath {
  /// The path of a file URL as bytes; percent escapes are decoded, to UTF-8 or not.
  ///
  /// - Parameter url: a file URL; one that is relative is resolved.
  /// - Throws: `ItemProviderError` with code `itemUnavailableError` for a URL that is not a file's.
  public init(fileURL url: URL) throws {
    let escaped = url.absoluteURL.path(percentEncoded: true)
    guard url.isFileURL, let path = FilePath(bytes: Self.unescaped(Array(escaped.utf8))) else {
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

  private static func unescaped(_ text: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      if text[index] == 0x25, index + 2 < text.count, let high = hexDigit(text[index + 1]),
        let low = hexDigit(text[index + 2])
      {
        bytes.append(high << 4 | low)
        index += 3
      } else {
        bytes.append(text[index])
        index += 1
      }
    }
    return bytes
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
