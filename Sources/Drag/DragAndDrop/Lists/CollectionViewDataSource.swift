public import Foundation

/// Provides the items of a collection.
@MainActor
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
  /// Returns the cell of an item; called when `cellForItem(at:)` asks for it.
  ///
  /// - Parameters:
  ///   - collectionView: the collection.
  ///   - indexPath: the path of the entry.
  /// - Returns: the cell, usually one that was dequeued.
  func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath)
    -> CollectionViewCell
  /// Returns whether an item can be moved.
  ///
  /// - Parameters:
  ///   - collectionView: the collection.
  ///   - indexPath: the path of the entry.
  /// - Returns: `true` if it can be moved.
  func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool
  /// Moves an item in the data; the destination is its path after the move.
  ///
  /// Called instead of `performDropWith` when one of the collection's own items is moved. It has to be implemented in
  /// the class that declares conformance, not in a subclass.
  ///
  /// - Parameters:
  ///   - collectionView: the collection.
  ///   - sourceIndexPath: the path before the move.
  ///   - destinationIndexPath: the path after the move.
  func collectionView(
    _ collectionView: CollectionView, moveItemAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath)
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
  /// Default implementation; the drop is performed by `performDropWith`.
  public func collectionView(
    _ collectionView: CollectionView, moveItemAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath
  ) { collectionView.declineMove() }
}
