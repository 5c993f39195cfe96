import DragAndDrop
import Foundation
import ItemProviders
import TestSupport
import Testing

@Suite @MainActor struct DropOrderTests {
  let stage = Stage()
  let source = TestSource(ItemProvider(object: "a"))
  let start: CGPoint

  init() { start = stage.source("source", in: stage.left, row: 0, source) }

  /// A delegate that implements nothing.
  final class SilentTarget: DropInteractionDelegate {}

  @Test(.behaviour("IP-184")) func withoutAProposalNothingIsAccepted() throws {
    let target = SilentTarget()
    let view = View(name: "target")
    view.addInteraction(DropInteraction(delegate: target))
    let drag = try stage.drag(from: start, to: stage.add(view, to: stage.left, row: 1))
    expectEqual(drag.operation, .cancel)
    expect(!stage.driver.trace.calls.contains("target.performDrop"), stage.driver.trace.calls)
  }

  @Test(.behaviour("IP-185")) func aReceiverThatDoesNotHandleTheDragGetsNoFurtherCalls() throws {
    let target = TestTarget()
    target.canHandle = { _ in false }
    let end = stage.target("target", in: stage.left, row: 1, target)
    let drag = try require(stage.driver.beginDrag(at: start))
    for step in 0..<4 { try drag.move(to: CGPoint(x: end.x, y: end.y + Double(step))) }
    try drag.drop()
    expectEqual(target.log, ["canHandle"])
  }

  @Test func canHandleIsCalledAgainWhenItemsAreAdded() throws {
    source.adding = { _ in [DragItem(itemProvider: provider("public.png", "p"))] }
    let target = TestTarget()
    target.canHandle = { $0.hasItemsConforming(toTypeIdentifiers: ["public.image"]) }
    let end = stage.target("target", in: stage.left, row: 1, target)
    let drag = try require(stage.driver.beginDrag(at: start))
    try drag.move(to: end)
    expectEqual(target.log, ["canHandle"])
    try drag.addItems(at: start)
    expectEqual(target.log, ["canHandle", "canHandle", "sessionDidEnter", "sessionDidUpdate"])
    try expectEqual(drag.drop(), .copy)
  }

  @Test(.behaviour("IP-186")) func aReceiverThatTheDragOnlyCrossedGetsTheEnd() throws {
    let target = TestTarget()
    let end = stage.target("target", in: stage.left, row: 1, target)
    let drag = try require(stage.driver.beginDrag(at: start))
    try drag.move(to: end)
    try drag.move(to: CGPoint(x: end.x, y: end.y + 1))
    try drag.move(to: CGPoint(x: 50, y: 390))
    try drag.move(to: end)
    try drag.move(to: CGPoint(x: 50, y: 390))
    try drag.drop()
    let visit = ["sessionDidEnter", "sessionDidUpdate"]
    expectEqual(
      target.log,
      ["canHandle"] + visit + ["sessionDidUpdate", "sessionDidExit"] + visit
        + ["sessionDidExit", "sessionDidEnd"])
  }

  @Test(.behaviour("IP-187"), arguments: [DropOperation.cancel, .forbidden])
  func cancelAndForbiddenDeliverNothing(operation: DropOperation) throws {
    let target = TestTarget(operation)
    let drag = try stage.drag(from: start, to: stage.target("target", in: stage.left, row: 1, target))
    expectEqual(drag.operation, operation)
    expectEqual(target.log, ["canHandle", "sessionDidEnter", "sessionDidUpdate", "sessionDidEnd"])
    expectEqual(source.log.last, "didEnd \(operation)")
    expectNil(drag.performedSession)
  }

  @Test(.behaviour("IP-188"), arguments: [true, false])
  func aMoveThatIsNotAllowedIsCancelled(isSameApplication: Bool) throws {
    // Between applications a move is never allowed.
    source.allowsMove = !isSameApplication
    let target = TestTarget(.move)
    let receiver = isSameApplication ? stage.left : stage.right
    let drag = try stage.drag(from: start, to: stage.target("target", in: receiver, row: 1, target))
    expectEqual(drag.operation, .cancel)
    expect(!target.log.contains("performDrop"), target.log)
    expectEqual(source.log.last, "didEnd cancel")
  }

