extension ActiveDrag {
  /// Performs the drop, then ends the drag for the source and the receivers.
  func perform(
    on target: (interaction: DropInteraction, session: SimulatedDropSession), _ operation: DropOperation
  ) {
    self.operation = operation
    performedSession = target.session
    let (interaction, dropSession) = target
    willEnd(with: operation)
    dropSession.loads.enter(.performing)
    driver.record(interaction.view, "performDrop", operation.description)
    interaction.performDrop(dropSession)
    for (_, session) in dropSessions { session.loads.enter(.afterDrop) }
    for load in dropSession.loads.records {
      driver.record(interaction.view, "<load>", "item \(load.itemNumber) as \(load.typeIdentifier)")
    }
    setLocalDrop(on: target)
    animateDrop(on: target)
    driver.record(interaction.view, "concludeDrop")
    interaction.delegate?.dropInteraction(interaction, concludeDrop: dropSession)
    recordRefusedLoads(of: dropSession, in: interaction)
    endReceivers()
    didEnd(with: operation)
    let view = interaction.view
    dropSession.loads.close { [self] in didTransfer(dropSession, in: view) }
  }

  /// Ends the drag for the source and the receivers without a drop.
  func end(with operation: DropOperation) {
    self.operation = operation
    willEnd(with: operation)
    animateCancelling()
    endReceivers()
    didEnd(with: operation)
    for (_, session) in dropSessions { session.loads.enter(.afterDrop) }
  }

  // MARK: Receivers

  private func animateDrop(on target: (interaction: DropInteraction, session: SimulatedDropSession)) {
    let (interaction, session) = target
    guard let delegate = interaction.delegate else { return }
    var animations: [SimulatedAnimation] = []
    for item in session.items.suffix(PreviewStack.visibleLimit) {
      var updates = -1
      // An item may request one new preview during the animation. Further requests are ignored.
      while updates < item.previewUpdateCount && updates < 1 {
        updates += 1
        if let view = interaction.view {
          let standard = TargetedDragPreview(view: view)
          let preview = delegate.dropInteraction(
            interaction, previewForDropping: item, withDefault: standard)
          driver.record(view, "previewForDropping", preview == nil ? "none" : "")
        }
      }
      item.previewUpdateCount = 0
      let animation = SimulatedAnimation()
      driver.record(interaction.view, "willAnimateDrop")
      delegate.dropInteraction(interaction, item: item, willAnimateDropWith: animation)
      animation.animate()
      animations.append(animation)
    }
    driver.pass(driver.timing.dropAnimation)
    for animation in animations { animation.complete(at: .end) }
    session.completeDropAnimation()
    recordRefusedLoads(of: session, in: interaction)
  }

  /// Calls `sessionDidEnd` once for each interaction that the drag has entered.
  private func endReceivers() {
    if let target { leave(target) }
    for (interaction, session) in enteredInteractions {
      driver.record(interaction.view, "sessionDidEnd")
      interaction.delegate?.dropInteraction(interaction, sessionDidEnd: session)
      recordRefusedLoads(of: session, in: interaction)
    }
    enteredInteractions = []
    endSpringLoading()
  }

  /// Records the outcomes of the loads in the order of their starts, then calls `sessionDidTransferItems` on
  /// the sources.
  private func didTransfer(_ dropSession: SimulatedDropSession, in view: View?) {
    for load in dropSession.loads.records {
      let what = "item \(load.itemNumber) as \(load.typeIdentifier)"
      switch load.outcome {
      case .running, .done: driver.record(view, "<loaded>", what)
      case .failed(let reason): driver.record(view, "<failed>", "\(what): \(reason)")
      case .cancelled: driver.record(view, "<cancelled>", what)
      }
    }
    for (interaction, _) in contributors {
      guard let delegate = interaction.delegate else { continue }
      driver.record(interaction.view, in: application, "sessionDidTransferItems")
      delegate.dragInteraction(interaction, sessionDidTransferItems: session)
    }
  }

  // MARK: Sources

  private func setLocalDrop(on target: (interaction: DropInteraction, session: SimulatedDropSession)) {
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
      driver.record(interaction.view, in: application, "willEnd", operation.description)
      delegate.dragInteraction(interaction, session: session, willEndWith: operation)
    }
  }

  private func animateCancelling() {
    var animations: [SimulatedAnimation] = []
    for item in session.items.suffix(PreviewStack.visibleLimit) {
      guard let owner = contributors.first(where: { $0.items.contains(item) })?.interaction,
        let delegate = owner.delegate, let view = owner.view
      else { continue }
      let standard = TargetedDragPreview(
        view: view, target: DragPreviewTarget(container: view, center: session.location(in: view)))
      let preview = delegate.dragInteraction(owner, previewForCancelling: item, withDefault: standard)
      driver.record(view, in: application, "previewForCancelling", preview == nil ? "none" : "")
      let animation = SimulatedAnimation()
      driver.record(view, in: application, "willAnimateCancel")
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
      driver.record(interaction.view, in: application, "didEnd", operation.description)
      delegate.dragInteraction(interaction, session: session, didEndWith: operation)
    }
  }
}
