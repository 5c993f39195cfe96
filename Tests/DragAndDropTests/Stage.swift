import DragAndDrop
import Foundation
import ItemProviders
import TestSupport
import Testing

/// Two applications side by side, each 100 points wide, with a driver.
@MainActor
final class Stage {
  let left = Application(name: "Left", frame: CGRect(x: 0, y: 0, width: 100, height: 400))
  let right = Application(name: "Right", frame: CGRect(x: 100, y: 0, width: 100, height: 400), team: "T")
  let driver: DragDriver

  init() { driver = DragDriver(applications: [left, right]) }

  /// Adds a view of 100 by 100 points, the first at the top, and returns its center.
  @discardableResult
  func add(_ view: View, to application: Application, row: Int) -> CGPoint {
    view.frame = CGRect(x: 0, y: Double(row) * 100, width: 100, height: 100)
    application.window.addSubview(view)
    return middle(view)
  }

  func source(_ name: String, in application: Application, row: Int, _ delegate: TestSource) -> CGPoint {
    let view = View(name: name)
    view.addInteraction(DragInteraction(delegate: delegate))
    return add(view, to: application, row: row)
  }

  func target(_ name: String, in application: Application, row: Int, _ delegate: TestTarget) -> CGPoint {
    let view = View(name: name)
    view.addInteraction(DropInteraction(delegate: delegate))
    return add(view, to: application, row: row)
  }

  func middle(_ view: View) -> CGPoint {
    view.pointOnScreen(CGPoint(x: view.frame.size.width / 2, y: view.frame.size.height / 2))
  }

  /// Drags from one point to another and drops.
  @discardableResult
  func drag(from start: CGPoint, to end: CGPoint) throws -> ActiveDrag {
    let drag = try require(driver.beginDrag(at: start))
    try drag.move(to: end)
    try drag.drop()
    return drag
  }
}

/// A source that returns what its closures return and records its calls.
@MainActor
final class TestSource: DragInteractionDelegate {
  var log: [String] = []
  var items: (any DragSession) -> [DragItem]
  var adding: (any DragSession) -> [DragItem] = { _ in [] }
  var choosing: ([any DragSession]) -> (any DragSession)? = { _ in nil }
  var allowsMove = true
  var isRestricted = false
  var liftEnds: [AnimatingPosition] = []
  var transferred = 0

  init(_ items: @escaping (any DragSession) -> [DragItem]) { self.items = items }

  convenience init(_ providers: ItemProvider...) {
    self.init { _ in providers.map { DragItem(itemProvider: $0) } }
  }

  func dragInteraction(_ interaction: DragInteraction, itemsForBeginning session: any DragSession)
    -> [DragItem]
  {
    log.append("itemsForBeginning")
    return items(session)
  }
  func dragInteraction(
    _ interaction: DragInteraction, previewForLifting item: DragItem, session: any DragSession
  ) -> TargetedDragPreview? {
    log.append("previewForLifting")
    return interaction.view.map { TargetedDragPreview(view: $0) }
  }
  func dragInteraction(
    _ interaction: DragInteraction, willAnimateLiftWith animator: any DragAnimating, session: any DragSession
  ) {
    log.append("willAnimateLift")
    animator.addCompletion { self.liftEnds.append($0) }
  }
  func dragInteraction(_ interaction: DragInteraction, sessionWillBegin session: any DragSession) {
    log.append("sessionWillBegin")
  }
  func dragInteraction(
    _ interaction: DragInteraction, sessionAllowsMoveOperation session: any DragSession
  ) -> Bool {
    log.append("sessionAllowsMoveOperation")
    return allowsMove
  }
  func dragInteraction(
    _ interaction: DragInteraction, sessionIsRestrictedToDraggingApplication session: any DragSession
  ) -> Bool {
    log.append("sessionIsRestrictedToDraggingApplication")
    return isRestricted
  }
  func dragInteraction(
    _ interaction: DragInteraction, prefersFullSizePreviewsFor session: any DragSession
  ) -> Bool {
    log.append("prefersFullSizePreviewsFor")
    return false
  }
  func dragInteraction(_ interaction: DragInteraction, sessionDidMove session: any DragSession) {
    log.append("sessionDidMove")
  }
  func dragInteraction(
    _ interaction: DragInteraction, itemsForAddingTo session: any DragSession, withTouchAt point: CGPoint
  ) -> [DragItem] {
    log.append("itemsForAddingTo")
    return adding(session)
  }
  func dragInteraction(
    _ interaction: DragInteraction, sessionForAddingItems sessions: [any DragSession],
    withTouchAt point: CGPoint
  ) -> (any DragSession)? {
    log.append("sessionForAddingItems")
    return choosing(sessions)
  }
  func dragInteraction(
    _ interaction: DragInteraction, session: any DragSession, willAdd items: [DragItem],
    for addingInteraction: DragInteraction
  ) { log.append("willAdd") }
  func dragInteraction(
    _ interaction: DragInteraction, session: any DragSession, willEndWith operation: DropOperation
  ) { log.append("willEnd \(operation)") }
  func dragInteraction(
    _ interaction: DragInteraction, item: DragItem, willAnimateCancelWith animator: any DragAnimating
  ) { log.append("willAnimateCancel") }
  func dragInteraction(
    _ interaction: DragInteraction, session: any DragSession, didEndWith operation: DropOperation
  ) { log.append("didEnd \(operation)") }
  func dragInteraction(_ interaction: DragInteraction, sessionDidTransferItems session: any DragSession) {
    log.append("sessionDidTransferItems")
    transferred += 1
  }
}

