public import Foundation

/// Receives notifications of selections in a collection.
@preconcurrency @MainActor
public protocol CollectionViewDelegate: AnyObject {
  /// Called when a drag that hovers over an item has selected the item; not called for selections by code.
  ///
  /// - Parameters:
  ///   - collectionView: the collection.
  ///   - indexPath: the path of the item.
  func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath)
  /// Returns the path to which an item of the collection moves.
  ///
  /// Called before `moveItemAt`.
  ///
  /// - Parameters:
  ///   - collectionView: the collection.
  ///   - originalIndexPath: the path of the item at the start of the drag.
  ///   - currentIndexPath: the current path of the item; here the same, because items do not move aside.
  ///   - proposedIndexPath: the path under the drag.
  /// - Returns: the path of the item after the move: the proposed path or another.
  func collectionView(
    _ collectionView: CollectionView,
    targetIndexPathForMoveOfItemFromOriginalIndexPath originalIndexPath: IndexPath,
    atCurrentIndexPath currentIndexPath: IndexPath, toProposedIndexPath proposedIndexPath: IndexPath
  ) -> IndexPath
  /// Returns the path to which an item of the collection moves; the older form of the method.
  ///
  /// - Parameters:
  ///   - collectionView: the collection.
  ///   - originalIndexPath: the path of the item.
  ///   - proposedIndexPath: the path under the drag.
  /// - Returns: the path of the item after the move: the proposed path or another.
  func collectionView(
    _ collectionView: CollectionView, targetIndexPathForMoveFromItemAt originalIndexPath: IndexPath,
    toProposedIndexPath proposedIndexPath: IndexPath
  ) -> IndexPath
  /// Returns whether a drag that hovers over an item may select the item.
  ///
  /// - Parameters:
  ///   - collectionView: the collection.
  ///   - indexPath: the path of the item.
  ///   - context: the state and the location of the hovering drag.
  /// - Returns: `true` to allow the selection.
  func collectionView(
    _ collectionView: CollectionView, shouldSpringLoadItemAt indexPath: IndexPath,
    with context: any SpringLoadedInteractionContext
  ) -> Bool
}

extension CollectionViewDelegate {
  /// Default implementation; does nothing.
  public func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath) {}
  /// Default implementation; calls the older form of the method.
  public func collectionView(
    _ collectionView: CollectionView,
    targetIndexPathForMoveOfItemFromOriginalIndexPath originalIndexPath: IndexPath,
    atCurrentIndexPath currentIndexPath: IndexPath, toProposedIndexPath proposedIndexPath: IndexPath
  ) -> IndexPath {
    self.collectionView(
      collectionView, targetIndexPathForMoveFromItemAt: originalIndexPath,
      toProposedIndexPath: proposedIndexPath)
  }
  /// Default implementation; returns the proposed path.
  public func collectionView(
    _ collectionView: CollectionView, targetIndexPathForMoveFromItemAt originalIndexPath: IndexPath,
    toProposedIndexPath proposedIndexPath: IndexPath
  ) -> IndexPath { proposedIndexPath }
  /// Default implementation; returns true.
  public func collectionView(
    _ collectionView: CollectionView, shouldSpringLoadItemAt indexPath: IndexPath,
    with context: any SpringLoadedInteractionContext
  ) -> Bool { true }
}

/// Provides the drag items of a collection and is notified of the collection's drags.
@preconcurrency @MainActor
public protocol CollectionViewDragDelegate: AnyObject {
  /// Returns the drag items of a collection item for a drag that is about to begin.
  ///
  /// If the lifted item is selected, the method is called for each selected item. An empty array for the
  /// lifted item prevents the drag.
  ///
  /// - Parameters:
  ///   - collectionView: the collection.
  ///   - session: the drag.
  ///   - indexPath: the path of the item.
  /// - Returns: the drag items, in order; may be empty.
  func collectionView(
    _ collectionView: CollectionView, itemsForBeginning session: any DragSession, at indexPath: IndexPath
  ) -> [DragItem]
  /// Returns the items to add to a running drag.
  ///
  /// - Parameters:
  ///   - collectionView: the collection.
  ///   - session: the drag.
  ///   - indexPath: the path of the item.
  ///   - point: the touch, in the coordinates of the collection.
  /// - Returns: the items; empty to add none.
  func collectionView(
    _ collectionView: CollectionView, itemsForAddingTo session: any DragSession, at indexPath: IndexPath,
    point: CGPoint
  ) -> [DragItem]
  /// Returns the shape of an item's preview; nil for the whole item.
  ///
  /// - Parameters:
  ///   - collectionView: the collection.
  ///   - indexPath: the path of the item.
  /// - Returns: the parameters.
  func collectionView(
    _ collectionView: CollectionView, dragPreviewParametersForItemAt indexPath: IndexPath
  ) -> DragPreviewParameters?
  /// Called when the drag begins to move.
  ///
  /// - Parameters:
  ///   - collectionView: the collection.
  ///   - session: the drag.
  func collectionView(_ collectionView: CollectionView, dragSessionWillBegin session: any DragSession)
  /// Called when a drag has ended, once for each drag that began.
  ///
  /// - Parameters:
  ///   - collectionView: the collection.
  ///   - session: the drag.
  func collectionView(_ collectionView: CollectionView, dragSessionDidEnd session: any DragSession)
  /// Returns whether receivers in the same application may move the items.
  ///
  /// - Parameters:
  ///   - collectionView: the collection.
  ///   - session: the drag.
  /// - Returns: `true` to allow moves.
  func collectionView(
    _ collectionView: CollectionView, dragSessionAllowsMoveOperation session: any DragSession
  )
    -> Bool
  /// Returns whether the drag is restricted to the application.
  ///
  /// - Parameters:
  ///   - collectionView: the collection.
  ///   - session: the drag.
  /// - Returns: `true` to prevent drops in other applications.
  func collectionView(
    _ collectionView: CollectionView, dragSessionIsRestrictedToDraggingApplication session: any DragSession
  ) -> Bool
}

