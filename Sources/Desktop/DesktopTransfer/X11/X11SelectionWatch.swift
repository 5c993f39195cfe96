/// Reports changes of the owner of an X display's selection (Source: XFIXES extension, version 1).
final class X11SelectionWatch: SelectionWatch {
  private let connection: X11Connection
  private let selection: UInt32
  /// The number of the event for a change of the owner.
  private let eventNumber: UInt8

  init(_ connection: X11Connection, _ selection: TransferSelection) throws {
    self.connection = connection
    let atom = try connection.atom(selection.atomName)
    self.selection = atom
    let answer = try connection.reply(to: connection.send(X11Request.queryExtension("XFIXES")))
    guard answer.byte(at: 8) == 1, answer.byte(at: 9) >= 128 else {
      throw TransferError(
        .notSupported, "\(connection.name) does not report changes of a selection: it has no XFIXES extension"
      )
    }
    let request = answer.byte(at: 9)
    eventNumber = answer.byte(at: 10)
    _ = try connection.reply(to: connection.send(X11Request.fixesVersion(request)))
    connection.send(X11Request.watchOwner(of: atom, for: connection.window, request))
    try connection.synchronize()
  }

  func wait(until deadline: ContinuousClock.Instant?) throws -> Bool {
    while true {
      var hasChanged = false
      while let message = connection.next() {
        if case .event(.other(eventNumber, let body)) = message, body.word(at: 12) == selection {
          hasChanged = true
        }
      }
      if hasChanged { return true }
      if let deadline, .now >= deadline { return false }
      try connection.connection.wait(until: deadline)
    }
  }
}
