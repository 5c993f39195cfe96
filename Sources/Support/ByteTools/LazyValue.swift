/// A value that is computed on first use and then stored.
package final class LazyValue<Value: Sendable>: Sendable {
  private let made: Locked<Value?> = Locked(nil)
  private let make: @Sendable () -> Value

  /// Takes the closure that makes the value; two threads that need the value at the same time may both
  /// call it.
  package init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  /// The value.
  package var value: Value {
    if let value = made.withLock({ $0 }) { return value }
    // The closure may be the caller's code, so it runs outside the lock; the first value is kept.
    let candidate = make()
    return made.withLock { made in
      let value = made ?? candidate
      made = value
      return value
    }
  }
}
