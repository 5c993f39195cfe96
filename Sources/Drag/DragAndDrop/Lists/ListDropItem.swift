public import Foundation

/// An item that was dropped on a list.
@MainActor
public struct ListDropItem {
  /// The item.
  public let dragItem: DragItem
  /// The row that it was lifted from; nil for an item from elsewhere, and if the row was reloaded or removed.
  public let sourceIndexPath: IndexPath?
  /// The size of its preview in points; zero if it is unknown.
  public let previewSize: CGSize
}

/// An item that was dropped on a table.
public typealias TableViewDropItem = ListDropItem
/// An item that was dropped on a collection.
public typealias CollectionViewDropItem = ListDropItem

/// A placeholder for a row whose data is still being loaded.
@MainActor
open class ListDropPlaceholder {
  /// The presentation path, at most the end of the section.
  public let insertionIndexPath: IndexPath
  /// The reuse identifier of the cell.
  public let reuseIdentifier: String
  /// Configures the cell; called when the placeholder is inserted, and when an update is requested.
  public var cellUpdateHandler: (@MainActor (PlaceholderCell) -> Void)?
  /// Returns the shape of the cell's preview.
  public var previewParametersProvider: (@MainActor (PlaceholderCell) -> DragPreviewParameters?)?

  /// Makes a placeholder.
  public init(insertionIndexPath: IndexPath, reuseIdentifier: String) {
    self.insertionIndexPath = insertionIndexPath
    self.reuseIdentifier = reuseIdentifier
  }
}

/// A placeholder in a table.
public final class TableViewDropPlaceholder: ListDropPlaceholder {
  /// The height in points, for a client that draws the row.
  public let rowHeight: Double

  /// Makes a placeholder.
  public init(insertionIndexPath: IndexPath, reuseIdentifier: String, rowHeight: Double) {
    self.rowHeight = rowHeight
    super.init(insertionIndexPath: insertionIndexPath, reuseIdentifier: reuseIdentifier)
  }
}

/// A placeholder in a collection.
public final class CollectionViewDropPlaceholder: ListDropPlaceholder {}

/// The cell of a placeholder, for its handlers.
public struct PlaceholderCell: Hashable, Sendable {
  /// The reuse identifier of the cell.
  public let reuseIdentifier: String
  /// The current presentation path.
  public let indexPath: IndexPath

  /// Makes a description of a cell.
  public init(reuseIdentifier: String, indexPath: IndexPath) {
    self.reuseIdentifier = reuseIdentifier
    self.indexPath = indexPath
  }
}

/// A placeholder that was inserted, to be replaced by its row or deleted.
@MainActor
public final class ListDropPlaceholderContext {
  /// The item that the placeholder was inserted for.
  public let dragItem: DragItem
  private let placeholder: ListDropPlaceholder
  private let slot: ListPresentation.Slot?
  private weak var list: ListView?

  init(
    dragItem: DragItem, placeholder: ListDropPlaceholder, slot: ListPresentation.Slot?, in list: ListView
  ) {
    self.dragItem = dragItem
    self.placeholder = placeholder
    self.slot = slot
    self.list = list
    setNeedsCellUpdate()
  }

  /// Replaces the placeholder by a row.
  ///
  /// - Parameter dataSourceUpdates: adds the row to the data at the path that it gets, which depends on the rows that
  ///   were inserted and deleted since. It must not insert the row into the list.
  /// - Returns: false, without calling the block, if the placeholder was removed by a reload or an earlier call.
  @discardableResult
  public func commitInsertion(dataSourceUpdates: (IndexPath) -> Void) -> Bool {
    guard let slot, let list else { return false }
    return list.commit(slot, dataSourceUpdates)
  }

  /// Deletes the placeholder.
  ///
  /// - Returns: false if it was removed before.
  @discardableResult
  public func deletePlaceholder() -> Bool {
    guard let slot, let list else { return false }
    return list.delete(slot)
  }

  /// Configures the cell again, unless the placeholder was removed.
  public func setNeedsCellUpdate() {
    guard let slot, let path = list?.presentation.presentationPath(of: slot) else { return }
    placeholder.cellUpdateHandler?(
      PlaceholderCell(reuseIdentifier: placeholder.reuseIdentifier, indexPath: path))
  }
}

/// A placeholder in a table that was inserted.
public typealias TableViewDropPlaceholderContext = ListDropPlaceholderContext
/// A placeholder in a collection that was inserted.
public typealias CollectionViewDropPlaceholderContext = ListDropPlaceholderContext
