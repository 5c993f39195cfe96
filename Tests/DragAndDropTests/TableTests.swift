import DragAndDrop
import Foundation
import ItemProviders
import TestSupport
import Testing

/// The rows of a table and both of its delegates, configured by tests; a subclass is the data source.
@MainActor
class Rows: TableViewDragDelegate, TableViewDropDelegate {
  var rows: [String]
  let table = TableView(name: "table")
  var log: [String] = []
  var propose: (any DropSession, IndexPath?) -> TableViewDropProposal = { _, _ in
    TableViewDropProposal(operation: .copy, intent: .insertAtDestinationIndexPath)
  }
  var perform: (any TableViewDropCoordinator) -> Void = { _ in }
  var allowsMove = true
  var coordinator: (any TableViewDropCoordinator)?
  var destinations: [IndexPath?] = []

  init(_ rows: String...) {
    self.rows = rows
    table.rowHeight = 20
    table.dataSource = self as? any TableViewDataSource
    table.dragDelegate = self
    table.dropDelegate = self
  }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { rows.count }
  func tableView(
    _ tableView: TableView, itemsForBeginning session: any DragSession, at indexPath: IndexPath
  ) -> [DragItem] {
    log.append("itemsForBeginning \(indexPath.row)")
    return [DragItem(itemProvider: ItemProvider(object: rows[indexPath.row]))]
  }
  func tableView(_ tableView: TableView, dragSessionWillBegin session: any DragSession) {
    log.append("willBegin")
  }
  func tableView(_ tableView: TableView, dragSessionDidEnd session: any DragSession) { log.append("didEnd") }
  func tableView(_ tableView: TableView, dragSessionAllowsMoveOperation session: any DragSession) -> Bool {
    allowsMove
  }
  func tableView(
    _ tableView: TableView, dropSessionDidUpdate session: any DropSession,
    withDestinationIndexPath destinationIndexPath: IndexPath?
  ) -> TableViewDropProposal {
    destinations.append(destinationIndexPath)
    return propose(session, destinationIndexPath)
  }
  func tableView(_ tableView: TableView, performDropWith coordinator: any TableViewDropCoordinator) {
    log.append("performDrop")
    self.coordinator = coordinator
    perform(coordinator)
  }
}

/// Rows of a data source without `moveRowAt`.
@MainActor
final class FixedRows: Rows, TableViewDataSource {}

/// Rows of a data source with `moveRowAt`.
@MainActor
final class MovableRows: Rows, TableViewDataSource {
  func tableView(
    _ tableView: TableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) {
    log.append("move \(sourceIndexPath.row) to \(destinationIndexPath.row)")
    rows.insert(rows.remove(at: sourceIndexPath.row), at: destinationIndexPath.row)
  }
}

@Suite @MainActor struct TableTests {
  let stage = Stage()

  private func row(_ row: Int, of rows: Rows) -> CGPoint {
    rows.table.pointOnScreen(CGPoint(x: 50, y: Double(row) * 20 + 10))
  }

  private func path(_ row: Int) -> IndexPath { IndexPath(row: row, section: 0) }

  private func foreign(_ texts: String...) -> (TestSource, CGPoint) {
    let source = TestSource { _ in texts.map { DragItem(itemProvider: ItemProvider(object: $0)) } }
    return (source, stage.source("elsewhere", in: stage.right, row: 0, source))
  }

  @Test(.behaviour("IP-196")) func liftingASelectedRowDragsAllSelectedRows() throws {
    let rows = FixedRows("a", "b", "c", "d", "e")
    stage.add(rows.table, to: stage.left, row: 0)
    rows.table.allowsMultipleSelection = true
    for row in [3, 0, 1] { rows.table.selectRow(at: path(row)) }
    let drag = try require(stage.driver.beginDrag(at: row(1, of: rows)))
    expectEqual(Set(rows.log), ["itemsForBeginning 0", "itemsForBeginning 1", "itemsForBeginning 3"])
    expectEqual(drag.session.items.count, 3)
    try drag.cancel()
    try expectEqual(require(stage.driver.beginDrag(at: row(2, of: rows))).session.items.count, 1)
  }

