import Foundation
import Proffer

/// Drags the first of three rows below the last row, and returns the new rows and the recorded calls.
@MainActor
func dragARow() throws -> (rows: [String], calls: [String]) {
  let table = TableView(name: "list")
  table.frame = CGRect(x: 0, y: 0, width: 200, height: 300)
  let shopping = ReorderableRows(["Milk", "Bread", "Eggs"], in: table)
  let lists = Application(name: "Lists", frame: CGRect(x: 0, y: 0, width: 200, height: 400))
  lists.window.addSubview(table)

  let driver = DragDriver(applications: [lists])
  func middle(ofRow row: Int) -> CGPoint {
    let rect = table.rectForRow(at: IndexPath(row: row, section: 0))
    return table.pointOnScreen(CGPoint(x: rect.midX, y: rect.midY))
  }
  if let drag = driver.beginDrag(at: middle(ofRow: 0)) {
    try drag.move(to: middle(ofRow: 2))
    try drag.drop()
  }
  return (shopping.rows, driver.trace.calls)
}
