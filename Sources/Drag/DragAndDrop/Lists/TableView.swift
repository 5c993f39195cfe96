public import Foundation

/// A table that is not drawn: it shows the rows of a data source, which delegates drag and drop.
@MainActor
open class TableView: ListView {
  /// The object that provides the rows; a weak reference.
  ///
  /// Setting it reloads the data.
  public weak var dataSource: (any TableViewDataSource)? { didSet { reloadData() } }
  /// The object that follows the selection; a weak reference.
  public weak var delegate: (any TableViewDelegate)?
  /// The object that provides drag items; without one, nothing can be dragged.
  public weak var dragDelegate: (any TableViewDragDelegate)?
  /// The object that receives drops; without one, nothing can be dropped.
  public weak var dropDelegate: (any TableViewDropDelegate)?
  private var isMoveDeclined = false
  private var cellClasses: [String: TableViewCell.Type] = [:]

  // MARK: Rows

  /// The number of sections.
  public var numberOfSections: Int { presentation.sections.count }
  /// The number of rows in a section, including placeholders; 0 for a section that does not exist.
  ///
  /// - Parameter section: the index of the section.
  /// - Returns: the number of rows.
  public func numberOfRows(inSection section: Int) -> Int {
    presentation.sections.indices.contains(section) ? presentation.sections[section].count : 0
  }
  /// The row at a point; nil over a placeholder and outside of all rows.
  ///
  /// - Parameter point: a point in the coordinates of the list.
  /// - Returns: the path of the row.
  public func indexPathForRow(at point: CGPoint) -> IndexPath? { path(at: point) }
  /// The rectangle of a row; empty if it does not exist.
  ///
  /// - Parameter indexPath: the path of the entry.
  /// - Returns: the rectangle, in the coordinates of the table.
  public func rectForRow(at indexPath: IndexPath) -> CGRect { rect(of: indexPath) ?? .zero }
  /// The selected rows in the table's order; nil if none is selected.
  public var indexPathsForSelectedRows: [IndexPath]? { selectedPaths.isEmpty ? nil : selectedPaths }
  /// The first selected row in the table's order; nil if none is selected.
  public var indexPathForSelectedRow: IndexPath? { selectedPaths.first }
  /// Selects a row, and deselects the others unless `allowsMultipleSelection` is set.
  ///
  /// - Parameters:
  ///   - indexPath: the row; nil deselects all rows.
  ///   - animated: without effect, because nothing is drawn.
  ///   - scrollPosition: without effect, because nothing is scrolled.
  public func selectRow(
    at indexPath: IndexPath?, animated: Bool = false, scrollPosition: ScrollPosition = .none
  ) {
    if let indexPath { select(indexPath, true) } else { deselectAll() }
  }
  /// Deselects a row.
  ///
  /// - Parameters:
  ///   - indexPath: the row.
  ///   - animated: without effect, because nothing is drawn.
  public func deselectRow(at indexPath: IndexPath, animated: Bool = false) { select(indexPath, false) }
  /// Inserts rows that were added to the data source; paths are those after the insertion.
  ///
  /// - Parameters:
  ///   - indexPaths: the paths of the new rows.
  ///   - animation: without effect, because nothing is drawn.
  public func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation = .automatic) {
    insertPaths(indexPaths)
  }
  /// Deletes rows that were removed from the data source; paths are those before the deletion.
  ///
  /// - Parameters:
  ///   - indexPaths: the paths of the removed rows.
  ///   - animation: without effect, because nothing is drawn.
  public func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation = .automatic) {
    deletePaths(indexPaths)
  }
  /// Reloads rows whose data changed: the data source is asked for new cells, and drags lose the rows.
  ///
  /// - Parameters:
  ///   - indexPaths: the paths of the rows.
  ///   - animation: without effect, because nothing is drawn.
  public func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation = .automatic) {
    reloadPaths(indexPaths)
  }
  /// Reloads some sections; removes their placeholders.
  ///
  /// - Parameters:
  ///   - sections: the indices of the sections.
  ///   - animation: without effect, because nothing is drawn.
  public func reloadSections(_ sections: IndexSet, with animation: RowAnimation) { reloadSections(sections) }
  /// Moves a row that was moved in the data source.
  ///
  /// - Parameters:
  ///   - indexPath: the path of the entry.
  ///   - newIndexPath: the path after the move.
  public func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    movePath(indexPath, to: newIndexPath)
  }

  // MARK: Cells

  /// The data source's cell for a row; nil for a row that does not exist or is outside of the table's bounds.
  ///
  /// - Parameter indexPath: the path of the entry.
  /// - Returns: the cell.
  public func cellForRow(at indexPath: IndexPath) -> TableViewCell? {
    visibleCell(at: indexPath) as? TableViewCell
  }
  /// The path of the row that a cell belongs to; nil if it belongs to none.
  ///
  /// - Parameter cell: a cell of this list.
  /// - Returns: the path.
  public func indexPath(for cell: TableViewCell) -> IndexPath? {
    cell.superview === self ? dataSourceIndexPath(forPresentationIndexPath: cell.indexPath) : nil
  }
  /// The cells in the table's bounds, in order.
  public var visibleCells: [TableViewCell] { visiblePaths.compactMap { cellForRow(at: $0) } }
  /// The rows in the table's bounds, in order; nil if there are none.
  public var indexPathsForVisibleRows: [IndexPath]? { visiblePaths.isEmpty ? nil : visiblePaths }
  /// Registers a class for the cells of an identifier.
  ///
  /// - Parameters:
  ///   - cellClass: a class of cells; nil removes the registration.
  ///   - identifier: the reuse identifier.
  public func register(_ cellClass: TableViewCell.Type?, forCellReuseIdentifier identifier: String) {
    cellClasses[identifier] = cellClass
  }
  /// Makes a cell of the class that is registered for an identifier.
  ///
  /// - Parameter identifier: the reuse identifier.
  /// - Returns: nil if no class is registered.
  public func dequeueReusableCell(withIdentifier identifier: String) -> TableViewCell? {
    guard let type = cellClasses[identifier] else { return nil }
    let cell = type.init(dequeuedWith: identifier)
    cell.reuseIdentifier = identifier
    cell.prepareForReuse()
    return cell
  }
  /// Makes a cell of the class that is registered for an identifier, otherwise a plain one.
  ///
  /// - Parameters:
  ///   - identifier: the reuse identifier.
  ///   - indexPath: the row that the cell is for.
  /// - Returns: the cell.
  public func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath)
    -> TableViewCell
  {
    dequeueReusableCell(withIdentifier: identifier)
      ?? TableViewCell(style: .default, reuseIdentifier: identifier)
  }

  /// How a change of rows would be animated; nothing is drawn, so all are the same.
  public enum RowAnimation: Int, Sendable, Hashable {
    /// The row fades.
    case fade = 0
    /// The row slides at the right.
    case right = 1
    /// The row slides at the left.
    case left = 2
    /// The row slides at the top.
    case top = 3
    /// The row slides at the bottom.
    case bottom = 4
    /// No animation.
    case none = 5
    /// The row is covered from the middle.
    case middle = 6
    /// The table chooses.
    case automatic = 100
  }

  /// Where a selected row would be scrolled to; nothing is scrolled, so all are the same.
  public enum ScrollPosition: Int, Sendable, Hashable {
    /// Not scrolled.
    case none = 0
    /// To the top.
    case top = 1
    /// To the middle.
    case middle = 2
    /// To the bottom.
    case bottom = 3
  }

  // MARK: Overrides of the list

  /// Says that the data source does not move rows, so that the drop is performed by `performDropWith`.
  package func declineMove() { isMoveDeclined = true }

  override func cellFromDataSource(at path: IndexPath) -> ListCell? {
    dataSource?.tableView(self, cellForRowAt: path)
  }
  override func dequeueCell(withIdentifier identifier: String) -> ListCell {
    dequeueReusableCell(withIdentifier: identifier, for: IndexPath(row: 0, section: 0))
  }

  override var dataRowCounts: [Int] {
    guard let dataSource else { return [] }
    return (0..<max(0, dataSource.numberOfSections(in: self))).map {
      dataSource.tableView(self, numberOfRowsInSection: $0)
    }
  }
  override func shouldSpringLoad(_ path: IndexPath, with context: any SpringLoadedInteractionContext) -> Bool
  {
    delegate?.tableView(self, shouldSpringLoadRowAt: path, with: context) ?? true
  }
  override func didSelect(_ path: IndexPath) { delegate?.tableView(self, didSelectRowAt: path) }
  override var hasDragDelegate: Bool { dragDelegate != nil }
  override var hasDropDelegate: Bool { dropDelegate != nil }
  override func itemsForBeginning(_ session: any DragSession, at path: IndexPath) -> [DragItem] {
    dragDelegate?.tableView(self, itemsForBeginning: session, at: path) ?? []
  }
  override func itemsForAdding(to session: any DragSession, at path: IndexPath, point: CGPoint) -> [DragItem]
  {
    dragDelegate?.tableView(self, itemsForAddingTo: session, at: path, point: point) ?? []
  }
  override func dragPreviewParameters(at path: IndexPath) -> DragPreviewParameters? {
    dragDelegate?.tableView(self, dragPreviewParametersForRowAt: path)
  }
  override func dragWillBegin(_ session: any DragSession) {
    dragDelegate?.tableView(self, dragSessionWillBegin: session)
  }
  override func dragDidEnd(_ session: any DragSession) {
    dragDelegate?.tableView(self, dragSessionDidEnd: session)
  }
  override func dragAllowsMove(_ session: any DragSession) -> Bool {
    dragDelegate?.tableView(self, dragSessionAllowsMoveOperation: session) ?? true
  }
  override func dragIsRestricted(_ session: any DragSession) -> Bool {
    dragDelegate?.tableView(self, dragSessionIsRestrictedToDraggingApplication: session) ?? false
  }
  override func canHandle(_ session: any DropSession) -> Bool {
    dropDelegate?.tableView(self, canHandle: session) ?? false
  }
  override func dropDidEnter(_ session: any DropSession) {
    dropDelegate?.tableView(self, dropSessionDidEnter: session)
  }
  override func dropDidUpdate(_ session: any DropSession, destination: IndexPath?) -> ListDropProposal {
    dropDelegate?.tableView(self, dropSessionDidUpdate: session, withDestinationIndexPath: destination)
      ?? TableViewDropProposal(operation: .cancel)
  }
  override func dropDidExit(_ session: any DropSession) {
    dropDelegate?.tableView(self, dropSessionDidExit: session)
  }
  override func dropDidEnd(_ session: any DropSession) {
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
    _ items: [any ListDropItem], destination: IndexPath?, session: any DropSession, proposal: ListDropProposal
  ) -> Set<DragItem> {
    guard let dropDelegate, let proposal = proposal as? TableViewDropProposal else { return [] }
    let coordinator = SimulatedTableViewDropCoordinator(
      items: items, destination: destination, session: session, list: self, proposal: proposal)
    dropDelegate.tableView(self, performDropWith: coordinator)
    return coordinator.placed
  }
}
