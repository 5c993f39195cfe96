public import Foundation

/// Where a collection's items come from.
@MainActor
public protocol CollectionViewDataSource: AnyObject {
  /// How many sections there are; one by default.
  func numberOfSections(in collectionView: CollectionView) -> Int
  /// How many items a section has.
  func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int
  /// Whether an item may be moved; true by default.
  func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool
  /// Moves an item in the data, to the path that it has afterwards.
  ///
  /// A collection whose data source has this method calls it when a single item of its own is moved, instead of
  /// `performDropWith`. It has to be written in the class that names this protocol, not in a subclass of that.
  /// The default tells the collection that there is no such method.
  func collectionView(
    _ collectionView: CollectionView, moveItemAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath)
}

extension CollectionViewDataSource {
  /// One.
  public func numberOfSections(in collectionView: CollectionView) -> Int { 1 }
  /// True.
  public func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
    true
  }
  /// Leaves the move to `performDropWith`.
  public func collectionView(
    _ collectionView: CollectionView, moveItemAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath
  ) { collectionView.declineMove() }
}

/// Says what is dragged out of a collection.
@MainActor
public protocol CollectionViewDragDelegate: AnyObject {
  /// The drag items of an item that is lifted; called for each selected item when the lifted one is selected.
  ///
  /// None for the lifted item means that there is no drag.
  func collectionView(
    _ collectionView: CollectionView, itemsForBeginning session: DragSession, at indexPath: IndexPath
  ) -> [DragItem]
  /// The items to add to a running drag; none by default.
  func collectionView(
    _ collectionView: CollectionView, itemsForAddingTo session: DragSession, at indexPath: IndexPath,
    point: CGPoint
  ) -> [DragItem]
  /// How an item's preview is cut out; nil, the default, shows the whole item.
  func collectionView(
    _ collectionView: CollectionView, dragPreviewParametersForItemAt indexPath: IndexPath
  ) -> DragPreviewParameters?
  /// Hears that items begin to move.
  func collectionView(_ collectionView: CollectionView, dragSessionWillBegin session: DragSession)
  /// Hears that a drag has ended; once for every one that began.
  func collectionView(_ collectionView: CollectionView, dragSessionDidEnd session: DragSession)
  /// Whether receivers of the same application may move; true by default.
  func collectionView(_ collectionView: CollectionView, dragSessionAllowsMoveOperation session: DragSession)
    -> Bool
  /// Whether the drag stays inside the application; false by default.
  func collectionView(
    _ collectionView: CollectionView, dragSessionIsRestrictedToDraggingApplication session: DragSession
  ) -> Bool
}

extension CollectionViewDragDelegate {
  /// None.
  public func collectionView(
    _ collectionView: CollectionView, itemsForAddingTo session: DragSession, at indexPath: IndexPath,
    point: CGPoint
  ) -> [DragItem] { [] }
  /// The whole item.
  public func collectionView(
    _ collectionView: CollectionView, dragPreviewParametersForItemAt indexPath: IndexPath
  ) -> DragPreviewParameters? { nil }
  /// Nothing.
  public func collectionView(_ collectionView: CollectionView, dragSessionWillBegin session: DragSession) {}
  /// Nothing.
  public func collectionView(_ collectionView: CollectionView, dragSessionDidEnd session: DragSession) {}
  /// True.
  public func collectionView(
    _ collectionView: CollectionView, dragSessionAllowsMoveOperation session: DragSession
  ) -> Bool { true }
  /// False.
  public func collectionView(
    _ collectionView: CollectionView, dragSessionIsRestrictedToDraggingApplication session: DragSession
  ) -> Bool { false }
}

/// Takes what is dropped on a collection.
@MainActor
public protocol CollectionViewDropDelegate: AnyObject {
  /// Takes the items; the only place to start loads in.
  func collectionView(
    _ collectionView: CollectionView, performDropWith coordinator: CollectionViewDropCoordinator)
  /// Whether the collection wants to hear of the drag at all; true by default.
  func collectionView(_ collectionView: CollectionView, canHandle session: DropSession) -> Bool
  /// Hears that the drag came in.
  func collectionView(_ collectionView: CollectionView, dropSessionDidEnter session: DropSession)
  /// Proposes what a drop here would do; called very often.
  ///
  /// By default a copy whose place the receiver decides: without the method a collection gives no feedback, and
  /// still takes drops.
  ///
  /// - Parameter destinationIndexPath: the item under the drag, or the path after the last item just below it;
  ///   nil over empty space.
  func collectionView(
    _ collectionView: CollectionView, dropSessionDidUpdate session: DropSession,
    withDestinationIndexPath destinationIndexPath: IndexPath?
  ) -> CollectionViewDropProposal
  /// Hears that the drag left.
  func collectionView(_ collectionView: CollectionView, dropSessionDidExit session: DropSession)
  /// Hears that the drag is over.
  func collectionView(_ collectionView: CollectionView, dropSessionDidEnd session: DropSession)
  /// How the preview of a dropped item is cut out; nil, the default, is the system's way.
  func collectionView(
    _ collectionView: CollectionView, dropPreviewParametersForItemAt indexPath: IndexPath
  ) -> DragPreviewParameters?
}

extension CollectionViewDropDelegate {
  /// True.
  public func collectionView(_ collectionView: CollectionView, canHandle session: DropSession) -> Bool {
    true
  }
  /// Nothing.
  public func collectionView(_ collectionView: CollectionView, dropSessionDidEnter session: DropSession) {}
  /// A copy whose place the receiver decides.
  public func collectionView(
    _ collectionView: CollectionView, dropSessionDidUpdate session: DropSession,
    withDestinationIndexPath destinationIndexPath: IndexPath?
  ) -> CollectionViewDropProposal { CollectionViewDropProposal(operation: .copy) }
  /// Nothing.
  public func collectionView(_ collectionView: CollectionView, dropSessionDidExit session: DropSession) {}
  /// Nothing.
  public func collectionView(_ collectionView: CollectionView, dropSessionDidEnd session: DropSession) {}
  /// The system's way.
  public func collectionView(
    _ collectionView: CollectionView, dropPreviewParametersForItemAt indexPath: IndexPath
  ) -> DragPreviewParameters? { nil }
}
