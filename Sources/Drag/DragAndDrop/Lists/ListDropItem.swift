public import Foundation

/// An item that was dropped on a list.
@MainActor
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

/// A placeholder for a row; the data of the row is still being loaded.
@MainActor
open class ListDropPlaceholder {
  /// The presentation path at which the placeholder is inserted; for a path past the end of the section, the
  /// placeholder is inserted at the end.
  public let insertionIndexPath: IndexPath
  /// The reuse identifier of the cell.
  public let reuseIdentifier: String
  /// Makes a placeholder.
  ///
  /// - Parameters:
  ///   - insertionIndexPath: the presentation path at which the placeholder is inserted.
  ///   - reuseIdentifier: the reuse identifier of the placeholder's cell.
  public init(insertionIndexPath: IndexPath, reuseIdentifier: String) {
    self.insertionIndexPath = insertionIndexPath
    self.reuseIdentifier = reuseIdentifier
  }

  /// Configures the cell.
  func update(_ cell: ListCell) {}
  /// Returns the shape of the cell's preview; nil for the system's shape.
  func previewParameters(of cell: ListCell) -> DragPreviewParameters? { nil }
}

/// A placeholder in a table.
@MainActor
open class TableViewDropPlaceholder: ListDropPlaceholder {
  /// The height in points, for a client that draws the row.
  public let rowHeight: CGFloat
  /// A closure that configures the cell; called when the placeholder is inserted, and when an update is
  /// requested.
  public var cellUpdateHandler: (@MainActor (TableViewCell) -> Void)?
  /// A closure that returns the shape of the cell's preview; if the shape is nil, the system's shape is used.
  public var previewParametersProvider: (@MainActor (TableViewCell) -> DragPreviewParameters?)?

  /// Makes a placeholder.
  ///
  /// - Parameters:
  ///   - insertionIndexPath: the presentation path at which the placeholder is inserted.
  ///   - reuseIdentifier: the identifier for which a class of cells is registered.
  ///   - rowHeight: the height in points.
  public init(insertionIndexPath: IndexPath, reuseIdentifier: String, rowHeight: CGFloat) {
    self.rowHeight = rowHeight
    super.init(insertionIndexPath: insertionIndexPath, reuseIdentifier: reuseIdentifier)
  }

  override func update(_ cell: ListCell) { if let cell = cell as? TableViewCell { cellUpdateHandler?(cell) } }
  override func previewParameters(of cell: ListCell) -> DragPreviewParameters? {
    (cell as? TableViewCell).flatMap { previewParametersProvider?($0) }
  }
}

/// A placeholder in a collection.
@MainActor
open class CollectionViewDropPlaceholder: ListDropPlaceholder {
  /// A closure that configures the cell; called when the placeholder is inserted, and when an update is
  /// requested.
  public var cellUpdateHandler: (@MainActor (CollectionViewCell) -> Void)?
  /// A closure that returns the shape of the cell's preview; if the shape is nil, the system's shape is used.
  public var previewParametersProvider: (@MainActor (CollectionViewCell) -> DragPreviewParameters?)?

  override func update(_ cell: ListCell) {
    if let cell = cell as? CollectionViewCell { cellUpdateHandler?(cell) }
  }
  override func previewParameters(of cell: ListCell) -> DragPreviewParameters? {
    (cell as? CollectionViewCell).flatMap { previewParametersProvider?($0) }
  }
}
