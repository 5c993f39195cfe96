import TransferWindows

/// The part of a keyboard's keymap that a window needs: the keys that have a meaning in a window.
///
/// The keymap is text in the format of XKB, version 1, which names a code for each key, and lists the symbols
/// of each key by group. A group is a layout between which the user switches. Only the parts that are needed
/// are read, and text that is not understood is skipped. (Source: the protocol `wayland`, `wl_keyboard`;
/// libxkbcommon, "The XKB keymap text format, V1".)
struct WaylandKeymap {
  /// The difference between a code in a keymap and the code in an event of Linux.
  private static let codeDifference: UInt32 = 8
  /// The maximum number of groups of a key (Source: `XKB_MAX_GROUPS` of libxkbcommon).
  private static let groupCount = 32
  /// The keys by the names of their symbols without Shift.
  private static let names: [String: WindowEvent.Key] = [
    "Escape": .escape, "Return": .enter, "KP_Enter": .enter, "space": .space, "Delete": .delete,
    "Home": .home, "End": .end, "Up": .up, "Down": .down, "Prior": .pageUp, "Page_Up": .pageUp,
    "Next": .pageDown, "Page_Down": .pageDown, "a": .letterA,
  ]

  /// The keys by code and group; nil for a symbol without a meaning.
  private var keys: [UInt32: [WindowEvent.Key?]] = [:]
  /// The groups in which a key has the letter A.
  private var letterGroups: Set<Int> = []

  /// Creates the keymap without any keys.
  init() {}

  /// Reads a keymap.
  init(_ text: some Sequence<UInt8>) {
    var tokens = WaylandKeymapTokens(text)
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
        let groups = WaylandKeymap.groups(in: &tokens)
        guard let code = codes[name], code >= WaylandKeymap.codeDifference, !groups.isEmpty else { break }
        keys[code - WaylandKeymap.codeDifference] = groups
      default: break
      }
    }
    for groups in keys.values {
      for (place, key) in groups.enumerated() where key == .letterA { letterGroups.insert(place) }
    }
  }

  /// Whether the keymap has a key with a code, as in events of Linux.
  func contains(_ code: UInt32) -> Bool { keys[code] != nil }

  /// Returns the meaning of a key in a group; nil if it has none.
  ///
  /// If the group has no letter A, for example in a Cyrillic layout, the other groups decide.
  func key(_ code: UInt32, inGroup group: Int) -> WindowEvent.Key? {
    guard let groups = keys[code], group >= 0 else { return nil }
    // The groups of a key with fewer groups are repeated.
    if let key = groups[group % groups.count] { return key }
    return letterGroups.contains(group) || !groups.contains(.letterA) ? nil : .letterA
  }

  /// Reads the body of a key, from `{` to `}`.
  ///
  /// - Returns: the meaning of the first symbol of each group.
  private static func groups(in tokens: inout WaylandKeymapTokens) -> [WindowEvent.Key?] {
    var groups: [WindowEvent.Key?] = []
    // Lists without the number of a group belong to the groups in their order.
    var named: Int?
    var depth = 0
    var previous: WaylandKeymapTokens.Token?
    while let token = tokens.next() {
      defer { previous = token }
      switch token {
      case .sign(UInt8(ascii: "{")): depth += 1
      case .sign(UInt8(ascii: "}")):
        depth -= 1
        if depth <= 0 { return groups }
      case .sign(UInt8(ascii: "[")):
        var first: String?
        if case .word(let word)? = tokens.peek { first = word }
        if case .word(let field)? = previous, let first {
          // The number of a group, as in `symbols[Group1]`.
          named = field == "symbols" ? group(named: first) : groupCount
          break
        }
        let group = named ?? groups.count
        named = nil
        guard group < groupCount else { break }
        while groups.count <= group { groups.append(nil) }
        groups[group] = first.flatMap { names[$0] }
      default: break
      }
    }
    return groups
  }

  /// Returns the place of a group with a name such as `Group1` or `1`.
  private static func group(named name: String) -> Int {
    let digits = name.lowercased().hasPrefix("group") ? name.dropFirst(5) : name[...]
    guard let number = Int(digits), (1...groupCount).contains(number) else { return groupCount }
    return number - 1
  }
}
