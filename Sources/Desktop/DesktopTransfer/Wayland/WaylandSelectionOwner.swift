import ProfferFileSystem

/// This program's ownership of a selection of a Wayland compositor.
final class WaylandSelectionOwner: SelectionOwnership {
  let ending: OwnershipEnding
  private let control: DataControl
  private let server: WaylandValueServer
  private let selection: TransferSelection
  private let options: OwnershipOptions
  private let source: UInt32
  private let begin = ContinuousClock.now
  private var end: OwnershipEnd?

  var names: [String] { server.names }

  /// Acquires ownership of the selection.
  init(
    _ control: DataControl, _ offer: TransferOffer, as selection: TransferSelection,
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
      if options.endsAfterOneReceiver, server.hasDelivered, end == nil { end = .taken }
      server.waitsForReaders = end == .taken
      server.write()
      endIfDue()
      if let end, server.isIdle {
        if end != .replaced { control.clear(selection) }
        try control.connection.synchronize()
        return end
      }
      let ready = try control.connection.connection.wait(
        for: [(ending.wakeup.stream, .reading)] + server.interests, until: nextDeadline)
      if ready[0].contains(.reading) { try ending.wakeup.clear() }
    }
  }

  private func handle(_ event: DataControl.Event) {
    switch event {
    case .send(source, let name, let pipe): server.start(name, for: pipe)
    case .cancelled(source), .finished: if end == nil { end = .replaced }
    case .send, .cancelled, .changed: break
    }
  }

  private func endIfDue() {
    guard end == nil else { return }
    if ending.isRequested {
      end = .requested
    } else if let limit = options.timeLimit, ContinuousClock.now - begin >= limit {
      end = .timeLimit
    }
  }

  private var nextDeadline: ContinuousClock.Instant? {
    (server.deadlines + [end == nil ? options.timeLimit.map { begin + $0 } : nil].compactMap(\.self)).min()
  }
}
