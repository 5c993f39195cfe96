import ByteTools
import ProfferFileSystem

/// A connection to a D-Bus bus, for calls, replies, and signals to this program.
///
/// Calls of other programs are ignored. The authentication is sent with the first calls, so that connecting
/// never blocks. The responses to the authentication are read before the first reply.
final class BusConnection {
  /// The maximum length of an authentication line in bytes.
  private static let lineLimit = 16384
  /// The maximum number of signals that are kept.
  private static let signalCount = 256

  private let connection: BufferedConnection
  /// The number of authentication lines that have not arrived yet.
  private var lineCount = 2
  /// Whether file descriptors may be sent; known after the authentication.
  private(set) var passesDescriptors = false
  private var lastSerial: UInt32 = 0
  private var signals: [BusMessage] = []

  var name: String { connection.name }

  /// Connects to the first available bus, without blocking.
  ///
  /// - Throws: `cannotConnect` with the error of the last address.
  static func stream(to addresses: [BusAddress]) throws -> ByteStream {
    var failure: FileSystemError?
    for address in addresses {
      do {
        return try .connecting(
          to: address.path, isAbstract: address.isAbstract, isWaiting: false, calling: "the session bus")
      } catch { failure = error }
    }
    throw TransferError(
      .cannotConnect, failure.map { "\($0.message)" } ?? "cannot connect to a session bus",
      cause: failure)
  }

  init(_ stream: ByteStream, calling name: String = "the session bus") {
    connection = BufferedConnection(stream, calling: name)
    let user = "\(LocalHost.userNumber)".utf8.hexadecimalDigits
    connection.send(
      Array("\0AUTH EXTERNAL ".utf8) + user + Array("\r\nNEGOTIATE_UNIX_FD\r\nBEGIN\r\n".utf8))
    // The bus requires this call. Its reply, a name, is not used.
    _ = send("Hello", on: .bus)
  }

  // MARK: Calls

  /// Queues a call, which is sent as soon as the bus accepts it.
  ///
  /// - Returns: the serial of the call.
  func send(
    _ member: String, on target: BusMessage.Target, _ values: BusWriter = BusWriter(),
    flags: BusMessage.Flags = [], passing files: [ByteStream] = []
  ) -> UInt32 {
    // Zero is not a valid serial.
    lastSerial = lastSerial == .max ? 1 : lastSerial + 1
    connection.send(
      BusMessage.call(
        member, on: target, values, serial: lastSerial, flags: flags, descriptorCount: files.count),
      passing: files)
    return lastSerial
  }

  /// Sends as many queued bytes as the bus accepts now.
  func flush() throws { try connection.flush() }

  /// Waits for the reply to a call, and returns the values of the reply.
  ///
  /// - Parameter signature: the required types of the values.
  /// - Throws: `refused` with the reason if the reply is an error; `unresponsive` if there is no reply by the
  ///   deadline.
  func answer(
    to serial: UInt32, _ signature: String, until deadline: ContinuousClock.Instant
  ) throws -> BusReader {
    var isOver = false
    while true {
      while let message = try nextArrived() {
        guard message.replySerial == serial, message.kind == .reply || message.kind == .error else {
          keep(message)
          continue
        }
        if message.kind == .error { throw refusal(message) }
        guard message.signature == signature else {
          throw TransferError.violation(name, "an answer of another type")
        }
        return message.values
      }
      if isOver { throw TransferError.unresponsive(name) }
      // Messages that arrived while the caller was busy are read even if the deadline has passed.
      isOver = .now >= deadline
      try connection.wait(until: deadline)
    }
  }

  private func refusal(_ message: BusMessage) -> TransferError {
    var values = message.values
    let code = message.errorName ?? "an error without a name"
    let reason = message.signature.hasPrefix("s") ? values.text() : nil
    let shown = PrintableText.escaped((reason.map { "\($0) (\(code))" } ?? code).utf8)
    return TransferError(.refused, "the document portal rejected the request: \(shown)")
  }

  // MARK: Signals

  /// Waits until messages arrive or the deadline has passed, and keeps the signals.
  func wait(until deadline: ContinuousClock.Instant) throws {
    try connection.wait(until: deadline)
    while let message = try nextArrived() { keep(message) }
  }

  /// Waits until messages arrive or the wake-up is requested.
  ///
  /// Messages that have already arrived do not end the wait. Therefore, read all of them with ``nextArrived()`` before.
  func wait(for wakeup: Wakeup) throws {
    try connection.wait(for: [(wakeup.stream, .reading)], until: nil)
  }

  /// Removes and returns the signals that have arrived since the last call.
  func takeSignals() -> [BusMessage] {
    defer { signals = [] }
    return signals
  }

  private func keep(_ message: BusMessage) {
    guard message.kind == .signal else { return }
    signals.append(message)
    if signals.count > BusConnection.signalCount { signals.removeFirst() }
  }

  // MARK: Messages

  /// Returns the next message that has arrived; nil if there is none.
  func nextArrived() throws -> BusMessage? {
    while lineCount > 0 { guard try takeLine() else { return nil } }
    // The replies to this program's calls contain no descriptors.
    while connection.takePassed() != nil {}
    switch BusMessage.first(of: connection.unread) {
    case .incomplete: return nil
    case .invalid(let what): throw TransferError.violation(name, what)
    case .message(let message, let byteCount):
      connection.consume(byteCount)
      return message
    }
  }

  /// Processes an authentication line; returns false if no complete line has arrived.
  private func takeLine() throws -> Bool {
    let unread = connection.unread
    guard let end = unread.prefix(BusConnection.lineLimit).firstIndex(of: UInt8(ascii: "\n")) else {
      if unread.count >= BusConnection.lineLimit {
        throw TransferError.violation(name, "an unterminated line")
      }
      return false
    }
    var line = unread[..<end]
    guard line.popLast() == UInt8(ascii: "\r") else {
      throw TransferError.violation(name, "a malformed line")
    }
    let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    connection.consume(end + 1 - unread.startIndex)
    switch (lineCount, words.first) {
    case (2, "OK"): break
    case (2, "REJECTED"), (2, "ERROR"):
      throw TransferError(.cannotConnect, "\(name) does not authenticate this program")
    case (1, "AGREE_UNIX_FD"): passesDescriptors = true
    case (1, "ERROR"): break
    default: throw TransferError.violation(name, "an answer to the authentication")
    }
    lineCount -= 1
    return true
  }
}
