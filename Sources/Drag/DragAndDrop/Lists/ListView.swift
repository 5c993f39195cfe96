public import Foundation

/// The base class of tables and collections.
///
/// A list contains the rows of a data source, and placeholders. Rows can be dragged, and items can be dropped
/// on the list.
///
/// All rows have the same height. Rows are arranged in one column or in a grid. Unless documented otherwise,
/// paths are data source paths, which do not count placeholders.
@preconcurrency @MainActor
open class ListView: View {
  /// Whether rows can be dragged; true by default.
  public var dragInteractionEnabled: Bool {
    get { dragInteraction.isEnabled }
    set { dragInteraction.isEnabled = newValue }
  }
  /// The height of a row in points.
  public var rowHeight = 44.0 { didSet { layoutCells() } }
  /// Whether several rows can be selected at once; false by default.
  ///
  /// If false, selecting a row deselects all other rows.
  public var allowsMultipleSelection = false
  /// Whether a drag that began in one of the rows is active.
  public var hasActiveDrag: Bool { !activeDrags.isEmpty }
  /// Whether a drag is over the list.
  public private(set) var hasActiveDrop = false
  /// Whether the list shows a placeholder, or a gap for a row that is being moved; the data source contains
  /// neither.
  public var hasUncommittedUpdates: Bool { presentation.hasPlaceholders || isReordering }

  var presentation = ListPresentation() {
    didSet {
      presentationChangeCount += 1
      layoutCells()
    }
  }
  /// The number of changes of the presentation.
  private var presentationChangeCount = 0
  /// The cells made so far, by slot.
  var cells: [ListPresentation.Slot: ListCell] = [:]
  /// The drags that began in the list, with the row of each item.
  var activeDrags: [(session: any DragSession, rows: [DragItem: ListPresentation.Slot])] = []
  var isReordering = false
  /// The destination of each dropped item, at which the preview of the item ends.
  var dropDestinations: [DragItem: ListDropDestination] = [:]
  /// The interaction that makes the rows spring-loaded; nil if the rows are not spring-loaded.
  var rowSpringLoading: SpringLoadedInteraction?
  private(set) var selection: Set<ListPresentation.Slot> = []
  private lazy var interactionDelegate = ListInteractionDelegate(self)
  private(set) lazy var dragInteraction = DragInteraction(delegate: interactionDelegate)
  private(set) lazy var dropInteraction = DropInteraction(delegate: interactionDelegate)

