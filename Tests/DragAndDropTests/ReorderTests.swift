import DragAndDrop
import Foundation
import ItemProviders
import TestSupport;
import Testing

/// The rows of two sections, which can be dragged; a subclass may move them.
@MainActor
class Sections: TableViewDataSource, TableViewDragDelegate, TableViewDelegate {
  var sections = [["a", "b"], ["1", "2"]]
  var calls: [String] = []
  var canMove: (IndexPath) -> Bool = { _ in true }
  var target: (IndexPath, IndexPath) -> IndexPath = { $1 }
  let table = TableView(name: "table")

  init() {
    table.rowHeight = 20
    table.dataSource = self
    table.dragDelegate = self
    table.delegate = self
  }

  func numberOfSections(in tableView: TableView) -> Int { sections.count }
  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    sections[section].count
  }
  func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool { canMove(indexPath) }
  func tableView(
    _ tableView: TableView, itemsForBeginning session: any DragSession, at indexPath: IndexPath
  ) -> [DragItem] {
    let item = DragItem(itemProvider: ItemProvider())
    item.localObject = sections[indexPath.section][indexPath.row]
    return [item]
  }
  func tableView(
    _ tableView: TableView, targetIndexPathForMoveFromRowAt sourceIndexPath: IndexPath,
    toProposedIndexPath proposedDestinationIndexPath: IndexPath
  ) -> IndexPath {
    calls.append("target")
    return target(sourceIndexPath, proposedDestinationIndexPath)
  }
}

/// Rows that are moved.
@MainActor
final class MovedSections: Sections, TableViewMoveRowAt {
  var updatesTable = false

  func tableView(
    _ tableView: TableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) {
    calls.append("move")
    let row = sections[sourceIndexPath.section].remove(at: sourceIndexPath.row)
    sections[destinationIndexPath.section].insert(row, at: destinationIndexPath.row)
    if updatesTable { tableView.moveRow(at: sourceIndexPath, to: destinationIndexPath) }
  }
}

/// A table with a drag delegate and no drop delegate reorders its rows.
@Suite @MainActor struct ReorderTests {
  let stage = Stage()
  let rows = MovedSections()

  /// A point over a row of all sections together.
  private func place(_ row: Int) -> CGPoint { CGPoint(x: 50, y: Double(row) * 20 + 10) }

  @Test(
    arguments: [
      (0, 1, [["b", "a"], ["1", "2"]]), (0, 2, [["b"], ["a", "1", "2"]]), (3, 0, [["2", "a", "b"], ["1"]]),
      (1, 4, [["a"], ["1", "2", "b"]]), (0, 15, [["b"], ["1", "2", "a"]]),
      (3, 3, [["a", "b"], ["1", "2"]]),
    ])
  func aRowIsMovedAlsoAcrossSections(from: Int, to: Int, expected: [[String]]) throws {
    rows.table.frame = CGRect(x: 0, y: 0, width: 100, height: 400)
    stage.left.window.addSubview(rows.table)
    let drag = try require(stage.driver.beginDrag(at: place(from)))
    try drag.move(to: place(to))
    expect(rows.table.hasUncommittedUpdates)
    try expectEqual(drag.drop(), .move)
    expectEqual(rows.sections, expected)
    expectEqual(rows.calls, ["target", "move"])
    expect(!rows.table.hasUncommittedUpdates)
    expect(!rows.table.hasActiveDrag)
    expectEqual(stage.driver.trace.details(of: "didEnd"), ["move"])
    expectEmpty(stage.driver.trace.details(of: "<mismatch>"))
    expectEmpty(stage.driver.trace.details(of: "<unplaced>"))
  }

