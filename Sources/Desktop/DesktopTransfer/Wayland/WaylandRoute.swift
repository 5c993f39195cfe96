import ProfferFileSystem

/// Transfer through the selections and drags of a Wayland compositor.
struct WaylandRoute: TransferRoute {
  /// The socket of the compositor.
  let socket: FilePath

  var kind: TransferRouteKind { .wayland }

  func own(
    _ offer: TransferOffer, as selection: TransferSelection, _ options: OwnershipOptions
  ) throws -> any SelectionOwnership {
    try WaylandSelectionOwner(control(), offer, as: selection, options)
  }

  func clear(_ selection: TransferSelection) throws {
    let control = try control()
    try control.require(selection)
    control.clear(selection)
    try control.connection.synchronize()
  }

  func offered(as selection: TransferSelection, within limits: TransferLimits) throws -> any SelectionContents
  {
    try WaylandOfferedContents(control(), selection, limits)
  }

  func watch(_ selection: TransferSelection) throws -> any SelectionWatch {
    try WaylandSelectionWatch(DataControl(connection()), selection)
  }

  func dragSource(
    _ items: any WindowItems, calling label: String, _ options: DragOptions
  ) throws -> any DragSource {
    try WaylandDragSource(connection(), items, options, filesIn: socket.parent)
  }

  func dropTarget(
    _ items: any WindowItems, calling label: String, within limits: TransferLimits,
    recordedBy recorder: TransferRecorder?
  ) throws -> any DropTarget {
    try WaylandDropTarget(
      connection(), items, within: limits, recordedBy: recorder, filesIn: socket.parent)
  }

  /// Returns the access to the selections, without a window if the compositor supports it.
  private func control() throws -> any SelectionControl {
    do { return try DataControl(connection()) } catch let error as TransferError
      where error.code == .notSupported
    {
      return try FocusedClipboard(connection(), filesIn: socket.parent)
    }
  }

  private func connection() throws -> WaylandConnection {
    let stream: ByteStream
    do { stream = try .connecting(to: socket, calling: "the Wayland display") } catch {
      throw TransferError(
        .cannotConnect, "cannot connect to the Wayland display \(socket): \(error.reason)", cause: error)
    }
    return try WaylandConnection(stream, calling: "the Wayland display \(socket)")
  }
}
