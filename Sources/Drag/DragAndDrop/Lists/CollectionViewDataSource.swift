public import Foundation

/// Provides the items of a collection.
@preconcurrency @MainActor
public protocol CollectionViewDataSource: AnyObject {
  /// Returns the number of sections.
  ///
  /// - Parameter collectionView: the collection.
  /// - Returns: the number of sections.
  func numberOfSections(in collectionView: CollectionView) -> Int
  /// Returns the number of items in a section.
  ///
  /// - Parameters:
  ///   - collectionView: the collection.
  ///   - section: the index of the section.
  /// - Returns: the number of items.
  func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int
  /// Returns the cell of an item; called by `cellForItem(at:)`.
  ///
  /// - Parameters:
  ///   - collectionView: the collection.
  ///   - indexPath: the path of the item.
  /// - Returns: the cell, usually a dequeued cell.
  func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath)
    -> CollectionViewCell
  /// Returns whether an item can be moved.
  ///
  /// - Parameters:
  ///   - collectionView: the collection.
  ///   - indexPath: the path of the item.
  /// - Returns: `true` if the item can be moved.
  func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool
  /// Moves an item in the data.
  ///
  /// Called instead of `performDropWith` when one of the collection's own items is moved. If only a
  /// subclass of the class that declares the conformance has this method, the subclass must conform to
  /// ``CollectionViewMoveItemAt``.
  ///
  /// - Parameters:
  ///   - collectionView: the collection.
  ///   - sourceIndexPath: the path before the move.
  ///   - destinationIndexPath: the path after the move.
  func collectionView(
    _ collectionView: CollectionView, moveItemAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath)
}

/// A data source whose items can be dragged without a drag delegate, to reorder them.
@MainActor
package protocol ReorderingDataSource: AnyObject {
  /// Whether items can be reordered at present.
  var reordersItems: Bool { get }
}

extension CollectionViewDataSource {
  /// Default implementation; returns 1.
  public func numberOfSections(in collectionView: CollectionView) -> Int { 1 }
  /// Default implementation; returns an empty cell.
  public func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath)
    -> CollectionViewCell
  { CollectionViewCell(frame: .zero) }
  /// Default implementation; returns true.
  public func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
    true
  }
  /// Default implementation; declines the move, so that `performDropWith` performs the drop.
  public func collectionView(
    _ collectionView: CollectionView, moveItemAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath
  ) { collectionView.declineMove() }
}
