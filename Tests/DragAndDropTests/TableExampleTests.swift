import DragAndDrop
import Foundation
import ItemProviders
import TestSupport
import Testing

/// The table of Apple's sample, without a screen.
@Suite @MainActor struct TableExampleTests {
  let table = TableView(name: "list")
  let rows: ReorderableRows
  let lists = Application(name: "Lists", frame: CGRect(x: 0, y: 0, width: 200, height: 400))
  let driver: DragDriver

  init() {
    table.frame = CGRect(x: 0, y: 0, width: 200, height: 300)
    rows = ReorderableRows(["Milk", "Bread", "Eggs"], in: table)
    lists.window.addSubview(table)
    driver = DragDriver(applications: [lists])
  }

  private func row(_ row: Int) -> CGPoint {
    let rect = table.rectForRow(at: IndexPath(row: row, section: 0))
    return table.pointOnScreen(CGPoint(x: rect.midX, y: rect.midY))
  }

  @Test(.behaviour("IP-199")) func draggingARowInTheTableMovesIt() throws {
    let drag = try require(driver.beginDrag(at: row(0)))
    try drag.move(to: row(2))
    expectEqual(drag.proposal?.operation, .move)
    try drag.drop()
    expectEqual(rows.rows, ["Bread", "Eggs", "Milk"])
    expectEqual(
      driver.trace.calls,
      [
        "list.itemsForBeginning", "list.previewForLifting", "list.willAnimateLift", "list.sessionWillBegin",
        "list.sessionAllowsMoveOperation", "list.sessionIsRestrictedToDraggingApplication",
        "list.prefersFullSizePreviewsFor", "list.sessionDidMove", "list.canHandle", "list.sessionDidEnter",
        "list.sessionDidUpdate", "list.willEnd", "list.performDrop", "list.moveRowAt",
        "list.previewForDropping", "list.willAnimateDrop", "list.concludeDrop", "list.sessionDidEnd",
        "list.didEnd",
      ])
  }

  @Test(.behaviour("IP-199")) func draggingSeveralRowsInTheTableIsCancelled() throws {
    table.allowsMultipleSelection = true
    for row in 0..<2 { table.selectRow(at: IndexPath(row: row, section: 0)) }
    let drag = try require(driver.beginDrag(at: row(1)))
    expectEqual(drag.session.items.count, 2)
    try drag.move(to: row(2))
    try expectEqual(drag.drop(), .cancel)
    expectEqual(rows.rows, ["Milk", "Bread", "Eggs"])
  }

  @Test(.behaviour("IP-199")) func textFromElsewhereIsInsertedInOrder() async throws {
    let notes = Application(name: "Notes", frame: CGRect(x: 200, y: 0, width: 200, height: 400))
    driver.add(notes)
    let source = TestSource(ItemProvider(object: "Tea"), ItemProvider(object: "Honey"))
    let view = View(name: "note", frame: CGRect(x: 0, y: 0, width: 200, height: 100))
    view.addInteraction(DragInteraction(delegate: source))
    notes.window.addSubview(view)
    let drag = try require(driver.beginDrag(at: CGPoint(x: 250, y: 50)))
    try drag.move(to: row(1))
    expectEqual(drag.proposal?.operation, .copy)
    try drag.drop()
    await driver.settled()
    expectEqual(rows.rows, ["Milk", "Tea", "Honey", "Bread", "Eggs"])
    expectEqual(table.numberOfRows(inSection: 0), 5)
    expectEqual(source.transferred, 1)
  }
}
