public import Foundation

/// A drag that a driver performs: a finger and the items under the finger.
///
/// After `drop()` or `cancel()`, all methods throw ``DragAndDropError`` with code `sessionEnded`.
@preconcurrency @MainActor
public final class ActiveDrag {
  enum Phase { case lifting, moving, over }

  /// The source's session.
  public let session: SimulatedDragSession
  /// The operation with which the drag ended; nil before the drag ends, and if the lift was cancelled.
  public internal(set) var operation: DropOperation?
  /// The last proposal of the interaction under the drag; nil if no interaction is under the drag.
  public internal(set) var proposal: DropProposal?
  /// The session of the receiver that performed the drop; nil if no drop was performed.
  public internal(set) var performedSession: SimulatedDropSession?

  let driver: DragDriver
  let application: Application
  /// The interactions that provided items; the interaction in which the drag began is first.
  var contributors: [(interaction: DragInteraction, items: [DragItem])]
  var phase = Phase.lifting
  private let liftAnimation = SimulatedAnimation()
  var springLoads: [SpringLoad] = []

  /// A session for each application that the drag has moved over.
  var dropSessions: [(application: Application, session: SimulatedDropSession)] = []
  /// The results of `canHandle` for each interaction.
  var canHandleResults: [(interaction: DropInteraction, canHandle: Bool)] = []
  /// The interactions that the drag has entered.
  var enteredInteractions: [(interaction: DropInteraction, session: SimulatedDropSession)] = []
  var target: (interaction: DropInteraction, session: SimulatedDropSession)?
  /// An interaction that ignores the drag until the drag leaves the interaction's view.
  var ignoredInteraction: DropInteraction?

  init(
    _ session: SimulatedDragSession, from interaction: DragInteraction, in application: Application,
    driver: DragDriver
  ) {
    self.session = session
    self.application = application
    self.driver = driver
    contributors = [(interaction, session.items)]
  }

  /// The interaction in which the drag began.
  var source: DragInteraction { contributors[0].interaction }

  /// The previews under the finger and their badge.
  public var previewStack: PreviewStack {
    PreviewStack(of: session, defaultView: source.view, operation: proposal?.operation)
  }

  // MARK: The finger

  /// Moves the finger to a point of the screen.
  ///
  /// - Parameter point: the point, in the coordinates of the screen.
  /// - Throws: ``DragAndDropError`` with code `sessionEnded` after the drag has ended.
  public func move(to point: CGPoint) throws(DragAndDropError) {
    try requireActive("moved")
    beginMoving()
    driver.pass(driver.timing.move)
    session.position = point
    callSource("sessionDidMove") { $0.dragInteraction(source, sessionDidMove: session) }
    updateTarget(proposing: true)
    updateSpringLoading()
  }

  /// Touches another source with a second finger, to add that source's items to the drag.
  ///
  /// Only sources in the application in which the drag began are called. If several drags of that application
  /// are moving, the touched source chooses one drag.
  ///
  /// - Parameter point: a point of the screen over the other source.
  /// - Returns: the drag to which items were added; nil if no items were added.
  /// - Throws: ``DragAndDropError`` with code `sessionEnded` after the drag has ended.
  @discardableResult
  public func addItems(at point: CGPoint) throws(DragAndDropError) -> ActiveDrag? {
    try requireActive("given items")
    beginMoving()
    let drags = driver.activeDrags.filter { $0.application === application && $0.phase == .moving }
    for view in View.outwards(from: driver.view(at: point)) where view.application === application {
      for case let interaction as DragInteraction in view.interactions where interaction.isEnabled {
        guard let delegate = interaction.delegate else { continue }
        let place = view.pointFromScreen(point)
        var chosen: ActiveDrag? = self
        if drags.count > 1 {
          let session = delegate.dragInteraction(
            interaction, sessionForAddingItems: drags.map(\.session), withTouchAt: place)
          driver.record(view, "sessionForAddingItems", session == nil ? "none" : "one")
          chosen = drags.first { $0.session === session }
        }
        guard let chosen else { continue }
        let items = delegate.dragInteraction(
          interaction, itemsForAddingTo: chosen.session, withTouchAt: place)
        driver.record(view, "itemsForAddingTo", driver.count(items.count, "item"))
        if items.isEmpty { continue }
        chosen.add(items, from: interaction)
        return chosen
      }
    }
    return nil
  }

