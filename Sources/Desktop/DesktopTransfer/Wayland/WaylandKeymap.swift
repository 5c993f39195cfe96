/// The part of a keyboard's keymap that a window needs: the key with the letter A.
///
/// The keymap is text in the format of XKB, version 1, which names a code for each key, and lists the symbols
/// of each key by group. A group is a layout between which the user switches. Only the parts that are needed
/// are read, and text that is not understood is skipped. (Source: the protocol `wayland`, `wl_keyboard`;
/// libxkbcommon, "The XKB keymap text format, V1".)
struct WaylandKeymap: Equatable {
  /// The difference between a code in a keymap and the code in an event of Linux.
  private static let codeDifference: UInt32 = 8
  /// The names of the symbol of a small A.
  private static let letterNames: Set<String> = ["a", "U0061", "0x61", "0x0061"]
  /// The maximum number of groups of a key.
  private static let groupCount = 32

  /// The codes of the key by group, as in events of Linux.
  private(set) var letterCodes: [Int: UInt32] = [:]

  /// Creates the keymap without any keys.
  init() {}

  /// Reads a keymap.
  init(_ text: some Sequence<UInt8>) {
    var tokens = Tokens(text)
    var codes: [String: UInt32] = [:]
    while let token = tokens.next() {
      switch token {
      case .keyName(let name):
        guard tokens.peek == .sign(UInt8(ascii: "=")) else { break }
        _ = tokens.next()
        if case .word(let number)? = tokens.peek, let code = UInt32(number), codes[name] == nil {
          codes[name] = code
        }
      case .word("key"):
        guard case .keyName(let name)? = tokens.peek else { break }
        _ = tokens.next()
        guard tokens.peek == .sign(UInt8(ascii: "{")) else { break }
        let groups = WaylandKeymap.groups(withLetterIn: &tokens)
        guard let code = codes[name], code >= WaylandKeymap.codeDifference else { break }
        for group in groups where letterCodes[group] == nil {
          letterCodes[group] = code - WaylandKeymap.codeDifference
        }
      default: break
      }
    }
  }

  /// Returns the code of the key with the letter A in a group.
  ///
  /// If the group has no such letter, for example in a Cyrillic layout, the first group that has it decides.
  func letterCode(inGroup group: Int) -> UInt32? {
    letterCodes[group] ?? letterCodes.min { $0.key < $1.key }?.value
  }

  /// Reads the body of a key, from `{` to `}`.
  ///
  /// - Returns: the groups in which the first symbol of the key is a small A.
  private static func groups(withLetterIn tokens: inout Tokens) -> [Int] {
    var found: [Int] = []
    // Lists without the number of a group belong to the groups in their order.
    var (next, named): (Int, Int?) = (0, nil)
    var depth = 0
    var previous: Tokens.Token?
    while let token = tokens.next() {
      defer { previous = token }
      switch token {
      case .sign(UInt8(ascii: "{")): depth += 1
      case .sign(UInt8(ascii: "}")):
        depth -= 1
        if depth <= 0 { return found }
      case .sign(UInt8(ascii: "[")):
        var first: String?
        if case .word(let word)? = tokens.peek { first = word }
        if case .word(let field)? = previous, let first {
          // The number of a group, as in `symbols[Group1]`.
          named = field == "symbols" ? group(named: first) : groupCount
          break
        }
        let group = named ?? next
        if named == nil { next += 1 }
        named = nil
        if group < groupCount, let first, letterNames.contains(first), !found.contains(group) {
          found.append(group)
        }
      default: break
      }
    }
    return found
  }

  /// Returns the place of a group with a name such as `Group1` or `1`.
  private static func group(named name: String) -> Int {
    let digits = name.lowercased().hasPrefix("group") ? name.dropFirst(5) : name[...]
    guard let number = Int(digits), (1...groupCount).contains(number) else { return groupCount }
    return number - 1
  }
}

/// The words and signs of a keymap.
private struct Tokens {
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
      case _ where Tokens.isInWord(byte):
        let start = place
        while place < bytes.count, Tokens.isInWord(bytes[place]) { place += 1 }
        return .word(String(decoding: bytes[start..<place], as: UTF8.self))
      case 0...0x20: place += 1
      default:
        place += 1
        return .sign(byte)
      }
    }
    return nil
  }

  /// Moves behind the next one of some bytes, or to the end.
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
