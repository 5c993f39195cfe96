public import Foundation

/// A table that is not drawn: it shows the rows of a data source, which delegates drag and drop.
@MainActor
open class TableView: ListView {
  /// The object that provides the rows; a weak reference.
  ///
  /// Setting it reloads the data.
  public weak var dataSource: (any TableViewDataSource)? { didSet { reloadData() } }
  /// The object that provides drag items; without a delegate there are no drags.
  public weak var dragDelegate: (any TableViewDragDelegate)?
  /// The object that receives drops; without a delegate there are no drops.
  public weak var dropDelegate: (any TableViewDropDelegate)?
  private var isMoveDeclined = false

  // MARK: Rows

  /// The number of sections.
  public var numberOfSections: Int { presentation.sections.count }
  /// The number of rows in a section, including placeholders; 0 for a section that does not exist.
  public func numberOfRows(inSection section: Int) -> Int {
    presentation.sections.indices.contains(section) ? presentation.sections[section].count : 0
  }
  /// The row at a point; nil over a placeholder and outside of all rows.
  public func indexPathForRow(at point: CGPoint) -> IndexPath? { path(at: point) }
  /// The rectangle of a row; empty if it does not exist.
  public func rectForRow(at indexPath: IndexPath) -> CGRect { rect(of: indexPath) ?? .zero }
  /// The selected rows in the table's order; nil if there is no selection.
  public var indexPathsForSelectedRows: [IndexPath]? { selectedPaths.isEmpty ? nil : selectedPaths }
  /// Selects a row.
  public func selectRow(at indexPath: IndexPath) { select(indexPath, true) }
  /// Deselects a row.
  public func deselectRow(at indexPath: IndexPath) { select(indexPath, false) }
  /// Inserts rows that were added to the data source; paths are those after the insertion.
  public func insertRows(at indexPaths: [IndexPath]) { insertPaths(indexPaths) }
  /// Deletes rows that were removed from the data source; paths are those before the deletion.
  public func deleteRows(at indexPaths: [IndexPath]) { deletePaths(indexPaths) }
  /// Moves a row that was moved in the data source.
  public func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    movePath(indexPath, to: newIndexPath)
  }

  // MARK: Overrides of the list

  func declineMove() { isMoveDeclined = true }

  override var dataRowCounts: [Int] {
    guard let dataSource else { return [] }
    return (0..<max(0, dataSource.numberOfSections(in: self))).map {
      dataSource.tableView(self, numberOfRowsInSection: $0)
    }
  }
  override var hasDragDelegate: Bool { dragDelegate != nil }
  override var hasDropDelegate: Bool { dropDelegate != nil }
  override func itemsForBeginning(_ session: DragSession, at path: IndexPath) -> [DragItem] {
    dragDelegate?.tableView(self, itemsForBeginning: session, at: path) ?? []
  }
  override func itemsForAdding(to session: DragSession, at path: IndexPath, point: CGPoint) -> [DragItem] {
    dragDelegate?.tableView(self, itemsForAddingTo: session, at: path, point: point) ?? []
  }
  override func dragPreviewParameters(at path: IndexPath) -> DragPreviewParameters? {
    dragDelegate?.tableView(self, dragPreviewParametersForRowAt: path)
  }
  override func dragWillBegin(_ session: DragSession) {
    dragDelegate?.tableView(self, dragSessionWillBegin: session)
  }
  override func dragDidEnd(_ session: DragSession) {
    dragDelegate?.tableView(self, dragSessionDidEnd: session)
  }
  override func dragAllowsMove(_ session: DragSession) -> Bool {
    dragDelegate?.tableView(self, dragSessionAllowsMoveOperation: session) ?? true
  }
  override func dragIsRestricted(_ session: DragSession) -> Bool {
    dragDelegate?.tableView(self, dragSessionIsRestrictedToDraggingApplication: session) ?? false
  }
  override func canHandle(_ session: DropSession) -> Bool {
    dropDelegate?.tableView(self, canHandle: session) ?? false
  }
  override func dropDidEnter(_ session: DropSession) {
    dropDelegate?.tableView(self, dropSessionDidEnter: session)
  }
  override func dropDidUpdate(_ session: DropSession, destination: IndexPath?) -> ListDropProposal {
    dropDelegate?.tableView(self, dropSessionDidUpdate: session, withDestinationIndexPath: destination)
      ?? TableViewDropProposal(operation: .cancel)
  }
  override func dropDidExit(_ session: DropSession) {
    dropDelegate?.tableView(self, dropSessionDidExit: session)
  }
  override func dropDidEnd(_ session: DropSession) {
    dropDelegate?.tableView(self, dropSessionDidEnd: session)
  }
  override func dropPreviewParameters(at path: IndexPath) -> DragPreviewParameters? {
    dropDelegate?.tableView(self, dropPreviewParametersForRowAt: path)
  }
  override func moveRowInData(at path: IndexPath, to newPath: IndexPath) -> Bool {
    guard let dataSource, dataSource.tableView(self, canMoveRowAt: path) else { return false }
    isMoveDeclined = false
    dataSource.tableView(self, moveRowAt: path, to: newPath)
    return !isMoveDeclined
  }
  override func performDrop(
    _ items: [ListDropItem], destination: IndexPath?, session: DropSession, proposal: ListDropProposal
  ) -> Set<DragItem> {
    guard let dropDelegate, let proposal = proposal as? TableViewDropProposal else { return [] }
    let coordinator = TableViewDropCoordinator(
      items: items, destination: destination, session: session, list: self, proposal: proposal)
    dropDelegate.tableView(self, performDropWith: coordinator)
    return coordinator.placed
  }
}

