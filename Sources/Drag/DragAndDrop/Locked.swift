import Foundation

/// A lock around a value.
///
/// `NSLock` underneath, because ThreadSanitizer sees it and `Synchronization.Mutex` it does not.
package final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  /// Runs the body with the lock held; it must call nothing that is not ours.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
