import ByteTools
import ProfferFileSystem

/// A connection to a Wayland compositor, with the compositor's global objects.
final class WaylandConnection {
  /// An object that the compositor offers to every program.
  struct Global {
    let name: UInt32
    let interface: String
    let version: UInt32
  }

  /// The display object, which exists at the start of every connection.
  private static let display: UInt32 = 1

  let connection: BufferedConnection
  private(set) var globals: [Global] = []
  private var registry: UInt32 = 0
  private var lastIdentifier: UInt32 = 1
  /// Messages that arrived during the wait for a response.
  private var queue = Queue<WaylandMessage>()
  /// The maximum time for a response from the compositor.
  let answerLimit: Duration

  var name: String { connection.name }

  /// Requests the list of the compositor's global objects.
  init(
    _ stream: ByteStream, calling name: String = "the Wayland display", answerLimit: Duration = .seconds(10)
  ) throws {
    connection = BufferedConnection(stream, calling: name)
    self.answerLimit = answerLimit
    registry = makeIdentifier()
    send(to: WaylandConnection.display, Wayland.Display.getRegistry, [.word(registry)])
    try synchronize()
  }

  /// Returns an identifier for a new object.
  func makeIdentifier() -> UInt32 {
    lastIdentifier += 1
    return lastIdentifier
  }

  func send(
    to object: UInt32, _ request: some WaylandRequest, _ arguments: [WaylandMessage.Argument] = [],
    passing streams: [ByteStream] = []
  ) {
    connection.send(WaylandMessage.bytes(to: object, request.rawValue, arguments), passing: streams)
  }

  /// Binds a global object of the compositor, and returns the identifier of the new object.
  func bind(_ global: Global, version: UInt32) -> UInt32 {
    let object = makeIdentifier()
    send(
      to: registry, Wayland.Registry.bind,
      [.word(global.name), .text(global.interface), .word(version), .word(object)])
    return object
  }

  /// Binds a global object that this program requires, and returns the identifier of the new object.
  ///
  /// - Parameters:
  ///   - version: the newest version that this program supports.
  ///   - least: the oldest version that this program supports.
  ///   - purpose: the purpose of the object, for the error message.
  /// - Throws: `notSupported` if the compositor does not offer the object, or only an older version.
  func require(
    _ interface: String, version: UInt32, atLeast least: UInt32 = 1, for purpose: String
  ) throws -> UInt32 {
    guard let global = globals.first(where: { $0.interface == interface }), global.version >= least else {
      let wanted = least == 1 ? interface : "\(interface) of version \(least)"
      throw TransferError(.notSupported, "\(name) does not support \(purpose): it does not offer \(wanted)")
    }
    return bind(global, version: min(version, global.version))
  }

  /// Waits until the compositor has processed all requests.
  ///
  /// Other messages are queued.
  func synchronize() throws {
    let callback = makeIdentifier()
    send(to: WaylandConnection.display, Wayland.Display.sync, [.word(callback)])
    let deadline = ContinuousClock.now + answerLimit
    while true {
      while let message = try nextArrived() {
        if message.object == callback { return }
        queue.append(message)
      }
      if .now >= deadline { throw TransferError.unresponsive(name) }
      try connection.wait(until: deadline)
    }
  }

  /// Returns the next message that has arrived for one of the caller's objects; nil if there is none.
  func next() throws -> WaylandMessage? {
    try queue.popFirst() ?? nextArrived()
  }

  private func nextArrived() throws -> WaylandMessage? {
    while let (message, byteCount) = WaylandMessage.first(of: connection.unread) {
      guard byteCount > 0 else { throw TransferError.violation(name, "a message without a header") }
      connection.consume(byteCount)
      switch message.object {
      case WaylandConnection.display: try takeDisplay(message)
      case registry: takeRegistry(message)
      default: return message
      }
    }
    return nil
  }

  private func takeDisplay(_ message: WaylandMessage) throws {
    // The compositor closes the connection after an error.
    guard message.event() == Wayland.DisplayEvent.error else { return }
    let reason = message.text(at: 8)?.text ?? "error \(message.word(at: 4))"
    throw TransferError(
      .protocolViolation, "\(name) ended the connection: \(PrintableText.escaped(reason.utf8))")
  }

  private func takeRegistry(_ message: WaylandMessage) {
    let name = message.word(at: 0)
    if message.event() == Wayland.RegistryEvent.globalRemove {
      globals.removeAll { $0.name == name }
    } else if let (interface, end) = message.text(at: 4) {
      globals.append(Global(name: name, interface: interface, version: message.word(at: end)))
    }
  }
}
