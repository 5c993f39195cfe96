#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A lock held by one thread at a time, with a condition variable for changes to the protected value.
///
/// The lock uses a mutex and a condition variable of the C library, because ThreadSanitizer does not
/// recognise the mutex of the standard library on Linux. The lock is not recursive.
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

  /// Releases the lock, waits until another thread calls ``wakeAll()``, and acquires the lock again.
  ///
  /// The caller must hold the lock. The wait can also end without a call, as a spurious wakeup.
  package func wait() { pthread_cond_wait(change, mutex) }

  /// Wakes all waiting threads.
  package func wakeAll() { pthread_cond_broadcast(change) }
}

extension Lock {
  /// Runs the body with the lock held.
  @inlinable
  package func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    lock()
    defer { unlock() }
    return try body()
  }
}

/// A value that is accessed by one thread at a time.
@usableFromInline
package final class Locked<Value>: @unchecked Sendable {
  @usableFromInline let lock = Lock()
  @usableFromInline var value: Value

  @inlinable
  package init(_ value: Value) { self.value = value }

  /// Runs the body with the lock held.
  ///
  /// The body must not call client code, which could wait for the same lock.
  @inlinable
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
