public import Foundation

/// A collection that is not drawn: it shows the items of a data source in a grid, which delegates drag and drop.
@MainActor
open class CollectionView: ListView {
  /// The object that provides the items; a weak reference.
  ///
  /// Setting it reloads the data.
  public weak var dataSource: (any CollectionViewDataSource)? { didSet { reloadData() } }
  /// The object that provides drag items; without a delegate there are no drags.
  public weak var dragDelegate: (any CollectionViewDragDelegate)?
  /// The object that receives drops; without a delegate there are no drops.
  public weak var dropDelegate: (any CollectionViewDropDelegate)?
  /// The number of columns; at least 1.
  public var columnCount = 1
  private var isMoveDeclined = false

  override var layout: ListLayout {
    let columns = max(1, columnCount)
    return ListLayout(
      columnCount: columns,
      cellSize: CGSize(width: max(1, frame.size.width / Double(columns)), height: max(1, rowHeight)))
  }

  // MARK: Items

  /// The number of sections.
  public var numberOfSections: Int { presentation.sections.count }
  /// The number of items in a section, including placeholders; 0 for a section that does not exist.
  public func numberOfItems(inSection section: Int) -> Int {
    presentation.sections.indices.contains(section) ? presentation.sections[section].count : 0
  }
  /// The item at a point; nil over a placeholder and outside of all items.
  public func indexPathForItem(at point: CGPoint) -> IndexPath? { path(at: point) }
  /// The rectangle of an item; empty if it does not exist.
  public func rectForItem(at indexPath: IndexPath) -> CGRect { rect(of: indexPath) ?? .zero }
  /// The selected items in the collection's order; nil if there is no selection.
  public var indexPathsForSelectedItems: [IndexPath]? { selectedPaths.isEmpty ? nil : selectedPaths }
  /// Selects an item.
  public func selectItem(at indexPath: IndexPath) { select(indexPath, true) }
  /// Deselects an item.
  public func deselectItem(at indexPath: IndexPath) { select(indexPath, false) }
  /// Inserts items that were added to the data source; paths are those after the insertion.
  public func insertItems(at indexPaths: [IndexPath]) { insertPaths(indexPaths) }
  /// Deletes items that were removed from the data source; paths are those before the deletion.
  public func deleteItems(at indexPaths: [IndexPath]) { deletePaths(indexPaths) }
  /// Moves an item that was moved in the data source.
  public func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    movePath(indexPath, to: newIndexPath)
  }

  // MARK: Overrides of the list

  func declineMove() { isMoveDeclined = true }

  override var dataRowCounts: [Int] {
    guard let dataSource else { return [] }
    return (0..<max(0, dataSource.numberOfSections(in: self))).map {
      dataSource.collectionView(self, numberOfItemsInSection: $0)
    }
  }
  override var hasDragDelegate: Bool { dragDelegate != nil }
  override var hasDropDelegate: Bool { dropDelegate != nil }
  override func itemsForBeginning(_ session: DragSession, at path: IndexPath) -> [DragItem] {
    dragDelegate?.collectionView(self, itemsForBeginning: session, at: path) ?? []
  }
  override func itemsForAdding(to session: DragSession, at path: IndexPath, point: CGPoint) -> [DragItem] {
    dragDelegate?.collectionView(self, itemsForAddingTo: session, at: path, point: point) ?? []
  }
  override func dragPreviewParameters(at path: IndexPath) -> DragPreviewParameters? {
    dragDelegate?.collectionView(self, dragPreviewParametersForItemAt: path)
  }
  override func dragWillBegin(_ session: DragSession) {
    dragDelegate?.collectionView(self, dragSessionWillBegin: session)
  }
  override func dragDidEnd(_ session: DragSession) {
    dragDelegate?.collectionView(self, dragSessionDidEnd: session)
  }
  override func dragAllowsMove(_ session: DragSession) -> Bool {
    dragDelegate?.collectionView(self, dragSessionAllowsMoveOperation: session) ?? true
  }
  override func dragIsRestricted(_ session: DragSession) -> Bool {
    dragDelegate?.collectionView(self, dragSessionIsRestrictedToDraggingApplication: session) ?? false
  }
  override func canHandle(_ session: DropSession) -> Bool {
    dropDelegate?.collectionView(self, canHandle: session) ?? false
  }
  override func dropDidEnter(_ session: DropSession) {
    dropDelegate?.collectionView(self, dropSessionDidEnter: session)
  }
  override func dropDidUpdate(_ session: DropSession, destination: IndexPath?) -> ListDropProposal {
    dropDelegate?.collectionView(self, dropSessionDidUpdate: session, withDestinationIndexPath: destination)
      ?? CollectionViewDropProposal(operation: .cancel)
  }
  override func dropDidExit(_ session: DropSession) {
    dropDelegate?.collectionView(self, dropSessionDidExit: session)
  }
  override func dropDidEnd(_ session: DropSession) {
    dropDelegate?.collectionView(self, dropSessionDidEnd: session)
  }
  override func dropPreviewParameters(at path: IndexPath) -> DragPreviewParameters? {
    dropDelegate?.collectionView(self, dropPreviewParametersForItemAt: path)
  }
  override func moveRowInData(at path: IndexPath, to newPath: IndexPath) -> Bool {
    guard let dataSource, dataSource.collectionView(self, canMoveItemAt: path) else { return false }
    isMoveDeclined = false
    dataSource.collectionView(self, moveItemAt: path, to: newPath)
    return !isMoveDeclined
  }
  override func performDrop(
    _ items: [ListDropItem], destination: IndexPath?, session: DropSession, proposal: ListDropProposal
  ) -> Set<DragItem> {
    guard let dropDelegate, let proposal = proposal as? CollectionViewDropProposal else { return [] }
    let coordinator = CollectionViewDropCoordinator(
      items: items, destination: destination, session: session, list: self, proposal: proposal)
    dropDelegate.collectionView(self, performDropWith: coordinator)
    return coordinator.placed
  }
}