extension CollectionViewDragDelegate {
  /// Default implementation; returns no items.
  public func collectionView(
    _ collectionView: CollectionView, itemsForAddingTo session: any DragSession, at indexPath: IndexPath,
    point: CGPoint
  ) -> [DragItem] { [] }
  /// Default implementation; returns nil, for the whole item.
  public func collectionView(
    _ collectionView: CollectionView, dragPreviewParametersForItemAt indexPath: IndexPath
  ) -> DragPreviewParameters? { nil }
  /// Default implementation; does nothing.
  public func collectionView(_ collectionView: CollectionView, dragSessionWillBegin session: any DragSession)
  {}
  /// Default implementation; does nothing.
  public func collectionView(_ collectionView: CollectionView, dragSessionDidEnd session: any DragSession) {}
  /// Default implementation; returns true.
  public func collectionView(
    _ collectionView: CollectionView, dragSessionAllowsMoveOperation session: any DragSession
  ) -> Bool { true }
  /// Default implementation; returns false.
  public func collectionView(
    _ collectionView: CollectionView, dragSessionIsRestrictedToDraggingApplication session: any DragSession
  ) -> Bool { false }
}

/// Receives the items that are dropped on a collection.
@preconcurrency @MainActor
public protocol CollectionViewDropDelegate: AnyObject {
  /// Called when the items are dropped.
  ///
  /// Loads can be started only inside this method.
  ///
  /// - Parameters:
  ///   - collectionView: the collection.
  ///   - coordinator: the items, the destination and the animations of the drop.
  func collectionView(
    _ collectionView: CollectionView, performDropWith coordinator: any CollectionViewDropCoordinator)
  /// Returns whether the collection handles the drag; if not, the delegate gets no further calls for the
  /// drag.
  ///
  /// - Parameters:
  ///   - collectionView: the collection.
  ///   - session: the drag.
  /// - Returns: `true` to be called for this drag.
  func collectionView(_ collectionView: CollectionView, canHandle session: any DropSession) -> Bool
  /// Called when the drag enters the collection.
  ///
  /// - Parameters:
  ///   - collectionView: the collection.
  ///   - session: the drag.
  func collectionView(_ collectionView: CollectionView, dropSessionDidEnter session: any DropSession)
  /// Returns a proposal for a drop at the current location; called whenever the drag moves.
  ///
  /// - Parameters:
  ///   - collectionView: the collection.
  ///   - session: the drag.
  ///   - destinationIndexPath: the item under the drag; the path after the last item if the drag is directly
  ///     below the last item; otherwise nil.
  /// - Returns: the proposal, with its intent.
  func collectionView(
    _ collectionView: CollectionView, dropSessionDidUpdate session: any DropSession,
    withDestinationIndexPath destinationIndexPath: IndexPath?
  ) -> CollectionViewDropProposal
  /// Called when the drag leaves the collection.
  ///
  /// - Parameters:
  ///   - collectionView: the collection.
  ///   - session: the drag.
  func collectionView(_ collectionView: CollectionView, dropSessionDidExit session: any DropSession)
  /// Called when the drag has ended.
  ///
  /// - Parameters:
  ///   - collectionView: the collection.
  ///   - session: the drag.
  func collectionView(_ collectionView: CollectionView, dropSessionDidEnd session: any DropSession)
  /// Returns the shape of the preview of a dropped item; nil for the system's shape.
  ///
  /// - Parameters:
  ///   - collectionView: the collection.
  ///   - indexPath: the path of the item.
  /// - Returns: the parameters.
  func collectionView(
    _ collectionView: CollectionView, dropPreviewParametersForItemAt indexPath: IndexPath
  ) -> DragPreviewParameters?
}

extension CollectionViewDropDelegate {
  /// Default implementation; returns true.
  public func collectionView(_ collectionView: CollectionView, canHandle session: any DropSession) -> Bool {
    true
  }
  /// Default implementation; does nothing.
  public func collectionView(_ collectionView: CollectionView, dropSessionDidEnter session: any DropSession) {
  }
  /// Default implementation; proposes a copy with an unspecified intent.
  public func collectionView(
    _ collectionView: CollectionView, dropSessionDidUpdate session: any DropSession,
    withDestinationIndexPath destinationIndexPath: IndexPath?
  ) -> CollectionViewDropProposal { CollectionViewDropProposal(operation: .copy) }
  /// Default implementation; does nothing.
  public func collectionView(_ collectionView: CollectionView, dropSessionDidExit session: any DropSession) {}
  /// Default implementation; does nothing.
  public func collectionView(_ collectionView: CollectionView, dropSessionDidEnd session: any DropSession) {}
  /// Default implementation; returns nil, for the system's shape.
  public func collectionView(
    _ collectionView: CollectionView, dropPreviewParametersForItemAt indexPath: IndexPath
  ) -> DragPreviewParameters? { nil }
}
