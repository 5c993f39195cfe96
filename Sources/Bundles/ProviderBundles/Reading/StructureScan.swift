import ByteTools

/// Steps through JSON by brackets and quotes alone, without reading what it says.
///
/// The text may still be malformed, and it may stop in the middle: then a step gives nil, and the position is the end
/// of the bytes if more of them could give an answer.
struct StructureScan {
  private let text: UnsafeRawBufferPointer
  private(set) var position: Int

  init(_ text: UnsafeRawBufferPointer, from position: Int = 0) {
    self.text = text
    self.position = position
  }

  /// Whether the bytes ended before the step did.
  var isAtEnd: Bool { position >= text.count }

  /// The next byte that is no space, which stays ahead; nil at the end.
  mutating func peek() -> UInt8? {
    while position < text.count {
      switch text[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): position += 1
      case let byte: return byte
      }
    }
    return nil
  }

  /// The next byte that is no space.
  mutating func next() -> UInt8? {
    guard let byte = peek() else { return nil }
    position += 1
    return byte
  }

  /// Whether exactly this stands at a place.
  func matches(_ place: Range<Int>, _ wanted: StaticString) -> Bool {
    UnsafeRawBufferPointer(rebasing: text[place]).elementsEqual(
      UnsafeRawBufferPointer(start: wanted.utf8Start, count: wanted.utf8CodeUnitCount))
  }

  /// Where the string that comes next stands, without its quotes; nil when no whole string does.
  mutating func string() -> Range<Int>? {
    guard peek() == UInt8(ascii: "\"") else { return nil }
    let start = position + 1
    return skipString() ? start..<position - 1 : nil
  }

  /// Where the value that comes next stands; nil when it does not end.
  mutating func value() -> Range<Int>? {
    let first = peek()
    let start = position
    switch first {
    case nil: return nil
    case UInt8(ascii: "\""): return skipString() ? start..<position : nil
    case UInt8(ascii: "{"), UInt8(ascii: "["): return skipContainer() ? start..<position : nil
    default:
      while position < text.count {
        switch text[position] {
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), 0...0x20:
          return start < position ? start..<position : nil
        default: position += 1
        }
      }
      return nil
    }
  }

  private mutating func skipString() -> Bool {
    position += 1
    while true {
      skipInsideString()
      guard position < text.count else { return false }
      switch text[position] {
      case UInt8(ascii: "\""):
        position += 1
        return true
      case UInt8(ascii: "\\"): position += 2
      default: position += 1
      }
    }
  }

  /// Moves on by whole words that have neither a quote nor a backslash.
  private mutating func skipInsideString() {
    while position + ByteWord.byteCount <= text.count {
      let word = ByteWord(text, at: position)
      let found = word.matches(0x22) | word.matches(0x5C)
      guard found == 0 else {
        position += found.trailingZeroBitCount / 8
        return
      }
      position += ByteWord.byteCount
    }
  }

  private mutating func skipContainer() -> Bool {
    var depth = 0
    while position < text.count {
      switch text[position] {
      case UInt8(ascii: "\""):
        guard skipString() else { return false }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 {
          position += 1
          return true
        }
      default: break
      }
      position += 1
    }
    return false
  }
}
