package import DesktopTransfer
public import ProfferFileSystem

/// The displays and the terminal for a desktop action, and the settings for their use.
///
/// It is an input of the action besides the `ActionContext`, because actions do not read the environment;
/// ``user`` reads it.
public struct DesktopContext: Sendable {
  /// The displays and the terminal.
  package var session: DesktopSession
  /// Opens a route, or throws if there is none; if nil, the routes of the session are used.
  package var openRoute: (@Sendable (TransferRouteKind) throws -> any TransferRoute)?
  /// The only route to try; if nil, all are tried, in the order of ``DesktopRoute/all``.
  public var route: DesktopRoute?
  /// A new file for the events of the transfer, without content; if nil, no events are recorded.
  public var record: FilePath?
  /// Called with each note, in the order of their causes, possibly from several threads at the same time.
  public var note: @Sendable (DesktopNote) -> Void = { _ in }

  /// Creates a context with the displays and the terminal of a session.
  package init(session: DesktopSession) { self.session = session }

  /// A context with a clipboard in memory, for tests without a display.
  ///
  /// The clipboard behaves like a terminal: serving an offer fetches all its types, which are kept until the
  /// next offer. The context and its copies share the clipboard. Drags are not supported, and the clipboard
  /// cannot be watched.
  ///
  /// - Returns: a context whose clipboard is empty.
  public static func inMemory() -> DesktopContext { DesktopContext(of: MemoryRoute()) }

  /// Creates a context with a single route.
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
  /// Uses the first available route.
  ///
  /// Falls back to the next route if a route is unavailable or does not support the use. Rethrows any other
  /// error.
  ///
  /// - Parameters:
  ///   - selection: the selection that the route is used for.
  ///   - action: the name of the action in the record.
  /// - Throws: if no route can be used: the error of the route if only one was tried; otherwise an error with
  ///   the reasons of all routes, whose code is `noDisplay` unless a route failed for another reason.
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

  /// Returns the document portal and asks it in the background whether it is running.
  ///
  /// - Returns: nil if the route is the terminal, because its files may be on another machine.
  func askedPortal() -> DocumentPortal? {
    guard route != .terminal else { return nil }
    let portal = session.documentPortal
    portal.ask()
    return portal
  }
}
