public import Foundation

/// An item that was dropped on a list.
@MainActor
public struct ListDropItem {
  /// The item.
  public let dragItem: DragItem
  /// The row it was lifted from; nil when it comes from elsewhere, or that row was reloaded or removed since.
  public let sourceIndexPath: IndexPath?
  /// The size of its preview in points; zero where that is unknown.
  public let previewSize: CGSize
}

/// An item that was dropped on a table.
public typealias TableViewDropItem = ListDropItem
/// An item that was dropped on a collection.
public typealias CollectionViewDropItem = ListDropItem

/// A stand-in for a row whose data is still on its way.
@MainActor
open class ListDropPlaceholder {
  /// Where it is inserted, placeholders that are there counted; at the section's end when that is beyond it.
  public let insertionIndexPath: IndexPath
  /// The kind of cell that stands in.
  public let reuseIdentifier: String
  /// Fills the cell; called when the placeholder is inserted, and when an update is asked for.
  public var cellUpdateHandler: (@MainActor (PlaceholderCell) -> Void)?
  /// How the cell is cut out as a preview.
  public var previewParametersProvider: (@MainActor (PlaceholderCell) -> DragPreviewParameters?)?

  /// Makes a placeholder.
  public init(insertionIndexPath: IndexPath, reuseIdentifier: String) {
    self.insertionIndexPath = insertionIndexPath
    self.reuseIdentifier = reuseIdentifier
  }
}

/// A placeholder in a table.
public final class TableViewDropPlaceholder: ListDropPlaceholder {
  /// Its height in points; kept for whoever draws.
  public let rowHeight: Double

  /// Makes a placeholder.
  public init(insertionIndexPath: IndexPath, reuseIdentifier: String, rowHeight: Double) {
    self.rowHeight = rowHeight
    super.init(insertionIndexPath: insertionIndexPath, reuseIdentifier: reuseIdentifier)
  }
}

/// A placeholder in a collection.
public final class CollectionViewDropPlaceholder: ListDropPlaceholder {}

/// The cell of a placeholder, as its handlers are told of it.
public struct PlaceholderCell: Hashable, Sendable {
  /// The kind of cell.
  public let reuseIdentifier: String
  /// Where it is now, placeholders counted.
  public let indexPath: IndexPath

  /// Describes a cell.
  public init(reuseIdentifier: String, indexPath: IndexPath) {
    self.reuseIdentifier = reuseIdentifier
    self.indexPath = indexPath
  }
}

/// A placeholder that was inserted, to be replaced by the row it stands for or taken away.
@MainActor
public final class ListDropPlaceholderContext {
  /// The item that the placeholder stands for.
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
  /// - Parameter dataSourceUpdates: adds the row to the data, at the path that it is given: rows may have come
  ///   and gone since the placeholder was inserted. It must not tell the list, which does that itself.
  /// - Returns: false when the placeholder is gone, by a reload or an earlier call; nothing was run then.
  @discardableResult
  public func commitInsertion(dataSourceUpdates: (IndexPath) -> Void) -> Bool {
    guard let slot, let list else { return false }
    return list.commit(slot, dataSourceUpdates)
  }

  /// Takes the placeholder away.
  ///
  /// - Returns: false when it is gone already.
  @discardableResult
  public func deletePlaceholder() -> Bool {
    guard let slot, let list else { return false }
    return list.delete(slot)
  }

  /// Has the cell filled again, unless the placeholder is gone.
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
