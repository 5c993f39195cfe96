import DragAndDrop
import Foundation
import ItemProviders
import TestSupport
import Testing
import UniformTypes

@Suite @MainActor struct SurfaceTests {
  let stage = Stage()

  @MainActor final class Effect: SpringLoadedInteractionEffect, SpringLoadedInteractionBehavior {
    var states: [SpringLoadedInteractionEffectState] = []
    var isAllowed = true
    var finished = 0
    func interaction(
      _ interaction: SpringLoadedInteraction, didChangeWith context: any SpringLoadedInteractionContext
    ) { states.append(context.state) }
    func shouldAllow(
      _ interaction: SpringLoadedInteraction, with context: any SpringLoadedInteractionContext
    ) -> Bool { isAllowed }
    func interactionDidFinish(_ interaction: SpringLoadedInteraction) { finished += 1 }
  }

  @Test func aWaitingDragActivatesASpringLoadedView() throws {
    let source = TestSource(ItemProvider(object: "a"))
    let start = stage.source("source", in: stage.left, row: 0, source)
    let effect = Effect()
    var opened = 0
    let view = View(name: "folder")
    view.addInteraction(
      SpringLoadedInteraction(interactionBehavior: effect, interactionEffect: effect) { _, _ in opened += 1 })
    let place = stage.add(view, to: stage.left, row: 1)
    let drag = try require(stage.driver.beginDrag(at: start))
    try drag.move(to: place)
    expectEqual(effect.states, [.possible])
    stage.driver.wait(.milliseconds(400))
    expectEqual(effect.states, [.possible])
    stage.driver.wait(.milliseconds(200))
    expectEqual(effect.states, [.possible, .activating])
    // Leaving resets the time.
    try drag.move(to: start)
    try drag.move(to: place)
    expectEqual(effect.states, [.possible, .activating, .inactive, .possible])
    stage.driver.wait(.seconds(5))
    expectEqual(effect.states.suffix(3), [.possible, .activating, .activated])
    expectEqual(opened, 1)
    effect.isAllowed = false
    stage.driver.wait(.milliseconds(100))
    expectEqual(effect.states.last, .inactive)
    expectEqual(effect.finished, 1)
    try drag.cancel()
    expectEqual(effect.finished, 2)
    expectEqual(opened, 1)
  }

  @MainActor struct Recorder: DropDelegate {
    final class Log { var calls: [String] = [] }
    let log = Log()
    var proposals: [DropProposal?] = []
    var accepts = true
    let loaded = Reported<String?>()

    func validateDrop(info: DropInfo) -> Bool {
      log.calls.append("validate")
      return accepts
    }
    func dropEntered(info: DropInfo) { log.calls.append("entered \(Int(info.location.x))") }
    func dropUpdated(info: DropInfo) -> DropProposal? {
      log.calls.append("updated")
      return log.calls.count { $0 == "updated" } == 2 ? DropProposal(operation: .forbidden) : nil
    }
    func dropExited(info: DropInfo) { log.calls.append("exited") }
    func performDrop(info: DropInfo) -> Bool {
      log.calls.append("perform")
      for provider in info.itemProviders(for: [.text]) {
        provider.loadObject(ofClass: String.self) { [loaded] text, _ in loaded.add(text) }
      }
      return true
    }
  }

  @Test func aDropDelegateKeepsItsLastProposal() async throws {
    let source = View(name: "source")
    source.onDrag { ItemProvider(object: "a") }
    let start = stage.add(source, to: stage.left, row: 0)
    let view = View(name: "target")
    let delegate = Recorder()
    view.onDrop(of: [.text], delegate: delegate)
    let end = stage.add(view, to: stage.right, row: 0)
    let drag = try require(stage.driver.beginDrag(at: start))
    try drag.move(to: end)
    expectEqual(drag.proposal?.operation, .copy)
    try drag.move(to: end)
    expectEqual(drag.proposal?.operation, .forbidden)
    try drag.move(to: end)
    expectEqual(drag.proposal?.operation, .forbidden)
    try expectEqual(drag.drop(), .forbidden)
    let second = try stage.drag(from: start, to: end)
    await stage.driver.settled()
    expectEqual(second.operation, .copy)
    expectEqual(delegate.loaded.values, ["a"])
    expectEqual(
      delegate.log.calls,
      [
        "validate", "entered 50", "updated", "updated", "updated", "validate", "entered 50", "updated",
        "perform",
      ])
  }

  @Test func isTargetedFollowsTheDrag() throws {
    let source = View(name: "source")
    source.onDrag { ItemProvider(object: "a") }
    let start = stage.add(source, to: stage.left, row: 0)
    var targeted: [Bool] = []
    let views = [UTType.text, .image].map { type in
      let view = View(name: type.identifier)
      view.onDrop(
        of: [type], isTargeted: { targeted.append($0) }, perform: { providers, _ in providers.count == 1 })
      return view
    }
    let ends = views.enumerated().map { stage.add($1, to: stage.right, row: $0) }
    let drag = try require(stage.driver.beginDrag(at: start))
    try drag.move(to: ends[1])
    expectEmpty(targeted)
    try drag.move(to: ends[0])
    try drag.move(to: ends[1])
    expectEqual(targeted, [true, false])
    try drag.move(to: ends[0])
    try expectEqual(drag.drop(), .copy)
    expectEqual(targeted, [true, false, true, false])
  }

  @Test func previewsHaveASizeAndAPosition() throws {
    let view = View(name: "view")
    stage.add(view, to: stage.left, row: 2)
    let preview = TargetedDragPreview(view: view)
    expectEqual(preview.size, CGSize(width: 100, height: 100))
    expectEqual(preview.target.center, CGPoint(x: 50, y: 250))
    #expect(preview.target.container === stage.left.window)
    let lines = [CGRect(x: 0, y: 0, width: 40, height: 10), CGRect(x: 0, y: 10, width: 20, height: 10)]
    let cut = TargetedDragPreview(view: view, parameters: DragPreviewParameters(textLineRects: lines))
    expectEqual(cut.size, CGSize(width: 40, height: 20))
    let elsewhere = DragPreviewTarget(container: view, center: .zero, transform: .scale(0.5))
    let moved = cut.retargetedPreview(with: elsewhere)
    expectEqual(moved.size, cut.size)
    expectEqual(moved.parameters, cut.parameters)
    expectEqual(moved.target.transform.a, 0.5)
    expectNil(DragPreview(for: URL(fileURLWithPath: "/tmp"), title: nil))
    let link = try #require(URL(string: "https://a.example"))
    expectEqual(TargetedDragPreview(for: link, title: "A", target: elsewhere)?.size.width, 8)
  }

  @Test func thePreviewStackShowsTheTopItemsAndCountsAll() throws {
    var made = 0
    let items = (0..<5).map { _ in
      let item = DragItem(itemProvider: ItemProvider(object: "a"))
      item.previewProvider = {
        made += 1
        return nil
      }
      return item
    }
    let source = TestSource { _ in items }
    let drag = try require(
      stage.driver.beginDrag(at: stage.source("source", in: stage.left, row: 0, source)))
    let stack = drag.previewStack
    expectEqual(stack.badgeCount, 5)
    expectEqual(stack.previews.count, PreviewStack.visibleLimit)
    expectEqual(made, PreviewStack.visibleLimit)
    expectNil(stack.operation)
    expect(stack.previews.allSatisfy { $0 == nil }, stack.previews)
  }
}
