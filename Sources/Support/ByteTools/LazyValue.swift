/// A value that is computed on first use and then stored.
package final class LazyValue<Value: Sendable>: Sendable {
  private let made: Locked<Value?> = Locked(nil)
  private let make: @Sendable () -> Value

  /// Creates a value that is computed by a closure.
  ///
  /// If two threads need the value at the same time, both may call the closure.
  package init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  /// The value, which is computed on first use.
  package var value: Value {
    if let value = made.withLock({ $0 }) { return value }
    // The closure may contain client code, so it runs outside the lock. The first computed value is kept.
    let candidate = make()
    return made.withLock { made in
      let value = made ?? candidate
      made = value
      return value
    }
  }
}
