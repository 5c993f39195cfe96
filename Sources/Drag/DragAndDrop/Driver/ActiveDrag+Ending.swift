extension ActiveDrag {
  /// Delivers, then ends both sides.
  func perform(
    on target: (interaction: DropInteraction, session: DropSession), _ operation: DropOperation
  ) {
    self.operation = operation
    performedSession = target.session
    let (interaction, dropSession) = target
    willEnd(with: operation)
    dropSession.loads.enter(.performing)
    driver.note(interaction.view, "performDrop", operation.description)
    interaction.delegate?.dropInteraction(interaction, performDrop: dropSession)
    for (_, session) in dropSessions { session.loads.enter(.over) }
    for load in dropSession.loads.records {
      driver.note(interaction.view, "<load>", "item \(load.itemNumber) as \(load.typeIdentifier)")
    }
    noteLocalDrop(on: target)
    animateDrop(on: target)
    driver.note(interaction.view, "concludeDrop")
    interaction.delegate?.dropInteraction(interaction, concludeDrop: dropSession)
    noteRefusals(of: dropSession, in: interaction)
    endReceivers()
    didEnd(with: operation)
    let view = interaction.view
    dropSession.loads.close { [self] in transferred(dropSession, in: view) }
  }

  /// Ends both sides without a delivery.
  func end(with operation: DropOperation) {
    self.operation = operation
    willEnd(with: operation)
    animateCancelling()
    endReceivers()
    didEnd(with: operation)
    for (_, session) in dropSessions { session.loads.enter(.over) }
  }

  // MARK: The receiver's side

  private func animateDrop(on target: (interaction: DropInteraction, session: DropSession)) {
    let (interaction, session) = target
    guard let delegate = interaction.delegate else { return }
    var animations: [PlayedAnimation] = []
    for item in session.items.suffix(PreviewStack.visibleLimit) {
      var updates = -1
      // An item may ask for another preview while it flies; each asking is answered, but not those in turn.
      while updates < item.previewUpdateCount && updates < 1 {
        updates += 1
        if let view = interaction.view, let standard = TargetedDragPreview(view: view) {
          let preview = delegate.dropInteraction(
            interaction, previewForDropping: item, withDefault: standard)
          driver.note(view, "previewForDropping", preview == nil ? "none" : "")
        }
      }
      item.previewUpdateCount = 0
      let animation = PlayedAnimation()
      driver.note(interaction.view, "willAnimateDrop")
      delegate.dropInteraction(interaction, item: item, willAnimateDropWith: animation)
      animation.animate()
      animations.append(animation)
    }
    driver.pass(driver.timing.dropAnimation)
    for animation in animations { animation.complete(at: .end) }
    session.land()
    noteRefusals(of: session, in: interaction)
  }

  /// One end for every interaction that the drag ever came into.
  private func endReceivers() {
    if let target { leave(target) }
    for (interaction, session) in entered {
      driver.note(interaction.view, "sessionDidEnd")
      interaction.delegate?.dropInteraction(interaction, sessionDidEnd: session)
      noteRefusals(of: session, in: interaction)
    }
    entered = []
    endSpringLoading()
  }

  /// Tells what became of the loads, in the order of asking, when the last one is over.
  private func transferred(_ dropSession: DropSession, in view: View?) {
    for load in dropSession.loads.records {
      let what = "item \(load.itemNumber) as \(load.typeIdentifier)"
      switch load.outcome {
      case .running, .done: driver.note(view, "<loaded>", what)
      case .failed(let reason): driver.note(view, "<failed>", "\(what): \(reason)")
      case .cancelled: driver.note(view, "<cancelled>", what)
      }
    }
    for (interaction, _) in contributors {
      guard let delegate = interaction.delegate else { continue }
      driver.note(interaction.view, in: application, "sessionDidTransferItems")
      delegate.dragInteraction(interaction, sessionDidTransferItems: session)
    }
  }

  // MARK: The source's side

  private func noteLocalDrop(on target: (interaction: DropInteraction, session: DropSession)) {
    guard target.session.localDragSession != nil else { return }
    var types: [String] = []
    for record in target.session.loads.records where !types.contains(record.typeIdentifier) {
      types.append(record.typeIdentifier)
    }
    let view = target.interaction.view
    session.localDrop = LocalDrop(
      view: view, location: view.map(session.location(in:)) ?? session.position,
      loadedTypeIdentifiers: types)
  }

  private func willEnd(with operation: DropOperation) {
    phase = .over
    driver.activeDrags.removeAll { $0 === self }
    for (interaction, _) in contributors {
      guard let delegate = interaction.delegate else { continue }
      driver.note(interaction.view, in: application, "willEnd", operation.description)
      delegate.dragInteraction(interaction, session: session, willEndWith: operation)
    }
  }

  private func animateCancelling() {
    var animations: [PlayedAnimation] = []
    for item in session.items.suffix(PreviewStack.visibleLimit) {
      guard let owner = contributors.first(where: { $0.items.contains(item) })?.interaction,
        let delegate = owner.delegate, let view = owner.view
      else { continue }
      let standard = TargetedDragPreview(
        view: view, target: DragPreviewTarget(container: view, center: session.location(in: view)))
      let preview = delegate.dragInteraction(owner, previewForCancelling: item, withDefault: standard)
      driver.note(view, in: application, "previewForCancelling", preview == nil ? "none" : "")
      let animation = PlayedAnimation()
      driver.note(view, in: application, "willAnimateCancel")
      delegate.dragInteraction(owner, item: item, willAnimateCancelWith: animation)
      animation.animate()
      animations.append(animation)
    }
    driver.pass(driver.timing.dropAnimation)
    for animation in animations { animation.complete(at: .end) }
  }

  private func didEnd(with operation: DropOperation) {
    for (interaction, _) in contributors {
      guard let delegate = interaction.delegate else { continue }
      driver.note(interaction.view, in: application, "didEnd", operation.description)
      delegate.dragInteraction(interaction, session: session, didEndWith: operation)
    }
  }
}
