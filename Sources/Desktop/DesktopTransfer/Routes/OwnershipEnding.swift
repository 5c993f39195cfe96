import ByteTools
import Foundation
import ProfferFileSystem

/// Ends the service of a selection from another thread, and carries there what other threads have made.
package final class OwnershipEnding: Sendable {
  private struct State {
    var isRequested = false
    var hasEnded = false
    var made: [(number: Int, result: Result<Data, any Error>)] = []
  }

  private let state = Locked(State())
  let wakeup: Wakeup

  init() throws { wakeup = try Wakeup() }

  /// Asks for the end, and waits until the service has ended or a time is over.
  package func request(waitingAtMost limit: Duration) {
    state.withLock { $0.isRequested = true }
    wakeup.wake()
    let deadline = ContinuousClock.now + limit
    while !state.withLock({ $0.hasEnded }), .now < deadline { Thread.sleep(forTimeInterval: 0.01) }
  }

  /// Whether the end is asked for.
  var isRequested: Bool { state.withLock { $0.isRequested } }

  /// Says that the service has ended.
  func end() { state.withLock { $0.hasEnded = true } }

  // MARK: Values

  /// Hands a value to the thread that serves.
  func deliver(_ number: Int, _ result: Result<Data, any Error>) {
    state.withLock { $0.made.append((number, result)) }
    wakeup.wake()
  }

  /// The values that were made since the last call.
  func takeMade() -> [(number: Int, result: Result<Data, any Error>)] {
    state.withLock { state in
      defer { state.made = [] }
      return state.made
    }
  }
}
