public import Foundation

/// Provides the items of a collection.
@MainActor
public protocol CollectionViewDataSource: AnyObject {
  /// Returns the number of sections.
  func numberOfSections(in collectionView: CollectionView) -> Int
  /// Returns the number of items in a section.
  func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int
  /// Returns the cell of an item; called when `cellForItem(at:)` asks for it.
  func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath)
    -> CollectionViewCell
  /// Returns whether an item can be moved.
  func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool
  /// Moves an item in the data; the destination is its path after the move.
  ///
  /// Called instead of `performDropWith` when one of the collection's own items is moved. It has to be implemented in
  /// the class that declares conformance, not in a subclass.
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
