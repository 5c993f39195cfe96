import ByteTools

/// The desktop's database as a detector asks it: there from the beginning, or read when the first file needs it.
struct DesktopTypes: Sendable {
  private enum State: Sendable {
    case unread(@Sendable () throws(DiscoveryError) -> SharedMimeDatabase?)
    case read(Result<SharedMimeDatabase?, DiscoveryError>)
  }

  private final class Storage: Sendable {
    let state: Locked<State>

    init(_ state: State) { self.state = Locked(state) }
  }

  private let storage: Storage
  /// Whether a MIME type that the registry does not declare gets a type of its own.
  let namesOwnTypes: Bool

  /// A database that is there.
  init(_ database: SharedMimeDatabase?) {
    storage = Storage(.read(.success(database)))
    namesOwnTypes = false
  }

  /// A database that is read when it is first asked for.
  init(reading read: @escaping @Sendable () throws(DiscoveryError) -> SharedMimeDatabase?) {
    storage = Storage(.unread(read))
    namesOwnTypes = true
  }

  /// The database as far as it is there already.
  var known: SharedMimeDatabase? {
    storage.state.withLock { state in
      if case .read(.success(let database)) = state { database } else { nil }
    }
  }

  /// The database; nil where there is none.
  ///
  /// - Throws: the error of reading it, each time that it is asked for.
  func database() throws(DiscoveryError) -> SharedMimeDatabase? {
    let result = storage.state.withLock { state -> Result<SharedMimeDatabase?, DiscoveryError> in
      switch state {
      case .read(let result): return result
      case .unread(let read):
        let result = Result { () throws(DiscoveryError) in try read() }
        state = .read(result)
        return result
      }
    }
    return try result.get()
  }
}
