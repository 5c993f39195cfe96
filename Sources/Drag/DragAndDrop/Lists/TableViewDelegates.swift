public import Foundation

/// Receives notifications of selections in a table.
@preconcurrency @MainActor
public protocol TableViewDelegate: AnyObject {
  /// Called when a drag that hovers over a row has selected the row; not called for selections by code.
  ///
  /// - Parameters:
  ///   - tableView: the table.
  ///   - indexPath: the path of the row.
  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath)
  /// Returns the path to which a row of the table moves.
  ///
  /// Called before `moveRowAt`.
  ///
  /// - Parameters:
  ///   - tableView: the table.
  ///   - sourceIndexPath: the path of the row.
  ///   - proposedDestinationIndexPath: the path under the drag.
  /// - Returns: the path of the row after the move: the proposed path or another.
  func tableView(
    _ tableView: TableView, targetIndexPathForMoveFromRowAt sourceIndexPath: IndexPath,
    toProposedIndexPath proposedDestinationIndexPath: IndexPath
  ) -> IndexPath
  /// Returns whether a drag that hovers over a row may select the row.
  ///
  /// - Parameters:
  ///   - tableView: the table.
  ///   - indexPath: the path of the row.
  ///   - context: the state and the location of the hovering drag.
  /// - Returns: `true` to allow the selection.
  func tableView(
    _ tableView: TableView, shouldSpringLoadRowAt indexPath: IndexPath,
    with context: any SpringLoadedInteractionContext
  ) -> Bool
}

extension TableViewDelegate {
  /// Default implementation; does nothing.
  public func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {}
  /// Default implementation; returns the proposed path.
  public func tableView(
    _ tableView: TableView, targetIndexPathForMoveFromRowAt sourceIndexPath: IndexPath,
    toProposedIndexPath proposedDestinationIndexPath: IndexPath
  ) -> IndexPath { proposedDestinationIndexPath }
  /// Default implementation; returns true.
  public func tableView(
    _ tableView: TableView, shouldSpringLoadRowAt indexPath: IndexPath,
    with context: any SpringLoadedInteractionContext
  ) -> Bool { true }
}

/// Provides the drag items of a table and is notified of the table's drags.
@preconcurrency @MainActor
public protocol TableViewDragDelegate: AnyObject {
  /// Returns the drag items of a row for a drag that is about to begin.
  ///
  /// If the lifted row is selected, the method is called for each selected row. An empty array for the lifted
  /// row prevents the drag.
  ///
  /// - Parameters:
  ///   - tableView: the table.
  ///   - session: the drag.
  ///   - indexPath: the path of the row.
  /// - Returns: the drag items, in order; may be empty.
  func tableView(
    _ tableView: TableView, itemsForBeginning session: any DragSession, at indexPath: IndexPath
  ) -> [DragItem]
  /// Returns the items to add to a running drag.
  ///
  /// - Parameters:
  ///   - tableView: the table.
  ///   - session: the drag.
  ///   - indexPath: the path of the row.
  ///   - point: the touch, in the coordinates of the table.
  /// - Returns: the items; empty to add none.
  func tableView(
    _ tableView: TableView, itemsForAddingTo session: any DragSession, at indexPath: IndexPath, point: CGPoint
  ) -> [DragItem]
  /// Returns the shape of a row's preview; nil for the whole row.
  ///
  /// - Parameters:
  ///   - tableView: the table.
  ///   - indexPath: the path of the row.
  /// - Returns: the parameters.
  func tableView(
    _ tableView: TableView, dragPreviewParametersForRowAt indexPath: IndexPath
  ) -> DragPreviewParameters?
  /// Called when the drag begins to move.
  ///
  /// - Parameters:
  ///   - tableView: the table.
  ///   - session: the drag.
  func tableView(_ tableView: TableView, dragSessionWillBegin session: any DragSession)
  /// Called when a drag has ended, once for each drag that began.
  ///
  /// - Parameters:
  ///   - tableView: the table.
  ///   - session: the drag.
  func tableView(_ tableView: TableView, dragSessionDidEnd session: any DragSession)
  /// Returns whether receivers in the same application may move the items.
  ///
  /// - Parameters:
  ///   - tableView: the table.
  ///   - session: the drag.
  /// - Returns: `true` to allow moves.
  func tableView(_ tableView: TableView, dragSessionAllowsMoveOperation session: any DragSession) -> Bool
  /// Returns whether the drag is restricted to the application.
  ///
  /// - Parameters:
  ///   - tableView: the table.
  ///   - session: the drag.
  /// - Returns: `true` to prevent drops in other applications.
  func tableView(
    _ tableView: TableView, dragSessionIsRestrictedToDraggingApplication session: any DragSession
  ) -> Bool
}

