import Foundation

// The data source and the delegates of a list. A table and a collection have different names for the same methods, so
// each fills in these values. They hold their object strongly and last for one call: the list's references are weak.

/// The data source of a list.
@MainActor
struct ListDataSource {
  var sectionCount: () -> Int
  /// The number of rows in a section.
  var rowCount: (Int) -> Int
  var cell: (IndexPath) -> ListCell
  var canMoveRow: (IndexPath) -> Bool
  var moveRow: (IndexPath, _ newPath: IndexPath) -> Void
}

/// The delegate that follows the selection.
@MainActor
struct ListDelegate {
  /// Called when a drag that waited over a row has selected it.
  var didSelect: (IndexPath) -> Void
  /// Whether a drag that waits over a row may select it.
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
  /// Performs a drop, and returns the items that the delegate placed.
  var perform: (ListDrop, ListDropProposal) -> Set<DragItem>
}
