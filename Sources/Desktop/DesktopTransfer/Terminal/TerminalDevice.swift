import ByteTools
import ProfferFileSystem

/// The terminal as a partner in a conversation: sequences go out and messages come in, and neither waits for the other.
final class TerminalDevice {
  /// The most that is written and not yet taken, before the next piece of a value is made.
  private static let unsentByteCount = 1 << 16
  /// The longest time in which a terminal may neither read nor send anything; kitty has the same limit for a file.
  private static let stallLimit: Duration = .seconds(90)

  let settings: TerminalSettings
  private let terminal: RawTerminal
  private let connection: BufferedConnection
  private var parser = TerminalParser()
  private var messages = Queue<TerminalMessage>()
  private let end: [UInt8]

  /// Opens the terminal.
  ///
  /// - Parameters:
  ///   - beginning: bytes that are sent to the terminal now, and again when the process continues after a suspension.
  ///   - end: bytes that are sent to it when the value is released, and when a signal suspends or ends the process.
  /// - Throws: `noDisplay` where the process has no terminal, `notSupported` where the terminal is known to have no clipboard.
  init(_ settings: TerminalSettings, beginning: [UInt8] = [], end: [UInt8] = []) throws {
    try settings.check()
    self.settings = settings
    self.end = end
    do {
      try UnfinishedFiles.watchEndingSignals()
      terminal = try RawTerminal(opening: settings.device, beginning: beginning, end: end)
    } catch {
      throw TransferError(
        .noDisplay, error.code == .busy ? error.message : "the program has no terminal", cause: error)
    }
    connection = BufferedConnection(terminal.stream, calling: "the terminal")
    connection.send(beginning)
    try connection.flush()
  }

  /// Gives the terminal back.
  deinit {
    connection.send(end)
    do {
      let deadline = ContinuousClock.now + settings.answerLimit
      while connection.unsentByteCount > 0, .now < deadline { try connection.wait(until: deadline) }
    } catch {
      // A terminal that has gone away needs nothing.
    }
    terminal.restore()
  }

  // MARK: Sending

  /// Sends bytes when the terminal takes them.
  func send(_ bytes: [UInt8]) { connection.send(bytes) }

  /// Sends what the terminal takes now.
  func flush() throws { try connection.flush() }

  /// Sends an operating system command.
  func command(_ number: Int, _ text: String, _ payload: some Sequence<UInt8> = []) {
    connection.send(TerminalDevice.command(number, text, payload))
  }

  /// The bytes of an operating system command.
  static func command(
    _ number: Int, _ text: String, _ payload: some Sequence<UInt8> = EmptyCollection<UInt8>()
  ) -> [UInt8] {
    var bytes = Array("\u{1B}]\(number);\(text)".utf8)
    bytes += payload
    bytes += [0x1B, UInt8(ascii: "\\")]
    return bytes
  }

  /// Waits until the terminal has taken most of what was sent; what it says meanwhile is kept.
  func makeRoom() throws {
    while connection.unsentByteCount > TerminalDevice.unsentByteCount {
      let unsent = connection.unsentByteCount
      let deadline = ContinuousClock.now + TerminalDevice.stallLimit
      try receive(until: deadline)
      if connection.unsentByteCount == unsent, .now >= deadline {
        throw TransferError(.timedOut, "the terminal takes nothing; it may be suspended")
      }
    }
  }

  // MARK: Receiving

  /// The next message that is there.
  func nextNow() -> TerminalMessage? { messages.popFirst() }

  /// The next message; nil where none comes until a time, or another stream is ready first.
  func next(
    until deadline: ContinuousClock.Instant?, or other: ByteStream? = nil
  ) throws -> TerminalMessage? {
    // What the last message was answered with goes out before the next is looked at.
    try connection.flush()
    while messages.isEmpty {
      if let deadline, .now >= deadline { return nil }
      if try receive(until: deadline, or: other) { return nil }
    }
    return messages.popFirst()
  }

  /// Waits until something came or went.
  ///
  /// - Returns: whether the other stream is ready.
  @discardableResult
  private func receive(until deadline: ContinuousClock.Instant?, or other: ByteStream? = nil) throws -> Bool {
    let ready = try connection.wait(for: other.map { [($0, .reading)] } ?? [], until: deadline)
    messages.append(contentsOf: parser.messages(in: connection.unread))
    connection.consume(connection.unread.count)
    return ready.first?.contains(.reading) ?? false
  }

  /// Drops what comes, until nothing has come for a moment: a shell would take the rest of an unwanted answer as typed keys.
  func dropRest() {
    let deadline = ContinuousClock.now + .seconds(5)
    do {
      while .now < deadline, try next(until: min(deadline, .now + .milliseconds(200))) != nil {}
    } catch {
      // Nothing more comes of a terminal that has gone away.
    }
  }
}