  @Test(.behaviour("IP-197"), arguments: [(0, 0), (2, 2), (3, 3), (4, nil)] as [(Int, Int?)])
  func theDestinationIsARowOrTheEndOrNil(row: Int, expected: Int?) throws {
    let rows = FixedRows("a", "b", "c")
    stage.add(rows.table, to: stage.left, row: 0)
    let (source, start) = foreign("x")
    let drag = try require(stage.driver.beginDrag(at: start))
    try drag.move(to: self.row(row, of: rows))
    expectEqual(rows.destinations, [expected.map(path)])
    withExtendedLifetime(source) {}
  }

  @Test(.behaviour("IP-198")) func withoutADestinationReorderableRowsAppend() async throws {
    let table = TableView(name: "table")
    let rows = ReorderableRows(["a", "b"], in: table)
    stage.add(table, to: stage.left, row: 0)
    table.rowHeight = 20
    let (source, start) = foreign("x", "y")
    try stage.drag(from: start, to: CGPoint(x: 50, y: 90))
    await stage.driver.settled()
    expectEqual(rows.rows, ["a", "b", "x", "y"])
    expectEqual(table.numberOfRows(inSection: 0), 4)
    withExtendedLifetime(source) {}
  }

  @Test(.behaviour("IP-200")) func aMoveThatTheTableDoesNotAllowIsCancelled() throws {
    let rows = MovableRows("a", "b", "c")
    rows.allowsMove = false
    rows.propose = { _, _ in TableViewDropProposal(operation: .move, intent: .insertAtDestinationIndexPath) }
    stage.add(rows.table, to: stage.left, row: 0)
    let drag = try stage.drag(from: row(0, of: rows), to: row(2, of: rows))
    expectEqual(drag.operation, .cancel)
    expectEqual(rows.rows, ["a", "b", "c"])
  }

  @Test(
    .behaviour("IP-201"),
    arguments: [(0, 2, ["b", "c", "a"]), (2, 0, ["c", "a", "b"]), (0, 3, ["b", "c", "a"])])
  func aRowOfTheTableIsMovedByItsDataSource(from: Int, to: Int, expected: [String]) throws {
    let rows = MovableRows("a", "b", "c")
    rows.propose = { _, _ in TableViewDropProposal(operation: .move, intent: .insertAtDestinationIndexPath) }
    stage.add(rows.table, to: stage.left, row: 0)
    let drag = try require(stage.driver.beginDrag(at: row(from, of: rows)))
    try drag.move(to: row(to, of: rows))
    expect(rows.table.hasUncommittedUpdates)
    try drag.drop()
    expectEqual(drag.operation, .move)
    expectEqual(rows.rows, expected)
    expect(!rows.log.contains("performDrop"), rows.log)
    expect(!rows.table.hasUncommittedUpdates)
  }

  @Test(.behaviour("IP-201")) func withoutMoveRowAtTheDropIsPerformed() throws {
    let rows = FixedRows("a", "b", "c")
    rows.propose = { _, _ in TableViewDropProposal(operation: .move, intent: .insertAtDestinationIndexPath) }
    stage.add(rows.table, to: stage.left, row: 0)
    try stage.drag(from: row(0, of: rows), to: row(2, of: rows))
    expect(rows.log.contains("performDrop"), rows.log)
    expectEqual(rows.coordinator?.items[0].sourceIndexPath, path(0))
  }

  @Test(.behaviour("IP-202")) func itemsFromElsewhereHaveNoSourceRow() throws {
    let rows = FixedRows("a")
    stage.add(rows.table, to: stage.left, row: 0)
    let (source, start) = foreign("x")
    try stage.drag(from: start, to: row(0, of: rows))
    expectEqual(rows.coordinator?.items.map(\.sourceIndexPath), [nil])
    expectEqual(rows.coordinator?.destinationIndexPath, path(0))
    expectEqual(rows.coordinator?.items[0].previewSize, .zero)
    withExtendedLifetime(source) {}
  }

  /// Drops text on the first row and returns the context of its placeholder.
  private func placeholder(in rows: Rows, at row: Int) throws -> any TableViewDropPlaceholderContext {
    var context: (any TableViewDropPlaceholderContext)?
    rows.perform = { coordinator in
      let placeholder = TableViewDropPlaceholder(
        insertionIndexPath: IndexPath(row: row, section: 0), reuseIdentifier: "waiting", rowHeight: 20)
      context = coordinator.drop(coordinator.items[0].dragItem, to: placeholder)
    }
    stage.add(rows.table, to: stage.left, row: 0)
    let (source, start) = foreign("x")
    try stage.drag(from: start, to: self.row(0, of: rows))
    withExtendedLifetime(source) {}
    return try require(context)
  }

