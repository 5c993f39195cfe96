/// A value that is made when it is first asked for, and kept.
package final class LazyValue<Value: Sendable>: Sendable {
  private let made: Locked<Value?> = Locked(nil)
  private let make: @Sendable () -> Value

  /// Takes what makes the value; two threads that need it at the same moment may both call it.
  package init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  /// The value.
  package var value: Value {
    if let value = made.withLock({ $0 }) { return value }
    // Made outside the lock, because the closure may be the caller's code; of two values the first is kept.
    let candidate = make()
    return made.withLock { made in
      let value = made ?? candidate
      made = value
      return value
    }
  }
}
