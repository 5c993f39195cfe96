import ProfferFileSystem

/// This program's ownership of a selection of a Wayland compositor.
final class WaylandSelectionOwner: SelectionOwnership {
  let ending: OwnershipEnding
  private let control: any SelectionControl
  private let server: WaylandValueServer
  private let selection: TransferSelection
  private let options: OwnershipOptions
  private let source: UInt32
  private let begin = ContinuousClock.now
  private var end: OwnershipEnd?

  var names: [String] { server.names }

  /// Acquires ownership of the selection.
  init(
    _ control: any SelectionControl, _ offer: TransferOffer, as selection: TransferSelection,
    _ options: OwnershipOptions
  ) throws {
    self.control = control
    self.selection = selection
    self.options = options
    ending = try OwnershipEnding()
    server = try WaylandValueServer(
      offer.forms(on: .wayland), options, idleLimit: options.pipeIdleLimit, ending)
    source = try control.select(server.names, in: selection)
  }

  func serve() throws -> OwnershipEnd {
    defer { ending.end() }
    while true {
      while let event = try control.next() { handle(event) }
      server.deliver()
      server.waitsForReaders = options.endsAfterOneReceiver
      server.write()
      endIfDue()
      if let end, server.isIdle {
        if end != .replaced { control.clear(selection) }
        try control.connection.synchronize()
        if let failure = server.failure { throw failure }
        return end
      }
      let ready = try control.connection.connection.wait(
        for: [(ending.wakeup.stream, .reading)] + server.interests, until: nextDeadline)
      if ready[0].contains(.reading) { try ending.wakeup.clear() }
    }
  }

  private func handle(_ event: SelectionEvent) {
    switch event {
    case .send(source, let name, let pipe): server.start(name, for: pipe)
    case .cancelled(source), .finished: if end == nil { end = .replaced }
    case .send, .cancelled, .changed: break
    }
  }

  private func endIfDue() {
    guard end == nil else { return }
    if server.failure != nil {
      control.clear(selection)
      end = .replaced
    } else if options.endsAfterOneReceiver, let pasteEnd = server.given.pasteEnd, server.isIdle,
      .now >= pasteEnd
    {
      end = .taken
    } else if ending.isRequested {
      end = .requested
    } else if let limit = options.timeLimit, ContinuousClock.now - begin >= limit {
      end = .timeLimit
    }
  }

  /// The time at which the paste of a one-time offer is over; nil before the paste.
  private var pasteEnd: ContinuousClock.Instant? {
    options.endsAfterOneReceiver ? server.given.pasteEnd : nil
  }

  private var nextDeadline: ContinuousClock.Instant? {
    let own = end == nil ? [pasteEnd, options.timeLimit.map { begin + $0 }].compactMap(\.self) : []
    return (server.deadlines + own).min()
  }
}
