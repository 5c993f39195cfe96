public import Foundation

/// An item that was dropped on a list.
@preconcurrency @MainActor
public protocol ListDropItem {
  /// The item.
  var dragItem: DragItem { get }
  /// The row from which the item was lifted; nil if the item is not from this list, or if the row was
  /// reloaded or removed.
  var sourceIndexPath: IndexPath? { get }
  /// The size of the item's preview in points; zero if the size is unknown.
  var previewSize: CGSize { get }
}

/// An item of a simulated drop on a list.
struct SimulatedListDropItem: ListDropItem {
  let dragItem: DragItem
  let sourceIndexPath: IndexPath?
  let previewSize: CGSize
}

/// An item that was dropped on a table.
public typealias TableViewDropItem = ListDropItem
/// An item that was dropped on a collection.
public typealias CollectionViewDropItem = ListDropItem
