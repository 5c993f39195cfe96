/// The tokens of a keymap in the text format of XKB.
struct WaylandKeymapTokens {
  enum Token: Equatable {
    case word(String)
    /// A name in angle brackets.
    case keyName(String)
    case sign(UInt8)
  }

  private let bytes: [UInt8]
  private var place = 0
  /// The next token; nil at the end.
  private(set) var peek: Token?

  init(_ text: some Sequence<UInt8>) {
    bytes = Array(text)
    peek = read()
  }

  mutating func next() -> Token? {
    defer { if peek != nil { peek = read() } }
    return peek
  }

  private mutating func read() -> Token? {
    while place < bytes.count {
      let byte = bytes[place]
      switch byte {
      case UInt8(ascii: "\""): skip(past: [byte])
      case UInt8(ascii: "#"): skip(past: [UInt8(ascii: "\n")])
      case UInt8(ascii: "/") where bytes[place...].starts(with: "//".utf8): skip(past: [UInt8(ascii: "\n")])
      case UInt8(ascii: "<"):
        let start = place + 1
        skip(past: [UInt8(ascii: ">"), UInt8(ascii: "\n")])
        let end = max(start, place - 1)
        return .keyName(String(decoding: bytes[min(start, end)..<min(end, bytes.count)], as: UTF8.self))
      case _ where Self.isInWord(byte):
        let start = place
        while place < bytes.count, Self.isInWord(bytes[place]) { place += 1 }
        return .word(String(decoding: bytes[start..<place], as: UTF8.self))
      case 0...0x20: place += 1
      default:
        place += 1
        return .sign(byte)
      }
    }
    return nil
  }

  /// Moves past the next occurrence of any of the given bytes, or to the end.
  private mutating func skip(past ends: [UInt8]) {
    place += 1
    while place < bytes.count, !ends.contains(bytes[place]) { place += 1 }
    place = min(place + 1, bytes.count)
  }

  private static func isInWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