/// Provides the items of a collection.
@MainActor
public protocol CollectionViewDataSource: AnyObject {
  /// Returns the number of sections.
  func numberOfSections(in collectionView: CollectionView) -> Int
  /// Returns the number of items in a section.
  func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int
  /// Returns whether an item can be moved.
  func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool
  /// Moves an item in the data; the destination is its path after the move.
  ///
  /// Called instead of `performDropWith` when one of the collection's own items is moved. It has to be implemented in
  /// the class that declares conformance, not in a subclass.
  func collectionView(
    _ collectionView: CollectionView, moveItemAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath)
}

extension CollectionViewDataSource {
  /// Default implementation; returns 1.
  public func numberOfSections(in collectionView: CollectionView) -> Int { 1 }
  /// Default implementation; returns true.
  public func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
    true
  }
  /// Default implementation; the drop is performed by `performDropWith`.
  public func collectionView(
    _ collectionView: CollectionView, moveItemAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath
  ) { collectionView.declineMove() }
}

/// Provides the drag items of a collection, and follows its drags.
@MainActor
public protocol CollectionViewDragDelegate: AnyObject {
  /// Returns the drag items of an item that is lifted.
  ///
  /// Called for each selected item if the lifted item is selected. An empty array for the lifted item prevents the
  /// drag.
  func collectionView(
    _ collectionView: CollectionView, itemsForBeginning session: DragSession, at indexPath: IndexPath
  ) -> [DragItem]
  /// Returns the items to add to a running drag.
  func collectionView(
    _ collectionView: CollectionView, itemsForAddingTo session: DragSession, at indexPath: IndexPath,
    point: CGPoint
  ) -> [DragItem]
  /// Returns the shape of an item's preview; nil for the whole item.
  func collectionView(
    _ collectionView: CollectionView, dragPreviewParametersForItemAt indexPath: IndexPath
  ) -> DragPreviewParameters?
  /// Called when items begin to move.
  func collectionView(_ collectionView: CollectionView, dragSessionWillBegin session: DragSession)
  /// Called when a drag has ended, once for each drag that began.
  func collectionView(_ collectionView: CollectionView, dragSessionDidEnd session: DragSession)
  /// Returns whether receivers in the same application may move the items.
  func collectionView(_ collectionView: CollectionView, dragSessionAllowsMoveOperation session: DragSession)
    -> Bool
  /// Returns whether the drag stays in the application.
  func collectionView(
    _ collectionView: CollectionView, dragSessionIsRestrictedToDraggingApplication session: DragSession
  ) -> Bool
}

