public import Foundation

/// A table without pixels: rows of a data source, dragged and dropped by delegates.
@MainActor
open class TableView: ListView {
  /// Where the rows come from; not kept alive.
  ///
  /// Setting it asks for the rows.
  public weak var dataSource: (any TableViewDataSource)? { didSet { reloadData() } }
  /// Says what is dragged; without one, nothing is.
  public weak var dragDelegate: (any TableViewDragDelegate)?
  /// Takes what is dropped; without one, nothing is.
  public weak var dropDelegate: (any TableViewDropDelegate)?
  private var isMoveDeclined = false

  // MARK: Rows

  /// How many sections it shows.
  public var numberOfSections: Int { presentation.sections.count }
  /// How many rows it shows in a section, placeholders counted; none where there is no such section.
  public func numberOfRows(inSection section: Int) -> Int {
    presentation.sections.indices.contains(section) ? presentation.sections[section].count : 0
  }
  /// The row at a point; nil over a placeholder and over empty space.
  public func indexPathForRow(at point: CGPoint) -> IndexPath? { path(at: point) }
  /// The area of a row; empty where there is none.
  public func rectForRow(at indexPath: IndexPath) -> CGRect { rect(of: indexPath) ?? .zero }
  /// The selected rows in the table's order; nil when there are none.
  public var indexPathsForSelectedRows: [IndexPath]? { selectedPaths.isEmpty ? nil : selectedPaths }
  /// Selects a row.
  public func selectRow(at indexPath: IndexPath) { select(indexPath, true) }
  /// Takes a row out of the selection.
  public func deselectRow(at indexPath: IndexPath) { select(indexPath, false) }
  /// Shows rows that the data source has already, each at its path with all of them there.
  public func insertRows(at indexPaths: [IndexPath]) { insertPaths(indexPaths) }
  /// Stops showing rows that the data source has no more, each at the path that it had.
  public func deleteRows(at indexPaths: [IndexPath]) { deletePaths(indexPaths) }
  /// Shows a row at the place that the data source has moved it to.
  public func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    movePath(indexPath, to: newIndexPath)
  }

  // MARK: The list's questions

  func declineMove() { isMoveDeclined = true }

  override var dataRowCounts: [Int] {
    guard let dataSource else { return [] }
    return (0..<max(0, dataSource.numberOfSections(in: self))).map {
      dataSource.tableView(self, numberOfRowsInSection: $0)
    }
  }
  override var hasDragDelegate: Bool { dragDelegate != nil }
  override var hasDropDelegate: Bool { dropDelegate != nil }
  override func itemsForBeginning(_ session: DragSession, at path: IndexPath) -> [DragItem] {
    dragDelegate?.tableView(self, itemsForBeginning: session, at: path) ?? []
  }
  override func itemsForAdding(to session: DragSession, at path: IndexPath, point: CGPoint) -> [DragItem] {
    dragDelegate?.tableView(self, itemsForAddingTo: session, at: path, point: point) ?? []
  }
  override func dragPreviewParameters(at path: IndexPath) -> DragPreviewParameters? {
    dragDelegate?.tableView(self, dragPreviewParametersForRowAt: path)
  }
  override func dragWillBegin(_ session: DragSession) {
    dragDelegate?.tableView(self, dragSessionWillBegin: session)
  }
  override func dragDidEnd(_ session: DragSession) {
    dragDelegate?.tableView(self, dragSessionDidEnd: session)
  }
  override func dragAllowsMove(_ session: DragSession) -> Bool {
    dragDelegate?.tableView(self, dragSessionAllowsMoveOperation: session) ?? true
  }
  override func dragIsRestricted(_ session: DragSession) -> Bool {
    dragDelegate?.tableView(self, dragSessionIsRestrictedToDraggingApplication: session) ?? false
  }
  override func canHandle(_ session: DropSession) -> Bool {
    dropDelegate?.tableView(self, canHandle: session) ?? false
  }
  override func dropDidEnter(_ session: DropSession) {
    dropDelegate?.tableView(self, dropSessionDidEnter: session)
  }
  override func dropDidUpdate(_ session: DropSession, destination: IndexPath?) -> ListDropProposal {
    dropDelegate?.tableView(self, dropSessionDidUpdate: session, withDestinationIndexPath: destination)
      ?? TableViewDropProposal(operation: .cancel)
  }
  override func dropDidExit(_ session: DropSession) {
    dropDelegate?.tableView(self, dropSessionDidExit: session)
  }
  override func dropDidEnd(_ session: DropSession) {
    dropDelegate?.tableView(self, dropSessionDidEnd: session)
  }
  override func dropPreviewParameters(at path: IndexPath) -> DragPreviewParameters? {
    dropDelegate?.tableView(self, dropPreviewParametersForRowAt: path)
  }
  override func moveRowInData(at path: IndexPath, to newPath: IndexPath) -> Bool {
    guard let dataSource, dataSource.tableView(self, canMoveRowAt: path) else { return false }
    isMoveDeclined = false
    dataSource.tableView(self, moveRowAt: path, to: newPath)
    return !isMoveDeclined
  }
  override func performDrop(
    _ items: [ListDropItem], destination: IndexPath?, session: DropSession, proposal: ListDropProposal
  ) -> Set<DragItem> {
    guard let dropDelegate, let proposal = proposal as? TableViewDropProposal else { return [] }
    let coordinator = TableViewDropCoordinator(
      items: items, destination: destination, session: session, list: self, proposal: proposal)
    dropDelegate.tableView(self, performDropWith: coordinator)
    return coordinator.placed
  }
}
