#if !canImport(Darwin)
  public import DragAndDrop
  public import Foundation

  /// A collection's delegate that also provides sizes and distances for a flow layout.
  ///
  /// The methods are never called by a collection, whose items all have the size of its layout. They exist so that
  /// source compiles, and so that tests can call them.
  @preconcurrency @MainActor
  public protocol UICollectionViewDelegateFlowLayout: CollectionViewDelegate {
    /// Returns the size of an item.
    ///
    /// - Parameters:
    ///   - collectionView: the collection.
    ///   - collectionViewLayout: the layout.
    ///   - indexPath: the path of the item.
    /// - Returns: the size in points.
    func collectionView(
      _ collectionView: CollectionView, layout collectionViewLayout: UICollectionViewLayout,
      sizeForItemAt indexPath: IndexPath
    ) -> CGSize
    /// Returns the margins of a section.
    ///
    /// - Parameters:
    ///   - collectionView: the collection.
    ///   - collectionViewLayout: the layout.
    ///   - section: the index of the section.
    /// - Returns: the margins.
    func collectionView(
      _ collectionView: CollectionView, layout collectionViewLayout: UICollectionViewLayout,
      insetForSectionAt section: Int
    ) -> UIEdgeInsets
    /// Returns the minimum distance between the lines of a section.
    ///
    /// - Parameters:
    ///   - collectionView: the collection.
    ///   - collectionViewLayout: the layout.
    ///   - section: the index of the section.
    /// - Returns: the distance in points.
    func collectionView(
      _ collectionView: CollectionView, layout collectionViewLayout: UICollectionViewLayout,
      minimumLineSpacingForSectionAt section: Int
    ) -> CGFloat
    /// Returns the minimum distance between the items of a line.
    ///
    /// - Parameters:
    ///   - collectionView: the collection.
    ///   - collectionViewLayout: the layout.
    ///   - section: the index of the section.
    /// - Returns: the distance in points.
    func collectionView(
      _ collectionView: CollectionView, layout collectionViewLayout: UICollectionViewLayout,
      minimumInteritemSpacingForSectionAt section: Int
    ) -> CGFloat
    /// Returns the size of the header of a section.
    ///
    /// - Parameters:
    ///   - collectionView: the collection.
    ///   - collectionViewLayout: the layout.
    ///   - section: the index of the section.
    /// - Returns: the size in points.
    func collectionView(
      _ collectionView: CollectionView, layout collectionViewLayout: UICollectionViewLayout,
      referenceSizeForHeaderInSection section: Int
    ) -> CGSize
    /// Returns the size of the footer of a section.
    ///
    /// - Parameters:
    ///   - collectionView: the collection.
    ///   - collectionViewLayout: the layout.
    ///   - section: the index of the section.
    /// - Returns: the size in points.
    func collectionView(
      _ collectionView: CollectionView, layout collectionViewLayout: UICollectionViewLayout,
      referenceSizeForFooterInSection section: Int
    ) -> CGSize
  }

  extension UICollectionViewDelegateFlowLayout {
    /// Default implementation; returns the layout's `itemSize`, or zero for another layout.
    public func collectionView(
      _ collectionView: CollectionView, layout collectionViewLayout: UICollectionViewLayout,
      sizeForItemAt indexPath: IndexPath
    ) -> CGSize { (collectionViewLayout as? UICollectionViewFlowLayout)?.itemSize ?? .zero }
    /// Default implementation; returns the layout's `sectionInset`, or zero for another layout.
    public func collectionView(
      _ collectionView: CollectionView, layout collectionViewLayout: UICollectionViewLayout,
      insetForSectionAt section: Int
    ) -> UIEdgeInsets { (collectionViewLayout as? UICollectionViewFlowLayout)?.sectionInset ?? .zero }
    /// Default implementation; returns the layout's `minimumLineSpacing`, or zero for another layout.
    public func collectionView(
      _ collectionView: CollectionView, layout collectionViewLayout: UICollectionViewLayout,
      minimumLineSpacingForSectionAt section: Int
    ) -> CGFloat { (collectionViewLayout as? UICollectionViewFlowLayout)?.minimumLineSpacing ?? 0 }
    /// Default implementation; returns the layout's `minimumInteritemSpacing`, or zero for another layout.
    public func collectionView(
      _ collectionView: CollectionView, layout collectionViewLayout: UICollectionViewLayout,
      minimumInteritemSpacingForSectionAt section: Int
    ) -> CGFloat { (collectionViewLayout as? UICollectionViewFlowLayout)?.minimumInteritemSpacing ?? 0 }
    /// Default implementation; returns the layout's `headerReferenceSize`, or zero for another layout.
    public func collectionView(
      _ collectionView: CollectionView, layout collectionViewLayout: UICollectionViewLayout,
      referenceSizeForHeaderInSection section: Int
    ) -> CGSize { (collectionViewLayout as? UICollectionViewFlowLayout)?.headerReferenceSize ?? .zero }
    /// Default implementation; returns the layout's `footerReferenceSize`, or zero for another layout.
    public func collectionView(
      _ collectionView: CollectionView, layout collectionViewLayout: UICollectionViewLayout,
      referenceSizeForFooterInSection section: Int
    ) -> CGSize { (collectionViewLayout as? UICollectionViewFlowLayout)?.footerReferenceSize ?? .zero }
  }
#endif
