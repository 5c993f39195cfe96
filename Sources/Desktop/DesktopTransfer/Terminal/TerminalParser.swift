/// A message from a terminal to a program, other than pressed keys.
enum TerminalMessage: Equatable {
  /// An operating system command (`ESC ]`): its number, and the bytes after the first semicolon.
  case command(Int, [UInt8])
  /// A control sequence (`ESC [`): its parameters and final character, such as `?62;52;c`.
  case control(String)
  /// A device control string (`ESC P`), such as `>|kitty(0.48.2)`.
  case device(String)
  /// An application program command (`ESC _`), such as `Gi=31;OK`.
  case application(String)
  /// A sequence that exceeds the size limit and is dropped.
  case tooLong
}

/// Finds the control sequences in the bytes from a terminal.
///
/// The bytes may be cut at any position. Keys, mouse reports and responses arrive in any order.
struct TerminalParser {
  /// The maximum number of bytes of a sequence; kitty sends packets of 256 KiB.
  private static let longestSequence = 1 << 20

  private enum State {
    case ground, escape
    /// In a control sequence.
    case control
    /// In a string, which ends with `ESC \` or the bell. The byte identifies the kind of string.
    case string(UInt8)
    /// After an escape in a string.
    case stringEscape(UInt8)
  }

  private var state = State.ground
  private var bytes: [UInt8] = []
  private var isTooLong = false

  /// Returns the messages that end in the given bytes.
  mutating func messages(in input: ArraySlice<UInt8>) -> [TerminalMessage] {
    var messages: [TerminalMessage] = []
    var rest = input
    while let byte = rest.first {
      if case .string = state {
        // Most bytes belong to long strings.
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
    // These two bytes cancel a sequence.
    case (_, 0x18), (_, 0x1A): begin(.ground)
    case (.string, _): append([byte])
    case (_, 0x1B): begin(.escape)
    case (.escape, UInt8(ascii: "[")): begin(.control)
    case (.escape, UInt8(ascii: "]")), (.escape, UInt8(ascii: "P")), (.escape, UInt8(ascii: "_")),
      (.escape, UInt8(ascii: "^")), (.escape, UInt8(ascii: "X")):
      begin(.string(byte))
    case (.stringEscape, _):
      // Another sequence starts within a string. The string is dropped.
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
