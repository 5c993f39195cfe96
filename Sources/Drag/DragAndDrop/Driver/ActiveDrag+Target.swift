extension ActiveDrag {
  /// What a drop now would do.
  var resolvedOperation: DropOperation {
    guard let target, let proposal else { return .cancel }
    if proposal.operation == .move && !target.session.allowsMoveOperation { return .cancel }
    return proposal.operation
  }

  /// Finds the interaction under the finger, tells the one left and the one entered, and asks for a proposal.
  func updateTarget(proposing: Bool) {
    let found = interactionUnderFinger()
    if found?.interaction !== target?.interaction {
      exitTarget()
      if let found { enter(found) }
    }
    if proposing { propose() }
  }

  /// The innermost interaction at the finger that handles the drag.
  private func interactionUnderFinger() -> (interaction: DropInteraction, session: DropSession)? {
    for view in View.outwards(from: driver.view(at: session.position)) {
      guard let receiver = view.application else { return nil }
      if session.isRestrictedToDraggingApplication && receiver !== application { return nil }
      for interaction in view.dropInteractions where canHandle(interaction, in: receiver) {
        let dropSession = dropSession(in: receiver)
        if interaction === ignoring { return nil }
        ignoring = nil
        if isBusy(interaction, for: dropSession) {
          ignoring = interaction
          return nil
        }
        return (interaction, dropSession)
      }
    }
    ignoring = nil
    return nil
  }

  private func isBusy(_ interaction: DropInteraction, for session: DropSession) -> Bool {
    !interaction.allowsSimultaneousDropSessions && interaction.sessionsInside.contains { $0 !== session }
  }

  private func canHandle(_ interaction: DropInteraction, in receiver: Application) -> Bool {
    if let known = answers.first(where: { $0.interaction === interaction }) { return known.canHandle }
    guard let delegate = interaction.delegate else { return false }
    let session = dropSession(in: receiver)
    let answer = delegate.dropInteraction(interaction, canHandle: session)
    driver.note(interaction.view, "canHandle", "\(answer)")
    noteRefusals(of: session, in: interaction)
    answers.append((interaction, answer))
    return answer
  }

  /// The session of an application, made when the drag first comes over it.
  private func dropSession(in receiver: Application) -> DropSession {
    if let known = dropSessions.first(where: { $0.application === receiver }) { return known.session }
    let source = application
    let made = DropSession(of: session, isSameApplication: receiver === source, work: driver.work) {
      source.offer($0, to: receiver)
    }
    dropSessions.append((receiver, made))
    return made
  }

  private func enter(_ found: (interaction: DropInteraction, session: DropSession)) {
    target = found
    let (interaction, session) = found
    interaction.sessionsInside.append(session)
    if !entered.contains(where: { $0.interaction === interaction }) { entered.append(found) }
    driver.note(interaction.view, "sessionDidEnter")
    interaction.delegate?.dropInteraction(interaction, sessionDidEnter: session)
    noteRefusals(of: session, in: interaction)
  }

  private func propose() {
    guard let target else { return }
    let (interaction, session) = target
    proposal = interaction.delegate?.dropInteraction(interaction, sessionDidUpdate: session)
    driver.note(interaction.view, "sessionDidUpdate", proposal?.traceText ?? "")
    noteRefusals(of: session, in: interaction)
  }

  func exitTarget() {
    guard let target else { return }
    leave(target)
    driver.note(target.interaction.view, "sessionDidExit")
    target.interaction.delegate?.dropInteraction(target.interaction, sessionDidExit: target.session)
    noteRefusals(of: target.session, in: target.interaction)
  }

  /// Forgets the interaction without telling it.
  func leave(_ target: (interaction: DropInteraction, session: DropSession)) {
    target.interaction.sessionsInside.removeAll { $0 === target.session }
    self.target = nil
    proposal = nil
  }

  /// Tells loads that were refused, because the receiver that asked may not look at its error.
  func noteRefusals(of session: DropSession, in interaction: DropInteraction) {
    for refusal in session.loads.takeRefusals() {
      driver.note(interaction.view, "<refused>", refusal.message)
    }
  }
}
