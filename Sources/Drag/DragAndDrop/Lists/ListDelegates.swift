import Foundation

// The data source and the delegates of a list. Tables and collections have different names for the same
// methods, so each class makes its own values of these types. Each value holds a strong reference to its data
// source or delegate, because the list's references are weak. A value is used for one call only.

/// The data source of a list.
@MainActor
struct ListDataSource {
  var sectionCount: () -> Int
  /// Returns the number of rows in a section.
  var rowCount: (Int) -> Int
  var cell: (IndexPath) -> ListCell
  var canMoveRow: (IndexPath) -> Bool
  var moveRow: (IndexPath, _ newPath: IndexPath) -> Void
}

/// The delegate that is notified of selections.
@MainActor
struct ListDelegate {
  /// Called when a drag that hovers over a row has selected the row.
  var didSelect: (IndexPath) -> Void
  /// Returns the path to which a row moves instead of the proposed path.
  var targetPath: (IndexPath, _ proposedPath: IndexPath) -> IndexPath
  /// Returns whether a drag that hovers over a row may select the row.
  var shouldSpringLoad: (IndexPath, any SpringLoadedInteractionContext) -> Bool
}

/// The delegate that provides drag items.
@MainActor
struct ListDragDelegate {
  var itemsForBeginning: (any DragSession, IndexPath) -> [DragItem]
  var itemsForAdding: (any DragSession, IndexPath, CGPoint) -> [DragItem]
  var previewParameters: (IndexPath) -> DragPreviewParameters?
  var willBegin: (any DragSession) -> Void
  var didEnd: (any DragSession) -> Void
  var allowsMove: (any DragSession) -> Bool
  var isRestricted: (any DragSession) -> Bool
}

/// The delegate that receives drops.
@MainActor
struct ListDropDelegate {
  var canHandle: (any DropSession) -> Bool
  var didEnter: (any DropSession) -> Void
  var didUpdate: (any DropSession, _ destination: IndexPath?) -> ListDropProposal
  var didExit: (any DropSession) -> Void
  var didEnd: (any DropSession) -> Void
  var previewParameters: (IndexPath) -> DragPreviewParameters?
  /// Performs a drop, and returns the items for which the delegate called a `drop` method.
  var perform: (ListDrop, ListDropProposal) -> Set<DragItem>
}
