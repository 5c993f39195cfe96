import DragAndDrop
import Foundation
import ItemProviders
import TestSupport
import Testing

@Suite @MainActor struct DragOrderTests {
  let stage = Stage()

  @Test(.behaviour("IP-176", "IP-177", "IP-178")) func withoutItemsThereIsNoDrag() throws {
    var address: String? = ""
    let source = TestSource { _ in
      // A link without a URL has no items.
      guard let address, !address.isEmpty else { return [] }
      return [DragItem(itemProvider: ItemProvider(object: address))]
    }
    let start = stage.source("source", in: stage.left, row: 0, source)
    expectNil(stage.driver.beginDrag(at: start))
    expectEqual(source.log, ["itemsForBeginning"])
    address = "https://a.example"
    let target = TestTarget()
    let drag = try stage.drag(from: start, to: stage.target("target", in: stage.left, row: 1, target))
    expectEqual(drag.operation, .copy)
  }

  @Test func aTouchWithoutItemsGoesToTheSuperview() throws {
    let (empty, full) = (TestSource { _ in [] }, TestSource(ItemProvider(object: "a")))
    let outer = View(name: "outer")
    outer.addInteraction(DragInteraction(delegate: full))
    let start = stage.add(outer, to: stage.left, row: 0)
    let inner = View(name: "inner", frame: outer.bounds)
    inner.addInteraction(DragInteraction(delegate: empty))
    outer.addSubview(inner)
    expectNotNil(stage.driver.beginDrag(at: start))
    expectEqual(stage.driver.trace.calls.prefix(2), ["inner.itemsForBeginning", "outer.itemsForBeginning"])
    expectEqual(empty.log, ["itemsForBeginning"])
  }

  @Test func aDisabledInteractionIsNotASource() {
    let source = TestSource(ItemProvider(object: "a"))
    let start = stage.source("source", in: stage.left, row: 0, source)
    for case let interaction as DragInteraction in stage.left.window.subviews[0].interactions {
      expectEqual(interaction.isEnabled, DragInteraction.isEnabledByDefault)
      interaction.isEnabled = false
    }
    expectNil(stage.driver.beginDrag(at: start))
    expectEmpty(source.log)
  }

  @Test(.behaviour("IP-179", "IP-181")) func aCopyCallsTheSourceInTheDocumentedOrder() async throws {
    let source = TestSource(ItemProvider(object: "a"), ItemProvider(object: "b"))
    let start = stage.source("source", in: stage.left, row: 0, source)
    let target = TestTarget { $0.loadObjects(ofClass: String.self) { _ in } }
    let end = stage.target("target", in: stage.right, row: 0, target)
    let drag = try require(stage.driver.beginDrag(at: start))
    try drag.move(to: CGPoint(x: 50, y: 390))
    try drag.move(to: end)
    try drag.drop()
    let begun = [
      "itemsForBeginning", "previewForLifting", "previewForLifting", "willAnimateLift", "sessionWillBegin",
      "sessionAllowsMoveOperation", "sessionIsRestrictedToDraggingApplication", "prefersFullSizePreviewsFor",
      "sessionDidMove", "sessionDidMove",
    ]
    expectEqual(source.log, begun + ["willEnd copy", "didEnd copy"])
    expectEqual(source.liftEnds, [.end])
    await stage.driver.settled()
    expectEqual(source.log, begun + ["willEnd copy", "didEnd copy", "sessionDidTransferItems"])
  }

  @Test(.behaviour("IP-179", "IP-181")) func aCancelledDragIsAnimatedAndTransfersNothing() async throws {
    let source = TestSource(ItemProvider(object: "a"))
    let start = stage.source("source", in: stage.left, row: 0, source)
    let drag = try require(stage.driver.beginDrag(at: start))
    try drag.move(to: CGPoint(x: 50, y: 390))
    try drag.cancel()
    await stage.driver.settled()
    expectEqual(source.log.suffix(3), ["willEnd cancel", "willAnimateCancel", "didEnd cancel"])
    expectEqual(
      stage.driver.trace.calls(in: "source").suffix(4),
      [
        "willEnd", "previewForCancelling", "willAnimateCancel", "didEnd",
      ])
    expectEqual(source.transferred, 0)
    expectEqual(drag.operation, .cancel)
  }

  @Test func aReleasedLiftDoesNotBeginASession() throws {
    let source = TestSource(ItemProvider(object: "a"))
    let start = stage.source("source", in: stage.left, row: 0, source)
    let drag = try require(stage.driver.beginDrag(at: start))
    try expectNil(drag.drop())
    expectEqual(source.log, ["itemsForBeginning", "previewForLifting", "willAnimateLift"])
    expectEqual(source.liftEnds, [.start])
    expectEmpty(stage.driver.activeDrags)
  }