  @Test(.behaviour("IP-203")) func aPlaceholderIsReplacedByItsRow() throws {
    let rows = FixedRows("a", "b")
    let context = try placeholder(in: rows, at: 1)
    expectEqual(rows.table.numberOfRows(inSection: 0), 3)
    var paths: [IndexPath] = []
    let isCommitted = context.commitInsertion { path in
      paths.append(path)
      rows.rows.insert("x", at: path.row)
    }
    expect(isCommitted)
    expectEqual(paths, [path(1)])
    expectEqual(rows.rows, ["a", "x", "b"])
    expect(!rows.table.hasUncommittedUpdates)
    expectEmpty(stage.driver.trace.details(of: "<mismatch>"))
  }

  @Test(.behaviour("IP-204")) func theRowIsInsertedAtTheCurrentPathOfThePlaceholder() throws {
    let rows = FixedRows("a", "b")
    let context = try placeholder(in: rows, at: 1)
    rows.rows.insert(contentsOf: ["1", "2"], at: 0)
    rows.table.insertRows(at: [path(0), path(1)])
    var paths: [IndexPath] = []
    expect(
      context.commitInsertion { path in
        paths.append(path)
        rows.rows.insert("x", at: path.row)
      })
    expectEqual(paths, [path(3)])
    expectEqual(rows.rows, ["1", "2", "a", "x", "b"])
  }

  @Test(.behaviour("IP-205", "G-35")) func aReloadRemovesPlaceholders() throws {
    let rows = FixedRows("a", "b")
    let context = try placeholder(in: rows, at: 1)
    rows.table.reloadData()
    expect(!rows.table.hasUncommittedUpdates)
    expect(!context.commitInsertion { _ in Issue.record("the block must not run") })
    expect(!context.deletePlaceholder())
    expectEqual(rows.table.numberOfRows(inSection: 0), 2)
  }

  @Test(.behaviour("IP-206")) func aPlaceholderIsDeletedOnce() throws {
    let rows = FixedRows("a", "b")
    let context = try placeholder(in: rows, at: 1)
    expect(rows.table.hasUncommittedUpdates)
    expect(context.deletePlaceholder())
    expect(!context.deletePlaceholder())
    expect(!context.commitInsertion { _ in Issue.record("the block must not run") })
    expect(!rows.table.hasUncommittedUpdates)
  }

  @Test func aPlaceholderIsCommittedOnce() throws {
    let rows = FixedRows("a")
    let context = try placeholder(in: rows, at: 0)
    expect(context.commitInsertion { rows.rows.insert("x", at: $0.row) })
    expect(!context.commitInsertion { rows.rows.insert("x", at: $0.row) })
    expectEqual(rows.rows, ["x", "a"])
  }

  @Test(.behaviour("IP-207")) func aPlaceholderIsNotInTheDataSource() throws {
    let rows = FixedRows("a", "b")
    let context = try placeholder(in: rows, at: 1)
    expectNil(rows.table.dataSourceIndexPath(forPresentationIndexPath: path(1)))
    expectEqual(rows.table.dataSourceIndexPath(forPresentationIndexPath: path(2)), path(1))
    expectEqual(rows.table.presentationIndexPath(forDataSourceIndexPath: path(1)), path(2))
    expectNil(rows.table.presentationIndexPath(forDataSourceIndexPath: path(2)))
    expect(context.deletePlaceholder())
  }

  @Test(.behaviour("IP-208")) func aDropThatPlacesNothingChangesNothing() async throws {
    let rows = FixedRows("a", "b")
    stage.add(rows.table, to: stage.left, row: 0)
    let (source, start) = foreign("x", "y")
    try stage.drag(from: start, to: row(0, of: rows))
    await stage.driver.settled()
    expectEqual(rows.rows, ["a", "b"])
    expectEqual(rows.table.numberOfRows(inSection: 0), 2)
    expectEqual(stage.driver.trace.details(of: "<unplaced>"), ["item 1", "item 2"])
    withExtendedLifetime(source) {}
  }

  @Test(.behaviour("IP-209", "G-34")) func aCopyInsideATableReordersNothing() throws {
    let rows = MovableRows("a", "b", "c")
    stage.add(rows.table, to: stage.left, row: 0)
    let drag = try require(stage.driver.beginDrag(at: row(0, of: rows)))
    try drag.move(to: row(2, of: rows))
    expect(!rows.table.hasUncommittedUpdates)
    // Reloading a section while one of its rows is dragged.
    rows.table.reloadSections([0])
    try drag.drop()
    expectEqual(drag.operation, .copy)
    expectEqual(rows.rows, ["a", "b", "c"])
    expect(rows.log.contains("performDrop"), rows.log)
    expectEqual(rows.coordinator?.items.map(\.sourceIndexPath), [nil])
  }

