/// Text compared without regard to case: the one place that says what case is.
///
/// ASCII letters are folded byte by byte. Text with other characters goes through the full mapping to lower case,
/// which no locale influences.
enum FoldedText {
  static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }

  /// The text in lower case.
  static func fold(_ text: String) -> String {
    let isFolded = text.utf8.withContiguousStorageIfAvailable { Self.isFolded($0) } ?? false
    return isFolded ? text : text.lowercased()
  }

  /// Whether the bytes are ASCII without upper-case letters, so that folding changes nothing.
  static func isFolded(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { content(of: bytes) == .lowercase }

  /// Calls a function with the text's UTF-8 in lower case.
  ///
  /// Nothing is allocated for short ASCII text.
  static func withFolded<Result>(_ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let answer = text.utf8.withContiguousStorageIfAvailable { bytes -> Result? in
      switch content(of: bytes) {
      case .lowercase: return body(bytes)
      case .mixedCase:
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count) { folded in
          for offset in 0..<bytes.count {
            folded.initializeElement(at: offset, to: lowercased(bytes[offset]))
          }
          return body(UnsafeBufferPointer(folded))
        }
      case .other: return nil
      }
    }
    if case .some(.some(let result)) = answer { return result }
    return withBytes(text.lowercased(), body)
  }

  /// Calls a function with the text's UTF-8 as it is.
  static func withBytes<Result>(_ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    var text = text
    return text.withUTF8(body)
  }

  static func areEqual(_ first: String, _ second: String) -> Bool {
    withFolded(first) { first in withFolded(second) { second in areEqual(first, second) } }
  }

  static func areEqual(_ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>) -> Bool {
    guard first.count == second.count else { return false }
    for offset in 0..<first.count where first[offset] != second[offset] { return false }
    return true
  }

  private enum Content { case lowercase, mixedCase, other }

  private static func content(of bytes: UnsafeBufferPointer<UInt8>) -> Content {
    var seen: UInt8 = 0
    var hasUppercase = false
    for byte in bytes {
      seen |= byte
      hasUppercase = hasUppercase || byte &- UInt8(ascii: "A") < 26
    }
    return seen >= 0x80 ? .other : hasUppercase ? .mixedCase : .lowercase
  }
}
