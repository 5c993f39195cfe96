extension ActiveDrag {
  /// The operation that a drop at the current location would perform.
  var resolvedOperation: DropOperation {
    guard let target, let proposal else { return .cancel }
    if proposal.operation == .move && !target.session.allowsMoveOperation { return .cancel }
    return proposal.operation
  }

  /// Returns whether the target accepts the drop.
  func preparesDrop(on target: (interaction: DropInteraction, session: SimulatedDropSession)) -> Bool {
    (target.interaction.delegate as? any ConditionalDropDelegate)?.preparesDrop(target.session) ?? true
  }

  /// Finds the interaction under the drag and, if `proposing` is true, updates the proposal.
  ///
  /// Calls the exit and enter methods if the interaction has changed.
  func updateTarget(proposing: Bool) {
    let found = interactionAtTouch()
    if found?.interaction !== target?.interaction {
      exitTarget()
      if let found { enter(found) }
    }
    if proposing { propose() }
  }

  /// Returns the innermost interaction under the drag that handles the drag; nil if there is no such
  /// interaction, or if the interaction ignores the drag.
  private func interactionAtTouch() -> (interaction: DropInteraction, session: SimulatedDropSession)? {
    for view in View.outwards(from: driver.view(at: session.position)) {
      guard let receiver = view.application else { return nil }
      if session.isRestrictedToDraggingApplication && receiver !== application { return nil }
      for interaction in view.dropInteractions where canHandle(interaction, in: receiver) {
        let dropSession = dropSession(in: receiver)
        if interaction === ignoredInteraction { return nil }
        ignoredInteraction = nil
        if isBusy(interaction, for: dropSession) {
          ignoredInteraction = interaction
          return nil
        }
        return (interaction, dropSession)
      }
    }
    ignoredInteraction = nil
    return nil
  }

  private func isBusy(_ interaction: DropInteraction, for session: SimulatedDropSession) -> Bool {
    !interaction.allowsSimultaneousDropSessions && interaction.sessionsInside.contains { $0 !== session }
  }

  private func canHandle(_ interaction: DropInteraction, in receiver: Application) -> Bool {
    if let known = canHandleResults.first(where: { $0.interaction === interaction }) {
      return known.canHandle
    }
    guard let delegate = interaction.delegate else { return false }
    let session = dropSession(in: receiver)
    let canHandle = delegate.dropInteraction(interaction, canHandle: session)
    driver.record(interaction.view, "canHandle", "\(canHandle)")
    recordRefusedLoads(of: session, in: interaction)
    canHandleResults.append((interaction, canHandle))
    return canHandle
  }

  /// Returns the session of an application; makes the session when the drag first enters the application.
  private func dropSession(in receiver: Application) -> SimulatedDropSession {
    if let known = dropSessions.first(where: { $0.application === receiver }) { return known.session }
    let source = application
    let made = SimulatedDropSession(of: session, isSameApplication: receiver === source, queue: driver.queue)
    {
      source.view(of: $0, for: receiver)
    }
    dropSessions.append((receiver, made))
    return made
  }

  private func enter(_ found: (interaction: DropInteraction, session: SimulatedDropSession)) {
    target = found
    let (interaction, session) = found
    interaction.sessionsInside.append(session)
    if !enteredInteractions.contains(where: { $0.interaction === interaction }) {
      enteredInteractions.append(found)
    }
    driver.record(interaction.view, "sessionDidEnter")
    interaction.delegate?.dropInteraction(interaction, sessionDidEnter: session)
    recordRefusedLoads(of: session, in: interaction)
  }

  private func propose() {
    guard let target else { return }
    let (interaction, session) = target
    proposal = interaction.sessionDidUpdate(session)
    driver.record(interaction.view, "sessionDidUpdate", proposal?.traceDescription ?? "")
    recordRefusedLoads(of: session, in: interaction)
  }

  func exitTarget() {
    guard let target else { return }
    leave(target)
    driver.record(target.interaction.view, "sessionDidExit")
    target.interaction.delegate?.dropInteraction(target.interaction, sessionDidExit: target.session)
    recordRefusedLoads(of: target.session, in: target.interaction)
  }

  /// Clears the target without calling its delegate.
  func leave(_ target: (interaction: DropInteraction, session: SimulatedDropSession)) {
    target.interaction.sessionsInside.removeAll { $0 === target.session }
    self.target = nil
    proposal = nil
  }

  /// Records refused loads in the trace, because the receiver may ignore the errors of the loads.
  func recordRefusedLoads(of session: SimulatedDropSession, in interaction: DropInteraction) {
    for refusal in session.loads.removeRefusedLoads() {
      driver.record(interaction.view, "<refused>", refusal.message)
    }
  }
}

// MARK: - Spring loading

extension ActiveDrag {
  /// Updates spring loading of the view under the drag, and ends spring loading of views that the drag has
  /// left.
  func updateSpringLoading() {
    if phase != .moving { return }
    let interaction = View.outwards(from: driver.view(at: session.position)).lazy
      .flatMap(\.interactions).compactMap { $0 as? SpringLoadedInteraction }.first
    for load in springLoads where load.interaction !== interaction { update(load, isOver: false) }
    springLoads.removeAll { $0.interaction !== interaction }
    if let interaction, springLoads.isEmpty { springLoads.append(SpringLoad(interaction, session)) }
    for load in springLoads { update(load, isOver: true) }
  }

  func endSpringLoading() {
    for load in springLoads { update(load, isOver: false) }
    springLoads = []
  }

  private func update(_ load: SpringLoad, isOver: Bool) {
    load.update(isOver: isOver, at: driver.now) { state in
      driver.record(load.interaction.view, "<spring>", "\(state)")
    }
  }
}
