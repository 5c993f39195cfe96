public import Foundation

/// The base class of tables and collections: rows of a data source, placeholders, and dragging and dropping of rows.
///
/// All rows have the same height. They are in one column, or in a grid. Paths are those of the data source unless
/// documented otherwise.
@MainActor
open class ListView: View {
  /// Whether rows can be dragged; true by default.
  public var dragInteractionEnabled: Bool {
    get { dragInteraction.isEnabled }
    set { dragInteraction.isEnabled = newValue }
  }
  /// The height of a row in points.
  public var rowHeight = 44.0
  /// Whether a drag that began in one of the rows is active.
  public var hasActiveDrag: Bool { !activeDrags.isEmpty }
  /// Whether a drag is over the list.
  public private(set) var hasActiveDrop = false
  /// Whether the list shows something that is not in the data source: a placeholder, or a gap for a row that is moved.
  public var hasUncommittedUpdates: Bool { presentation.hasPlaceholders || isReordering }

  var presentation = ListPresentation()
  /// The drags that began in the list, with the row of each item.
  var activeDrags: [(session: DragSession, rows: [DragItem: ListPresentation.Slot])] = []
  var isReordering = false
  /// The destinations of dropped items, for their previews.
  var dropDestinations: [DragItem: ListDropDestination] = [:]
  private var selection: Set<ListPresentation.Slot> = []
  private lazy var interactionDelegate = ListInteractionDelegate(self)
  private(set) lazy var dragInteraction = DragInteraction(delegate: interactionDelegate)
  private(set) lazy var dropInteraction = DropInteraction(delegate: interactionDelegate)

  /// Makes an empty list.
  public override init(name: String, frame: CGRect = .zero) {
    super.init(name: name, frame: frame)
    addInteraction(dragInteraction)
    addInteraction(dropInteraction)
  }

  var layout: ListLayout {
    ListLayout(columnCount: 1, cellSize: CGSize(width: max(1, frame.size.width), height: max(1, rowHeight)))
  }

  // MARK: For subclasses

  var dataRowCounts: [Int] { [] }
  var hasDragDelegate: Bool { false }
  var hasDropDelegate: Bool { false }
  func itemsForBeginning(_ session: DragSession, at path: IndexPath) -> [DragItem] { [] }
  func itemsForAdding(to session: DragSession, at path: IndexPath, point: CGPoint) -> [DragItem] { [] }
  func dragPreviewParameters(at path: IndexPath) -> DragPreviewParameters? { nil }
  func dragWillBegin(_ session: DragSession) {}
  func dragDidEnd(_ session: DragSession) {}
  func dragAllowsMove(_ session: DragSession) -> Bool { true }
  func dragIsRestricted(_ session: DragSession) -> Bool { false }
  func canHandle(_ session: DropSession) -> Bool { true }
  func dropDidEnter(_ session: DropSession) {}
  func dropDidUpdate(_ session: DropSession, destination: IndexPath?) -> ListDropProposal {
    ListDropProposal(operation: .cancel)
  }
  func dropDidExit(_ session: DropSession) {}
  func dropDidEnd(_ session: DropSession) {}
  func dropPreviewParameters(at path: IndexPath) -> DragPreviewParameters? { nil }
  /// Moves a row in the data source; returns false if the data source does not implement it.
  func moveRowInData(at path: IndexPath, to newPath: IndexPath) -> Bool { false }
  func performDrop(
    _ items: [ListDropItem], destination: IndexPath?, session: DropSession, proposal: ListDropProposal
  ) -> Set<DragItem> { [] }

  // MARK: Rows

  /// Reloads the data source; removes placeholders and the selection.
  public func reloadData() {
    presentation.reload(rowCounts: dataRowCounts)
    selection = []
  }

  /// Reloads some sections; removes their placeholders.
  public func reloadSections(_ sections: IndexSet) {
    let counts = dataRowCounts
    guard counts.count == presentation.sections.count else { return reloadData() }
    for section in sections where counts.indices.contains(section) {
      presentation.reload(section: section, rowCount: counts[section])
    }
    checkRowCounts()
  }

  func insertPaths(_ paths: [IndexPath]) {
    presentation.insertRows(at: paths)
    checkRowCounts()
  }

  func deletePaths(_ paths: [IndexPath]) {
    presentation.deleteRows(at: paths)
    checkRowCounts()
  }

  func movePath(_ path: IndexPath, to newPath: IndexPath) {
    presentation.moveRow(at: path, to: newPath)
    checkRowCounts()
  }

  private var batchDepth = 0

  /// Performs several changes, and compares the rows with the data source after the last one.
  public func performBatchUpdates(_ updates: () -> Void) {
    batchDepth += 1
    updates()
    batchDepth -= 1
    checkRowCounts()
  }

  /// Reloads the list if the numbers of its rows differ from those of the data source.
  func checkRowCounts() {
    let counts = dataRowCounts
    if batchDepth > 0 || presentation.rowCounts == counts { return }
    recordInTrace(
      "<mismatch>", "rows \(presentation.rowCounts) shown, \(counts) in the data source; reloaded")
    reloadData()
  }

  /// Converts a presentation path to a path of the data source; nil for a placeholder.
  public func dataSourceIndexPath(forPresentationIndexPath path: IndexPath?) -> IndexPath? {
    path.flatMap(presentation.dataPath(forPresentation:))
  }

  /// Converts a path of the data source to a presentation path; nil if there is no such row.
  public func presentationIndexPath(forDataSourceIndexPath path: IndexPath?) -> IndexPath? {
    path.flatMap(presentation.presentationPath(forData:))
  }

  func select(_ path: IndexPath, _ isSelected: Bool) {
    guard let place = presentation.presentationPath(forData: path), let slot = presentation.slot(at: place)
    else { return }
    if isSelected { selection.insert(slot) } else { selection.remove(slot) }
  }

  /// The paths of the selected rows, in the order of the list.
  var selectedPaths: [IndexPath] { presentation.dataPaths(of: selection).map(\.path) }

  private var slotCounts: [Int] { presentation.sections.map(\.count) }

  /// The row at a point; nil over a placeholder and outside of all rows.
  func path(at point: CGPoint) -> IndexPath? {
    guard case .slot(let section, let item) = layout.place(at: point, slotCounts: slotCounts) else {
      return nil
    }
    return presentation.dataPath(forPresentation: IndexPath(item: item, section: section))
  }

  /// The destination of a drop at a point: a row, or the path after the last row directly below it; nil elsewhere.
  func destination(at point: CGPoint) -> IndexPath? {
    switch layout.place(at: point, slotCounts: slotCounts) {
    case .slot(let section, let item):
      presentation.slot(at: IndexPath(item: item, section: section)).flatMap(presentation.dataPath(of:))
    case .belowLastRow:
      presentation.sections.isEmpty
        ? nil
        : IndexPath(
          item: presentation.rowCounts[presentation.sections.count - 1],
          section: presentation.sections.count - 1)
    case .nowhere: nil
    }
  }

  /// The rectangle of a row, in the coordinates of the list; nil if there is no such row.
  func rect(of path: IndexPath) -> CGRect? {
    presentation.presentationPath(forData: path).map {
      layout.rect(section: $0.section, item: $0.item, slotCounts: slotCounts)
    }
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
