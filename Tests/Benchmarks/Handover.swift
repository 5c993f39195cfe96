import Dispatch

/// Passes one value from a completion to the thread that waits for it.
// Written before the semaphore is signalled, and read afterwards.
final class Handover<Value: Sendable>: @unchecked Sendable {
  private let isThere = DispatchSemaphore(value: 0)
  private var value: Value?

  func give(_ value: Value) {
    self.value = value
    isThere.signal()
  }

  func wait() -> Value {
    isThere.wait()
    guard let value else { preconditionFailure("a value is given before the signal") }
    return value
  }
}
