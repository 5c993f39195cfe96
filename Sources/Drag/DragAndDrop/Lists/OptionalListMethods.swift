public import Foundation

// Protocols of one method each, for methods that a subclass adds; see `OptionalInteractionMethods.swift`.

/// A data source that implements `canMoveRowAt` in a subclass of the class that conforms to
/// ``TableViewDataSource``.
@preconcurrency @MainActor
public protocol TableViewCanMoveRowAt: AnyObject {
  /// Returns whether a row can be moved.
  ///
  /// - Parameters:
  ///   - tableView: the table.
  ///   - indexPath: the path of the row.
  /// - Returns: `true` if the row can be moved.
  func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool
}

/// A data source that implements `moveRowAt` in a subclass of the class that conforms to
/// ``TableViewDataSource``.
@preconcurrency @MainActor
public protocol TableViewMoveRowAt: AnyObject {
  /// Moves a row in the data.
  ///
  /// - Parameters:
  ///   - tableView: the table.
  ///   - sourceIndexPath: the path before the move.
  ///   - destinationIndexPath: the path after the move.
  func tableView(
    _ tableView: TableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath)
}

/// A data source that implements `canMoveItemAt` in a subclass of the class that conforms to
/// ``CollectionViewDataSource``.
@preconcurrency @MainActor
public protocol CollectionViewCanMoveItemAt: AnyObject {
  /// Returns whether an item can be moved.
  ///
  /// - Parameters:
  ///   - collectionView: the collection.
  ///   - indexPath: the path of the item.
  /// - Returns: `true` if the item can be moved.
  func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool
}

/// A data source that implements `moveItemAt` in a subclass of the class that conforms to
/// ``CollectionViewDataSource``.
@preconcurrency @MainActor
public protocol CollectionViewMoveItemAt: AnyObject {
  /// Moves an item in the data.
  ///
  /// - Parameters:
  ///   - collectionView: the collection.
  ///   - sourceIndexPath: the path before the move.
  ///   - destinationIndexPath: the path after the move.
  func collectionView(
    _ collectionView: CollectionView, moveItemAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath)
}

extension TableView {
  /// Calls `canMoveRowAt` of the data source or of the data source's subclass.
  func canMoveRow(at path: IndexPath, of source: any TableViewDataSource) -> Bool {
    (source as? any TableViewCanMoveRowAt)?.tableView(self, canMoveRowAt: path)
      ?? source.tableView(self, canMoveRowAt: path)
  }

  /// Calls `moveRowAt` of the data source or of the data source's subclass.
  func moveRow(at path: IndexPath, to newPath: IndexPath, of source: any TableViewDataSource) {
    if let source = source as? any TableViewMoveRowAt {
      return source.tableView(self, moveRowAt: path, to: newPath)
    }
    source.tableView(self, moveRowAt: path, to: newPath)
  }
}

extension CollectionView {
  /// Calls `canMoveItemAt` of the data source or of the data source's subclass.
  func canMoveItem(at path: IndexPath, of source: any CollectionViewDataSource) -> Bool {
    (source as? any CollectionViewCanMoveItemAt)?.collectionView(self, canMoveItemAt: path)
      ?? source.collectionView(self, canMoveItemAt: path)
  }

  /// Calls `moveItemAt` of the data source or of the data source's subclass.
  func moveItem(at path: IndexPath, to newPath: IndexPath, of source: any CollectionViewDataSource) {
    if let source = source as? any CollectionViewMoveItemAt {
      return source.collectionView(self, moveItemAt: path, to: newPath)
    }
    source.collectionView(self, moveItemAt: path, to: newPath)
  }
}
