import ProfferFileSystem

/// Drags from and to the windows of a compositor's seat.
///
/// Source: the protocol `wayland`, `wl_data_device_manager`, version 3.
final class WaylandDragDevice {
  /// The actions that a drag can perform with its content.
  struct Actions: OptionSet {
    let rawValue: UInt32
    static let copy = Actions(rawValue: 1)
    static let move = Actions(rawValue: 2)
  }

  /// An offer that another program drags.
  struct Offer {
    var names: [String] = []
    /// The actions that the source allows.
    var actions: Actions = []
    /// The action that a drop would perform now.
    var action: Actions = []
  }

  /// An event of a drag.
  enum Event {
    /// A program requests the value of a source under a name. The value must be written to the pipe.
    case requested(source: UInt32, name: String, ByteStream)
    /// The program under the pointer reports whether it accepts the content.
    case answered(source: UInt32, isAccepted: Bool)
    /// The content was dropped on a program.
    case performed(source: UInt32)
    /// The program has accepted the dropped content.
    case finished(source: UInt32)
    /// The drag ended, and no program accepted the content.
    case cancelled(source: UInt32)
    /// A drag has entered the window. The offer is 0 if the drag has no content for other programs.
    case entered(serial: UInt32, offer: UInt32)
    /// The source of an offer has changed the actions that it allows.
    case changed(offer: UInt32)
    case left
    case dropped
  }

  private let connection: WaylandConnection
  private let manager, device: UInt32
  private var offers: [UInt32: Offer] = [:]
  /// All sources, including destroyed sources, because the pipes of late requests must be closed.
  private var sources: Set<UInt32> = []

  init(_ connection: WaylandConnection, seat: UInt32) throws {
    self.connection = connection
    manager = try connection.require("wl_data_device_manager", version: 3, atLeast: 3, for: "drags")
    device = connection.makeIdentifier()
    connection.send(to: manager, Wayland.DataDeviceManager.getDataDevice, [.word(device), .word(seat)])
  }

  // MARK: Dragging

  /// Starts a drag.
  ///
  /// The compositor ignores the request without a response if the press is unknown or has ended.
  ///
  /// - Parameters:
  ///   - names: the names of the content.
  ///   - surface: the surface in which the drag starts.
  ///   - icon: the surface that is shown with the pointer.
  ///   - serial: the serial of the press of a button or finger.
  /// - Returns: the source, which identifies the drag in events.
  func start(_ names: [String], from surface: UInt32, showing icon: UInt32, pressed serial: UInt32) -> UInt32
  {
    let source = connection.makeIdentifier()
    sources.insert(source)
    connection.send(to: manager, Wayland.DataDeviceManager.createDataSource, [.word(source)])
    for name in names { connection.send(to: source, Wayland.DataSource.offer, [.text(name)]) }
    connection.send(to: source, Wayland.DataSource.setActions, [.word(Actions.copy.rawValue)])
    connection.send(
      to: device, Wayland.DataDevice.startDrag,
      [.word(source), .word(surface), .word(icon), .word(serial)])
    return source
  }

  /// Destroys the source of a drag.
  ///
  /// A drag in progress is cancelled.
  func end(_ source: UInt32) { connection.send(to: source, Wayland.DataSource.destroy) }

  // MARK: Receiving drops

  /// Returns an offer; an empty offer if the object does not exist anymore.
  func offer(_ object: UInt32) -> Offer { offers[object] ?? Offer() }

  /// Reports whether this program would accept an offer, and the action that it would perform.
  ///
  /// - Parameter name: the name of the value that this program would request; nil to reject the offer.
  func answer(_ object: UInt32, entered serial: UInt32, accepting name: String?) {
    connection.send(
      to: object, Wayland.DataOffer.accept, [.word(serial), name.map { .text($0) } ?? .word(0)])
    var actions: Actions = []
    if name != nil {
      actions = .copy
      // A source that only supports moving also transfers its content, and then deletes its own copy.
      if !offer(object).actions.contains(.copy) {
        actions.formUnion(offer(object).actions.intersection(.move))
      }
    }
    connection.send(
      to: object, Wayland.DataOffer.setActions,
      [.word(actions.rawValue), .word(actions.intersection(.copy).rawValue)])
  }

  /// Asks a program to write a value to a pipe.
  func receive(_ name: String, of object: UInt32, to pipe: ByteStream) {
    connection.send(to: object, Wayland.DataOffer.receive, [.text(name)], passing: [pipe])
  }

  /// Ends an offer.
  ///
  /// - Parameter wasTaken: whether the content was dropped and accepted.
  func end(_ object: UInt32, wasTaken: Bool) {
    guard let offer = offers.removeValue(forKey: object) else { return }
    // If there is no action, the compositor treats this request as an error.
    if wasTaken, !offer.action.isEmpty { connection.send(to: object, Wayland.DataOffer.finish) }
    connection.send(to: object, Wayland.DataOffer.destroy)
  }

  // MARK: Events

  /// Handles a message.
  ///
  /// - Returns: the event; nil if the message is not a drag event.
  func take(_ message: WaylandMessage) throws -> Event? {
    if message.object == device { return takeDevice(message) }
    if sources.contains(message.object) { return try takeSource(message) }
    return offers[message.object] == nil ? nil : takeOffer(message)
  }

  private func takeSource(_ message: WaylandMessage) throws -> Event? {
    let source = message.object
    switch message.event(Wayland.DataSourceEvent.self) {
    case .target: return .answered(source: source, isAccepted: message.word(at: 0) != 0)
    case .send:
      // The stream arrives with the bytes. A missing stream violates the protocol.
      guard let stream = connection.connection.takePassed() else {
        throw TransferError.violation(connection.name, "a request for data without a pipe")
      }
      return message.text(at: 0).map { .requested(source: source, name: $0.text, stream) }
    case .cancelled: return .cancelled(source: source)
    case .dndDropPerformed: return .performed(source: source)
    case .dndFinished: return .finished(source: source)
    case nil: return nil
    }
  }

  private func takeOffer(_ message: WaylandMessage) -> Event? {
    let object = message.object
    switch message.event(Wayland.DataOfferEvent.self) {
    case .offer:
      if let name = message.text(at: 0)?.text,
        offer(object).names.count < TransferLimits.standardNameCount
      {
        offers[object]?.names.append(name)
      }
    case .sourceActions:
      offers[object]?.actions = Actions(rawValue: message.word(at: 0))
      return .changed(offer: object)
    case .action: offers[object]?.action = Actions(rawValue: message.word(at: 0))
    case nil: break
    }
    return nil
  }

  private func takeDevice(_ message: WaylandMessage) -> Event? {
    let object = message.word(at: 0)
    switch message.event(Wayland.DataDeviceEvent.self) {
    case .dataOffer: offers[object] = Offer()
    case .enter: return .entered(serial: object, offer: message.word(at: 16))
    case .leave: return .left
    case .drop: return .dropped
    case .selection:
      // This offer is for the clipboard, which has a separate protocol.
      end(object, wasTaken: false)
    case .motion, nil: break
    }
    return nil
  }
}