  @Test(.behaviour("IP-189")) func aMoveDeletesNothing() async throws {
    var model = ["a"]
    source.items = { _ in model.map { DragItem(itemProvider: ItemProvider(object: $0)) } }
    let target = TestTarget(.move) { $0.loadObjects(ofClass: String.self) { model += $0 } }
    let drag = try stage.drag(from: start, to: stage.target("target", in: stage.left, row: 1, target))
    await stage.driver.settled()
    expectEqual(drag.operation, .move)
    expectEqual(model, ["a", "a"])
    expectEqual(source.log.suffix(2), ["didEnd move", "sessionDidTransferItems"])
  }

  @Test(.behaviour("IP-190")) func theLastProposalIsUsed() throws {
    let target = TestTarget(.cancel)
    let end = stage.target("target", in: stage.left, row: 1, target)
    let drag = try require(stage.driver.beginDrag(at: start))
    try drag.move(to: end)
    target.propose = { _ in DropProposal(operation: .copy) }
    try drag.move(to: end)
    try expectEqual(drag.drop(), .copy)
    expect(target.log.contains("performDrop"), target.log)
  }

  @Test(.behaviour("IP-191")) func aDropCallsTheReceiverInTheDocumentedOrder() async throws {
    let target = TestTarget()
    try stage.drag(from: start, to: stage.target("target", in: stage.left, row: 1, target))
    expectEqual(
      target.log,
      [
        "canHandle", "sessionDidEnter", "sessionDidUpdate", "performDrop", "previewForDropping",
        "willAnimateDrop", "concludeDrop", "sessionDidEnd",
      ])
    expectEqual(
      stage.driver.trace.calls.suffix(7),
      [
        "source.willEnd", "target.performDrop", "target.previewForDropping", "target.willAnimateDrop",
        "target.concludeDrop", "target.sessionDidEnd", "source.didEnd",
      ])
    await stage.driver.settled()
    expectEqual(stage.driver.trace.calls.last, "source.sessionDidTransferItems")
  }

  @Test(.behaviour("IP-194")) func aProposalHasDefaultsAndCanBeCopied() throws {
    let proposal = DropProposal(operation: .copy)
    expect(!proposal.isPrecise)
    expect(!proposal.prefersFullSizePreview)
    proposal.isPrecise = true
    let copy = try require(proposal.copy() as? DropProposal)
    proposal.prefersFullSizePreview = true
    #expect(copy !== proposal)
    expect(copy.isPrecise)
    expect(!copy.prefersFullSizePreview)
    let table = TableViewDropProposal(operation: .move, intent: .insertIntoDestinationIndexPath)
    expectEqual((table.copy() as? TableViewDropProposal)?.intent, .insertIntoDestinationIndexPath)
  }

  @Test(.behaviour("IP-195")) func operationsHaveTheRawValuesOfApple() {
    expectEqual([DropOperation.cancel, .forbidden, .copy, .move].map(\.rawValue), [0, 1, 2, 3])
    expectEqual(ListDropIntent.automatic.rawValue, 3)
  }

  @Test(.behaviour("IP-172")) func aReceiverCanLoadOnlySomeItems() async throws {
    let link = try #require(URL(string: "https://a.example/"))
    source.items = { _ in
      [DragItem(itemProvider: ItemProvider(object: "a")), DragItem(itemProvider: ItemProvider(object: link))]
    }
    let taken = Reported<URL?>()
    let target = TestTarget { session in
      for item in session.items where item.itemProvider.hasItemConformingToTypeIdentifier("public.url") {
        item.itemProvider.loadObject(ofClass: URL.self) { url, _ in taken.add(url) }
      }
    }
    try stage.drag(from: start, to: stage.target("target", in: stage.right, row: 1, target))
    await stage.driver.settled()
    expectEqual(taken.values, [link])
    expectEqual(stage.driver.trace.details(of: "<load>"), ["item 2 as public.url"])
  }

