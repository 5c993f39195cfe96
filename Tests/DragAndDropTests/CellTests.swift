import DragAndDrop
import Foundation
import ItemProviders
import TestSupport;
import Testing

@Suite @MainActor struct CellTests {
  /// A cell with a text that identifies it.
  final class NamedCell: TableViewCell {
    var text = ""
    var preparations = 0
    override func prepareForReuse() { preparations += 1 }
  }

  final class Names: TableViewDataSource, TableViewDragDelegate {
    var names = ["a", "b", "c", "d", "e", "f"]
    var asked: [Int] = []

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { names.count }
    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
      asked.append(indexPath.row)
      let cell = tableView.dequeueReusableCell(withIdentifier: "name", for: indexPath)
      (cell as? NamedCell)?.text = names[indexPath.row]
      return cell
    }
    func tableView(
      _ tableView: TableView, itemsForBeginning session: any DragSession, at indexPath: IndexPath
    ) -> [DragItem] { [DragItem(itemProvider: ItemProvider(object: names[indexPath.row]))] }
  }

  let stage = Stage()
  let table = TableView()
  let names = Names()

  init() {
    table.register(NamedCell.self, forCellReuseIdentifier: "name")
    table.rowHeight = 40
    table.dataSource = names
    table.dragDelegate = names
    stage.add(table, to: stage.left, row: 0)
  }

  func path(_ row: Int) -> IndexPath { IndexPath(row: row, section: 0) }
  func text(_ row: Int) -> String? { (table.cellForRow(at: path(row)) as? NamedCell)?.text }

  @Test func onlyVisibleRowsHaveCells() {
    expectEqual((0..<6).map { text($0) }, ["a", "b", "c", nil, nil, nil])
    expectEqual(names.asked, [0, 1, 2])
    expectEqual(table.indexPathsForVisibleRows, [path(0), path(1), path(2)])
    expectEqual(table.visibleCells.compactMap { ($0 as? NamedCell)?.preparations }, [1, 1, 1])
  }

  @Test func aCellFollowsItsRowAndLeavesWithIt() throws {
    let cell = try require(table.cellForRow(at: path(1)))
    expectEqual(cell.frame, CGRect(x: 0, y: 40, width: 100, height: 40))
    names.names.insert("new", at: 0)
    table.insertRows(at: [path(0)], with: .automatic)
    expectEqual(table.cellForRow(at: path(2)), cell)
    expectEqual(cell.frame.origin.y, 80)
    expectEqual(table.indexPath(for: cell), path(2))
    names.names.remove(at: 2)
    table.deleteRows(at: [path(2)], with: .fade)
    expectNil(cell.superview)
    expectNil(table.indexPath(for: cell))
  }

  @Test func aReloadedRowHasANewCellAndStaysSelected() throws {
    let cell = try require(table.cellForRow(at: path(0)))
    table.selectRow(at: path(0), animated: false, scrollPosition: .none)
    expect(cell.isSelected)
    names.names[0] = "z"
    table.reloadRows(at: [path(0)], with: .none)
    expectEqual(text(0), "z")
    expectNotEqual(table.cellForRow(at: path(0)), cell)
    expectEqual(table.indexPathForSelectedRow, path(0))
  }

  @Test func selectingOneRowDeselectsTheOthersUnlessSeveralAreAllowed() {
    for row in [0, 2] { table.selectRow(at: path(row), animated: false, scrollPosition: .none) }
    expectEqual(table.indexPathsForSelectedRows, [path(2)])
    table.allowsMultipleSelection = true
    table.selectRow(at: path(0), animated: true, scrollPosition: .middle)
    expectEqual(table.indexPathsForSelectedRows, [path(0), path(2)])
    table.selectRow(at: nil, animated: false, scrollPosition: .none)
    expectNil(table.indexPathsForSelectedRows)
  }

  @Test func aPlaceholderIsACellOfTheRegisteredClass() throws {
    final class Dropping: TableViewDropDelegate {
      var cells: [TableViewCell] = []
      func tableView(_ tableView: TableView, performDropWith coordinator: any TableViewDropCoordinator) {
        let placeholder = TableViewDropPlaceholder(
          insertionIndexPath: IndexPath(row: 1, section: 0), reuseIdentifier: "name", rowHeight: 40)
        placeholder.cellUpdateHandler = { self.cells.append($0) }
        let context = coordinator.drop(coordinator.items[0].dragItem, to: placeholder)
        context.setNeedsCellUpdate()
      }
    }
    let dropping = Dropping()
    table.dropDelegate = dropping
    let source = TestSource(ItemProvider(object: "x"))
    try stage.drag(
      from: stage.source("source", in: stage.left, row: 2, source), to: CGPoint(x: 50, y: 50))
    expectEqual(dropping.cells.count, 2)
    expectEqual(dropping.cells[0], dropping.cells[1])
    #expect(dropping.cells[0] is NamedCell)
    expectEqual(dropping.cells[0].superview, table)
    table.reloadData()
    expectNil(dropping.cells[0].superview)
  }
}

@Suite @MainActor struct RowSpringLoadingTests {
  @MainActor final class Folders: TableViewDataSource, TableViewDelegate {
    var selected: [Int] = []
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 3 }
    func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
      selected.append(indexPath.row)
    }
    func tableView(
      _ tableView: TableView, shouldSpringLoadRowAt indexPath: IndexPath,
      with context: any SpringLoadedInteractionContext
    ) -> Bool { indexPath.row != 1 }
  }

  @Test func aDragThatWaitsOverARowSelectsItUnlessTheDelegateForbidsIt() throws {
    let stage = Stage()
    let (table, folders) = (TableView(), Folders())
    table.rowHeight = 20
    table.dataSource = folders
    table.delegate = folders
    stage.add(table, to: stage.right, row: 0)
    let source = TestSource(ItemProvider(object: "x"))
    let start = stage.source("source", in: stage.left, row: 0, source)
    func hover(_ rows: [Int], _ duration: Duration) throws {
      let drag = try require(stage.driver.beginDrag(at: start))
      for row in rows {
        try drag.move(to: CGPoint(x: 150, y: 10 + 20 * Double(row)))
        stage.driver.wait(duration)
      }
      try drag.cancel()
    }
    try hover([0], .seconds(2))
    expectEmpty(folders.selected)
    table.isSpringLoaded = true
    try hover([0, 1], .seconds(2))
    expectEqual(folders.selected, [0])
    expectEqual(table.indexPathForSelectedRow, IndexPath(row: 0, section: 0))
    // Less than a second on each row is too short, regardless of the number of rows.
    try hover([0, 2, 0, 2], .milliseconds(700))
    expectEqual(folders.selected, [0])
    table.isSpringLoaded = false
    try hover([2], .seconds(2))
    expectEqual(folders.selected, [0])
  }
}
