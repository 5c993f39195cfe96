public import Foundation

/// A collection that arranges the items of a data source in a grid.
///
/// The collection is not drawn. Delegates handle its drags and drops.
@preconcurrency @MainActor
open class CollectionView: ListView {
  /// The object that provides the items; a weak reference.
  ///
  /// Setting the property reloads the data.
  public weak var dataSource: (any CollectionViewDataSource)? { didSet { reloadData() } }
  /// The object that is notified of selections; a weak reference.
  public weak var delegate: (any CollectionViewDelegate)?
  /// The object that provides drag items; a weak reference.
  ///
  /// If the property is nil, nothing can be dragged, unless the data source reorders its items by itself.
  public weak var dragDelegate: (any CollectionViewDragDelegate)?
  /// The object that receives drops; a weak reference.
  ///
  /// If the property is nil, nothing can be dropped, except an item of the collection on the collection itself:
  /// the item is reordered if the data source implements `moveItemAt`.
  public weak var dropDelegate: (any CollectionViewDropDelegate)?
  /// The speed at which items move aside for a drag; has no effect, because nothing is drawn.
  open var reorderingCadence = ReorderingCadence.immediate
  /// The number of columns; at least 1.
  public var columnCount = 1 { didSet { layoutCells() } }
  private var cellClasses: [String: CollectionViewCell.Type] = [:]

  override var layout: ListLayout {
    let columns = max(1, columnCount)
    return ListLayout(
      columnCount: columns,
      cellSize: CGSize(width: max(1, frame.size.width / Double(columns)), height: max(1, rowHeight)))
  }

  // MARK: Items