  @Test(.behaviour("IP-180")) func aRemovedViewHasNoCancellingPreview() throws {
    let source = TestSource(ItemProvider(object: "a"))
    let start = stage.source("source", in: stage.left, row: 0, source)
    let view = stage.left.window.subviews[0]
    let drag = try require(stage.driver.beginDrag(at: start))
    try drag.move(to: CGPoint(x: 50, y: 390))
    view.removeFromSuperview()
    try drag.cancel()
    expectEqual(stage.driver.trace.details(of: "previewForCancelling"), ["none"])
    expectEqual(source.log.last, "didEnd cancel")
  }

  @Test(.behaviour("IP-173", "IP-183")) func addedItemsKeepTheirOrderAndAllSourcesAreCalled() async throws {
    let sources = ["selection", "image", "link"].map { name in
      let source = TestSource(ItemProvider(object: name))
      source.adding = { session in
        session.items.count < 3 ? [DragItem(itemProvider: ItemProvider(object: name))] : []
      }
      return source
    }
    let points = sources.enumerated().map { stage.source("s\($0)", in: stage.left, row: $0, $1) }
    var answers: [[String]] = []
    let target = TestTarget { $0.loadObjects(ofClass: String.self) { answers.append($0) } }
    let end = stage.target("target", in: stage.right, row: 0, target)
    let drag = try require(stage.driver.beginDrag(at: points[0]))
    try drag.move(to: end)
    #expect(try drag.addItems(at: points[1]) === drag)
    #expect(try drag.addItems(at: points[2]) === drag)
    try expectNil(drag.addItems(at: points[2]))
    expectEqual(sources.map { $0.log.count { $0 == "willAdd" } }, [2, 2, 1])
    // The receiver makes a new proposal when items are added.
    expectEqual(target.log.count { $0 == "sessionDidUpdate" }, 3)
    try drag.drop()
    await stage.driver.settled()
    expectEqual(answers, [["selection", "image", "link"]])
    expectEqual(sources.map(\.transferred), [1, 1, 1])
  }

  @Test(.behaviour("IP-174")) func aSourceCanAddNoItems() throws {
    let (first, second) = (TestSource(ItemProvider(object: "a")), TestSource(ItemProvider(object: "b")))
    let start = stage.source("first", in: stage.left, row: 0, first)
    let other = stage.source("second", in: stage.left, row: 1, second)
    let drag = try require(stage.driver.beginDrag(at: start))
    try drag.move(to: start)
    try expectNil(drag.addItems(at: other))
    expectEqual(drag.session.items.count, 1)
    expectEqual(second.log, ["itemsForAddingTo"])
  }

  @Test func aSourceInAnotherApplicationAddsNoItems() throws {
    let (first, second) = (TestSource(ItemProvider(object: "a")), TestSource(ItemProvider(object: "b")))
    second.adding = { _ in [DragItem(itemProvider: ItemProvider(object: "b"))] }
    let start = stage.source("first", in: stage.left, row: 0, first)
    let other = stage.source("second", in: stage.right, row: 0, second)
    let drag = try require(stage.driver.beginDrag(at: start))
    try drag.move(to: start)
    try expectNil(drag.addItems(at: other))
    expectEmpty(second.log)
  }

  @Test(.behaviour("IP-182"), arguments: [false, true])
  func withTwoDragsTheSourceChoosesWhereItemsAreAdded(chooses: Bool) throws {
    let source = TestSource { _ in [DragItem(itemProvider: ItemProvider(object: "a"))] }
    source.adding = { _ in [DragItem(itemProvider: ItemProvider(object: "b"))] }
    if chooses { source.choosing = { $0.last } }
    let start = stage.source("source", in: stage.left, row: 0, source)
    let first = try require(stage.driver.beginDrag(at: start))
    try first.move(to: CGPoint(x: 50, y: 390))
    let second = try require(stage.driver.beginDrag(at: start))
    try second.move(to: CGPoint(x: 50, y: 380))
    let chosen = try first.addItems(at: start)
    expect(source.log.contains("sessionForAddingItems"), source.log)
    #expect(chosen === (chooses ? second : nil))
    expectEqual(first.session.items.count, 1)
    expectEqual(second.session.items.count, chooses ? 2 : 1)
  }

  @Test func aDragContinuesAfterItsDelegateIsReleased() async throws {
    var source: TestSource? = TestSource(ItemProvider(object: "a"))
    let start = stage.source("source", in: stage.left, row: 0, try require(source))
    let target = TestTarget { $0.loadObjects(ofClass: String.self) { _ in } }
    let drag = try require(stage.driver.beginDrag(at: start))
    source = nil
    try drag.move(to: stage.target("target", in: stage.left, row: 1, target))
    try expectEqual(drag.drop(), .copy)
    await stage.driver.settled()
  }
}