  @Test func aRowKeepsItsSelectionWhetherTheTableOrTheDataSourceMovesIt() throws {
    for updatesTable in [false, true] {
      let rows = MovedSections()
      rows.updatesTable = updatesTable
      stage.add(rows.table, to: stage.left, row: 0)
      rows.table.selectRow(at: IndexPath(row: 0, section: 0))
      try stage.drag(from: place(0), to: place(2))
      expectEqual(rows.sections, [["b"], ["a", "1", "2"]])
      expectEqual(rows.table.indexPathsForSelectedRows, [IndexPath(row: 0, section: 1)])
      rows.table.removeFromSuperview()
    }
  }

  @Test func theDelegateChoosesAnotherTarget() throws {
    rows.target = { _, _ in IndexPath(row: 1, section: 1) }
    stage.add(rows.table, to: stage.left, row: 0)
    try stage.drag(from: place(0), to: place(1))
    expectEqual(rows.sections, [["b"], ["1", "a", "2"]])
  }

  @Test func aRowThatCannotBeMovedIsNotDropped() throws {
    rows.canMove = { $0.row != 0 }
    stage.add(rows.table, to: stage.left, row: 0)
    try expectEqual(stage.drag(from: place(0), to: place(1)).operation, .cancel)
    try expectEqual(stage.drag(from: place(1), to: place(0)).operation, .move)
    expectEqual(rows.sections, [["b", "a"], ["1", "2"]])
  }

  @Test func withoutMoveRowAtTheDragIsCancelled() throws {
    let fixed = Sections()
    stage.add(fixed.table, to: stage.left, row: 0)
    let drag = try stage.drag(from: place(0), to: place(1))
    expectEqual(drag.operation, .cancel)
    expectNil(drag.performedSession)
    expectEqual(fixed.sections, [["a", "b"], ["1", "2"]])
    expectEqual(stage.driver.trace.details(of: "didEnd"), ["cancel"])
    expect(!fixed.table.hasUncommittedUpdates)
  }

  @Test func severalRowsAndRowsOfAnotherTableAreNotMoved() throws {
    stage.add(rows.table, to: stage.left, row: 0)
    let other = MovedSections()
    stage.add(other.table, to: stage.left, row: 1)
    try expectEqual(stage.drag(from: place(0), to: CGPoint(x: 50, y: 130)).operation, .cancel)
    rows.table.allowsMultipleSelection = true
    for row in 0..<2 { rows.table.selectRow(at: IndexPath(row: row, section: 0)) }
    try expectEqual(stage.drag(from: place(0), to: place(3)).operation, .cancel)
    #expect(rows.calls.isEmpty && other.calls.isEmpty)
  }

  @Test func aCollectionReordersAsWell() throws {
    @MainActor
    final class Photos: CollectionViewDataSource, CollectionViewDragDelegate, CollectionViewDelegate {
      var names = ["a", "b", "c", "d"]
      func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
        names.count
      }
      func collectionView(
        _ collectionView: CollectionView, itemsForBeginning session: any DragSession, at indexPath: IndexPath
      ) -> [DragItem] { [DragItem(itemProvider: ItemProvider())] }
      func collectionView(
        _ collectionView: CollectionView, moveItemAt sourceIndexPath: IndexPath,
        to destinationIndexPath: IndexPath
      ) { names.insert(names.remove(at: sourceIndexPath.item), at: destinationIndexPath.item) }
      func collectionView(
        _ collectionView: CollectionView, targetIndexPathForMoveFromItemAt originalIndexPath: IndexPath,
        toProposedIndexPath proposedIndexPath: IndexPath
      ) -> IndexPath { IndexPath(item: max(1, proposedIndexPath.item), section: 0) }
    }
    let (view, photos) = (CollectionView(name: "photos"), Photos())
    view.columnCount = 2
    view.rowHeight = 20
    view.dataSource = photos
    view.dragDelegate = photos
    view.delegate = photos
    stage.add(view, to: stage.left, row: 0)
    try stage.drag(from: CGPoint(x: 70, y: 30), to: CGPoint(x: 20, y: 10))
    expectEqual(photos.names, ["a", "d", "b", "c"])
  }
}