/// A receiver that returns what its closures return and records its calls.
@MainActor
final class TestTarget: DropInteractionDelegate {
  var log: [String] = []
  var canHandle: (any DropSession) -> Bool = { _ in true }
  var propose: (any DropSession) -> DropProposal
  var perform: (any DropSession) -> Void
  var sessions: [any DropSession] = []

  init(_ operation: DropOperation = .copy, perform: @escaping (any DropSession) -> Void = { _ in }) {
    propose = { _ in DropProposal(operation: operation) }
    self.perform = perform
  }

  func dropInteraction(_ interaction: DropInteraction, canHandle session: any DropSession) -> Bool {
    log.append("canHandle")
    return canHandle(session)
  }
  func dropInteraction(_ interaction: DropInteraction, sessionDidEnter session: any DropSession) {
    log.append("sessionDidEnter")
    sessions.append(session)
  }
  func dropInteraction(
    _ interaction: DropInteraction, sessionDidUpdate session: any DropSession
  ) -> DropProposal {
    log.append("sessionDidUpdate")
    return propose(session)
  }
  func dropInteraction(_ interaction: DropInteraction, sessionDidExit session: any DropSession) {
    log.append("sessionDidExit")
  }
  func dropInteraction(_ interaction: DropInteraction, performDrop session: any DropSession) {
    log.append("performDrop")
    perform(session)
  }
  func dropInteraction(
    _ interaction: DropInteraction, previewForDropping item: DragItem,
    withDefault defaultPreview: TargetedDragPreview
  ) -> TargetedDragPreview? {
    log.append("previewForDropping")
    return defaultPreview
  }
  func dropInteraction(
    _ interaction: DropInteraction, item: DragItem, willAnimateDropWith animator: any DragAnimating
  ) { log.append("willAnimateDrop") }
  func dropInteraction(_ interaction: DropInteraction, concludeDrop session: any DropSession) {
    log.append("concludeDrop")
  }
  func dropInteraction(_ interaction: DropInteraction, sessionDidEnd session: any DropSession) {
    log.append("sessionDidEnd")
  }
}

/// Values that completions on other threads reported.
final class Reported<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: [Value] = []

  func add(_ value: Value) {
    lock.lock()
    defer { lock.unlock() }
    stored.append(value)
  }

  var values: [Value] {
    lock.lock()
    defer { lock.unlock() }
    return stored
  }
}

/// A provider of one representation, which is delivered after a delay.
func provider(_ type: String, _ text: String, after milliseconds: Int = 0) -> ItemProvider {
  let provider = ItemProvider()
  provider.registerDataRepresentation(forTypeIdentifier: type, visibility: .all) { completion in
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
      completion(Data(text.utf8), nil)
    }
    return nil
  }
  return provider
}

/// A provider whose source never calls its completion handler, and keeps it.
func silentProvider(_ type: String) -> ItemProvider {
  let provider = ItemProvider()
  let completions = Reported<@Sendable (Data?, (any Error)?) -> Void>()
  provider.registerDataRepresentation(forTypeIdentifier: type, visibility: .all) { completion in
    completions.add(completion)
    return nil
  }
  return provider
}

let text = "public.utf8-plain-text"
