import DragAndDrop
import Foundation
import ItemProviders
import TestSupport;
import Testing
import UniformTypes

@Suite @MainActor struct EditCommandTests {
  let application = Application(name: "App", frame: CGRect(x: 0, y: 0, width: 100, height: 100))
  let outer = View(name: "outer")
  let inner = View(name: "inner")
  let driver: DragDriver

  init() {
    driver = DragDriver(applications: [application])
    application.window.addSubview(outer)
    outer.addSubview(inner)
  }

  private func texts(_ providers: [ItemProvider]) async throws -> [String] {
    var texts: [String] = []
    for provider in providers { texts.append(try await provider.loadObject(ofClass: String.self)) }
    return texts
  }

  @Test func aCommandGoesOutwardsToTheFirstViewWithContents() async throws {
    outer.onCopyCommand { [ItemProvider(object: "outer")] }
    try await expectEqual(texts(inner.sendCopyCommand()), ["outer"])
    inner.onCopyCommand(perform: nil)
    try await expectEqual(texts(inner.sendCopyCommand()), ["outer"])
    inner.copyable([String]())
    try await expectEqual(texts(inner.sendCopyCommand()), ["outer"])
    inner.copyable(["a", "b"]).onCopyCommand { [ItemProvider(object: "second")] }
    try await expectEqual(texts(inner.sendCopyCommand()), ["a", "b"])
    expectEmpty(inner.sendCutCommand())
  }

  @Test func cuttingAsksTheModelAtEachCommand() async throws {
    var model = ["a", "b"]
    inner.cuttable(for: String.self) {
      defer { model = [] }
      return model
    }
    try await expectEqual(texts(inner.sendCutCommand()), ["a", "b"])
    expectEmpty(inner.sendCutCommand())
    outer.onCutCommand { [ItemProvider(object: "c")] }
    try await expectEqual(texts(inner.sendCutCommand()), ["c"])
  }

  @Test func pastingGoesToTheFirstHandlerThatAccepts() {
    var calls: [String] = []
    inner.onPasteCommand(of: [.json]) { calls.append("json \($0.count)") }
    inner.onPasteCommand(of: [.text], validator: { $0.count > 1 ? $0.count : nil }) {
      calls.append("texts \($0)")
    }
    outer.onPasteCommand(of: [.plainText]) { calls.append("outer \($0.count)") }
    let text = ItemProvider(object: "a")
    #expect(inner.sendPasteCommand([text, ItemProvider(), text]))
    #expect(inner.sendPasteCommand([text]))
    #expect(!inner.sendPasteCommand([ItemProvider()]))
    expectEqual(calls, ["texts 2", "outer 1"])
  }

  @Test func pastedValuesAreValidatedAndArriveInOrder() async {
    var pasted: [[String]] = []
    inner.pasteDestination(for: String.self) {
      pasted.append($0)
    } validator: {
      $0.filter { $0 != "no" }
    }
    let providers = [
      provider("public.utf8-plain-text", "a", after: 20), ItemProvider(object: "no"),
      ItemProvider(object: "b"),
    ]
    #expect(inner.sendPasteCommand(providers))
    #expect(inner.sendPasteCommand([ItemProvider(object: "no")]))
    await driver.settled()
    expectEqual(pasted, [["a", "b"]])
  }

  @Test func noDragBeginsWithoutAnItem() throws {
    let stage = Stage()
    let view = View(name: "source")
    var offered: ItemProvider?
    view.itemProvider(nil).itemProvider { offered }
    let start = stage.add(view, to: stage.left, row: 0)
    expectNil(stage.driver.beginDrag(at: start))
    offered = ItemProvider(object: "a")
    let drag = try require(stage.driver.beginDrag(at: start))
    expectEqual(drag.session.items.map(\.itemProvider), [offered])
  }
}
