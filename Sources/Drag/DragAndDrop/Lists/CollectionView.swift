public import Foundation

/// A collection without pixels: items of a data source in a grid, dragged and dropped by delegates.
@MainActor
open class CollectionView: ListView {
  /// Where the items come from; not kept alive.
  ///
  /// Setting it asks for the items.
  public weak var dataSource: (any CollectionViewDataSource)? { didSet { reloadData() } }
  /// Says what is dragged; without one, nothing is.
  public weak var dragDelegate: (any CollectionViewDragDelegate)?
  /// Takes what is dropped; without one, nothing is.
  public weak var dropDelegate: (any CollectionViewDropDelegate)?
  /// How many items lie beside one another; at least one.
  public var columnCount = 1
  private var isMoveDeclined = false

  override var layout: ListLayout {
    let columns = max(1, columnCount)
    return ListLayout(
      columnCount: columns,
      cellSize: CGSize(width: max(1, frame.size.width / Double(columns)), height: max(1, rowHeight)))
  }

  // MARK: Items

  /// How many sections it shows.
  public var numberOfSections: Int { presentation.sections.count }
  /// How many items it shows in a section, placeholders counted; none where there is no such section.
  public func numberOfItems(inSection section: Int) -> Int {
    presentation.sections.indices.contains(section) ? presentation.sections[section].count : 0
  }
  /// The item at a point; nil over a placeholder and over empty space.
  public func indexPathForItem(at point: CGPoint) -> IndexPath? { path(at: point) }
  /// The area of an item; empty where there is none.
  public func rectForItem(at indexPath: IndexPath) -> CGRect { rect(of: indexPath) ?? .zero }
  /// The selected items in the collection's order; nil when there are none.
  public var indexPathsForSelectedItems: [IndexPath]? { selectedPaths.isEmpty ? nil : selectedPaths }
  /// Selects an item.
  public func selectItem(at indexPath: IndexPath) { select(indexPath, true) }
  /// Takes an item out of the selection.
  public func deselectItem(at indexPath: IndexPath) { select(indexPath, false) }
  /// Shows items that the data source has already, each at its path with all of them there.
  public func insertItems(at indexPaths: [IndexPath]) { insertPaths(indexPaths) }
  /// Stops showing items that the data source has no more, each at the path that it had.
  public func deleteItems(at indexPaths: [IndexPath]) { deletePaths(indexPaths) }
  /// Shows an item at the place that the data source has moved it to.
  public func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    movePath(indexPath, to: newIndexPath)
  }

  // MARK: The list's questions

  func declineMove() { isMoveDeclined = true }

  override var dataRowCounts: [Int] {
    guard let dataSource else { return [] }
    return (0..<max(0, dataSource.numberOfSections(in: self))).map {
      dataSource.collectionView(self, numberOfItemsInSection: $0)
    }
  }
  override var hasDragDelegate: Bool { dragDelegate != nil }
  override var hasDropDelegate: Bool { dropDelegate != nil }
  override func itemsForBeginning(_ session: DragSession, at path: IndexPath) -> [DragItem] {
    dragDelegate?.collectionView(self, itemsForBeginning: session, at: path) ?? []
  }
  override func itemsForAdding(to session: DragSession, at path: IndexPath, point: CGPoint) -> [DragItem] {
    dragDelegate?.collectionView(self, itemsForAddingTo: session, at: path, point: point) ?? []
  }
  override func dragPreviewParameters(at path: IndexPath) -> DragPreviewParameters? {
    dragDelegate?.collectionView(self, dragPreviewParametersForItemAt: path)
  }
  override func dragWillBegin(_ session: DragSession) {
    dragDelegate?.collectionView(self, dragSessionWillBegin: session)
  }
  override func dragDidEnd(_ session: DragSession) {
    dragDelegate?.collectionView(self, dragSessionDidEnd: session)
  }
  override func dragAllowsMove(_ session: DragSession) -> Bool {
    dragDelegate?.collectionView(self, dragSessionAllowsMoveOperation: session) ?? true
  }
  override func dragIsRestricted(_ session: DragSession) -> Bool {
    dragDelegate?.collectionView(self, dragSessionIsRestrictedToDraggingApplication: session) ?? false
  }
  override func canHandle(_ session: DropSession) -> Bool {
    dropDelegate?.collectionView(self, canHandle: session) ?? false
  }
  override func dropDidEnter(_ session: DropSession) {
    dropDelegate?.collectionView(self, dropSessionDidEnter: session)
  }
  override func dropDidUpdate(_ session: DropSession, destination: IndexPath?) -> ListDropProposal {
    dropDelegate?.collectionView(self, dropSessionDidUpdate: session, withDestinationIndexPath: destination)
      ?? CollectionViewDropProposal(operation: .cancel)
  }
  override func dropDidExit(_ session: DropSession) {
    dropDelegate?.collectionView(self, dropSessionDidExit: session)
  }
  override func dropDidEnd(_ session: DropSession) {
    dropDelegate?.collectionView(self, dropSessionDidEnd: session)
  }
  override func dropPreviewParameters(at path: IndexPath) -> DragPreviewParameters? {
    dropDelegate?.collectionView(self, dropPreviewParametersForItemAt: path)
  }
  override func moveRowInData(at path: IndexPath, to newPath: IndexPath) -> Bool {
    guard let dataSource, dataSource.collectionView(self, canMoveItemAt: path) else { return false }
    isMoveDeclined = false
    dataSource.collectionView(self, moveItemAt: path, to: newPath)
    return !isMoveDeclined
  }
  override func performDrop(
    _ items: [ListDropItem], destination: IndexPath?, session: DropSession, proposal: ListDropProposal
  ) -> Set<DragItem> {
    guard let dropDelegate, let proposal = proposal as? CollectionViewDropProposal else { return [] }
    let coordinator = CollectionViewDropCoordinator(
      items: items, destination: destination, session: session, list: self, proposal: proposal)
    dropDelegate.collectionView(self, performDropWith: coordinator)
    return coordinator.placed
  }
}
