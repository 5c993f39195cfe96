import ProfferFileSystem

/// Drags from and onto the windows of a compositor's seat (Source: the protocol `wayland`, `wl_data_device_manager`, version 3).
final class WaylandDragDevice {
  /// What a drag does with its content.
  struct Actions: OptionSet {
    let rawValue: UInt32
    static let copy = Actions(rawValue: 1)
    static let move = Actions(rawValue: 2)
  }

  /// What another program drags.
  struct Offer {
    var names: [String] = []
    /// What the source allows.
    var actions: Actions = []
    /// What a drop would do now.
    var action: Actions = []
  }

  /// What happened.
  enum Event {
    /// A program wants the value of a source under a name, on a pipe.
    case requested(source: UInt32, name: String, ByteStream)
    /// A program under the pointer says whether it takes the content.
    case answered(source: UInt32, isAccepted: Bool)
    /// The content was dropped on a program.
    case performed(source: UInt32)
    /// The program has taken what was dropped.
    case finished(source: UInt32)
    /// The drag is over without that.
    case cancelled(source: UInt32)
    /// A drag has come over the window; the offer is 0 where it has no content for other programs.
    case entered(serial: UInt32, offer: UInt32)
    /// What can be done with an offer has changed.
    case changed(offer: UInt32)
    case left
    case dropped
  }

  private let connection: WaylandConnection
  private let manager, device: UInt32
  private var offers: [UInt32: Offer] = [:]
  /// All sources, also those that are gone: pipes that come for them are to be closed.
  private var sources: Set<UInt32> = []

  init(_ connection: WaylandConnection, seat: UInt32) throws {
    self.connection = connection
    manager = try connection.require("wl_data_device_manager", version: 3, atLeast: 3, for: "drags")
    device = connection.makeIdentifier()
    connection.send(to: manager, Wayland.DataDeviceManager.getDataDevice, [.word(device), .word(seat)])
  }

  // MARK: Dragging

  /// Begins a drag.
  ///
  /// A press that the compositor does not know of, or that is over, is left out without an answer.
  ///
  /// - Parameters:
  ///   - names: what the content is called.
  ///   - surface: where it begins.
  ///   - icon: what is shown with the pointer.
  ///   - serial: the press of the button or finger.
  /// - Returns: the source, under which events speak of it.
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

  /// Ends a drag that is over, or calls it off.
  func end(_ source: UInt32) { connection.send(to: source, Wayland.DataSource.destroy) }

  // MARK: Being dropped on

  /// What is offered; an offer that is gone is empty.
  func offer(_ object: UInt32) -> Offer { offers[object] ?? Offer() }

  /// Says whether an offer would be taken, and what would be done with it.
  ///
  /// - Parameter name: the name that would be asked for; nil where it would not be taken.
  func answer(_ object: UInt32, entered serial: UInt32, accepting name: String?) {
    connection.send(
      to: object, Wayland.DataOffer.accept, [.word(serial), name.map { .text($0) } ?? .word(0)])
    var actions: Actions = []
    if name != nil {
      actions = .copy
      // A program that only moves gives its content too, and then removes its own.
      if !offer(object).actions.contains(.copy) {
        actions.formUnion(offer(object).actions.intersection(.move))
      }
    }
    connection.send(
      to: object, Wayland.DataOffer.setActions,
      [.word(actions.rawValue), .word(actions.intersection(.copy).rawValue)])
  }

  /// Has a program write a value to a pipe.
  func receive(_ name: String, of object: UInt32, to pipe: ByteStream) {
    connection.send(to: object, Wayland.DataOffer.receive, [.text(name)], passing: [pipe])
  }

  /// Ends an offer.
  ///
  /// - Parameter wasTaken: whether its content was dropped and taken.
  func end(_ object: UInt32, wasTaken: Bool) {
    guard let offer = offers.removeValue(forKey: object) else { return }
    // Without an action, the compositor takes it for a mistake.
    if wasTaken, !offer.action.isEmpty { connection.send(to: object, Wayland.DataOffer.finish) }
    connection.send(to: object, Wayland.DataOffer.destroy)
  }

  // MARK: Events

  /// Takes a message.
  ///
  /// - Returns: what happened; nil where that has no meaning for drags.
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
      // The stream comes with the bytes; one that is not there breaks the protocol.
      guard let stream = connection.connection.takePassed() else {
        throw TransferError.violation(connection.name, "a request for a value without a pipe")
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
      // The clipboard, which has a protocol of its own.
      end(object, wasTaken: false)
    case .motion, nil: break
    }
    return nil
  }
}
