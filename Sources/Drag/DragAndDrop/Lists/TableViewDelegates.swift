public import Foundation

/// Where a table's rows come from.
@MainActor
public protocol TableViewDataSource: AnyObject {
  /// How many sections there are; one by default.
  func numberOfSections(in tableView: TableView) -> Int
  /// How many rows a section has.
  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int
  /// Whether a row may be moved; true by default.
  func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool
  /// Moves a row in the data, to the path that it has afterwards.
  ///
  /// A table whose data source has this method calls it when a single row of its own is moved, instead of
  /// `performDropWith`. It has to be written in the class that names this protocol, not in a subclass of that.
  /// The default tells the table that there is no such method.
  func tableView(
    _ tableView: TableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath)
}

extension TableViewDataSource {
  /// One.
  public func numberOfSections(in tableView: TableView) -> Int { 1 }
  /// True.
  public func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool { true }
  /// Leaves the move to `performDropWith`.
  public func tableView(
    _ tableView: TableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) { tableView.declineMove() }
}

/// Says what is dragged out of a table.
@MainActor
public protocol TableViewDragDelegate: AnyObject {
  /// The items of a row that is lifted; called for each selected row when the lifted one is selected.
  ///
  /// None for the lifted row means that there is no drag.
  func tableView(
    _ tableView: TableView, itemsForBeginning session: DragSession, at indexPath: IndexPath
  ) -> [DragItem]
  /// The items to add to a running drag; none by default.
  func tableView(
    _ tableView: TableView, itemsForAddingTo session: DragSession, at indexPath: IndexPath, point: CGPoint
  ) -> [DragItem]
  /// How a row's preview is cut out; nil, the default, shows the whole row.
  func tableView(
    _ tableView: TableView, dragPreviewParametersForRowAt indexPath: IndexPath
  ) -> DragPreviewParameters?
  /// Hears that rows begin to move.
  func tableView(_ tableView: TableView, dragSessionWillBegin session: DragSession)
  /// Hears that a drag has ended; once for every one that began.
  func tableView(_ tableView: TableView, dragSessionDidEnd session: DragSession)
  /// Whether receivers of the same application may move; true by default.
  func tableView(_ tableView: TableView, dragSessionAllowsMoveOperation session: DragSession) -> Bool
  /// Whether the drag stays inside the application; false by default.
  func tableView(
    _ tableView: TableView, dragSessionIsRestrictedToDraggingApplication session: DragSession
  ) -> Bool
}

extension TableViewDragDelegate {
  /// None.
  public func tableView(
    _ tableView: TableView, itemsForAddingTo session: DragSession, at indexPath: IndexPath, point: CGPoint
  ) -> [DragItem] { [] }
  /// The whole row.
  public func tableView(
    _ tableView: TableView, dragPreviewParametersForRowAt indexPath: IndexPath
  ) -> DragPreviewParameters? { nil }
  /// Nothing.
  public func tableView(_ tableView: TableView, dragSessionWillBegin session: DragSession) {}
  /// Nothing.
  public func tableView(_ tableView: TableView, dragSessionDidEnd session: DragSession) {}
  /// True.
  public func tableView(
    _ tableView: TableView, dragSessionAllowsMoveOperation session: DragSession
  ) -> Bool { true }
  /// False.
  public func tableView(
    _ tableView: TableView, dragSessionIsRestrictedToDraggingApplication session: DragSession
  ) -> Bool { false }
}

/// Takes what is dropped on a table.
@MainActor
public protocol TableViewDropDelegate: AnyObject {
  /// Takes the items; the only place to start loads in.
  func tableView(_ tableView: TableView, performDropWith coordinator: TableViewDropCoordinator)
  /// Whether the table wants to hear of the drag at all; true by default.
  func tableView(_ tableView: TableView, canHandle session: DropSession) -> Bool
  /// Hears that the drag came in.
  func tableView(_ tableView: TableView, dropSessionDidEnter session: DropSession)
  /// Proposes what a drop here would do; called very often.
  ///
  /// By default a copy whose place the receiver decides: without the method a table gives no feedback, and
  /// still takes drops.
  ///
  /// - Parameter destinationIndexPath: the row under the drag, or the path after the last row just below it;
  ///   nil over empty space.
  func tableView(
    _ tableView: TableView, dropSessionDidUpdate session: DropSession,
    withDestinationIndexPath destinationIndexPath: IndexPath?
  ) -> TableViewDropProposal
  /// Hears that the drag left.
  func tableView(_ tableView: TableView, dropSessionDidExit session: DropSession)
  /// Hears that the drag is over.
  func tableView(_ tableView: TableView, dropSessionDidEnd session: DropSession)
  /// How the preview of a dropped row is cut out; nil, the default, is the system's way.
  func tableView(
    _ tableView: TableView, dropPreviewParametersForRowAt indexPath: IndexPath
  ) -> DragPreviewParameters?
}

extension TableViewDropDelegate {
  /// True.
  public func tableView(_ tableView: TableView, canHandle session: DropSession) -> Bool { true }
  /// Nothing.
  public func tableView(_ tableView: TableView, dropSessionDidEnter session: DropSession) {}
  /// A copy whose place the receiver decides.
  public func tableView(
    _ tableView: TableView, dropSessionDidUpdate session: DropSession,
    withDestinationIndexPath destinationIndexPath: IndexPath?
  ) -> TableViewDropProposal { TableViewDropProposal(operation: .copy) }
  /// Nothing.
  public func tableView(_ tableView: TableView, dropSessionDidExit session: DropSession) {}
  /// Nothing.
  public func tableView(_ tableView: TableView, dropSessionDidEnd session: DropSession) {}
  /// The system's way.
  public func tableView(
    _ tableView: TableView, dropPreviewParametersForRowAt indexPath: IndexPath
  ) -> DragPreviewParameters? { nil }
}