  /// Returns the number of items in a section, including placeholders; 0 if the section does not exist.
  ///
  /// - Parameter section: the index of the section.
  /// - Returns: the number of items.
  public func numberOfItems(inSection section: Int) -> Int {
    slotCount(inSection: section)
  }
  /// Returns the item at a point; nil if the point is over a placeholder or outside all items.
  ///
  /// - Parameter point: a point in the coordinates of the collection.
  /// - Returns: the path of the item.
  public func indexPathForItem(at point: CGPoint) -> IndexPath? { path(at: point) }
  /// Returns the rectangle of an item; empty if the item does not exist.
  ///
  /// - Parameter indexPath: the path of the item.
  /// - Returns: the rectangle, in the coordinates of the collection.
  public func rectForItem(at indexPath: IndexPath) -> CGRect { rect(of: indexPath) ?? .zero }
  /// The selected items in the collection's order; nil if no item is selected.
  public var indexPathsForSelectedItems: [IndexPath]? { selectedPaths.isEmpty ? nil : selectedPaths }
  /// Selects an item, and deselects all other items unless `allowsMultipleSelection` is true.
  ///
  /// - Parameters:
  ///   - indexPath: the item; nil deselects all items.
  ///   - animated: has no effect, because nothing is drawn.
  ///   - scrollPosition: has no effect, because nothing is scrolled.
  public func selectItem(
    at indexPath: IndexPath?, animated: Bool = false, scrollPosition: ScrollPosition = []
  ) {
    if let indexPath { select(indexPath, true) } else { deselectAll() }
  }
  /// Deselects an item.
  ///
  /// - Parameters:
  ///   - indexPath: the item.
  ///   - animated: has no effect, because nothing is drawn.
  public func deselectItem(at indexPath: IndexPath, animated: Bool = false) { select(indexPath, false) }
  /// Reloads items whose data has changed.
  ///
  /// New cells are requested from the data source. Active drags lose track of the reloaded items.
  ///
  /// - Parameter indexPaths: the paths of the items.
  public func reloadItems(at indexPaths: [IndexPath]) { reloadPaths(indexPaths) }
  /// Inserts items that were added to the data source.
  ///
  /// - Parameter indexPaths: the paths of the new items, after the insertion.
  public func insertItems(at indexPaths: [IndexPath]) { insertPaths(indexPaths) }
  /// Deletes items that were removed from the data source.
  ///
  /// - Parameter indexPaths: the paths of the removed items, before the deletion.
  public func deleteItems(at indexPaths: [IndexPath]) { deletePaths(indexPaths) }
  /// Moves an item that was moved in the data source.
  ///
  /// - Parameters:
  ///   - indexPath: the path of the item.
  ///   - newIndexPath: the path after the move.
  public func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    movePath(indexPath, to: newIndexPath)
  }

  // MARK: Cells

  /// Returns the data source's cell for an item; nil if the item does not exist or is outside the
  /// collection's bounds.
  ///
  /// - Parameter indexPath: the path of the item.
  /// - Returns: the cell.
  public func cellForItem(at indexPath: IndexPath) -> CollectionViewCell? {
    visibleCell(at: indexPath) as? CollectionViewCell
  }
  /// The cells in the collection's bounds, in order.
  public var visibleCells: [CollectionViewCell] { visiblePaths.compactMap { cellForItem(at: $0) } }
  /// The items in the collection's bounds, in order.
  public var indexPathsForVisibleItems: [IndexPath] { visiblePaths }
  /// Registers a class of cells for a reuse identifier.
  ///
  /// - Parameters:
  ///   - cellClass: a class of cells; nil removes the registration.
  ///   - identifier: the reuse identifier.
  public func register(_ cellClass: CollectionViewCell.Type?, forCellWithReuseIdentifier identifier: String) {
    cellClasses[identifier] = cellClass
  }
  /// Makes a cell of the class that is registered for an identifier, or a plain cell if no class is
  /// registered.
  ///
  /// - Parameters:
  ///   - identifier: the reuse identifier.
  ///   - indexPath: the item for which the cell is made.
  /// - Returns: the cell.
  public func dequeueReusableCell(
    withReuseIdentifier identifier: String, for indexPath: IndexPath
  ) -> CollectionViewCell {
    let type = cellClasses[identifier] ?? CollectionViewCell.self
    let cell = type.init(dequeuedWith: identifier)
    cell.reuseIdentifier = identifier
    cell.prepareForReuse()
    return cell
  }

  /// The speed at which items move aside for a drag.
  public enum ReorderingCadence: Int, Sendable, Hashable {
    /// Without a delay.
    case immediate = 0
    /// After a short delay.
    case fast = 1
    /// After a longer delay.
    case slow = 2
  }

  /// The position to which a selected item is scrolled; nothing is scrolled, so the values have no effect.
  public struct ScrollPosition: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Makes a set of positions from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// To the top.
    public static let top = ScrollPosition(rawValue: 1)
    /// To the vertical center.
    public static let centeredVertically = ScrollPosition(rawValue: 2)
    /// To the bottom.
    public static let bottom = ScrollPosition(rawValue: 4)
    /// To the left.
    public static let left = ScrollPosition(rawValue: 8)
    /// To the horizontal center.
    public static let centeredHorizontally = ScrollPosition(rawValue: 16)
    /// To the right.
    public static let right = ScrollPosition(rawValue: 32)
  }

  // MARK: The list's data source and delegates

  override var reordersWithoutDragDelegate: Bool {
    (dataSource as? any ReorderingDataSource)?.reordersItems ?? false
  }

  override func dequeueCell(withIdentifier identifier: String) -> ListCell {
    dequeueReusableCell(withReuseIdentifier: identifier, for: IndexPath(item: 0, section: 0))
  }

  override var listDataSource: ListDataSource? {
    guard let dataSource else { return nil }
    return ListDataSource(
      sectionCount: { dataSource.numberOfSections(in: self) },
      rowCount: { dataSource.collectionView(self, numberOfItemsInSection: $0) },
      cell: { dataSource.collectionView(self, cellForItemAt: $0) },
      canMoveRow: { self.canMoveItem(at: $0, of: dataSource) },
      moveRow: { self.moveItem(at: $0, to: $1, of: dataSource) })
  }

  override var listDelegate: ListDelegate? {
    guard let delegate else { return nil }
    return ListDelegate(
      didSelect: { delegate.collectionView(self, didSelectItemAt: $0) },
      targetPath: {
        delegate.collectionView(
          self, targetIndexPathForMoveOfItemFromOriginalIndexPath: $0, atCurrentIndexPath: $0,
          toProposedIndexPath: $1)
      },
      shouldSpringLoad: { delegate.collectionView(self, shouldSpringLoadItemAt: $0, with: $1) })
  }

  override var listDragDelegate: ListDragDelegate? {
    guard let delegate = dragDelegate else { return nil }
    return ListDragDelegate(
      itemsForBeginning: { delegate.collectionView(self, itemsForBeginning: $0, at: $1) },
      itemsForAdding: { delegate.collectionView(self, itemsForAddingTo: $0, at: $1, point: $2) },
      previewParameters: { delegate.collectionView(self, dragPreviewParametersForItemAt: $0) },
      willBegin: { delegate.collectionView(self, dragSessionWillBegin: $0) },
      didEnd: { delegate.collectionView(self, dragSessionDidEnd: $0) },
      allowsMove: { delegate.collectionView(self, dragSessionAllowsMoveOperation: $0) },
      isRestricted: { delegate.collectionView(self, dragSessionIsRestrictedToDraggingApplication: $0) })
  }

  override var listDropDelegate: ListDropDelegate? {
    guard let delegate = dropDelegate else { return nil }
    return ListDropDelegate(
      canHandle: { delegate.collectionView(self, canHandle: $0) },
      didEnter: { delegate.collectionView(self, dropSessionDidEnter: $0) },
      didUpdate: { delegate.collectionView(self, dropSessionDidUpdate: $0, withDestinationIndexPath: $1) },
      didExit: { delegate.collectionView(self, dropSessionDidExit: $0) },
      didEnd: { delegate.collectionView(self, dropSessionDidEnd: $0) },
      previewParameters: { delegate.collectionView(self, dropPreviewParametersForItemAt: $0) },
      perform: { drop, proposal in
        guard let proposal = proposal as? CollectionViewDropProposal else { return [] }
        let coordinator = SimulatedCollectionViewDropCoordinator(drop, proposal)
        delegate.collectionView(self, performDropWith: coordinator)
        return coordinator.placed
      })
  }
}
