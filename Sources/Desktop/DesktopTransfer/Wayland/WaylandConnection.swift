import ByteTools
import ProfferFileSystem

/// A connection to a Wayland compositor, with the objects that it offers.
final class WaylandConnection {
  /// Something that the compositor offers to every program.
  struct Global {
    let name: UInt32
    let interface: String
    let version: UInt32
  }

  /// The display itself, which every connection begins with.
  private static let display: UInt32 = 1

  let connection: BufferedConnection
  private(set) var globals: [Global] = []
  private var registry: UInt32 = 0
  private var lastIdentifier: UInt32 = 1
  /// Messages that came while an answer was waited for.
  private var queue = Queue<WaylandMessage>()
  /// The most that the compositor may take to answer.
  let answerLimit: Duration

  var name: String { connection.name }

  /// Asks what the compositor offers.
  init(
    _ stream: ByteStream, calling name: String = "the Wayland display", answerLimit: Duration = .seconds(10)
  ) throws {
    connection = BufferedConnection(stream, calling: name)
    self.answerLimit = answerLimit
    registry = makeIdentifier()
    send(to: WaylandConnection.display, Wayland.Display.getRegistry, [.word(registry)])
    try synchronize()
  }

  /// A number for a new object.
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

  /// Makes an object of something that the compositor offers.
  func bind(_ global: Global, version: UInt32) -> UInt32 {
    let object = makeIdentifier()
    send(
      to: registry, Wayland.Registry.bind,
      [.word(global.name), .text(global.interface), .word(version), .word(object)])
    return object
  }

  /// Makes an object of something that the compositor has to offer.
  ///
  /// - Parameters:
  ///   - version: the newest version that is understood here.
  ///   - least: the oldest.
  ///   - purpose: what it is needed for.
  /// - Throws: `notSupported` where the compositor has none.
  func require(
    _ interface: String, version: UInt32, atLeast least: UInt32 = 1, for purpose: String
  ) throws -> UInt32 {
    guard let global = globals.first(where: { $0.interface == interface }), global.version >= least else {
      let wanted = least == 1 ? interface : "\(interface) of version \(least)"
      throw TransferError(.notSupported, "\(name) has no \(purpose): it does not offer \(wanted)")
    }
    return bind(global, version: min(version, global.version))
  }

  /// Returns when the compositor has done everything that was sent; other messages are kept.
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

  /// The next message that has come for an object of the caller's; nil where there is none.
  func next() throws -> WaylandMessage? {
    try queue.popFirst() ?? nextArrived()
  }

  private func nextArrived() throws -> WaylandMessage? {
    while let (message, byteCount) = WaylandMessage.first(of: connection.unread) {
      guard byteCount > 0 else { throw TransferError.violation(name, "a message without a head") }
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
