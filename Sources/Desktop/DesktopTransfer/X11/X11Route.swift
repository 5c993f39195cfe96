import ProfferFileSystem

/// Transfer through the selections of an X display.
struct X11Route: TransferRoute {
  let address: X11Address
  let authority: X11Authority

  var kind: TransferRouteKind { .x11 }

  func own(
    _ offer: TransferOffer, as selection: TransferSelection, _ options: OwnershipOptions
  ) throws -> any SelectionOwnership {
    try X11SelectionOwner(connection(), offer, as: selection, options)
  }

  func clear(_ selection: TransferSelection) throws {
    let connection = try connection()
    let atom = try connection.atoms([selection.atomName])[0]
    connection.send(X11Request.setOwner(0, of: atom, at: try connection.timestamp()))
    try connection.synchronize()
  }

  func offered(as selection: TransferSelection, within limits: TransferLimits) throws -> any SelectionContents
  {
    try X11SelectionReader(connection(), selection, limits)
  }

  func watch(_ selection: TransferSelection) throws -> any SelectionWatch {
    try X11SelectionWatch(connection(), selection)
  }

  func dragSource(
    _ items: any WindowItems, calling label: String, _ options: DragOptions
  ) throws -> any DragSource {
    try X11DragSource(connection(), items, options)
  }

  func dropTarget(
    _ items: any WindowItems, calling label: String, within limits: TransferLimits,
    recordedBy recorder: TransferRecorder?
  ) throws -> any DropTarget {
    try X11DropTarget(connection(), items, within: limits, recordedBy: recorder)
  }

  private func connection() throws -> X11Connection {
    try X11Connection(address.connect(), authority: authority, calling: "the X display \(address.text)")
  }
}
