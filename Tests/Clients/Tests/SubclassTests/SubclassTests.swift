import Proffer
import Testing
import UIKitNames

@testable import Subclasses

/// Methods that subclasses add to a delegate are called, because the plugin generates their conformances.
@MainActor struct SubclassTests {
  private let application = Application(name: "App", frame: CGRect(x: 0, y: 0, width: 100, height: 300))
  private let driver: DragDriver

  init() { driver = DragDriver(applications: [application]) }

  private func add(_ view: UIView, at row: Int) -> CGPoint {
    view.frame = CGRect(x: 0, y: row * 100, width: 100, height: 100)
    application.window.addSubview(view)
    return CGPoint(x: 50, y: Double(row) * 100 + 50)
  }

  private func drag(from start: CGPoint, to end: CGPoint) throws -> UIDropOperation? {
    let drag = try #require(driver.beginDrag(at: start))
    try drag.move(to: end)
    return try drag.drop()
  }

  @Test func aDropIsPerformedByTheSubclass() throws {
    for (delegate, performed) in [(DropSub(), 1), (DropSubSub(), 11)] {
      let source = Sources.DragSub()
      let (from, to) = (UIView(), UIView())
      from.addInteraction(UIDragInteraction(delegate: source))
      to.addInteraction(UIDropInteraction(delegate: delegate))
      #expect(try drag(from: add(from, at: 0), to: add(to, at: 1)) == .copy)
      #expect(delegate.performed == performed)
      #expect(source.lifted.count == 1)
      for view in [from, to] { view.removeFromSuperview() }
    }
  }

  @Test func rowsAreMovedByTheSubclass() throws {
    let rows = RowSub<Int>()
    let table = UITableView(frame: .zero, style: .plain)
    table.rowHeight = 20
    table.dataSource = rows
    table.dragDelegate = rows
    _ = add(table, at: 0)
    #expect(try drag(from: CGPoint(x: 5, y: 5), to: CGPoint(x: 5, y: 45)) == .cancel)
    #expect(try drag(from: CGPoint(x: 5, y: 25), to: CGPoint(x: 5, y: 5)) == .move)
    #expect(rows.rows == ["b", "a", "c"])
  }
}
