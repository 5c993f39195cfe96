public import Foundation

/// What tables and collections have in common: rows of a data source, placeholders, and their part in drags.
///
/// Rows have one height and lie one below the other, or beside one another in a grid; paths are those of the
/// data source unless a member says otherwise.
@MainActor
open class ListView: View {
  /// Whether rows can be dragged; true, as on every recent system.
  public var dragInteractionEnabled: Bool {
    get { dragInteraction.isEnabled }
    set { dragInteraction.isEnabled = newValue }
  }
  /// The height of a row in points.
  public var rowHeight = 44.0
  /// Whether a drag that was lifted from one of its rows is under way.
  public var hasActiveDrag: Bool { !activeDrags.isEmpty }
  /// Whether a drag is over it.
  public private(set) var hasActiveDrop = false
  /// Whether it shows something that the data source does not know: a placeholder, or a gap for a row that is
  /// being moved.
  public var hasUncommittedUpdates: Bool { presentation.hasPlaceholders || isReordering }

  var presentation = ListPresentation()
  /// The drags lifted from here, with the row of each item.
  var activeDrags: [(session: DragSession, rows: [DragItem: ListPresentation.Slot])] = []
  var isReordering = false
  /// Where dropped items went, for the previews that fly there.
  var landings: [DragItem: ListLanding] = [:]
  private var selection: Set<ListPresentation.Slot> = []
  private lazy var bridge = ListBridge(self)
  private(set) lazy var dragInteraction = DragInteraction(delegate: bridge)
  private(set) lazy var dropInteraction = DropInteraction(delegate: bridge)

  /// Makes an empty list; `reloadData()` asks its data source.
  public override init(name: String, frame: CGRect = .zero) {
    super.init(name: name, frame: frame)
    addInteraction(dragInteraction)
    addInteraction(dropInteraction)
  }

  var layout: ListLayout {
    ListLayout(columnCount: 1, cellSize: CGSize(width: max(1, frame.size.width), height: max(1, rowHeight)))
  }

  // MARK: What a table or a collection answers

  var dataRowCounts: [Int] { [] }
  /// Whether rows can be dragged and dropped at all.
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
  /// Has the data source move a row; false when it has no method for that.
  func moveRowInData(at path: IndexPath, to newPath: IndexPath) -> Bool { false }
  func performDrop(
    _ items: [ListDropItem], destination: IndexPath?, session: DropSession, proposal: ListDropProposal
  ) -> Set<DragItem> { [] }

  // MARK: Rows

  /// Asks the data source again; placeholders are gone, and so is the selection.
  public func reloadData() {
    presentation.reload(rowCounts: dataRowCounts)
    selection = []
  }

  /// Asks the data source again about some sections; their placeholders are gone.
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

  /// Makes several changes, and compares the rows with the data source's after the last one.
  public func performBatchUpdates(_ updates: () -> Void) {
    batchDepth += 1
    updates()
    batchDepth -= 1
    checkRowCounts()
  }

  /// A list whose rows are not the data source's would show what is not there, so it starts over.
  func checkRowCounts() {
    let counts = dataRowCounts
    if batchDepth > 0 || presentation.rowCounts == counts { return }
    noteInTrace("<mismatch>", "rows \(presentation.rowCounts) shown, \(counts) in the data source; reloaded")
    reloadData()
  }

  /// The path in the data source of a path on the screen; nil for a placeholder.
  public func dataSourceIndexPath(forPresentationIndexPath path: IndexPath?) -> IndexPath? {
    path.flatMap(presentation.dataPath(forPresentation:))
  }

  /// The path on the screen of a path in the data source; nil where there is no such row.
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

  /// The row at a point of the list; nil over a placeholder and over empty space.
  func path(at point: CGPoint) -> IndexPath? {
    guard case .slot(let section, let item) = layout.place(at: point, slotCounts: slotCounts) else {
      return nil
    }
    return presentation.dataPath(forPresentation: IndexPath(item: item, section: section))
  }

  /// Where a drop at a point goes: a row, the path after the last row just below it, nil further down.
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

  /// The area of a row, in points of the list; nil where there is none.
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
    noteInTrace("<committed>", "at \(path.traceText)")
    checkRowCounts()
    return true
  }

  func delete(_ slot: ListPresentation.Slot) -> Bool { presentation.remove(slot) }

  // MARK: State

  func setActiveDrop(_ isActive: Bool) { hasActiveDrop = isActive }

  func noteInTrace(_ call: String, _ detail: String) {
    application?.note?(self, call, detail)
  }
}
