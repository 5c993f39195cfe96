import ByteTools
import ProfferFileSystem

/// A connection to the terminal.
///
/// Sending control sequences does not wait for messages, and receiving messages does not wait for sequences
/// to be sent.
final class TerminalDevice {
  /// The number of unsent bytes above which no further chunk of a value is produced.
  private static let unsentByteCount = 1 << 16
  /// The maximum time for which a terminal may neither read nor send.
  ///
  /// The limit is the same as kitty's limit for a file.
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
  ///   - beginning: bytes that are sent to the terminal now, and again when the process continues after a
  ///     suspension.
  ///   - end: bytes that are sent to the terminal when this object is released, and when a signal suspends or
  ///     ends the process.
  /// - Throws: `noDisplay` if the process has no terminal, or if the terminal is known to have no clipboard;
  ///   `notSupported` in GNU screen.
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

  /// Sends the end bytes, and restores the settings of the terminal.
  deinit {
    connection.send(end)
    do {
      try connection.sendAll(until: .now + settings.answerLimit)
    } catch {
      // The terminal is gone, so its settings need not be restored.
    }
    terminal.restore()
  }

  // MARK: Sending

  /// Queues bytes, which are sent when the terminal accepts them.
  func send(_ bytes: [UInt8]) { connection.send(bytes) }

  /// Sends as many queued bytes as the terminal accepts now.
  func flush() throws { try connection.flush() }

  /// Sends an operating system command.
  func command(_ number: Int, _ text: String, _ payload: some Sequence<UInt8> = []) {
    connection.send(TerminalDevice.command(number, text, payload))
  }

  /// Returns the bytes of an operating system command.
  static func command(
    _ number: Int, _ text: String, _ payload: some Sequence<UInt8> = EmptyCollection<UInt8>()
  ) -> [UInt8] {
    var bytes = Array("\u{1B}]\(number);\(text)".utf8)
    bytes += payload
    bytes += [0x1B, UInt8(ascii: "\\")]
    return bytes
  }

  /// Waits until the terminal has accepted most of the queued bytes.
  ///
  /// Messages that arrive in the meantime are kept.
  func makeRoom() throws {
    while connection.unsentByteCount > TerminalDevice.unsentByteCount {
      let unsent = connection.unsentByteCount
      let deadline = ContinuousClock.now + TerminalDevice.stallLimit
      try receive(until: deadline)
      if connection.unsentByteCount == unsent, .now >= deadline {
        throw TransferError(.timedOut, "the terminal accepts no data; it may be suspended")
      }
    }
  }

  // MARK: Receiving

  /// Returns the next message that has arrived; nil if there is none.
  func nextNow() -> TerminalMessage? { messages.popFirst() }

  /// Returns the next message; nil if the deadline passes or another stream is ready before a message
  /// arrives.
  func next(
    until deadline: ContinuousClock.Instant?, or other: ByteStream? = nil
  ) throws -> TerminalMessage? {
    // The response to the last message is sent before the next message is processed.
    try connection.flush()
    while messages.isEmpty {
      if let deadline, .now >= deadline { return nil }
      if try receive(until: deadline, or: other) { return nil }
    }
    return messages.popFirst()
  }

  /// Waits until bytes were received or sent.
  ///
  /// - Returns: whether the other stream is ready.
  @discardableResult
  private func receive(until deadline: ContinuousClock.Instant?, or other: ByteStream? = nil) throws -> Bool {
    let ready = try connection.wait(for: other.map { [($0, .reading)] } ?? [], until: deadline)
    messages.append(contentsOf: parser.messages(in: connection.unread))
    connection.consume(connection.unread.count)
    return ready.first?.contains(.reading) ?? false
  }

  /// Drops incoming messages until none has arrived for 0.2 seconds; stops after 5 seconds at the latest.
  ///
  /// Otherwise, a shell would read the rest of an unwanted response as typed keys.
  func dropRest() {
    let deadline = ContinuousClock.now + .seconds(5)
    do {
      while .now < deadline, try next(until: min(deadline, .now + .milliseconds(200))) != nil {}
    } catch {
      // The terminal is gone and sends nothing more.
    }
  }
}