extension TableViewDragDelegate {
  /// Default implementation; returns no items.
  public func tableView(
    _ tableView: TableView, itemsForAddingTo session: any DragSession, at indexPath: IndexPath, point: CGPoint
  ) -> [DragItem] { [] }
  /// Default implementation; returns nil, for the whole row.
  public func tableView(
    _ tableView: TableView, dragPreviewParametersForRowAt indexPath: IndexPath
  ) -> DragPreviewParameters? { nil }
  /// Default implementation; does nothing.
  public func tableView(_ tableView: TableView, dragSessionWillBegin session: any DragSession) {}
  /// Default implementation; does nothing.
  public func tableView(_ tableView: TableView, dragSessionDidEnd session: any DragSession) {}
  /// Default implementation; returns true.
  public func tableView(
    _ tableView: TableView, dragSessionAllowsMoveOperation session: any DragSession
  ) -> Bool { true }
  /// Default implementation; returns false.
  public func tableView(
    _ tableView: TableView, dragSessionIsRestrictedToDraggingApplication session: any DragSession
  ) -> Bool { false }
}

/// Receives the items that are dropped on a table.
@preconcurrency @MainActor
public protocol TableViewDropDelegate: AnyObject {
  /// Called when the items are dropped.
  ///
  /// Loads can be started only inside this method.
  ///
  /// - Parameters:
  ///   - tableView: the table.
  ///   - coordinator: the items, the destination and the animations of the drop.
  func tableView(_ tableView: TableView, performDropWith coordinator: any TableViewDropCoordinator)
  /// Returns whether the table handles the drag; if not, the delegate gets no further calls for the drag.
  ///
  /// - Parameters:
  ///   - tableView: the table.
  ///   - session: the drag.
  /// - Returns: `true` to be called for this drag.
  func tableView(_ tableView: TableView, canHandle session: any DropSession) -> Bool
  /// Called when the drag enters the table.
  ///
  /// - Parameters:
  ///   - tableView: the table.
  ///   - session: the drag.
  func tableView(_ tableView: TableView, dropSessionDidEnter session: any DropSession)
  /// Returns a proposal for a drop at the current location; called whenever the drag moves.
  ///
  /// - Parameters:
  ///   - tableView: the table.
  ///   - session: the drag.
  ///   - destinationIndexPath: the row under the drag; the path after the last row if the drag is directly
  ///     below the last row; otherwise nil.
  /// - Returns: the proposal, with its intent.
  func tableView(
    _ tableView: TableView, dropSessionDidUpdate session: any DropSession,
    withDestinationIndexPath destinationIndexPath: IndexPath?
  ) -> TableViewDropProposal
  /// Called when the drag leaves the table.
  ///
  /// - Parameters:
  ///   - tableView: the table.
  ///   - session: the drag.
  func tableView(_ tableView: TableView, dropSessionDidExit session: any DropSession)
  /// Called when the drag has ended.
  ///
  /// - Parameters:
  ///   - tableView: the table.
  ///   - session: the drag.
  func tableView(_ tableView: TableView, dropSessionDidEnd session: any DropSession)
  /// Returns the shape of the preview of a dropped row; nil for the system's shape.
  ///
  /// - Parameters:
  ///   - tableView: the table.
  ///   - indexPath: the path of the row.
  /// - Returns: the parameters.
  func tableView(
    _ tableView: TableView, dropPreviewParametersForRowAt indexPath: IndexPath
  ) -> DragPreviewParameters?
}

extension TableViewDropDelegate {
  /// Default implementation; returns true.
  public func tableView(_ tableView: TableView, canHandle session: any DropSession) -> Bool { true }
  /// Default implementation; does nothing.
  public func tableView(_ tableView: TableView, dropSessionDidEnter session: any DropSession) {}
  /// Default implementation; proposes a copy with an unspecified intent.
  public func tableView(
    _ tableView: TableView, dropSessionDidUpdate session: any DropSession,
    withDestinationIndexPath destinationIndexPath: IndexPath?
  ) -> TableViewDropProposal { TableViewDropProposal(operation: .copy) }
  /// Default implementation; does nothing.
  public func tableView(_ tableView: TableView, dropSessionDidExit session: any DropSession) {}
  /// Default implementation; does nothing.
  public func tableView(_ tableView: TableView, dropSessionDidEnd session: any DropSession) {}
  /// Default implementation; returns nil, for the system's shape.
  public func tableView(
    _ tableView: TableView, dropPreviewParametersForRowAt indexPath: IndexPath
  ) -> DragPreviewParameters? { nil }
}
