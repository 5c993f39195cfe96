package import DesktopTransfer
public import ProfferFileSystem

/// The displays and the terminal for a desktop action, and the settings for their use.
///
/// An action receives a desktop context in addition to the `ActionContext`, because actions do not read the
/// environment. Use ``user`` to create a context from the environment.
public struct DesktopContext: Sendable {
  /// The displays and the terminal.
  package var session: DesktopSession
  /// Opens a route, or throws if there is none; if nil, the routes of the session are used.
  package var openRoute: (@Sendable (TransferRouteKind) throws -> any TransferRoute)?
  /// The only route to try; if nil, all routes are tried in the order of ``DesktopRoute/all``.
  public var route: DesktopRoute?
  /// The path of a new file for the events of the transfer; if nil, events are not recorded.
  ///
  /// The transferred content is not recorded.
  public var record: FilePath?
  /// Called with each note, possibly by several threads at the same time.
  ///
  /// The notes are sent in the order of the events that cause them.
  public var note: @Sendable (DesktopNote) -> Void = { _ in }

  /// Creates a context with the displays and the terminal of a session.
  package init(session: DesktopSession) { self.session = session }

  /// Returns a context with a clipboard in memory, for tests without a display.
  ///
  /// The clipboard behaves like that of a terminal: serving an offer fetches all its types and stores them
  /// until the next offer. Copies of the context share the clipboard. Drags are not supported, and the
  /// clipboard cannot be watched.
  ///
  /// - Returns: a context whose clipboard is empty.
  public static func inMemory() -> DesktopContext { DesktopContext(of: MemoryRoute()) }

  /// Creates a context with a single route.
  package init(of route: any TransferRoute) {
    self.init(session: DesktopSession())
    openRoute = { kind in
      guard kind == route.kind else {
        throw TransferError(.noDisplay, "only \(route.kind.displayName) is available")
      }
      return route
    }
  }
}

// MARK: - Routes

extension DesktopContext {
  /// Calls a function with the first available route.
  ///
  /// If a route is unavailable or does not support the operation, the next route is tried. Any other error is
  /// rethrown.
  ///
  /// - Parameters:
  ///   - selection: the selection for which the route is used.
  ///   - action: the name of the action in the record.
  /// - Returns: the result of the function, and the route that was used.
  /// - Throws: if no route can be used. If only one route was tried, its error is thrown. Otherwise, the
  ///   error contains the reasons of all routes, and its code is `noDisplay` unless a route failed for
  ///   another reason.
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
      "cannot connect to a desktop: \(reasons)")
  }

  private func open(_ kind: TransferRouteKind) throws -> any TransferRoute {
    if let openRoute { return try openRoute(kind) }
    var session = session
    session.terminal?.tell = { [note] in note(.terminal($0)) }
    return try session.route(kind)
  }

  /// Starts a query of whether the document portal is running, and returns the portal.
  ///
  /// - Returns: the portal; nil for the terminal route, because the terminal may run on another machine.
  func askedPortal() -> DocumentPortal? {
    guard route != .terminal else { return nil }
    let portal = session.documentPortal
    portal.ask()
    return portal
  }
}