  /// Makes an empty list.
  ///
  /// - Parameter frame: the frame, in the coordinates of the superview.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    addInteractions()
  }

  /// Makes an empty list without reading the archive, because interface files are not supported.
  ///
  /// - Parameter coder: the archive.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    addInteractions()
  }

  private func addInteractions() {
    addInteraction(dragInteraction)
    addInteraction(dropInteraction)
  }

  var layout: ListLayout {
    ListLayout(columnCount: 1, cellSize: CGSize(width: max(1, frame.size.width), height: max(1, rowHeight)))
  }

  // MARK: For subclasses

  /// The data source and the delegates; nil if not set.
  var listDataSource: ListDataSource? { nil }
  var listDelegate: ListDelegate? { nil }
  var listDragDelegate: ListDragDelegate? { nil }
  var listDropDelegate: ListDropDelegate? { nil }
  /// Returns a cell of the class registered for an identifier, or of the default class if no class is
  /// registered.
  func dequeueCell(withIdentifier identifier: String) -> ListCell { ListCell(frame: .zero) }

  // MARK: Rows

  /// The number of sections.
  public var numberOfSections: Int { presentation.sections.count }

  /// The number of rows in a section, including placeholders; 0 for a section that does not exist.
  func slotCount(inSection section: Int) -> Int {
    presentation.sections.indices.contains(section) ? presentation.sections[section].count : 0
  }

  private var dataRowCounts: [Int] {
    guard let source = listDataSource else { return [] }
    return (0..<max(0, source.sectionCount())).map(source.rowCount)
  }

  /// Reads the data source again, and removes placeholders and the selection.
  public func reloadData() {
    presentation.reload(rowCounts: dataRowCounts)
    selection = []
  }

  /// Reloads sections and removes their placeholders.
  ///
  /// - Parameter sections: the indices of the sections.
  public func reloadSections(_ sections: IndexSet) {
    let counts = dataRowCounts
    guard counts.count == presentation.sections.count else { return reloadData() }
    for section in sections where counts.indices.contains(section) {
      presentation.reload(section: section, rowCount: counts[section])
    }
    checkRowCounts()
  }

  /// Inserts rows at their paths after the insertion.
  package func insertPaths(_ paths: [IndexPath]) {
    presentation.insertRows(at: paths)
    checkRowCounts()
  }

  /// Deletes rows at their paths before the deletion.
  package func deletePaths(_ paths: [IndexPath]) {
    presentation.deleteRows(at: paths)
    checkRowCounts()
  }

  /// Moves a row; the destination is the path after the move.
  package func movePath(_ path: IndexPath, to newPath: IndexPath) {
    presentation.moveRow(at: path, to: newPath)
    checkRowCounts()
  }

  /// Reloads rows.
  ///
  /// Reloaded rows keep their selection but lose their cells. Active drags lose track of the reloaded rows.
  package func reloadPaths(_ paths: [IndexPath]) {
    let selected = Set(selectedPaths)
    presentation.reloadRows(at: paths)
    for path in paths where selected.contains(path) { select(path, true) }
    checkRowCounts()
  }

  private var isMoveDeclined = false

  /// Records that the data source does not move rows, so that `performDropWith` performs the drop.
  package func declineMove() { isMoveDeclined = true }

  /// Whether rows can be dragged without a drag delegate, to reorder them; false unless a subclass overrides the
  /// property.
  var reordersWithoutDragDelegate: Bool { false }

  /// Moves a row in the data source and in the list; returns false if the data source does not allow or implement
  /// the move.
  func reorderRow(at path: IndexPath, to newPath: IndexPath) -> Bool {
    // The data source changes before the presentation, so the row counts are compared afterwards.
    batchDepth += 1
    defer {
      batchDepth -= 1
      checkRowCounts()
    }
    guard let source = listDataSource, source.canMoveRow(path) else { return false }
    isMoveDeclined = false
    let changeCount = presentationChangeCount
    source.moveRow(path, newPath)
    if isMoveDeclined { return false }
    // A data source may have moved the row in the list itself.
    if presentationChangeCount == changeCount { presentation.moveRow(at: path, to: newPath) }
    recordInTrace("moveRowAt", "\(path.traceDescription) to \(newPath.traceDescription)")
    return true
  }

  private var batchDepth = 0

  /// Performs several changes, then reloads the list if its row counts differ from the data source.
  ///
  /// - Parameters:
  ///   - updates: a block that changes the data and the list.
  ///   - completion: called with true immediately after the changes, because nothing is animated.
  public func performBatchUpdates(_ updates: () -> Void, completion: ((Bool) -> Void)? = nil) {
    batchDepth += 1
    updates()
    batchDepth -= 1
    checkRowCounts()
    completion?(true)
  }

  // A closure that is passed directly calls the other method, whose parameter does not escape. As with
  // UIKit's parameter, such a closure needs no `self.`.
  /// Performs several changes in the same way; without changes, only calls the completion.
  ///
  /// - Parameters:
  ///   - updates: a block that changes the data and the list; nil for no changes.
  ///   - completion: called with true immediately after the changes, because nothing is animated.
  @_disfavoredOverload
  public func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    performBatchUpdates({ updates?() }, completion: completion)
  }

  /// Performs several changes in the same way.
  ///
  /// - Parameter updates: a block that changes the data and the list.
  /// - Returns: true, because nothing is animated.
  @discardableResult
  public func performBatchUpdates(_ updates: () -> Void) async -> Bool {
    performBatchUpdates(updates, completion: nil)
    return true
  }

  /// Performs several changes in the same way.
  ///
  /// - Parameter updates: a block that changes the data and the list; nil for no changes.
  /// - Returns: true, because nothing is animated.
  @_disfavoredOverload
  @discardableResult
  public func performBatchUpdates(_ updates: (() -> Void)?) async -> Bool {
    performBatchUpdates(updates, completion: nil)
    return true
  }

  /// Begins a group of changes, which ends with ``endUpdates()``.
  public func beginUpdates() { batchDepth += 1 }

  /// Ends a group of changes, then reloads the list if its row counts differ from the data source.
  public func endUpdates() {
    batchDepth = max(0, batchDepth - 1)
    checkRowCounts()
  }

  /// Reloads the list if its row counts differ from the data source; does nothing during a group of changes.
  func checkRowCounts() {
    let counts = dataRowCounts
    if batchDepth > 0 || presentation.rowCounts == counts { return }
    recordInTrace(
      "<mismatch>", "rows \(presentation.rowCounts) shown, \(counts) in the data source; reloaded")
    reloadData()
  }

  /// Converts a presentation path to a path of the data source; nil for a placeholder.
  ///
  /// - Parameter path: a path that counts placeholders.
  /// - Returns: the corresponding path, which does not count placeholders.
  public func dataSourceIndexPath(forPresentationIndexPath path: IndexPath?) -> IndexPath? {
    path.flatMap(presentation.dataPath(forPresentation:))
  }

  /// Converts a path of the data source to a presentation path; nil if the row does not exist.
  ///
  /// - Parameter path: a path that does not count placeholders.
  /// - Returns: the corresponding path, which counts placeholders.
  public func presentationIndexPath(forDataSourceIndexPath path: IndexPath?) -> IndexPath? {
    path.flatMap(presentation.presentationPath(forData:))
  }

  func select(_ path: IndexPath, _ isSelected: Bool) {
    guard let place = presentation.presentationPath(forData: path), let slot = presentation.slot(at: place)
    else { return }
    if isSelected {
      if !allowsMultipleSelection { deselectAll() }
      selection.insert(slot)
    } else {
      selection.remove(slot)
    }
    cells[slot]?.isSelected = isSelected
  }

  func deselectAll() {
    for slot in selection { cells[slot]?.isSelected = false }
    selection = []
  }

  /// The paths of the selected rows, in the order of the list.
  var selectedPaths: [IndexPath] { presentation.dataPaths(of: selection).map(\.path) }

  private var slotCounts: [Int] { presentation.sections.map(\.count) }

  /// Returns the row at a point; nil if the point is over a placeholder or outside all rows.
  func path(at point: CGPoint) -> IndexPath? {
    guard case .slot(let section, let item) = layout.place(at: point, slotCounts: slotCounts) else {
      return nil
    }
    return presentation.dataPath(forPresentation: IndexPath(item: item, section: section))
  }

  /// Returns the destination of a drop at a point; nil if there is no destination.
  ///
  /// The destination is the row at the point. Directly below the last row, the destination is the path after
  /// the last row.
  func destination(at point: CGPoint) -> IndexPath? {
    switch layout.place(at: point, slotCounts: slotCounts) {
    case .slot(let section, let item):
      presentation.slot(at: IndexPath(item: item, section: section)).flatMap(presentation.dataPath(of:))
    case .belowLastRow: endPath
    case .nowhere: nil
    }
  }

  /// The path after the last row of the last section; nil if the list has no sections.
  private var endPath: IndexPath? {
    presentation.rowCounts.last.map { IndexPath(item: $0, section: presentation.sections.count - 1) }
  }

  /// Returns the destination of a row of this list at a point: below all rows, the path after the last row.
  func reorderingDestination(at point: CGPoint) -> IndexPath? {
    destination(at: point) ?? endPath
  }

  /// Returns the rectangle of a row, in the coordinates of the list; nil if the row does not exist.
  func rect(of path: IndexPath) -> CGRect? {
    presentation.presentationPath(forData: path).map(rect(atPresentation:))
  }

  /// Returns the rectangle at a presentation path, in the coordinates of the list.
  func rect(atPresentation path: IndexPath) -> CGRect {
    layout.rect(section: path.section, item: path.item, slotCounts: slotCounts)
  }

  // MARK: Placeholders

  func insertPlaceholder(at path: IndexPath) -> ListPresentation.Slot? {
    presentation.insertPlaceholder(at: path)
  }

  func commit(_ slot: ListPresentation.Slot, _ dataSourceUpdates: (IndexPath) -> Void) -> Bool {
    guard let path = presentation.dataPath(of: slot) else { return false }
    dataSourceUpdates(path)
    presentation.commit(slot)
    recordInTrace("<committed>", "at \(path.traceDescription)")
    checkRowCounts()
    return true
  }

  func delete(_ slot: ListPresentation.Slot) -> Bool { presentation.remove(slot) }

  // MARK: State

  func setActiveDrop(_ isActive: Bool) { hasActiveDrop = isActive }

  func recordInTrace(_ call: String, _ detail: String) {
    application?.traceHandler?(self, call, detail)
  }
}
