import ProfferFileSystem

/// A selection of an X display that this program owns, from the taking of it to the last receiver.
final class X11SelectionOwner: SelectionOwnership {
  /// The most that a clipboard manager may take to copy everything.
  private static let savingLimit: Duration = .seconds(10)

  let ending: OwnershipEnding
  private let connection: X11Connection
  private let server: X11SelectionServer
  private let options: OwnershipOptions
  /// The selection of the clipboard manager, and where it finds what to save.
  private let manager, savedNames: UInt32
  private let begin = ContinuousClock.now
  /// How the ownership ended, while the last receivers are served.
  private var end: OwnershipEnd?
  /// Until when a clipboard manager may ask for what it saves; nil while none does.
  private var saving: ContinuousClock.Instant?

  var names: [String] { server.names }

  /// Takes the selection.
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
    while true {
      while let message = connection.next() { try handle(message) }
      try server.deliver()
      try endIfDue()
      if let end, saving == nil, server.isIdle {
        // The selection is let go of where it is this program's still.
        if end != .replaced { server.release() }
        try connection.synchronize()
        return end
      }
      // A question to the display may have found other messages before its answer.
      if connection.hasArrived { continue }
      try connection.wait(for: ending.wakeup, until: nextDeadline)
    }
  }

  private func handle(_ message: X11Message) throws {
    switch message {
    case .event(.selectionClear(_, connection.window, server.atoms.selection)):
      if end == nil { end = .replaced }
    case .event(.selectionNotify(connection.window, manager, server.atoms.saveTargets, _)):
      // The manager has everything, or does not want it.
      saving = nil
    default: try server.handle(message)
    }
  }

  /// Ends the service where that is asked for, a receiver has its value, or the time is over.
  private func endIfDue() throws {
    if let saving, .now >= saving { self.saving = nil }
    guard end == nil else { return }
    if options.endsAfterOneReceiver, !server.given.isEmpty {
      end = .taken
    } else if ending.isRequested {
      end = .requested
      try handOver()
    } else if let limit = options.timeLimit, ContinuousClock.now - begin >= limit {
      end = .timeLimit
    }
  }

  private var nextDeadline: ContinuousClock.Instant? {
    let others = [saving, end == nil ? options.timeLimit.map { begin + $0 } : nil].compactMap(\.self)
    return (server.deadlines + others).min()
  }

  /// Asks the clipboard manager, where there is one, to copy everything before this program ends.
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
  /// Its name on an X display.
  var atomName: String {
    switch self {
    case .clipboard: "CLIPBOARD"
    case .primary: "PRIMARY"
    case .drag: "XdndSelection"
    }
  }
}