  /// Releases the items.
  ///
  /// The last proposal of the receiver determines the operation. If the items have not moved, the lift is
  /// cancelled.
  ///
  /// - Returns: the operation that was performed; nil if the items have not moved.
  /// - Throws: ``DragAndDropError`` with code `sessionEnded` after the drag has ended.
  @discardableResult
  public func drop() throws(DragAndDropError) -> DropOperation? {
    try requireActive("dropped")
    if phase == .lifting {
      cancelLift()
    } else if let target, resolvedOperation.isDelivering {
      if preparesDrop(on: target) { perform(on: target, resolvedOperation) } else { end(with: .cancel) }
    } else {
      end(with: resolvedOperation)
    }
    return operation
  }

  /// Ends the drag without a drop, as an incoming phone call would.
  ///
  /// - Throws: ``DragAndDropError`` with code `sessionEnded` after the drag has ended.
  public func cancel() throws(DragAndDropError) {
    try requireActive("cancelled")
    if phase == .lifting { cancelLift() } else { end(with: .cancel) }
  }

  private func requireActive(_ what: String) throws(DragAndDropError) {
    if phase == .over {
      throw DragAndDropError(.sessionEnded, "a drag that has ended cannot be \(what); begin another one")
    }
  }

  // MARK: The source's side

  func lift() {
    driver.pass(driver.timing.lift)
    for item in session.items {
      let preview = source.previewForLifting(item, session)
      driver.record(source.view, "previewForLifting", preview == nil ? "none" : "")
    }
    callSource("willAnimateLift") {
      $0.dragInteraction(source, willAnimateLiftWith: liftAnimation, session: session)
    }
    liftAnimation.animate()
  }

  private func cancelLift() {
    phase = .over
    driver.activeDrags.removeAll { $0 === self }
    liftAnimation.complete(at: .start)
  }

  private func beginMoving() {
    if phase != .lifting { return }
    phase = .moving
    liftAnimation.complete(at: .end)
    callSource("sessionWillBegin") { $0.dragInteraction(source, sessionWillBegin: session) }
    guard let delegate = source.delegate else { return }
    session.allowsMoveOperation = delegate.dragInteraction(source, sessionAllowsMoveOperation: session)
    driver.record(source.view, "sessionAllowsMoveOperation", "\(session.allowsMoveOperation)")
    session.isRestrictedToDraggingApplication = delegate.dragInteraction(
      source, sessionIsRestrictedToDraggingApplication: session)
    driver.record(
      source.view, "sessionIsRestrictedToDraggingApplication",
      "\(session.isRestrictedToDraggingApplication)")
    let keepsSize = delegate.dragInteraction(source, prefersFullSizePreviewsFor: session)
    driver.record(source.view, "prefersFullSizePreviewsFor", "\(keepsSize)")
  }

  private func add(_ items: [DragItem], from interaction: DragInteraction) {
    let known = contributors.firstIndex { $0.interaction === interaction }
    if let known {
      contributors[known].items += items
    } else {
      contributors.append((interaction, items))
    }
    for contributor in contributors.map(\.interaction) {
      driver.record(contributor.view, "willAdd", driver.count(items.count, "item"))
      contributor.delegate?.dragInteraction(
        contributor, session: session, willAdd: items, for: interaction)
    }
    session.items += items
    for (_, dropSession) in dropSessions { dropSession.addNewItems() }
    // An interaction that did not handle the drag may be able to handle the new items.
    canHandleResults.removeAll { !$0.canHandle }
    updateTarget(proposing: true)
  }

  /// Calls the delegate of the interaction in which the drag began, if the delegate still exists.
  func callSource(_ call: String, _ body: (any DragInteractionDelegate) -> Void) {
    guard let delegate = source.delegate else { return }
    driver.record(source.view, in: application, call)
    body(delegate)
  }
}

/// The visible previews under the finger and their badge, for a client that draws previews.
@preconcurrency @MainActor
public struct PreviewStack {
  /// The maximum number of visible previews; preview providers of other items are not called.
  package static let visibleLimit = 3

  /// The previews, topmost first; an element is nil if its item has no preview.
  public let previews: [DragPreview?]
  /// The number on the badge; nil for a single item.
  public let badgeCount: Int?
  /// The operation on the badge; nil if there is no proposal.
  public let operation: DropOperation?

  /// Makes the stack of a session's items, with the last item on top.
  ///
  /// - Parameter defaultView: the view that is shown for items without a preview provider.
  package init(of session: any DragSession, defaultView: View?, operation: DropOperation? = nil) {
    previews = session.items.suffix(Self.visibleLimit).reversed().map { item in
      item.previewProvider.map { $0() } ?? defaultView.map { DragPreview(view: $0) }
    }
    badgeCount = session.items.count > 1 ? session.items.count : nil
    self.operation = operation
  }
}
