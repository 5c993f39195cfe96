import ProfferFileSystem

/// This program's ownership of a selection of an X display, from the acquisition to the last receiver.
final class X11SelectionOwner: SelectionOwnership {
  /// The maximum time for a clipboard manager to copy all values.
  private static let savingLimit: Duration = .seconds(10)

  let ending: OwnershipEnding
  private let connection: X11Connection
  private let server: X11SelectionServer
  private let options: OwnershipOptions
  /// The selection of the clipboard manager, and the property that lists the names to save.
  private let manager, savedNames: UInt32
  private let begin = ContinuousClock.now
  /// The reason why the ownership ended; nil before the end.
  ///
  /// The last receivers are still served after the end.
  private var end: OwnershipEnd?
  /// The deadline for the clipboard manager; nil if no clipboard manager is saving the values.
  private var saving: ContinuousClock.Instant?

  var names: [String] { server.names }

  /// Acquires ownership of the selection.
  init(
    _ connection: X11Connection, _ offer: TransferOffer, as selection: TransferSelection,
    _ options: OwnershipOptions
  ) throws {
    self.connection = connection
    self.options = options
    ending = try OwnershipEnding()
    server = try X11SelectionServer(connection, offer.forms(on: .x11), as: selection, options, ending)
    let atoms = try connection.atoms(["CLIPBOARD_MANAGER", "PROFFER_SAVED"])
    (manager, savedNames) = (atoms[0], atoms[1])
    try server.own(at: connection.timestamp())
  }

  func serve() throws -> OwnershipEnd {
    defer { ending.end() }
    var isReleased = false
    while true {
      while let message = connection.next() { try handle(message) }
      try server.deliver()
      try endIfDue()
      if let end, saving == nil, server.isIdle {
        // The selection is released only if this program still owns it.
        if end != .replaced, !isReleased { server.release() }
        isReleased = true
        try connection.synchronize()
        // Programs that asked before the release get an answer, because some of them wait without a limit.
        if connection.hasArrived { continue }
        if let failure = server.failure { throw failure }
        return end
      }
      // A request to the display may have queued other messages before its reply.
      if connection.hasArrived { continue }
      try connection.wait(for: ending.wakeup, until: nextDeadline)
    }
  }

  private func handle(_ message: X11Message) throws {
    switch message {
    case .event(.selectionClear(_, connection.window, server.atoms.selection)):
      if end == nil { end = .replaced }
    case .event(.selectionNotify(connection.window, manager, server.atoms.saveTargets, _)):
      // The clipboard manager has copied all values, or refuses to copy them.
      saving = nil
    default: try server.handle(message)
    }
  }

  /// Ends the service if the end was requested, the time limit has passed, or the receiver of a one-time
  /// offer has its value.
  private func endIfDue() throws {
    if let saving, .now >= saving { self.saving = nil }
    guard end == nil else { return }
    if server.failure != nil {
      server.release()
      end = .replaced
    } else if options.endsAfterOneReceiver, let pasteEnd = server.given.pasteEnd, server.isIdle,
      .now >= pasteEnd
    {
      end = .taken
    } else if ending.isRequested {
      end = .requested
      try handOver()
    } else if let limit = options.timeLimit, ContinuousClock.now - begin >= limit {
      end = .timeLimit
    }
  }

  private var nextDeadline: ContinuousClock.Instant? {
    let paste = end == nil && options.endsAfterOneReceiver ? server.given.pasteEnd : nil
    let others = [saving, paste, end == nil ? options.timeLimit.map { begin + $0 } : nil].compactMap(\.self)
    return (server.deadlines + others).min()
  }

  /// Asks the clipboard manager, if there is one, to copy all values before this program ends.
  private func handOver() throws {
    guard server.selection == .clipboard, try connection.owner(of: manager) != 0 else { return }
    connection.send(
      X11Request.changeProperty(
        savedNames, of: connection.window, type: server.atoms.atom, words: server.nameAtoms))
    connection.send(
      X11Request.convert(
        manager, to: server.atoms.saveTargets, on: savedNames, of: connection.window, at: server.time))
    saving = .now + X11SelectionOwner.savingLimit
  }
}

extension TransferSelection {
  /// The name of the selection on an X display.
  var atomName: String {
    switch self {
    case .clipboard: "CLIPBOARD"
    case .primary: "PRIMARY"
    case .drag: "XdndSelection"
    }
  }
}
