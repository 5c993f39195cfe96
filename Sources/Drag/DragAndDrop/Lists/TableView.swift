public import Foundation

/// A table that arranges the rows of a data source in one column.
///
/// The table is not drawn. Delegates handle its drags and drops.
@preconcurrency @MainActor
open class TableView: ListView {
  /// The object that provides the rows; a weak reference.
  ///
  /// Setting the property reloads the data.
  public weak var dataSource: (any TableViewDataSource)? { didSet { reloadData() } }
  /// The object that is notified of selections; a weak reference.
  public weak var delegate: (any TableViewDelegate)?
  /// The object that provides drag items; a weak reference.
  ///
  /// If the property is nil, nothing can be dragged.
  public weak var dragDelegate: (any TableViewDragDelegate)?
  /// The object that receives drops; a weak reference.
  ///
  /// If the property is nil, nothing can be dropped, except a row of the table on the table itself: the row is
  /// reordered if the data source implements `moveRowAt`.
  public weak var dropDelegate: (any TableViewDropDelegate)?
  private var cellClasses: [String: TableViewCell.Type] = [:]

  // MARK: Rows

  /// Returns the number of rows in a section, including placeholders; 0 if the section does not exist.
  ///
  /// - Parameter section: the index of the section.
  /// - Returns: the number of rows.
  public func numberOfRows(inSection section: Int) -> Int {
    slotCount(inSection: section)
  }
  /// Returns the row at a point; nil if the point is over a placeholder or outside all rows.
  ///
  /// - Parameter point: a point in the coordinates of the table.
  /// - Returns: the path of the row.
  public func indexPathForRow(at point: CGPoint) -> IndexPath? { path(at: point) }
  /// Returns the rectangle of a row; empty if the row does not exist.
  ///
  /// - Parameter indexPath: the path of the row.
  /// - Returns: the rectangle, in the coordinates of the table.
  public func rectForRow(at indexPath: IndexPath) -> CGRect { rect(of: indexPath) ?? .zero }
  /// The selected rows in the table's order; nil if no row is selected.
  public var indexPathsForSelectedRows: [IndexPath]? { selectedPaths.isEmpty ? nil : selectedPaths }
  /// The first selected row in the table's order; nil if no row is selected.
  public var indexPathForSelectedRow: IndexPath? { selectedPaths.first }
  /// Selects a row, and deselects all other rows unless `allowsMultipleSelection` is true.
  ///
  /// - Parameters:
  ///   - indexPath: the row; nil deselects all rows.
  ///   - animated: has no effect, because nothing is drawn.
  ///   - scrollPosition: has no effect, because nothing is scrolled.
  public func selectRow(
    at indexPath: IndexPath?, animated: Bool = false, scrollPosition: ScrollPosition = .none
  ) {
    if let indexPath { select(indexPath, true) } else { deselectAll() }
  }
  /// Deselects a row.
  ///
  /// - Parameters:
  ///   - indexPath: the row.
  ///   - animated: has no effect, because nothing is drawn.
  public func deselectRow(at indexPath: IndexPath, animated: Bool = false) { select(indexPath, false) }
  /// Inserts rows that were added to the data source.
  ///
  /// - Parameters:
  ///   - indexPaths: the paths of the new rows, after the insertion.
  ///   - animation: has no effect, because nothing is drawn.
  public func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation = .automatic) {
    insertPaths(indexPaths)
  }
  /// Deletes rows that were removed from the data source.
  ///
  /// - Parameters:
  ///   - indexPaths: the paths of the removed rows, before the deletion.
  ///   - animation: has no effect, because nothing is drawn.
  public func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation = .automatic) {
    deletePaths(indexPaths)
  }
  /// Reloads rows whose data has changed.
  ///
  /// New cells are requested from the data source. Active drags lose track of the reloaded rows.
  ///
  /// - Parameters:
  ///   - indexPaths: the paths of the rows.
  ///   - animation: has no effect, because nothing is drawn.
  public func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation = .automatic) {
    reloadPaths(indexPaths)
  }
  /// Reloads sections and removes their placeholders.
  ///
  /// - Parameters:
  ///   - sections: the indices of the sections.
  ///   - animation: has no effect, because nothing is drawn.
  public func reloadSections(_ sections: IndexSet, with animation: RowAnimation) { reloadSections(sections) }
  /// Moves a row that was moved in the data source.
  ///
  /// - Parameters:
  ///   - indexPath: the path before the move.
  ///   - newIndexPath: the path after the move.
  public func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    movePath(indexPath, to: newIndexPath)
  }

  // MARK: Cells

  /// Returns the data source's cell for a row; nil if the row does not exist or is outside the table's
  /// bounds.
  ///
  /// - Parameter indexPath: the path of the row.
  /// - Returns: the cell.
  public func cellForRow(at indexPath: IndexPath) -> TableViewCell? {
    visibleCell(at: indexPath) as? TableViewCell
  }
  /// The cells in the table's bounds, in order.
  public var visibleCells: [TableViewCell] { visiblePaths.compactMap { cellForRow(at: $0) } }
  /// The rows in the table's bounds, in order; nil if there are no rows in the bounds.
  public var indexPathsForVisibleRows: [IndexPath]? { visiblePaths.isEmpty ? nil : visiblePaths }
  /// Registers a class of cells for a reuse identifier.
  ///
  /// - Parameters:
  ///   - cellClass: a class of cells; nil removes the registration.
  ///   - identifier: the reuse identifier.
  public func register(_ cellClass: TableViewCell.Type?, forCellReuseIdentifier identifier: String) {
    cellClasses[identifier] = cellClass
  }
  /// Makes a cell of the class registered for an identifier.
  ///
  /// - Parameter identifier: the reuse identifier.
  /// - Returns: the cell; nil if no class is registered.
  public func dequeueReusableCell(withIdentifier identifier: String) -> TableViewCell? {
    guard let type = cellClasses[identifier] else { return nil }
    let cell = type.init(dequeuedWith: identifier)
    cell.reuseIdentifier = identifier
    cell.prepareForReuse()
    return cell
  }
  /// Makes a cell of the class registered for an identifier, or a plain cell if no class is registered.
  ///
  /// - Parameters:
  ///   - identifier: the reuse identifier.
  ///   - indexPath: the row for which the cell is made.
  /// - Returns: the cell.
  public func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath)
    -> TableViewCell
  {
    dequeueReusableCell(withIdentifier: identifier)
      ?? TableViewCell(style: .default, reuseIdentifier: identifier)
  }

  /// The animation of a change of rows; nothing is drawn, so the values have no effect.
  public enum RowAnimation: Int, Sendable, Hashable {
    /// The row fades.
    case fade = 0
    /// The row slides in from the right or out to the right.
    case right = 1
    /// The row slides in from the left or out to the left.
    case left = 2
    /// The row slides in from the top or out to the top.
    case top = 3
    /// The row slides in from the bottom or out to the bottom.
    case bottom = 4
    /// No animation.
    case none = 5
    /// The row is covered or uncovered from the middle.
    case middle = 6
    /// The table chooses the animation.
    case automatic = 100
  }

  /// The position to which a selected row is scrolled; nothing is scrolled, so the values have no effect.
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

  // MARK: The list's data source and delegates

  override func dequeueCell(withIdentifier identifier: String) -> ListCell {
    dequeueReusableCell(withIdentifier: identifier, for: IndexPath(row: 0, section: 0))
  }

  override var listDataSource: ListDataSource? {
    guard let dataSource else { return nil }
    return ListDataSource(
      sectionCount: { dataSource.numberOfSections(in: self) },
      rowCount: { dataSource.tableView(self, numberOfRowsInSection: $0) },
      cell: { dataSource.tableView(self, cellForRowAt: $0) },
      canMoveRow: { self.canMoveRow(at: $0, of: dataSource) },
      moveRow: { self.moveRow(at: $0, to: $1, of: dataSource) })
  }

  override var listDelegate: ListDelegate? {
    guard let delegate else { return nil }
    return ListDelegate(
      didSelect: { delegate.tableView(self, didSelectRowAt: $0) },
      targetPath: {
        delegate.tableView(self, targetIndexPathForMoveFromRowAt: $0, toProposedIndexPath: $1)
      },
      shouldSpringLoad: { delegate.tableView(self, shouldSpringLoadRowAt: $0, with: $1) })
  }

  override var listDragDelegate: ListDragDelegate? {
    guard let delegate = dragDelegate else { return nil }
    return ListDragDelegate(
      itemsForBeginning: { delegate.tableView(self, itemsForBeginning: $0, at: $1) },
      itemsForAdding: { delegate.tableView(self, itemsForAddingTo: $0, at: $1, point: $2) },
      previewParameters: { delegate.tableView(self, dragPreviewParametersForRowAt: $0) },
      willBegin: { delegate.tableView(self, dragSessionWillBegin: $0) },
      didEnd: { delegate.tableView(self, dragSessionDidEnd: $0) },
      allowsMove: { delegate.tableView(self, dragSessionAllowsMoveOperation: $0) },
      isRestricted: { delegate.tableView(self, dragSessionIsRestrictedToDraggingApplication: $0) })
  }

  override var listDropDelegate: ListDropDelegate? {
    guard let delegate = dropDelegate else { return nil }
    return ListDropDelegate(
      canHandle: { delegate.tableView(self, canHandle: $0) },
      didEnter: { delegate.tableView(self, dropSessionDidEnter: $0) },
      didUpdate: { delegate.tableView(self, dropSessionDidUpdate: $0, withDestinationIndexPath: $1) },
      didExit: { delegate.tableView(self, dropSessionDidExit: $0) },
      didEnd: { delegate.tableView(self, dropSessionDidEnd: $0) },
      previewParameters: { delegate.tableView(self, dropPreviewParametersForRowAt: $0) },
      perform: { drop, proposal in
        guard let proposal = proposal as? TableViewDropProposal else { return [] }
        let coordinator = SimulatedTableViewDropCoordinator(drop, proposal)
        delegate.tableView(self, performDropWith: coordinator)
        return coordinator.placed
      })
  }
}
