import Foundation
import UniformTypes

/// The destination of a link or picture, as written in a document: a URL or a part of a URL.
package enum LinkDestination {
  /// Whether following the destination would run a script.
  ///
  /// White space and control characters are ignored, as in browsers. With `asImage`, a `data:` URL is never
  /// active, because browsers do not run the scripts of an image.
  package static func isActive(_ destination: String, asImage: Bool = false) -> Bool {
    var scheme: [UInt8] = []
    for byte in destination.utf8 where byte > 0x20 && byte != 0x7F {
      if byte == UInt8(ascii: ":") { break }
      // No scheme that runs scripts is longer than 16 characters or contains other characters.
      guard scheme.count < 16, byte.isHTMLLetter || byte.isHTMLDigit || byte == UInt8(ascii: "-") else {
        return false
      }
      scheme.append(byte.htmlLowercased)
    }
    switch String(decoding: scheme, as: UTF8.self) {
    case "javascript", "vbscript", "livescript", "jscript", "mocha": return true
    case "data": return !asImage && isActiveData(destination)
    default: return false
    }
  }

  /// Whether a browser would open the bytes of a `data:` URL as a page.
  private static func isActiveData(_ destination: String) -> Bool {
    let type = destination.prefix(128).lowercased()
    return ["html", "xml", "svg", "script"].contains { type.contains($0) }
  }

  /// Returns the destination in the form that browsers use.
  ///
  /// Spaces and control characters around the destination are removed, and so are tabs and line ends inside
  /// the destination.
  ///
  /// Source: WHATWG URL, basic URL parser.
  package static func trimmed(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 <= 0x20 }) else { return text }
    var bytes = text.utf8.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }[...]
    while let first = bytes.first, first <= 0x20 { bytes.removeFirst() }
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The bytes in a `data:` URL, such as `data:image/png;base64,…` (Source: RFC 2397).
struct DataURL {
  let data: Data
  let mimeType: String

  /// Reads a `data:` URL; nil for any other URL, and for invalid base64.
  init?(_ destination: String) {
    guard destination.utf8.count > 5, destination.prefix(5).lowercased() == "data:",
      let comma = destination.utf8.firstIndex(of: UInt8(ascii: ","))
    else { return nil }
    let head = destination[destination.index(destination.startIndex, offsetBy: 5)..<comma]
    let words = head.split(separator: ";", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    let type = words.first ?? ""
    mimeType = type.isEmpty ? "text/plain" : type.lowercased()
    let payload = Self.withoutPercents(destination.utf8[destination.utf8.index(after: comma)...])
    if words.dropFirst().contains(where: { $0.lowercased() == "base64" }) {
      guard let data = Data(base64Encoded: Self.padded(payload)) else { return nil }
      self.data = data
    } else {
      data = payload
    }
  }

  /// Returns the `data:` URL for some bytes.
  static func text(of data: Data, mimeType: String) -> String {
    "data:\(mimeType);base64,\(data.base64EncodedString())"
  }

  private static func withoutPercents(_ text: Substring.UTF8View) -> Data {
    var bytes = Data()
    bytes.reserveCapacity(text.count)
    // An incomplete escape is kept unchanged.
    var escape: [UInt8] = []
    for byte in text {
      if byte == UInt8(ascii: "%") {
        bytes.append(contentsOf: escape)
        escape = [byte]
      } else if escape.count == 1, byte.htmlDigitValue != nil {
        escape.append(byte)
      } else if escape.count == 2, let high = escape[1].htmlDigitValue, let low = byte.htmlDigitValue {
        bytes.append(high << 4 | low)
        escape = []
      } else {
        bytes.append(contentsOf: escape)
        escape = []
        bytes.append(byte)
      }
    }
    bytes.append(contentsOf: escape)
    return bytes
  }

  /// Returns base64 in the standard alphabet, with padding and without white space.
  private static func padded(_ text: Data) -> Data {
    var bytes = Data()
    bytes.reserveCapacity(text.count + 3)
    for byte in text {
      switch byte {
      case _ where byte.isHTMLSpace || byte == UInt8(ascii: "="): break
      case UInt8(ascii: "-"): bytes.append(UInt8(ascii: "+"))
      case UInt8(ascii: "_"): bytes.append(UInt8(ascii: "/"))
      default: bytes.append(byte)
      }
    }
    while !bytes.count.isMultiple(of: 4) { bytes.append(UInt8(ascii: "=")) }
    return bytes
  }
}

extension DataURL {
  /// The uniform type identifier for the bytes; a dynamic identifier if no declared type has the MIME type.
  var typeIdentifier: String { DataURL.typeIdentifier(ofMIMEType: mimeType) }

  static func typeIdentifier(ofMIMEType mimeType: String) -> String {
    guard isMIMEType(mimeType) else { return "public.data" }
    return UTType(tag: mimeType, tagClass: .mimeType, conformingTo: nil)?.identifier ?? "public.data"
  }

  /// Returns whether a text contains only characters allowed in a MIME type, and can therefore be part of a
  /// URL.
  ///
  /// Source: RFC 2045, 5.1.
  private static func isMIMEType(_ text: String) -> Bool {
    text.utf8.allSatisfy { 0x21...0x7E ~= $0 && !"()<>@,;:\\\"[]?=%#".utf8.contains($0) }
  }

  /// Returns the preferred MIME type of a uniform type.
  static func mimeType(of typeIdentifier: String) -> String {
    UTType(typeIdentifier)?.preferredMIMEType ?? "application/octet-stream"
  }
}

/// The base of a page's relative URLs.
///
/// A long base makes every URL of the page long, so the total length of all URLs could reach the square of
/// the page's length. URLs are therefore resolved only while the added length is below a multiple of the
/// page's length.
struct HTMLBaseURL {
  /// The number of bytes that resolved URLs may add for each byte of the page.
  private static let bytesPerByte = 64
  /// The number of bytes that resolved URLs may add regardless of the page's length.
  private static let bytesPerPage = 1 << 20

  var url: URL? {
    didSet { byteCount = Self.byteCount(of: url) }
  }
  private var byteCount: Int
  /// The number of bytes that resolved URLs may still add.
  private var budget: Int

  init(_ url: URL?, byteCount pageByteCount: Int) {
    self.url = url
    byteCount = Self.byteCount(of: url)
    budget = Self.bytesPerPage + pageByteCount * Self.bytesPerByte
  }

  private static func byteCount(of url: URL?) -> Int { url?.absoluteString.utf8.count ?? 0 }

  var isKnown: Bool { url != nil }

  /// Resolves a destination against the base.
  ///
  /// Absolute URLs and fragments of the same page are not changed.
  ///
  /// - Returns: the destination; nil if resolved URLs have already reached their size limit.
  mutating func resolved(_ destination: String) -> String? {
    guard let url, !destination.isEmpty, !destination.hasPrefix("#") else { return destination }
    guard byteCount <= budget else { return nil }
    let resolved = URL(string: destination, relativeTo: url)?.absoluteString ?? destination
    budget -= max(0, resolved.utf8.count - destination.utf8.count)
    return resolved
  }
}
