package import DesktopTransfer
public import ProfferFileSystem

/// What an action of the desktop needs besides its `ActionContext`: the displays and the terminal, and how they are used.
///
/// It is an input of the action. As an action reads no environment, ``user`` is where that is read.
public struct DesktopContext: Sendable {
  /// The displays and the terminal.
  package var session: DesktopSession
  /// Gives a route, or throws why there is none; nil takes those of the session.
  package var openRoute: (@Sendable (TransferRouteKind) throws -> any TransferRoute)?
  /// The only route that is tried; nil tries all, in the order of ``DesktopRoute/all``.
  public var route: DesktopRoute?
  /// A new file that gets the events of the transfer, without contents; nil keeps none.
  public var record: FilePath?
  /// Called with each note, in the order of their causes; several threads may call it at the same time.
  public var note: @Sendable (DesktopNote) -> Void = { _ in }

  /// A context of the displays and the terminal of a session.
  package init(session: DesktopSession) { self.session = session }

  /// A context with a clipboard in memory, for tests without a display.
  ///
  /// It behaves as a terminal does: an offer is asked for all its types when it is served, and is kept until the next one. The
  /// context and its copies share the clipboard. There are no drags, and the clipboard cannot be watched.
  ///
  /// - Returns: a context whose clipboard is empty.
  public static func inMemory() -> DesktopContext { DesktopContext(of: MemoryRoute()) }

  /// A context of one route.
  package init(of route: any TransferRoute) {
    self.init(session: DesktopSession())
    openRoute = { kind in
      guard kind == route.kind else {
        throw TransferError(.noDisplay, "only \(route.kind.displayName) is there")
      }
      return route
    }
  }
}

// MARK: - Routes

extension DesktopContext {
  /// Uses the first route that there is.
  ///
  /// A route that is not there, or cannot do it, gives way to the next; every other failure is that of the use.
  ///
  /// - Parameters:
  ///   - selection: what the route is used for.
  ///   - action: what the record calls the action.
  /// - Throws: `noDisplay` that says what was tried, where there is no route.
  func using<Value>(
    for selection: TransferSelection, recordedAs action: String, _ use: (any TransferRoute) throws -> Value
  ) throws -> (value: Value, route: DesktopRoute) {
    let recorder = try record.map { try TransferRecordFile.create($0, for: action, note) }
    var failures: [(route: DesktopRoute, error: TransferError)] = []
    for candidate in route.map({ [$0] }) ?? DesktopRoute.all {
      do {
        let opened = try open(candidate.kind)
        let value = try use(recorder.map { RecordedRoute(opened, by: $0) } ?? opened)
        note(.routeUsed(candidate, for: selection.displayName))
        return (value, candidate)
      } catch let error as TransferError
        where [.noDisplay, .cannotConnect, .notSupported].contains(error.code)
      {
        failures.append((candidate, error))
        note(.routeNotUsed(candidate, error))
      }
    }
    if let only = failures.first, failures.count == 1 { throw only.error }
    let reasons = failures.map { "\($0.route.displayName): \($0.error.message)" }.joined(separator: "; ")
    throw TransferError(
      failures.first { $0.error.code != .noDisplay }?.error.code ?? .noDisplay,
      "no desktop can be reached: \(reasons)")
  }

  private func open(_ kind: TransferRouteKind) throws -> any TransferRoute {
    if let openRoute { return try openRoute(kind) }
    var session = session
    session.terminal?.tell = { [note] in note(.terminal($0)) }
    return try session.route(kind)
  }

  /// The document portal, which is asked in the background whether it runs; nil if the terminal is used, whose files may be
  /// those of another machine.
  func askedPortal() -> DocumentPortal? {
    guard route != .terminal else { return nil }
    let portal = session.documentPortal
    portal.ask()
    return portal
  }
}
