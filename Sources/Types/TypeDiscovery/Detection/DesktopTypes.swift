import ByteTools

/// The desktop's MIME database, as used by a detector.
///
/// The database is either specified on creation or read when it is first needed.
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
  /// Whether a new type is created for a MIME type that the registry does not declare.
  let namesOwnTypes: Bool

  /// Makes a value with a database that was already read; nil for none.
  init(_ database: SharedMimeDatabase?) {
    storage = Storage(.read(.success(database)))
    namesOwnTypes = false
  }

  /// Makes a value with a database that is read when it is first needed.
  init(reading read: @escaping @Sendable () throws(DiscoveryError) -> SharedMimeDatabase?) {
    storage = Storage(.unread(read))
    namesOwnTypes = true
  }

  /// The database, if it is already available.
  var known: SharedMimeDatabase? {
    storage.state.withLock { state in
      if case .read(.success(let database)) = state { database } else { nil }
    }
  }

  /// Returns the database; nil if there is none.
  ///
  /// - Throws: the error that occurred when the database was read. Every later call throws the same error.
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