  @Test(.behaviour("IP-210"), arguments: [true, false])
  func everyDragThatBeginsEnds(isDropped: Bool) throws {
    let rows = FixedRows("a", "b")
    stage.add(rows.table, to: stage.left, row: 0)
    let drag = try require(stage.driver.beginDrag(at: row(0, of: rows)))
    expect(rows.table.hasActiveDrag)
    try drag.move(to: row(1, of: rows))
    expect(rows.table.hasActiveDrop)
    if isDropped { try drag.drop() } else { try drag.cancel() }
    expectEqual(rows.log.filter { $0 == "willBegin" || $0 == "didEnd" }, ["willBegin", "didEnd"])
    expect(!rows.table.hasActiveDrag)
    expect(!rows.table.hasActiveDrop)
    let lifted = try require(stage.driver.beginDrag(at: row(0, of: rows)))
    try lifted.cancel()
    expect(!rows.table.hasActiveDrag)
    expectEqual(rows.log.count { $0 == "didEnd" }, 1)
  }

  @Test func aTableWithWrongRowCountsIsReloaded() {
    let rows = FixedRows("a", "b")
    stage.add(rows.table, to: stage.left, row: 0)
    rows.table.insertRows(at: [path(0)])
    expectEqual(rows.table.numberOfRows(inSection: 0), 2)
    expectEqual(stage.driver.trace.details(of: "<mismatch>").count, 1)
    rows.table.performBatchUpdates {
      rows.table.insertRows(at: [path(0)])
      rows.rows.insert("x", at: 0)
    }
    expectEqual(stage.driver.trace.details(of: "<mismatch>").count, 1)
  }

  @Test func aRowIsCopiedBetweenTablesOfOneApplication() async throws {
    let (from, to) = (TableView(name: "from"), TableView(name: "to"))
    let (first, second) = (ReorderableRows(["a", "b"], in: from), ReorderableRows(["1", "2"], in: to))
    for (index, table) in [from, to].enumerated() {
      stage.add(table, to: stage.left, row: index)
      table.rowHeight = 20
    }
    try stage.drag(from: CGPoint(x: 50, y: 30), to: CGPoint(x: 50, y: 130))
    await stage.driver.settled()
    expectEqual(first.rows, ["a", "b"])
    expectEqual(second.rows, ["1", "b", "2"])
  }
}

@Suite @MainActor struct CollectionTests {
  @MainActor
  final class Photos: CollectionViewDataSource, CollectionViewDragDelegate, CollectionViewDropDelegate {
    var names = ["a", "b", "c", "d"]
    var contexts: [any CollectionViewDropPlaceholderContext] = []
    var cells: [IndexPath?] = []

    func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
      names.count
    }
    func collectionView(
      _ collectionView: CollectionView, itemsForBeginning session: any DragSession, at indexPath: IndexPath
    ) -> [DragItem] { [DragItem(itemProvider: ItemProvider(object: names[indexPath.item]))] }
    func collectionView(
      _ collectionView: CollectionView, moveItemAt sourceIndexPath: IndexPath,
      to destinationIndexPath: IndexPath
    ) { names.insert(names.remove(at: sourceIndexPath.item), at: destinationIndexPath.item) }
    func collectionView(
      _ collectionView: CollectionView, dropSessionDidUpdate session: any DropSession,
      withDestinationIndexPath destinationIndexPath: IndexPath?
    ) -> CollectionViewDropProposal {
      CollectionViewDropProposal(
        operation: collectionView.hasActiveDrag ? .move : .copy, intent: .insertAtDestinationIndexPath)
    }
    func collectionView(
      _ collectionView: CollectionView, performDropWith coordinator: any CollectionViewDropCoordinator
    ) {
      for item in coordinator.items {
        let placeholder = CollectionViewDropPlaceholder(
          insertionIndexPath: IndexPath(item: 0, section: 0), reuseIdentifier: "waiting")
        placeholder.cellUpdateHandler = { self.cells.append($0.indexPath) }
        contexts.append(coordinator.drop(item.dragItem, to: placeholder))
      }
    }
  }

  @Test func itemsAndPlaceholdersAreInAGrid() throws {
    let stage = Stage()
    let (view, photos) = (CollectionView(name: "photos"), Photos())
    view.columnCount = 2
    view.rowHeight = 20
    view.dataSource = photos
    view.dragDelegate = photos
    view.dropDelegate = photos
    stage.add(view, to: stage.left, row: 0)
    // From the first item of the first row to the second of the second.
    try stage.drag(from: CGPoint(x: 20, y: 10), to: CGPoint(x: 70, y: 30))
    expectEqual(photos.names, ["b", "c", "d", "a"])
    let source = TestSource(ItemProvider(object: "x"), ItemProvider(object: "y"))
    try stage.drag(
      from: stage.source("source", in: stage.right, row: 0, source), to: CGPoint(x: 20, y: 10))
    expectEqual(view.numberOfItems(inSection: 0), 6)
    expectEqual(photos.cells.map { $0?.item }, [0, 0])
    photos.contexts[0].setNeedsCellUpdate()
    expectEqual(photos.cells.last??.item, 1)
    for (context, name) in zip(photos.contexts, ["x", "y"]) {
      expect(context.commitInsertion { photos.names.insert(name, at: $0.item) })
    }
    expectEqual(photos.names, ["y", "x", "b", "c", "d", "a"])
    expect(!view.hasUncommittedUpdates)
  }
}

