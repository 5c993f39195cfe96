import ProfferFileSystem

/// Transfer through the selections of a Wayland compositor.
struct WaylandRoute: TransferRoute {
  /// The socket of the compositor.
  let socket: FilePath

  var kind: TransferRouteKind { .wayland }

  func own(
    _ offer: TransferOffer, as selection: TransferSelection, _ options: OwnershipOptions
  ) throws -> any SelectionOwnership {
    try WaylandSelectionOwner(control(), offer, as: selection, options)
  }

  func offered(as selection: TransferSelection, within limits: TransferLimits) throws -> any SelectionContents
  {
    try WaylandSelectionReader(control(), selection, limits)
  }

  func watch(_ selection: TransferSelection) throws -> any SelectionWatch {
    try WaylandSelectionWatch(control(), selection)
  }

  private func control() throws -> DataControl {
    let stream: ByteStream
    do { stream = try .connecting(to: socket, calling: "the Wayland display") } catch {
      throw TransferError(
        .cannotConnect, "cannot connect to the Wayland display \(socket): \(error.reason)", cause: error)
    }
    return try DataControl(WaylandConnection(stream, calling: "the Wayland display \(socket)"))
  }
}
