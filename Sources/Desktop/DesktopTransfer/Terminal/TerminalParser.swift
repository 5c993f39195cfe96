/// What a terminal says to a program, beside the keys that are pressed.
enum TerminalMessage: Equatable {
  /// An operating system command (`ESC ]`): its number, and what follows the first semicolon.
  case command(Int, [UInt8])
  /// A control sequence (`ESC [`): its parameters and last character, such as `?62;52;c`.
  case control(String)
  /// A device control string (`ESC P`), such as `>|kitty(0.48.2)`.
  case device(String)
  /// An application program command (`ESC _`), such as `Gi=31;OK`.
  case application(String)
  /// A sequence that was longer than any protocol allows and is dropped.
  case tooLong
}

/// Finds the sequences in what a terminal sends, which may be cut anywhere: keys, reports of the mouse and answers come as they
/// happen.
struct TerminalParser {
  /// The most bytes of a sequence; kitty sends packets of 256 KiB.
  private static let longestSequence = 1 << 20

  private enum State {
    case ground, escape
    /// In a control sequence.
    case control
    /// In a string, which `ESC \` or the bell ends; the byte says of which kind.
    case string(UInt8)
    /// After an escape in a string.
    case stringEscape(UInt8)
  }

  private var state = State.ground
  private var bytes: [UInt8] = []
  private var isTooLong = false

  /// The messages that end in the next bytes.
  mutating func messages(in input: ArraySlice<UInt8>) -> [TerminalMessage] {
    var messages: [TerminalMessage] = []
    var rest = input
    while let byte = rest.first {
      if case .string = state {
        // Most bytes are those of long strings.
        let end = rest.firstIndex { $0 < 0x20 } ?? rest.endIndex
        append(rest[..<end])
        rest = rest[end...]
        if let byte = rest.popFirst() { step(byte, &messages) }
      } else {
        rest.removeFirst()
        step(byte, &messages)
      }
    }
    return messages
  }

  private mutating func append(_ more: ArraySlice<UInt8>) {
    if bytes.count + more.count > TerminalParser.longestSequence {
      isTooLong = true
      bytes = []
    } else if !isTooLong {
      bytes += more
    }
  }

  private mutating func begin(_ next: State) {
    (state, bytes, isTooLong) = (next, [], false)
  }

  private mutating func step(_ byte: UInt8, _ messages: inout [TerminalMessage]) {
    switch (state, byte) {
    case (.string(let kind), 0x1B): state = .stringEscape(kind)
    case (.string(let kind), 0x07), (.stringEscape(let kind), UInt8(ascii: "\\")):
      messages += isTooLong ? [.tooLong] : message(ofString: kind).map { [$0] } ?? []
      begin(.ground)
    // These two cancel a sequence.
    case (_, 0x18), (_, 0x1A): begin(.ground)
    case (.string, _): append([byte])
    case (_, 0x1B): begin(.escape)
    case (.escape, UInt8(ascii: "[")): begin(.control)
    case (.escape, UInt8(ascii: "]")), (.escape, UInt8(ascii: "P")), (.escape, UInt8(ascii: "_")),
      (.escape, UInt8(ascii: "^")), (.escape, UInt8(ascii: "X")):
      begin(.string(byte))
    case (.stringEscape, _):
      // Another sequence begins in the middle of a string, which is dropped.
      begin(.escape)
      step(byte, &messages)
    case (.control, 0x40...0x7E):
      append([byte])
      messages.append(isTooLong ? .tooLong : .control(String(decoding: bytes, as: UTF8.self)))
      begin(.ground)
    case (.control, 0x20...): append([byte])
    case (.control, _): break
    case (.escape, _), (.ground, _): begin(.ground)
    }
  }

  private func message(ofString kind: UInt8) -> TerminalMessage? {
    switch kind {
    case UInt8(ascii: "P"): return .device(String(decoding: bytes, as: UTF8.self))
    case UInt8(ascii: "_"): return .application(String(decoding: bytes, as: UTF8.self))
    case UInt8(ascii: "]"):
      let digits = bytes.prefix { (0x30...0x39).contains($0) }
      guard digits.count < 8, let number = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
      let rest = bytes.dropFirst(digits.count)
      guard rest.first == UInt8(ascii: ";") else { return rest.isEmpty ? .command(number, []) : nil }
      return .command(number, Array(rest.dropFirst()))
    default: return nil
    }
  }
}
