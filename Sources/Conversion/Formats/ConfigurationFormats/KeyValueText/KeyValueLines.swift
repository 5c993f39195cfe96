import ProfferConversions

/// The lines of a text in UTF-8.
///
/// A line ends with a carriage return, a line feed, or a carriage return followed by a line feed.
struct KeyValueLines {
  let bytes: [UInt8]
  /// The offset of the next line.
  private(set) var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the next line, without its end; nil after the last line.
  mutating func next() -> ArraySlice<UInt8>? {
    guard position < bytes.count else { return nil }
    let line = bytes[position...].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    position = line.endIndex
    if position < bytes.count {
      let isReturn = bytes[position] == UInt8(ascii: "\r")
      position += 1
      if isReturn, position < bytes.count, bytes[position] == UInt8(ascii: "\n") { position += 1 }
    }
    return line
  }

  /// Returns an error for an offset in the text.
  func error(_ code: CoderError.Code, _ reason: String, at offset: Int) -> CoderError {
    bytes.withUnsafeBytes { CoderError(code, reason, at: .line(of: offset, in: $0)) }
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without leading and trailing spaces and tabs.
  var trimmingBlanks: ArraySlice<UInt8> {
    var bytes = self
    while let first = bytes.first, first.isBlank { bytes.removeFirst() }
    while let last = bytes.last, last.isBlank { bytes.removeLast() }
    return bytes
  }

  /// The bytes as text.
  var text: String { String(decoding: self, as: UTF8.self) }
}

extension UInt8 {
  /// Whether the byte is a space or a tab.
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
