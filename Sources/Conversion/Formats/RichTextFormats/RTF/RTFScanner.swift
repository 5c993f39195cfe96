/// What the bytes of RTF are made of.
enum RTFToken {
  /// `{`
  case open
  /// `}`
  case close
  /// A control word with its number.
  case word(RTFWord, Int?)
  /// A backslash with a sign that is no letter.
  case symbol(UInt8)
  /// A byte in the encoding of the place: `\'e9`, or one above ASCII as it is.
  case byte(UInt8)
  /// ASCII that stands for itself, as a range of the bytes.
  case text(Range<Int>)
  /// The bytes that follow `\bin`.
  case binary(Range<Int>)
}

/// Takes the bytes of RTF apart.
///
/// Ends of lines and zero bytes mean nothing and are left out; a backslash before an end of line is `\par`.
struct RTFScanner {
  let bytes: UnsafeBufferPointer<UInt8>
  private(set) var position = 0
  /// How often `\'` had no two hexadecimal digits after it.
  private(set) var brokenByteCount = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// The next token; nil at the end.
  mutating func next() -> RTFToken? {
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "{"):
        position += 1
        return .open
      case UInt8(ascii: "}"):
        position += 1
        return .close
      case UInt8(ascii: "\\"):
        if let token = control() { return token }
      case 0x0A, 0x0D, 0: position += 1
      case 0x80...:
        position += 1
        return .byte(byte)
      default:
        let start = position
        repeat { position += 1 } while position < bytes.count && Self.isPlain(bytes[position])
        return .text(start..<position)
      }
    }
    return nil
  }

  /// Steps behind the end of the group that the position is in.
  mutating func skipGroup() {
    var depth = 1
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 {
          position += 1
          return
        }
      case UInt8(ascii: "\\"):
        // Only `\bin` and escaped braces can hide braces, so other words need no look at their names.
        if position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "b") {
          _ = control()
          continue
        }
        position += 1
      default: break
      }
      position += 1
    }
    position = bytes.count
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "\\"), 0x0A, 0x0D, 0, 0x80...: false
    default: true
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }

  /// What begins with the backslash at the position; nil for one that says nothing.
  private mutating func control() -> RTFToken? {
    position += 1
    guard position < bytes.count else { return nil }
    let first = bytes[position]
    if Self.isLetter(first) { return word() }
    position += 1
    switch first {
    case 0x0A, 0x0D: return .word(.par, nil)
    case UInt8(ascii: "'"):
      guard position + 1 < bytes.count, let high = Self.digit(bytes[position]),
        let low = Self.digit(bytes[position + 1])
      else {
        brokenByteCount += 1
        return nil
      }
      position += 2
      return .byte(high << 4 | low)
    default: return .symbol(first)
    }
  }

  private mutating func word() -> RTFToken {
    var hash = RTFWord.emptyHash
    while position < bytes.count, Self.isLetter(bytes[position]) {
      hash = RTFWord.hash(hash, adding: bytes[position])
      position += 1
    }
    let parameter = number()
    if position < bytes.count, bytes[position] == UInt8(ascii: " ") { position += 1 }
    let word = RTFWord.word(hash: hash)
    guard word == .bin else { return .word(word, parameter) }
    let start = position
    position += min(max(parameter ?? 0, 0), bytes.count - position)
    return .binary(start..<position)
  }

  /// The number at the position, held within 32 bits.
  private mutating func number() -> Int? {
    var start = position
    let isNegative = start < bytes.count && bytes[start] == UInt8(ascii: "-")
    if isNegative { start += 1 }
    guard start < bytes.count, (0x30...0x39).contains(bytes[start]) else { return nil }
    position = start
    var value = 0
    while position < bytes.count, (0x30...0x39).contains(bytes[position]) {
      value = min(value * 10 + Int(bytes[position] - 0x30), Int(Int32.max))
      position += 1
    }
    return isNegative ? -value : value
  }
}
