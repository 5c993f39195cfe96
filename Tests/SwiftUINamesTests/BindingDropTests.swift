import DragAndDrop
import Foundation
import ItemProviders
import SwiftUINames
import TestSupport;
import Testing
import UniformTypes

@Suite @MainActor struct BindingDropTests {
  let left = Application(name: "Left", frame: CGRect(x: 0, y: 0, width: 100, height: 100))
  let right = Application(name: "Right", frame: CGRect(x: 100, y: 0, width: 100, height: 100))
  let source = View(name: "source", frame: CGRect(x: 0, y: 0, width: 100, height: 100))
  let target = View(name: "target", frame: CGRect(x: 0, y: 0, width: 100, height: 100))
  let driver: DragDriver

  init() {
    driver = DragDriver(applications: [left, right])
    left.window.addSubview(source)
    right.window.addSubview(target)
    source.onDrag { ItemProvider(object: "text") }
  }

  private func drag(leaving: Bool = false) async throws {
    let drag = try require(driver.beginDrag(at: CGPoint(x: 50, y: 50)))
    try drag.move(to: CGPoint(x: 150, y: 50))
    if leaving { try drag.move(to: CGPoint(x: 50, y: 50)) }
    try drag.drop()
    await driver.settled()
  }

  @Test(arguments: [false, true]) func aBindingIsTrueWhileADragIsOverTheView(leaving: Bool) async throws {
    var changes: [Bool] = []
    let isTargeted = Binding(get: { changes.last ?? false }, set: { changes.append($0) })
    var wasTargeted: Bool?
    target.onDrop(of: [.text], isTargeted: isTargeted) { _ in
      wasTargeted = isTargeted.wrappedValue
      return true
    }
    try await drag(leaving: leaving)
    expectEqual(changes, [true, false])
    expectEqual(wasTargeted, leaving ? nil : false)
  }

  @Test func aCallMayOmitTheBindingOrPassNil() async throws {
    var calls: [String] = []
    target.onDrop(of: [.text]) { _ in
      calls.append("omitted")
      return true
    }
    target.onDrop(of: [.json], isTargeted: nil) { _, _ in
      calls.append("nil")
      return true
    }
    try await drag()
    expectEqual(calls, ["omitted"])
  }

  @Test func identifiersAreTypes() async throws {
    var points: [CGPoint] = []
    target.onDrop(of: ["public.text"], isTargeted: State(initialValue: false).projectedValue) {
      _, point in
      points.append(point)
      return true
    }
    try await drag()
    expectEqual(points, [CGPoint(x: 50, y: 50)])
  }

  @Test func aDelegateMayAskByIdentifiers() async throws {
    final class Asking: DropDelegate {
      var answers: [Bool] = []
      func performDrop(info: DropInfo) -> Bool {
        answers = [
          info.hasItemsConforming(to: ["public.text"]), info.hasItemsConforming(to: ["note"]),
          info.itemProviders(for: ["public.text"]).count == 1,
        ]
        return true
      }
    }
    let asking = Asking()
    target.onDrop(of: ["public.plain-text"], delegate: asking)
    try await drag()
    expectEqual(asking.answers, [true, false, true])
  }
}
