/// One step through a JSON text, as `JSONScanner` gives it.
///
/// Strings and numbers are places in the scanned bytes; nothing is copied or decoded until it is asked for.
package enum JSONToken: Equatable, Sendable {
  case beginObject
  case endObject
  case beginArray
  case endArray
  /// A member's name; its colon has been read too, so that a value follows.
  case key(JSONStringSpan)
  case string(JSONStringSpan)
  /// The bytes of a number, from its sign to its last digit.
  case number(Range<Int>)
  case boolean(Bool)
  case null
}

/// Where a string stands in the scanned bytes.
package struct JSONStringSpan: Equatable, Sendable {
  /// The bytes between the quotes.
  package let range: Range<Int>
  /// Whether a backslash stands between the quotes; if not, the bytes are the string.
  package let hasEscapes: Bool
}
