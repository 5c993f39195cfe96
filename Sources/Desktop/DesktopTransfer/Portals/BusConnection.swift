import ByteTools
import ProfferFileSystem

/// A connection to a D-Bus bus: calls, the answers to them, and the signals that are sent to this program.
///
/// Calls of other programs are left out. The authentication is sent with the first calls, so that connecting waits for nothing,
/// and its answers are read before the first answer to a call.
final class BusConnection {
  /// The most bytes of a line of the authentication.
  private static let lineLimit = 16384
  /// The most signals that are kept.
  private static let signalCount = 256

  private let connection: BufferedConnection
  /// How many lines of the authentication are to come.
  private var lineCount = 2
  /// Whether descriptors may be sent; known when the authentication is over.
  private(set) var passesDescriptors = false
  private var lastSerial: UInt32 = 0
  private var signals: [BusMessage] = []

  var name: String { connection.name }

  /// A connection to the first bus that is there; nothing waits.
  ///
  /// - Throws: `cannotConnect` with the reason of the last address.
  static func stream(to addresses: [BusAddress]) throws -> ByteStream {
    var failure: FileSystemError?
    for address in addresses {
      do {
        return try .connecting(
          to: address.path, isAbstract: address.isAbstract, isWaiting: false, calling: "the session bus")
      } catch { failure = error }
    }
    throw TransferError(
      .cannotConnect, failure.map { "\($0.message)" } ?? "the session has no bus that can be connected to",
      cause: failure)
  }

  init(_ stream: ByteStream, calling name: String = "the session bus") {
    connection = BufferedConnection(stream, calling: name)
    let user = "\(LocalHost.userNumber)".utf8.hexadecimalDigits
    connection.send(
      Array("\0AUTH EXTERNAL ".utf8) + user + Array("\r\nNEGOTIATE_UNIX_FD\r\nBEGIN\r\n".utf8))
    // The answer, a name, is not used; the bus requires the call.
    _ = send("Hello", on: .bus)
  }

  // MARK: Calls

  /// Sends a call as soon as the bus takes it.
  ///
  /// - Returns: its number.
  func send(
    _ member: String, on target: BusMessage.Target, _ values: BusWriter = BusWriter(),
    flags: BusMessage.Flags = [], passing files: [ByteStream] = []
  ) -> UInt32 {
    // Zero is not a number of a call.
    lastSerial = lastSerial == .max ? 1 : lastSerial + 1
    connection.send(
      BusMessage.call(
        member, on: target, values, serial: lastSerial, flags: flags, descriptorCount: files.count),
      passing: files)
    return lastSerial
  }

  /// Sends what the bus takes now.
  func flush() throws { try connection.flush() }

  /// The answer to a call.
  ///
  /// - Parameter signature: the types that it has to have.
  /// - Throws: `refused` with the reason of an error, `unresponsive` if there is no answer until the deadline.
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
      // What came while the caller did something else is looked at in any case.
      isOver = .now >= deadline
      try connection.wait(until: deadline)
    }
  }

  private func refusal(_ message: BusMessage) -> TransferError {
    var values = message.values
    let code = message.errorName ?? "an error without a name"
    let reason = message.signature.hasPrefix("s") ? values.text() : nil
    let shown = PrintableText.escaped((reason.map { "\($0) (\(code))" } ?? code).utf8)
    return TransferError(.refused, "the document portal does not do it: \(shown)")
  }

  // MARK: Signals

  /// Waits until something came, or until a time.
  func wait(until deadline: ContinuousClock.Instant) throws {
    try connection.wait(until: deadline)
    while let message = try nextArrived() { keep(message) }
  }

  /// The signals that came since the last call.
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

  /// The next message that has come; nil where there is none.
  private func nextArrived() throws -> BusMessage? {
    while lineCount > 0 { guard try takeLine() else { return nil } }
    // No answer that is read here brings descriptors.
    while connection.takePassed() != nil {}
    switch BusMessage.first(of: connection.unread) {
    case .incomplete: return nil
    case .invalid(let what): throw TransferError.violation(name, what)
    case .message(let message, let byteCount):
      connection.consume(byteCount)
      return message
    }
  }

  /// Takes a line of the authentication, where one has come.
  private func takeLine() throws -> Bool {
    let unread = connection.unread
    guard let end = unread.prefix(BusConnection.lineLimit).firstIndex(of: UInt8(ascii: "\n")) else {
      if unread.count >= BusConnection.lineLimit {
        throw TransferError.violation(name, "a line without an end")
      }
      return false
    }
    var line = unread[..<end]
    guard line.popLast() == UInt8(ascii: "\r") else { throw TransferError.violation(name, "a broken line") }
    let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    connection.consume(end + 1 - unread.startIndex)
    switch (lineCount, words.first) {
    case (2, "OK"): break
    case (2, "REJECTED"), (2, "ERROR"):
      throw TransferError(.cannotConnect, "\(name) does not let this program in")
    case (1, "AGREE_UNIX_FD"): passesDescriptors = true
    case (1, "ERROR"): break
    default: throw TransferError.violation(name, "an answer to the authentication")
    }
    lineCount -= 1
    return true
  }
}
