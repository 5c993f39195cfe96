import ByteTools

/// The lines of a text file of the database, as bytes.
///
/// The files have a few thousand lines and are often read for a single query. Splitting them as a `String`
/// would take longer than the rest of such a query.
struct ByteLines: Sequence, IteratorProtocol {
  private let bytes: UnsafeRawBufferPointer
  private var start = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Returns the next line without its line break; nil at the end.
  mutating func next() -> UnsafeRawBufferPointer? {
    guard start < bytes.count else { return nil }
    let end = bytes.firstPlace(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
    defer { start = end + 1 }
    return UnsafeRawBufferPointer(rebasing: bytes[start..<end])
  }
}

extension UnsafeRawBufferPointer {
  /// Returns the bytes in a range.
  func part(_ range: Range<Int>) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: self[range]) }

  /// The bytes, decoded as UTF-8.
  var text: String { String(decoding: self, as: UTF8.self) }

  /// The bytes, decoded as UTF-8 and converted to lowercase.
  var foldedText: String {
    if contains(where: { $0 &- UInt8(ascii: "A") < 26 || $0 >= 0x80 }) {
      return String(decoding: self, as: UTF8.self).lowercased()
    }
    return String(decoding: self, as: UTF8.self)
  }

  /// Whether the bytes consist of two nonempty parts joined by a slash, like every MIME type.
  var isMimeType: Bool {
    guard let slash = firstPlace(of: UInt8(ascii: "/"), from: 0) else { return false }
    return slash > 0 && slash + 1 < count
  }

  /// The value of one to nine decimal digits; nil for any other bytes.
  var decimalNumber: Int? {
    guard (1...9).contains(count) else { return nil }
    var value = 0
    for byte in self {
      guard byte &- UInt8(ascii: "0") < 10 else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return value
  }
}