/// Provides the rows of a table.
@MainActor
public protocol TableViewDataSource: AnyObject {
  /// Returns the number of sections.
  func numberOfSections(in tableView: TableView) -> Int
  /// Returns the number of rows in a section.
  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int
  /// Returns whether a row can be moved.
  func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool
  /// Moves a row in the data; the destination is its path after the move.
  ///
  /// Called instead of `performDropWith` when one of the table's own rows is moved. It has to be implemented in the
  /// class that declares conformance, not in a subclass.
  func tableView(
    _ tableView: TableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath)
}

extension TableViewDataSource {
  /// Default implementation; returns 1.
  public func numberOfSections(in tableView: TableView) -> Int { 1 }
  /// Default implementation; returns true.
  public func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool { true }
  /// Default implementation; the drop is performed by `performDropWith`.
  public func tableView(
    _ tableView: TableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) { tableView.declineMove() }
}

/// Provides the drag items of a table, and follows its drags.
@MainActor
public protocol TableViewDragDelegate: AnyObject {
  /// Returns the drag items of a row that is lifted.
  ///
  /// Called for each selected row if the lifted row is selected. An empty array for the lifted row prevents the drag.
  func tableView(
    _ tableView: TableView, itemsForBeginning session: DragSession, at indexPath: IndexPath
  ) -> [DragItem]
  /// Returns the items to add to a running drag.
  func tableView(
    _ tableView: TableView, itemsForAddingTo session: DragSession, at indexPath: IndexPath, point: CGPoint
  ) -> [DragItem]
  /// Returns the shape of a row's preview; nil for the whole row.
  func tableView(
    _ tableView: TableView, dragPreviewParametersForRowAt indexPath: IndexPath
  ) -> DragPreviewParameters?
  /// Called when rows begin to move.
  func tableView(_ tableView: TableView, dragSessionWillBegin session: DragSession)
  /// Called when a drag has ended, once for each drag that began.
  func tableView(_ tableView: TableView, dragSessionDidEnd session: DragSession)
  /// Returns whether receivers in the same application may move the items.
  func tableView(_ tableView: TableView, dragSessionAllowsMoveOperation session: DragSession) -> Bool
  /// Returns whether the drag stays in the application.
  func tableView(
    _ tableView: TableView, dragSessionIsRestrictedToDraggingApplication session: DragSession
  ) -> Bool
}

