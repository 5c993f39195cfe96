#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A lock that one thread holds at a time, and whose holder can wait until another thread changes what it protects.
///
/// A mutex and a condition variable of the C library: ThreadSanitizer sees these; on Linux it does not see the mutex of
/// the standard library. The lock is not recursive.
@usableFromInline
package final class Lock: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  @usableFromInline package init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(change, nil)
  }

  deinit {
    pthread_cond_destroy(change)
    change.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  @usableFromInline package func lock() { pthread_mutex_lock(mutex) }
  @usableFromInline package func unlock() { pthread_mutex_unlock(mutex) }

  /// Releases the lock until another thread calls ``wakeAll()``, then takes it again; it may return without such a call.
  ///
  /// The caller holds the lock.
  package func wait() { pthread_cond_wait(change, mutex) }

  /// Wakes all threads that wait.
  package func wakeAll() { pthread_cond_broadcast(change) }
}

extension Lock {
  /// Runs the body while the lock is held.
  @inlinable
  package func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    lock()
    defer { unlock() }
    return try body()
  }
}

/// A value that one thread at a time reads or changes.
@usableFromInline
package final class Locked<Value>: @unchecked Sendable {
  @usableFromInline let lock = Lock()
  @usableFromInline var value: Value

  @inlinable
  package init(_ value: Value) { self.value = value }

  /// Runs the body while the lock is held.
  ///
  /// The body must not call code of clients: that could wait for the same lock.
  @inlinable
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
