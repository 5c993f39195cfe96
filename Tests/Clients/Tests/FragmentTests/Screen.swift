import Foundation
import Proffer
import Testing
import UIKitNames

/// A screen with one application, and a driver.
@MainActor
struct Screen {
  let application: Application
  let driver: DragDriver

  init(_ controller: UIViewController) {
    application = Application(
      name: "App", frame: CGRect(x: 0, y: 0, width: 320, height: 480), rootViewController: controller)
    driver = DragDriver(applications: [application])
  }

  /// Drags between two points of the screen, and waits for the loads.
  @discardableResult
  func drag(from start: CGPoint, to end: CGPoint) async throws -> UIDropOperation? {
    let drag = try #require(driver.beginDrag(at: start))
    try drag.move(to: end)
    try drag.drop()
    await driver.settled()
    return drag.operation
  }

  func middle(of view: UIView) -> CGPoint {
    view.pointOnScreen(CGPoint(x: view.bounds.midX, y: view.bounds.midY))
  }

  func middle(ofRow row: Int, in table: UITableView) -> CGPoint {
    let rect = table.rectForRow(at: IndexPath(row: row, section: 0))
    return table.pointOnScreen(CGPoint(x: rect.midX, y: rect.midY))
  }

  /// Adds another program at the right with a source of these items, and returns the place of the source.
  func addOtherProgram(_ items: [UIDragItem]) -> (place: CGPoint, delegate: FullSource) {
    let other = Application(name: "Other", frame: CGRect(x: 400, y: 0, width: 100, height: 100))
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let delegate = FullSource(items)
    view.addInteraction(UIDragInteraction(delegate: delegate))
    other.window.addSubview(view)
    driver.add(other)
    return (CGPoint(x: 450, y: 50), delegate)
  }
}

/// A source of given items.
final class FullSource: NSObject, UIDragInteractionDelegate {
  let items: [UIDragItem]
  var ended: UIDropOperation?

  init(_ items: [UIDragItem]) { self.items = items }

  func dragInteraction(
    _ interaction: UIDragInteraction, itemsForBeginning session: UIDragSession
  ) -> [UIDragItem] { items }

  func dragInteraction(
    _ interaction: UIDragInteraction, session: UIDragSession, didEndWith operation: UIDropOperation
  ) { ended = operation }
}

/// A small PNG of 3 by 2 dots: its signature and its header.
func picture(_ name: String = "") -> Data {
  Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]) + Data("IHDR".utf8)
    + Data([0, 0, 0, 3, 0, 0, 0, 2, 8, 6, 0, 0, 0]) + Data(name.utf8)
}
