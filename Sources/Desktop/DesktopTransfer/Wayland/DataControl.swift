import ProfferFileSystem

/// The selections of a compositor's seat, for programs without a window.
///
/// Source: the protocols `ext_data_control_v1` and `wlr_data_control_unstable_v1`. Both use the same message
/// numbers.
final class DataControl: SelectionControl {
  let connection: WaylandConnection
  private let manager: UInt32
  private let device: UInt32
  private let hasPrimary: Bool
  private var offers: [UInt32: SelectionOffer] = [:]
  private var sources: Set<UInt32> = []
  private var current: [TransferSelection: UInt32] = [:]

  /// Connects to the selections of the first seat.
  ///
  /// - Throws: `notSupported` if the compositor has no seat or supports neither protocol.
  init(_ connection: WaylandConnection) throws {
    self.connection = connection
    let globals = connection.globals
    let found =
      globals.first { $0.interface == "ext_data_control_manager_v1" }
      ?? globals.first { $0.interface == "zwlr_data_control_manager_v1" }
    guard let found else {
      throw TransferError(
        .notSupported,
        "\(connection.name) does not let programs without a window use the clipboard: it has neither ext_data_control_v1 "
          + "nor zwlr_data_control_v1 (GNOME supports neither)")
    }
    guard let seat = globals.first(where: { $0.interface == "wl_seat" }) else {
      throw TransferError(.notSupported, "\(connection.name) has no seat, and so no clipboard")
    }
    let isNew = found.interface.hasPrefix("ext_")
    let version = isNew ? 1 : min(2, found.version)
    hasPrimary = isNew || version >= 2
    manager = connection.bind(found, version: version)
    let seatObject = connection.bind(seat, version: 1)
    device = connection.makeIdentifier()
    connection.send(to: manager, Wayland.ControlManager.getDataDevice, [.word(device), .word(seatObject)])
    try connection.synchronize()
    // The compositor reports the current selections before it responds to the synchronization.
    while let message = try connection.next() { _ = try take(message) }
  }

  /// Throws `notSupported` if the compositor does not support the selection.
  func require(_ selection: TransferSelection) throws {
    if selection == .drag || (selection == .primary && !hasPrimary) {
      throw TransferError(
        .notSupported,
        "\(connection.name) does not give programs without a window access to \(selection.displayName)")
    }
  }

  /// Returns the offer in a selection; nil if there is none.
  func offer(in selection: TransferSelection) -> SelectionOffer? { current[selection].flatMap { offers[$0] } }

  // MARK: Offering

  /// Offers names in a selection.
  ///
  /// - Returns: the source, which identifies the offer in events.
  func select(_ names: [String], in selection: TransferSelection) throws -> UInt32 {
    try require(selection)
    let source = connection.makeIdentifier()
    sources.insert(source)
    connection.send(to: manager, Wayland.ControlManager.createDataSource, [.word(source)])
    for name in names { connection.send(to: source, Wayland.ControlSource.offer, [.text(name)]) }
    set(selection, to: source)
    try connection.synchronize()
    return source
  }

  /// Removes the offer from a selection.
  func clear(_ selection: TransferSelection) { set(selection, to: 0) }

  private func set(_ selection: TransferSelection, to source: UInt32) {
    let request: Wayland.ControlDevice = selection == .clipboard ? .setSelection : .setPrimarySelection
    connection.send(to: device, request, [.word(source)])
  }

  // MARK: Receiving

  /// Asks a program to write a value to a pipe.
  func receive(_ name: String, of offer: SelectionOffer, to pipe: ByteStream) {
    connection.send(to: offer.object, Wayland.ControlOffer.receive, [.text(name)], passing: [pipe])
  }

  // MARK: Events

  /// Returns the next event that has arrived; nil if there is none.
  func next() throws -> SelectionEvent? {
    while let message = try connection.next() {
      if let event = try take(message) { return event }
    }
    return nil
  }

  private func take(_ message: WaylandMessage) throws -> SelectionEvent? {
    if message.object == device { return takeDevice(message) }
    if offers[message.object] != nil {
      if message.event() == Wayland.ControlOfferEvent.offer, let name = message.text(at: 0)?.text,
        offers[message.object]?.names.count ?? 0 < TransferLimits.standardNameCount
      {
        offers[message.object]?.names.append(name)
      }
      return nil
    }
    // Messages for the seat and for destroyed objects are ignored.
    guard sources.contains(message.object) else { return nil }
    switch message.event(Wayland.ControlSourceEvent.self) {
    case .send:
      // The stream arrives with the bytes. A missing stream violates the protocol.
      guard let stream = connection.connection.takePassed() else {
        throw TransferError.violation(connection.name, "a request for data without a pipe")
      }
      guard let name = message.text(at: 0)?.text else { return nil }
      return .send(source: message.object, name: name, stream)
    case .cancelled: return .cancelled(source: message.object)
    case nil: return nil
    }
  }

  private func takeDevice(_ message: WaylandMessage) -> SelectionEvent? {
    let object = message.word(at: 0)
    switch message.event(Wayland.ControlDeviceEvent.self) {
    case .dataOffer:
      offers[object] = SelectionOffer(object: object)
      return nil
    case .selection: return change(.clipboard, to: object)
    case .finished: return .finished
    case .primarySelection: return change(.primary, to: object)
    case nil: return nil
    }
  }

  private func change(_ selection: TransferSelection, to object: UInt32) -> SelectionEvent {
    if let old = current.removeValue(forKey: selection), old != object, !current.values.contains(old) {
      offers[old] = nil
      connection.send(to: old, Wayland.ControlOffer.destroy)
    }
    if object != 0 { current[selection] = object }
    return .changed(selection)
  }
}
