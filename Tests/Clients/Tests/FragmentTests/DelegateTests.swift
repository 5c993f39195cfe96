import Foundation
import Proffer
import Testing
import UIKitNames

@testable import Fragments

@MainActor struct DelegateTests {
  let controller = UIViewController()
  let screen: Screen
  let source = FullDragDelegate()
  let target = FullDropDelegate()
  let from = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
  let to = UIView(frame: CGRect(x: 0, y: 200, width: 100, height: 100))

  init() {
    screen = Screen(controller)
    source.items = [UIDragItem(itemProvider: NSItemProvider(object: "a" as NSString))]
    from.addInteraction(UIDragInteraction(delegate: source))
    to.addInteraction(UIDropInteraction(delegate: target))
    controller.view.addSubview(from)
    controller.view.addSubview(to)
  }

  @Test func theMethodsAreCalledInTheirOrderForACopy() async throws {
    try await screen.drag(from: CGPoint(x: 50, y: 50), to: CGPoint(x: 30, y: 240))
    #expect(
      source.calls == [
        "itemsForBeginning", "previewForLifting", "willAnimateLift", "lifting", "willBegin", "allowsMove",
        "isRestricted", "prefersFullSize", "didMove", "willEnd 2", "didEnd 2", "didTransfer",
      ])
    #expect(
      target.calls == [
        "canHandle", "didEnter", "didUpdate", "perform", "previewForDropping", "willAnimateDrop", "conclude",
        "didEnd",
      ])
    #expect(source.locations == [CGPoint(x: 30, y: 240)])
    #expect(source.liftPositions == [.end])
    #expect(target.localContext as? String == "context")
  }

  @Test func aCancelledDragAnimatesItsItemsAndTransfersNothing() async throws {
    target.operation = .forbidden
    try await screen.drag(from: CGPoint(x: 50, y: 50), to: CGPoint(x: 30, y: 240))
    #expect(
      Array(source.calls.suffix(4)) == ["willEnd 1", "previewForCancelling", "willAnimateCancel", "didEnd 1"])
    #expect(target.calls == ["canHandle", "didEnter", "didUpdate", "didEnd"])
    target.calls = []
    target.handles = false
    try await screen.drag(from: CGPoint(x: 50, y: 50), to: CGPoint(x: 30, y: 240))
    #expect(target.calls == ["canHandle"])
  }

  @Test func itemsAreAddedToADrag() throws {
    let drag = try #require(screen.driver.beginDrag(at: CGPoint(x: 50, y: 50)))
    try drag.move(to: CGPoint(x: 200, y: 150))
    source.addedItems = [UIDragItem(itemProvider: NSItemProvider(object: "b" as NSString))]
    try drag.addItems(at: CGPoint(x: 50, y: 50))
    #expect(drag.session.items == source.items + source.addedItems)
    #expect(source.calls.suffix(2) == ["itemsForAdding", "willAdd"])
    try drag.cancel()
  }

  @Test func aMoveNeedsTheSourcesPermission() async throws {
    target.operation = .move
    let (start, end) = (CGPoint(x: 50, y: 50), CGPoint(x: 30, y: 240))
    #expect(try await screen.drag(from: start, to: end) == .move)
    source.allowsMove = false
    #expect(try await screen.drag(from: start, to: end) == .cancel)
  }

  @Test func proposalsKeepWhatIsSetAndAreCopied() throws {
    let proposal = UIDropProposal(operation: .copy)
    #expect(!proposal.isPrecise)
    #expect(!proposal.prefersFullSizePreview)
    proposal.isPrecise = true
    let copy = try #require(proposal.copy() as? UIDropProposal)
    proposal.isPrecise = false
    #expect(copy.isPrecise)
    #expect(copy.operation == .copy)
    let values: [UInt] = [UIDropOperation.cancel, .forbidden, .copy, .move].map(\.rawValue)
    #expect(values == [0, 1, 2, 3])
    #expect(UITableViewDropProposal(operation: .copy).intent == .unspecified)
  }

  @Test func previewsAreClasses() {
    let parameters = UIDragPreviewParameters()
    #expect(parameters.visiblePath == nil)
    let path = UIBezierPath(rect: CGRect(x: 1, y: 2, width: 3, height: 4))
    parameters.visiblePath = path
    path.append(UIBezierPath(rect: CGRect(x: 50, y: 50, width: 1, height: 1)))
    #expect(parameters.visiblePath?.bounds == CGRect(x: 1, y: 2, width: 3, height: 4))
    parameters.backgroundColor = UIColor.green
    parameters.backgroundColor = nil
    #expect(parameters.backgroundColor == nil)
    let preview = UITargetedDragPreview(view: from)
    #expect(preview.target.container === from.superview)
    #expect(preview.target.center == from.center)
    #expect(preview.size == from.bounds.size)
    let target = UIDragPreviewTarget(
      container: to, center: .zero, transform: CGAffineTransform(scaleX: 2, y: 2))
    let moved = preview.retargetedPreview(with: target)
    #expect(moved !== preview)
    #expect(moved.view === from)
    #expect(moved.parameters == preview.parameters)
    #expect(moved.target === target)
    #expect(UIDragPreviewTarget(container: to, center: .zero).transform == .identity)
    let lines = [CGRect(x: 0, y: 0, width: 10, height: 5), CGRect(x: 0, y: 5, width: 20, height: 5)]
    let text = UIDragPreviewParameters(textLineRects: lines.map { NSValue(cgRect: $0) })
    #expect(text.visiblePath?.bounds == CGRect(x: 0, y: 0, width: 20, height: 10))
  }

  @Test func aSessionOfATestsOwnIsPassedToADelegate() async {
    let session = OwnDropSession()
    session.items = [UIDragItem(itemProvider: NSItemProvider(object: "own" as NSString))]
    let controller = BoardViewController()
    let interaction = UIDropInteraction(delegate: controller)
    #expect(controller.dropInteraction(interaction, canHandle: session))
    #expect(session.canLoadObjects(ofClass: NSString.self))
    let texts: [String]? = await withCheckedContinuation { continuation in
      session.loadObjects(ofClass: NSString.self) { continuation.resume(returning: $0 as? [String]) }
    }
    #expect(texts == ["own"])
    target.dropInteraction(interaction, performDrop: session)
    #expect(session.progressIndicatorStyle == .none)
  }

  @Test func anItemKeepsItsProviderAndItsLocalObject() {
    let provider = NSItemProvider(object: "a" as NSString)
    let item = UIDragItem(itemProvider: provider)
    #expect(item.itemProvider === provider)
    #expect(item.localObject == nil)
    item.localObject = "local"
    item.previewProvider = { UIDragPreview(view: UIView(frame: .zero)) }
    #expect(item.localObject as? String == "local")
    #expect(item.previewProvider?() != nil)
  }
}
