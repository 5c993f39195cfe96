public import Foundation

/// A drag that is being played: one finger with its items.
///
/// Every method throws ``DragAndDropError`` with code `sessionEnded` after `drop()` or `cancel()`.
@MainActor
public final class ActiveDrag {
  enum Phase { case lifting, moving, over }

  /// The source's session.
  public let session: DragSession
  /// How the drag ended; nil while it goes on, and for an item that was put back before it moved.
  public internal(set) var operation: DropOperation?
  /// The last proposal of the interaction that the drag is over; nil over none.
  public internal(set) var proposal: DropProposal?
  /// The session as the receiver that performed the drop had it; nil unless there was a drop.
  public internal(set) var performedSession: DropSession?

  let driver: DragDriver
  let application: Application
  /// The interactions that gave items, the one that the drag began in first.
  var contributors: [(interaction: DragInteraction, items: [DragItem])]
  var phase = Phase.lifting
  private let liftAnimation = PlayedAnimation()
  var springLoads: [SpringLoad] = []

  /// One session for each application that the drag moves over.
  var dropSessions: [(application: Application, session: DropSession)] = []
  /// What each interaction said to `canHandle`.
  var answers: [(interaction: DropInteraction, canHandle: Bool)] = []
  /// Every interaction that the drag ever came into.
  var entered: [(interaction: DropInteraction, session: DropSession)] = []
  var target: (interaction: DropInteraction, session: DropSession)?
  /// An interaction that ignores this drag until it has left.
  var ignoring: DropInteraction?

  init(
    _ session: DragSession, from interaction: DragInteraction, in application: Application,
    driver: DragDriver
  ) {
    self.session = session
    self.application = application
    self.driver = driver
    contributors = [(interaction, session.items)]
  }

  /// The interaction that the drag began in.
  var source: DragInteraction { contributors[0].interaction }

  /// The previews under the finger and the number on them.
  public var previewStack: PreviewStack {
    PreviewStack(of: session, defaultView: source.view, operation: proposal?.operation)
  }

  // MARK: The finger

  /// Moves the finger to a point of the screen.
  public func move(to point: CGPoint) throws(DragAndDropError) {
    try requireActive("moved")
    beginMoving()
    driver.pass(driver.timing.move)
    session.position = point
    tell("sessionDidMove") { $0.dragInteraction(source, sessionDidMove: session) }
    updateTarget(proposing: true)
    updateSpringLoading()
  }

  /// Touches another source with a second finger, to add its items.
  ///
  /// Only a source of the application that the drag began in is asked. With several drags of that
  /// application under way, the source says which of them gets the items.
  ///
  /// - Returns: the drag that got items; nil when none were added.
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
          driver.note(view, "sessionForAddingItems", session == nil ? "none" : "one")
          chosen = drags.first { $0.session === session }
        }
        guard let chosen else { continue }
        let items = delegate.dragInteraction(
          interaction, itemsForAddingTo: chosen.session, withTouchAt: place)
        driver.note(view, "itemsForAddingTo", driver.count(items.count, "item"))
        if items.isEmpty { continue }
        chosen.add(items, from: interaction)
        return chosen
      }
    }
    return nil
  }

  /// Lets go.
  ///
  /// What then happens follows from the last proposal. An item that has not moved is put back.
  ///
  /// - Returns: the operation that took place; nil when the drag had not begun to move.
  @discardableResult
  public func drop() throws(DragAndDropError) -> DropOperation? {
    try requireActive("dropped")
    if phase == .lifting {
      putBack()
    } else if let target, resolvedOperation.isDelivering {
      perform(on: target, resolvedOperation)
    } else {
      end(with: resolvedOperation)
    }
    return operation
  }

  /// Ends the drag without a drop, as a call or a turned screen would.
  public func cancel() throws(DragAndDropError) {
    try requireActive("cancelled")
    if phase == .lifting { putBack() } else { end(with: .cancel) }
  }

  private func requireActive(_ what: String) throws(DragAndDropError) {
    if phase == .over {
      throw DragAndDropError(.sessionEnded, "a drag that has ended cannot be \(what): begin another one")
    }
  }

  // MARK: The source's side

  func lift() {
    driver.pass(driver.timing.lift)
    for item in session.items {
      let preview = source.delegate?.dragInteraction(source, previewForLifting: item, session: session)
      driver.note(source.view, "previewForLifting", preview == nil ? "none" : "")
    }
    tell("willAnimateLift") {
      $0.dragInteraction(source, willAnimateLiftWith: liftAnimation, session: session)
    }
    liftAnimation.animate()
  }

  private func putBack() {
    phase = .over
    driver.activeDrags.removeAll { $0 === self }
    liftAnimation.complete(at: .start)
  }

  private func beginMoving() {
    if phase != .lifting { return }
    phase = .moving
    liftAnimation.complete(at: .end)
    tell("sessionWillBegin") { $0.dragInteraction(source, sessionWillBegin: session) }
    guard let delegate = source.delegate else { return }
    session.allowsMoveOperation = delegate.dragInteraction(source, sessionAllowsMoveOperation: session)
    driver.note(source.view, "sessionAllowsMoveOperation", "\(session.allowsMoveOperation)")
    session.isRestrictedToDraggingApplication = delegate.dragInteraction(
      source, sessionIsRestrictedToDraggingApplication: session)
    driver.note(
      source.view, "sessionIsRestrictedToDraggingApplication",
      "\(session.isRestrictedToDraggingApplication)")
    let keepsSize = delegate.dragInteraction(source, prefersFullSizePreviewsFor: session)
    driver.note(source.view, "prefersFullSizePreviewsFor", "\(keepsSize)")
  }

  private func add(_ items: [DragItem], from interaction: DragInteraction) {
    let known = contributors.firstIndex { $0.interaction === interaction }
    if let known {
      contributors[known].items += items
    } else {
      contributors.append((interaction, items))
    }
    for contributor in contributors.map(\.interaction) {
      driver.note(contributor.view, "willAdd", driver.count(items.count, "item"))
      contributor.delegate?.dragInteraction(
        contributor, session: session, willAdd: items, for: interaction)
    }
    session.items += items
    for (_, dropSession) in dropSessions { dropSession.takeItems() }
    // Who refused the drag may want it with these items.
    answers.removeAll { !$0.canHandle }
    updateTarget(proposing: true)
  }

  /// Calls the delegate of the interaction that the drag began in, if there still is one.
  func tell(_ call: String, _ body: (any DragInteractionDelegate) -> Void) {
    guard let delegate = source.delegate else { return }
    driver.note(source.view, in: application, call)
    body(delegate)
  }
}
