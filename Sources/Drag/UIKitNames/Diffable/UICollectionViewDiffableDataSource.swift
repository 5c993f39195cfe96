#if !canImport(Darwin)
  public import DragAndDrop
  public import Foundation

  /// A data source that shows a snapshot of identifiers in a collection.
  ///
  /// With ``reorderingHandlers``, items can be dragged to another place of the collection, also without a drag
  /// delegate and a drop delegate.
  @preconcurrency @MainActor
  open class UICollectionViewDiffableDataSource<
    SectionIdentifierType: Hashable, ItemIdentifierType: Hashable
  >: DiffableDataSource<SectionIdentifierType, ItemIdentifierType>, CollectionViewDataSource {
    /// A closure that makes the cell of an item.
    public typealias CellProvider = (
      _ collectionView: CollectionView, _ indexPath: IndexPath, _ itemIdentifier: ItemIdentifierType
    ) -> CollectionViewCell?

    /// The closures that allow and observe reordering.
    public struct ReorderingHandlers {
      /// Returns whether an item can be reordered; nil if no item can.
      public var canReorderItem: ((ItemIdentifierType) -> Bool)?
      /// Called before the snapshot changes.
      public var willReorder:
        ((NSDiffableDataSourceTransaction<SectionIdentifierType, ItemIdentifierType>) -> Void)?
      /// Called after the snapshot has changed; the program changes its own data.
      public var didReorder:
        ((NSDiffableDataSourceTransaction<SectionIdentifierType, ItemIdentifierType>) -> Void)?
      /// Makes handlers that do not allow reordering.
      public init() {}
    }

    /// The closures that allow and observe reordering.
    open var reorderingHandlers = ReorderingHandlers()
    private let cellProvider: CellProvider

    /// Makes an empty data source, and sets it as the data source of a collection.
    ///
    /// - Parameters:
    ///   - collectionView: the collection, which references the data source weakly.
    ///   - cellProvider: makes the cell of an item.
    public init(collectionView: CollectionView, cellProvider: @escaping CellProvider) {
      self.cellProvider = cellProvider
      super.init(collectionView)
      collectionView.dataSource = self
    }

    /// Returns the items of a section.
    ///
    /// - Parameter section: the section.
    /// - Returns: the items; no items if the section does not exist.
    open func snapshot(
      for section: SectionIdentifierType
    ) -> NSDiffableDataSourceSectionSnapshot<ItemIdentifierType> {
      NSDiffableDataSourceSectionSnapshot(content.snapshot.itemIdentifiers(inSection: section))
    }

    /// Replaces the items of a section; a section that does not exist is added at the end.
    ///
    /// - Parameters:
    ///   - snapshot: the items.
    ///   - section: the section.
    ///   - animatingDifferences: has no effect, because nothing is animated.
    ///   - completion: called before this method returns.
    open func apply(
      _ snapshot: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>, to section: SectionIdentifierType,
      animatingDifferences: Bool = true, completion: (() -> Void)? = nil
    ) {
      var new = content.snapshot
      new.deleteItems(new.itemIdentifiers(inSection: section))
      new.appendSections([section])
      new.appendItems(snapshot.items, toSection: section)
      content.apply(new)
      completion?()
    }

    // MARK: Data source

    /// Returns the number of sections of the snapshot.
    open func numberOfSections(in collectionView: CollectionView) -> Int { content.snapshot.numberOfSections }

    /// Returns the number of items of a section.
    open func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
      content.itemCount(inSection: section)
    }

    /// Returns the cell that the cell provider makes; an empty cell if the provider returns nil.
    open func collectionView(
      _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
    ) -> CollectionViewCell {
      content.item(at: indexPath).flatMap { cellProvider(collectionView, indexPath, $0) }
        ?? CollectionViewCell(frame: .zero)
    }

    /// Returns the result of `canReorderItem`; false without this handler.
    open func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
      content.item(at: indexPath).flatMap { reorderingHandlers.canReorderItem?($0) } ?? false
    }

    /// Moves an item: calls `willReorder`, changes the snapshot and the collection, and calls `didReorder`.
    open func collectionView(
      _ collectionView: CollectionView, moveItemAt sourceIndexPath: IndexPath,
      to destinationIndexPath: IndexPath
    ) {
      let transaction = content.moving(sourceIndexPath, to: destinationIndexPath)
      reorderingHandlers.willReorder?(transaction)
      content.set(transaction.finalSnapshot, moving: sourceIndexPath, to: destinationIndexPath)
      reorderingHandlers.didReorder?(transaction)
    }
  }

  extension UICollectionViewDiffableDataSource: ReorderingDataSource {
    /// Whether a handler allows reordering.
    package var reordersItems: Bool { reorderingHandlers.canReorderItem != nil }
  }
#endif