extension CollectionViewDragDelegate {
  /// Default implementation; returns no items.
  public func collectionView(
    _ collectionView: CollectionView, itemsForAddingTo session: DragSession, at indexPath: IndexPath,
    point: CGPoint
  ) -> [DragItem] { [] }
  /// Default implementation; returns nil for the whole item.
  public func collectionView(
    _ collectionView: CollectionView, dragPreviewParametersForItemAt indexPath: IndexPath
  ) -> DragPreviewParameters? { nil }
  /// Default implementation; does nothing.
  public func collectionView(_ collectionView: CollectionView, dragSessionWillBegin session: DragSession) {}
  /// Default implementation; does nothing.
  public func collectionView(_ collectionView: CollectionView, dragSessionDidEnd session: DragSession) {}
  /// Default implementation; returns true.
  public func collectionView(
    _ collectionView: CollectionView, dragSessionAllowsMoveOperation session: DragSession
  ) -> Bool { true }
  /// Default implementation; returns false.
  public func collectionView(
    _ collectionView: CollectionView, dragSessionIsRestrictedToDraggingApplication session: DragSession
  ) -> Bool { false }
}

/// Receives the items that are dropped on a collection.
@MainActor
public protocol CollectionViewDropDelegate: AnyObject {
  /// Called when the items are dropped; loads can be started only here.
  func collectionView(
    _ collectionView: CollectionView, performDropWith coordinator: CollectionViewDropCoordinator)
  /// Returns whether the collection handles the drag; otherwise the delegate gets no further calls.
  func collectionView(_ collectionView: CollectionView, canHandle session: DropSession) -> Bool
  /// Called when the drag enters.
  func collectionView(_ collectionView: CollectionView, dropSessionDidEnter session: DropSession)
  /// Returns a proposal for a drop at the current location; called whenever the drag moves.
  ///
  /// - Parameter destinationIndexPath: the item under the drag, or the path after the last item directly below it; nil
  ///   elsewhere.
  func collectionView(
    _ collectionView: CollectionView, dropSessionDidUpdate session: DropSession,
    withDestinationIndexPath destinationIndexPath: IndexPath?
  ) -> CollectionViewDropProposal
  /// Called when the drag leaves.
  func collectionView(_ collectionView: CollectionView, dropSessionDidExit session: DropSession)
  /// Called when the drag has ended.
  func collectionView(_ collectionView: CollectionView, dropSessionDidEnd session: DropSession)
  /// Returns the shape of the preview of a dropped item; nil for the system's.
  func collectionView(
    _ collectionView: CollectionView, dropPreviewParametersForItemAt indexPath: IndexPath
  ) -> DragPreviewParameters?
}

extension CollectionViewDropDelegate {
  /// Default implementation; returns true.
  public func collectionView(_ collectionView: CollectionView, canHandle session: DropSession) -> Bool {
    true
  }
  /// Default implementation; does nothing.
  public func collectionView(_ collectionView: CollectionView, dropSessionDidEnter session: DropSession) {}
  /// Default implementation; proposes a copy to a destination that the receiver chooses.
  public func collectionView(
    _ collectionView: CollectionView, dropSessionDidUpdate session: DropSession,
    withDestinationIndexPath destinationIndexPath: IndexPath?
  ) -> CollectionViewDropProposal { CollectionViewDropProposal(operation: .copy) }
  /// Default implementation; does nothing.
  public func collectionView(_ collectionView: CollectionView, dropSessionDidExit session: DropSession) {}
  /// Default implementation; does nothing.
  public func collectionView(_ collectionView: CollectionView, dropSessionDidEnd session: DropSession) {}
  /// Default implementation; returns nil for the system's shape.
  public func collectionView(
    _ collectionView: CollectionView, dropPreviewParametersForItemAt indexPath: IndexPath
  ) -> DragPreviewParameters? { nil }
}