@Suite @MainActor struct ListPreviewTests {
  @MainActor final class Cutting: TableViewDataSource, TableViewDropDelegate {
    var asked: [IndexPath] = []
    var cells: [TableViewCell] = []
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 2 }
    func tableView(_ tableView: TableView, performDropWith coordinator: any TableViewDropCoordinator) {
      coordinator.drop(coordinator.items[0].dragItem, toRowAt: IndexPath(row: 1, section: 0))
      let placeholder = TableViewDropPlaceholder(
        insertionIndexPath: IndexPath(row: 0, section: 0), reuseIdentifier: "waiting", rowHeight: 20)
      placeholder.previewParametersProvider = {
        self.cells.append($0)
        return DragPreviewParameters()
      }
      coordinator.drop(coordinator.items[1].dragItem, to: placeholder).deletePlaceholder()
      coordinator.drop(coordinator.items[1].dragItem, to: placeholder)
    }
    func tableView(
      _ tableView: TableView, dropPreviewParametersForRowAt indexPath: IndexPath
    ) -> DragPreviewParameters? {
      asked.append(indexPath)
      return nil
    }
  }

  @Test func previewsHaveTheShapeOfTheirDestination() throws {
    let stage = Stage()
    let (table, cutting) = (TableView(name: "table"), Cutting())
    table.dataSource = cutting
    table.dropDelegate = cutting
    let end = stage.add(table, to: stage.right, row: 0)
    let source = TestSource(ItemProvider(object: "a"), ItemProvider(object: "b"))
    try stage.drag(from: stage.source("source", in: stage.left, row: 0, source), to: end)
    expectEqual(cutting.asked, [IndexPath(row: 1, section: 0)])
    expectEqual(cutting.cells.map(\.reuseIdentifier), ["waiting"])
    expectEqual(cutting.cells.first?.indexPath, IndexPath(row: 0, section: 0))
  }

  @Test func tenThousandSelectedRowsAreDraggedInLinearTime() throws {
    @MainActor final class Many: TableViewDataSource, TableViewDragDelegate, TableViewDropDelegate {
      var sources: [IndexPath?] = []
      func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 10_000 }
      func tableView(
        _ tableView: TableView, itemsForBeginning session: any DragSession, at indexPath: IndexPath
      ) -> [DragItem] { [DragItem(itemProvider: ItemProvider())] }
      func tableView(_ tableView: TableView, performDropWith coordinator: any TableViewDropCoordinator) {
        sources = coordinator.items.map(\.sourceIndexPath)
      }
    }
    let stage = Stage()
    let (table, many) = (TableView(name: "table"), Many())
    table.dataSource = many
    table.dragDelegate = many
    table.dropDelegate = many
    let middle = stage.add(table, to: stage.left, row: 0)
    table.allowsMultipleSelection = true
    for row in 0..<10_000 { table.selectRow(at: IndexPath(row: row, section: 0)) }
    try stage.drag(from: middle, to: middle)
    expectEqual(many.sources, (0..<10_000).map { IndexPath(row: $0, section: 0) })
  }
}