extension TableViewDragDelegate {
  /// Default implementation; returns no items.
  public func tableView(
    _ tableView: TableView, itemsForAddingTo session: DragSession, at indexPath: IndexPath, point: CGPoint
  ) -> [DragItem] { [] }
  /// Default implementation; returns nil for the whole row.
  public func tableView(
    _ tableView: TableView, dragPreviewParametersForRowAt indexPath: IndexPath
  ) -> DragPreviewParameters? { nil }
  /// Default implementation; does nothing.
  public func tableView(_ tableView: TableView, dragSessionWillBegin session: DragSession) {}
  /// Default implementation; does nothing.
  public func tableView(_ tableView: TableView, dragSessionDidEnd session: DragSession) {}
  /// Default implementation; returns true.
  public func tableView(
    _ tableView: TableView, dragSessionAllowsMoveOperation session: DragSession
  ) -> Bool { true }
  /// Default implementation; returns false.
  public func tableView(
    _ tableView: TableView, dragSessionIsRestrictedToDraggingApplication session: DragSession
  ) -> Bool { false }
}

/// Receives the items that are dropped on a table.
@MainActor
public protocol TableViewDropDelegate: AnyObject {
  /// Called when the items are dropped; loads can be started only here.
  func tableView(_ tableView: TableView, performDropWith coordinator: TableViewDropCoordinator)
  /// Returns whether the table handles the drag; otherwise the delegate gets no further calls.
  func tableView(_ tableView: TableView, canHandle session: DropSession) -> Bool
  /// Called when the drag enters.
  func tableView(_ tableView: TableView, dropSessionDidEnter session: DropSession)
  /// Returns a proposal for a drop at the current location; called whenever the drag moves.
  ///
  /// - Parameter destinationIndexPath: the row under the drag, or the path after the last row directly below it; nil
  ///   elsewhere.
  func tableView(
    _ tableView: TableView, dropSessionDidUpdate session: DropSession,
    withDestinationIndexPath destinationIndexPath: IndexPath?
  ) -> TableViewDropProposal
  /// Called when the drag leaves.
  func tableView(_ tableView: TableView, dropSessionDidExit session: DropSession)
  /// Called when the drag has ended.
  func tableView(_ tableView: TableView, dropSessionDidEnd session: DropSession)
  /// Returns the shape of the preview of a dropped row; nil for the system's.
  func tableView(
    _ tableView: TableView, dropPreviewParametersForRowAt indexPath: IndexPath
  ) -> DragPreviewParameters?
}

extension TableViewDropDelegate {
  /// Default implementation; returns true.
  public func tableView(_ tableView: TableView, canHandle session: DropSession) -> Bool { true }
  /// Default implementation; does nothing.
  public func tableView(_ tableView: TableView, dropSessionDidEnter session: DropSession) {}
  /// Default implementation; proposes a copy to a destination that the receiver chooses.
  public func tableView(
    _ tableView: TableView, dropSessionDidUpdate session: DropSession,
    withDestinationIndexPath destinationIndexPath: IndexPath?
  ) -> TableViewDropProposal { TableViewDropProposal(operation: .copy) }
  /// Default implementation; does nothing.
  public func tableView(_ tableView: TableView, dropSessionDidExit session: DropSession) {}
  /// Default implementation; does nothing.
  public func tableView(_ tableView: TableView, dropSessionDidEnd session: DropSession) {}
  /// Default implementation; returns nil for the system's shape.
  public func tableView(
    _ tableView: TableView, dropPreviewParametersForRowAt indexPath: IndexPath
  ) -> DragPreviewParameters? { nil }
}
