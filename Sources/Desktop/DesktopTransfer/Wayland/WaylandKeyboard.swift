import ProfferFileSystem
import TransferWindows

/// The keyboard of a seat (Source: the protocol `wayland`, `wl_keyboard`).
///
/// The keymap assigns codes to keys. If it cannot be read, the usual codes are used.
final class WaylandKeyboard {
  /// The maximum number of bytes of a keymap that are read.
  private static let keymapLimit = 1 << 20
  /// The number of the XKB text format of keymaps (Source: `wl_keyboard`).
  private static let keymapText: UInt32 = 1
  /// Bits of the modifiers in a keymap (Source: the real modifiers of XKB, which have fixed places).
  private static let (shift, control): (UInt32, UInt32) = (1, 4)
  /// The minimum interval between two repetitions of a key, regardless of the rate of the compositor.
  private static let shortestInterval: Duration = .milliseconds(10)

  /// The usual codes of keys (Source: the input events of Linux).
  private enum Code {
    static let escapeKey: UInt32 = 1
    static let enterKey: UInt32 = 28
    static let letterKey: UInt32 = 30
    static let spaceKey: UInt32 = 57
    static let keypadEnterKey: UInt32 = 96
    static let homeKey: UInt32 = 102
    static let upKey: UInt32 = 103
    static let pageUpKey: UInt32 = 104
    static let endKey: UInt32 = 107
    static let downKey: UInt32 = 108
    static let pageDownKey: UInt32 = 109
    static let deleteKey: UInt32 = 111
  }

  /// The keys that are held down, besides the key of an event.
  private(set) var modifiers: WindowEvent.Modifiers = []
  private let connection: WaylandConnection
  /// All keyboards, including removed ones, because the files of their keymaps must be claimed.
  private var objects: Set<UInt32> = []
  private var keymap = WaylandKeymap()
  private var group = 0
  /// The time until a held key repeats, and the time between two repetitions; nil if keys do not repeat.
  private var timing: (delay: Duration, interval: Duration)?
  /// The held key that repeats, and the time of its next repetition.
  private var repeating: (code: UInt32, key: WindowEvent.Key, time: ContinuousClock.Instant)?

  init(_ connection: WaylandConnection) { self.connection = connection }

  /// Uses the keyboard of a seat.
  func open(of seat: UInt32) {
    let object = connection.makeIdentifier()
    objects.insert(object)
    connection.send(to: seat, Wayland.Seat.getKeyboard, [.word(object)])
  }

  /// Forgets the held keys; called when the keyboard is removed or the window has lost the focus.
  func release() { (modifiers, repeating) = ([], nil) }

  // MARK: Events

  /// Whether a message is for a keyboard.
  func owns(_ message: WaylandMessage) -> Bool { objects.contains(message.object) }

  /// Handles a message.
  ///
  /// - Returns: the event of a key; nil for all other messages.
  func take(_ message: WaylandMessage) -> WindowEvent? {
    switch message.event(Wayland.KeyboardEvent.self) {
    case .keymap: takeKeymap(message)
    case .key: return takeKey(message.word(at: 8), isPressed: message.word(at: 12) == 1)
    case .modifiers:
      // Modifiers are held down, or latched by a key that was pressed before.
      let bits = message.word(at: 4) | message.word(at: 8)
      modifiers = []
      if bits & WaylandKeyboard.shift != 0 { modifiers.insert(.shift) }
      if bits & WaylandKeyboard.control != 0 { modifiers.insert(.control) }
      group = Int(message.word(at: 16))
    case .repeatInfo:
      let (rate, delay) = (Int32(bitPattern: message.word(at: 0)), message.word(at: 4))
      timing =
        rate <= 0
        ? nil
        : (
          .milliseconds(Int64(delay)),
          max(.seconds(1) / Int(rate), WaylandKeyboard.shortestInterval)
        )
      if timing == nil { repeating = nil }
    case .leave: release()
    case .enter, nil: break
    }
    return nil
  }

  /// Reads a keymap.
  private func takeKeymap(_ message: WaylandMessage) {
    keymap = WaylandKeymap()
    guard let file = connection.connection.takePassed(),
      message.word(at: 0) == WaylandKeyboard.keymapText
    else { return }
    let byteCount = min(Int(message.word(at: 4)), WaylandKeyboard.keymapLimit)
    do {
      keymap = WaylandKeymap(try file.fileBytes(atMost: byteCount))
    } catch {
      // The usual codes are used.
    }
  }

  private func takeKey(_ code: UInt32, isPressed: Bool) -> WindowEvent? {
    if repeating?.code == code || isPressed { repeating = nil }
    guard isPressed, let key = key(of: code) else { return nil }
    if let timing, WaylandKeyboard.repeats(key) { repeating = (code, key, .now + timing.delay) }
    return .key(key, modifiers)
  }

  private func key(of code: UInt32) -> WindowEvent.Key? {
    if keymap.contains(code) { return keymap.key(code, inGroup: group) }
    return switch code {
    case Code.escapeKey: .escape
    case Code.enterKey, Code.keypadEnterKey: .enter
    case Code.letterKey: .letterA
    case Code.spaceKey: .space
    case Code.homeKey: .home
    case Code.upKey: .up
    case Code.pageUpKey: .pageUp
    case Code.endKey: .end
    case Code.downKey: .down
    case Code.pageDownKey: .pageDown
    case Code.deleteKey: .delete
    default: nil
    }
  }

  // MARK: Repetition

  /// Whether a held key repeats; keys for commands do not, to prevent accidents.
  private static func repeats(_ key: WindowEvent.Key) -> Bool {
    switch key {
    case .up, .down, .pageUp, .pageDown: true
    case .home, .end, .enter, .delete, .escape, .space, .letterA: false
    }
  }

  /// The time of the next repetition; nil if no key repeats.
  var deadline: ContinuousClock.Instant? { repeating?.time }

  /// Returns the repetition of a held key that is due; nil if there is none.
  func repeated() -> WindowEvent? {
    guard let repeating, let timing, repeating.time <= .now else { return nil }
    // Repetitions that were missed are not made up for.
    self.repeating?.time = .now + timing.interval
    return .key(repeating.key, modifiers)
  }
}
