public import Foundation

/// A placeholder for a row; the data of the row is still being loaded.
@preconcurrency @MainActor
open class ListDropPlaceholder: NSObject {
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
///
/// Only drops insert placeholders, so a drop needs the subclass ``TableViewDropPlaceholder``.
@preconcurrency @MainActor
open class TableViewPlaceholder: ListDropPlaceholder {
  /// The height in points, for a client that draws the row.
  public let rowHeight: CGFloat
  /// A closure that configures the cell; called when the placeholder is inserted, and when an update is
  /// requested.
  open var cellUpdateHandler: (@MainActor (TableViewCell) -> Void)?

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
}

/// A placeholder that a drop inserts into a table.
@preconcurrency @MainActor
open class TableViewDropPlaceholder: TableViewPlaceholder {
  /// A closure that returns the shape of the cell's preview; if the shape is nil, the system's shape is used.
  open var previewParametersProvider: (@MainActor (TableViewCell) -> DragPreviewParameters?)?

  override func previewParameters(of cell: ListCell) -> DragPreviewParameters? {
    (cell as? TableViewCell).flatMap { previewParametersProvider?($0) }
  }
}

/// A placeholder in a collection.
///
/// Only drops insert placeholders, so a drop needs the subclass ``CollectionViewDropPlaceholder``.
@preconcurrency @MainActor
open class CollectionViewPlaceholder: ListDropPlaceholder {
  /// A closure that configures the cell; called when the placeholder is inserted, and when an update is
  /// requested.
  open var cellUpdateHandler: (@MainActor (CollectionViewCell) -> Void)?

  override func update(_ cell: ListCell) {
    if let cell = cell as? CollectionViewCell { cellUpdateHandler?(cell) }
  }
}

/// A placeholder that a drop inserts into a collection.
@preconcurrency @MainActor
open class CollectionViewDropPlaceholder: CollectionViewPlaceholder {
  /// A closure that returns the shape of the cell's preview; if the shape is nil, the system's shape is used.
  open var previewParametersProvider: (@MainActor (CollectionViewCell) -> DragPreviewParameters?)?

  override func previewParameters(of cell: ListCell) -> DragPreviewParameters? {
    (cell as? CollectionViewCell).flatMap { previewParametersProvider?($0) }
  }
}