  @Test func theInnermostReceiverThatHandlesTheDragIsCalled() throws {
    let (outer, inner) = (TestTarget(.copy), TestTarget(.copy))
    inner.canHandle = { $0.hasItemsConforming(toTypeIdentifiers: ["public.image"]) }
    let end = stage.target("outer", in: stage.left, row: 1, outer)
    let view = View(name: "inner", frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    view.addInteraction(DropInteraction(delegate: inner))
    stage.left.window.subviews[1].addSubview(view)
    try stage.drag(from: start, to: end)
    expectEqual(inner.log, ["canHandle"])
    expect(outer.log.contains("performDrop"), outer.log)
  }

  @Test(arguments: [false, true]) func aSecondDragIsIgnoredUntilItEntersAgain(allowsBoth: Bool) throws {
    source.items = { _ in [DragItem(itemProvider: ItemProvider(object: "a"))] }
    let target = TestTarget()
    let end = stage.target("target", in: stage.left, row: 1, target)
    for case let interaction as DropInteraction in stage.left.window.subviews[1].interactions {
      interaction.allowsSimultaneousDropSessions = allowsBoth
    }
    let (first, second) = (
      try require(stage.driver.beginDrag(at: start)), try require(stage.driver.beginDrag(at: start))
    )
    try first.move(to: end)
    try second.move(to: end)
    expectEqual(target.sessions.count, allowsBoth ? 2 : 1)
    try first.drop()
    // It is over the view, but has not entered it.
    try second.move(to: CGPoint(x: end.x, y: end.y + 1))
    expectEqual(target.sessions.count, allowsBoth ? 2 : 1)
    try second.move(to: CGPoint(x: 50, y: 390))
    try second.move(to: end)
    expectEqual(target.log.count { $0 == "sessionDidEnter" }, allowsBoth ? 3 : 2)
    try expectEqual(second.drop(), .copy)
    expectEqual(target.log.count { $0 == "sessionDidEnd" }, 2)
  }

  @Test func aRemovedReceiverGetsTheEnd() throws {
    let target = TestTarget()
    let end = stage.target("target", in: stage.left, row: 1, target)
    let drag = try require(stage.driver.beginDrag(at: start))
    try drag.move(to: end)
    stage.left.window.subviews[1].removeFromSuperview()
    try drag.move(to: end)
    try expectEqual(drag.drop(), .cancel)
    expectEqual(target.log.suffix(2), ["sessionDidExit", "sessionDidEnd"])
  }

  @Test(.behaviour("IP-193")) func aViewWithAPasteConfigurationReceivesDrops() async throws {
    let view = UploadArea(name: "upload")
    view.pasteConfiguration = PasteConfiguration(acceptableTypeIdentifiers: ["public.text"])
    let drag = try require(stage.driver.beginDrag(at: start))
    try drag.move(to: stage.add(view, to: stage.right, row: 1))
    expectEqual(drag.proposal?.operation, .copy)
    expectEqual(drag.proposal?.isPrecise, false)
    try drag.drop()
    await stage.driver.settled()
    expectEqual(view.pasted.values, ["a"])
  }

  @MainActor final class UploadArea: View {
    let pasted = Reported<String?>()

    override func paste(itemProviders: [ItemProvider]) {
      for provider in itemProviders {
        provider.loadObject(ofClass: String.self) { [pasted] text, _ in pasted.add(text) }
      }
    }
  }

  @Test func anItemCanRequestAnotherDropPreview() throws {
    let target = TestTarget { $0.items[0].setNeedsDropPreviewUpdate() }
    try stage.drag(from: start, to: stage.target("target", in: stage.left, row: 1, target))
    expectEqual(target.log.count { $0 == "previewForDropping" }, 2)
  }
}
