public import Foundation

/// A collection that is not drawn: it shows the items of a data source in a grid, which delegates drag and drop.
@MainActor
open class CollectionView: ListView {
  /// The object that provides the items; a weak reference.
  ///
  /// Setting it reloads the data.
  public weak var dataSource: (any CollectionViewDataSource)? { didSet { reloadData() } }
  /// The object that follows the selection; a weak reference.
  public weak var delegate: (any CollectionViewDelegate)?
  /// The object that provides drag items; without one, nothing can be dragged.
  public weak var dragDelegate: (any CollectionViewDragDelegate)?
  /// The object that receives drops; without one, nothing can be dropped.
  public weak var dropDelegate: (any CollectionViewDropDelegate)?
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

  /// The number of items in a section, including placeholders; 0 for a section that does not exist.
  ///
  /// - Parameter section: the index of the section.
  /// - Returns: the number of items.
  public func numberOfItems(inSection section: Int) -> Int {
    slotCount(inSection: section)
  }
  /// The item at a point; nil over a placeholder and outside of all items.
  ///
  /// - Parameter point: a point in the coordinates of the list.
  /// - Returns: the path of the item.
  public func indexPathForItem(at point: CGPoint) -> IndexPath? { path(at: point) }
  /// The rectangle of an item; empty if it does not exist.
  ///
  /// - Parameter indexPath: the path of the entry.
  /// - Returns: the rectangle, in the coordinates of the collection.
  public func rectForItem(at indexPath: IndexPath) -> CGRect { rect(of: indexPath) ?? .zero }
  /// The selected items in the collection's order; nil if none is selected.
  public var indexPathsForSelectedItems: [IndexPath]? { selectedPaths.isEmpty ? nil : selectedPaths }
  /// Selects an item, and deselects the others unless `allowsMultipleSelection` is set.
  ///
  /// - Parameters:
  ///   - indexPath: the item; nil deselects all items.
  ///   - animated: without effect, because nothing is drawn.
  ///   - scrollPosition: without effect, because nothing is scrolled.
  public func selectItem(
    at indexPath: IndexPath?, animated: Bool = false, scrollPosition: ScrollPosition = []
  ) {
    if let indexPath { select(indexPath, true) } else { deselectAll() }
  }
  /// Deselects an item.
  ///
  /// - Parameters:
  ///   - indexPath: the item.
  ///   - animated: without effect, because nothing is drawn.
  public func deselectItem(at indexPath: IndexPath, animated: Bool = false) { select(indexPath, false) }
  /// Reloads items whose data changed: the data source is asked for new cells, and drags lose the items.
  ///
  /// - Parameter indexPaths: the paths of the entries.
  public func reloadItems(at indexPaths: [IndexPath]) { reloadPaths(indexPaths) }
  /// Inserts items that were added to the data source; paths are those after the insertion.
  ///
  /// - Parameter indexPaths: the paths of the entries.
  public func insertItems(at indexPaths: [IndexPath]) { insertPaths(indexPaths) }
  /// Deletes items that were removed from the data source; paths are those before the deletion.
  ///
  /// - Parameter indexPaths: the paths of the entries.
  public func deleteItems(at indexPaths: [IndexPath]) { deletePaths(indexPaths) }
  /// Moves an item that was moved in the data source.
  ///
  /// - Parameters:
  ///   - indexPath: the path of the entry.
  ///   - newIndexPath: the path after the move.
  public func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    movePath(indexPath, to: newIndexPath)
  }

  // MARK: Cells

  /// The data source's cell for an item; nil for an item that does not exist or is outside of the collection's bounds.
  ///
  /// - Parameter indexPath: the path of the entry.
  /// - Returns: the cell.
  public func cellForItem(at indexPath: IndexPath) -> CollectionViewCell? {
    visibleCell(at: indexPath) as? CollectionViewCell
  }
  /// The cells in the collection's bounds, in order.
  public var visibleCells: [CollectionViewCell] { visiblePaths.compactMap { cellForItem(at: $0) } }
  /// The items in the collection's bounds, in order.
  public var indexPathsForVisibleItems: [IndexPath] { visiblePaths }
  /// Registers a class for the cells of an identifier.
  ///
  /// - Parameters:
  ///   - cellClass: a class of cells; nil removes the registration.
  ///   - identifier: the reuse identifier.
  public func register(_ cellClass: CollectionViewCell.Type?, forCellWithReuseIdentifier identifier: String) {
    cellClasses[identifier] = cellClass
  }
  /// Makes a cell of the class that is registered for an identifier, otherwise a plain one.
  ///
  /// - Parameters:
  ///   - identifier: the reuse identifier.
  ///   - indexPath: the item that the cell is for.
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

  /// Where a selected item would be scrolled to; nothing is scrolled, so all are the same.
  public struct ScrollPosition: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Makes a set of positions of its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// To the top.
    public static let top = ScrollPosition(rawValue: 1)
    /// To the middle between top and bottom.
    public static let centeredVertically = ScrollPosition(rawValue: 2)
    /// To the bottom.
    public static let bottom = ScrollPosition(rawValue: 4)
    /// To the left.
    public static let left = ScrollPosition(rawValue: 8)
    /// To the middle between left and right.
    public static let centeredHorizontally = ScrollPosition(rawValue: 16)
    /// To the right.
    public static let right = ScrollPosition(rawValue: 32)
  }

  // MARK: The list's data source and delegates

  override func dequeueCell(withIdentifier identifier: String) -> ListCell {
    dequeueReusableCell(withReuseIdentifier: identifier, for: IndexPath(item: 0, section: 0))
  }

  override var listDataSource: ListDataSource? {
    guard let dataSource else { return nil }
    return ListDataSource(
      sectionCount: { dataSource.numberOfSections(in: self) },
      rowCount: { dataSource.collectionView(self, numberOfItemsInSection: $0) },
      cell: { dataSource.collectionView(self, cellForItemAt: $0) },
      canMoveRow: { dataSource.collectionView(self, canMoveItemAt: $0) },
      moveRow: { dataSource.collectionView(self, moveItemAt: $0, to: $1) })
  }

  override var listDelegate: ListDelegate? {
    guard let delegate else { return nil }
    return ListDelegate(
      didSelect: { delegate.collectionView(self, didSelectItemAt: $0) },
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
