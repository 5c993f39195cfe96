import ByteTools
import Foundation
import ProfferFileSystem

/// Ends the service of a selection from another thread, and passes values from other threads to the serving
/// thread.
package final class OwnershipEnding: Sendable {
  private struct State {
    var isRequested = false
    var hasEnded = false
    var requestCount = 0
    var made: [(number: Int, result: Result<OfferedValue, any Error>)] = []
  }

  private let state = Locked(State())
  let wakeup: Wakeup

  init() throws { wakeup = try Wakeup() }

  /// Requests the end, and waits until the service has ended or the time limit has passed.
  package func request(waitingAtMost limit: Duration) {
    state.withLock { $0.isRequested = true }
    wakeup.wake()
    let deadline = ContinuousClock.now + limit
    while !state.withLock({ $0.hasEnded }), .now < deadline { Thread.sleep(forTimeInterval: 0.01) }
  }

  /// Whether the end was requested.
  var isRequested: Bool { state.withLock { $0.isRequested } }

  /// Records that the service has ended.
  func end() { state.withLock { $0.hasEnded = true } }

  // MARK: Values

  /// Returns a number for a request that no other request with this handle has.
  func makeRequestNumber() -> Int {
    state.withLock { state in
      state.requestCount += 1
      return state.requestCount
    }
  }

  /// Passes a value, or the error of a failed request, to the serving thread.
  func deliver(_ number: Int, _ result: Result<OfferedValue, any Error>) {
    state.withLock { $0.made.append((number, result)) }
    wakeup.wake()
  }

  /// Removes and returns the values that were passed since the last call.
  func takeMade() -> [(number: Int, result: Result<OfferedValue, any Error>)] {
    state.withLock { state in
      defer { state.made = [] }
      return state.made
    }
  }
}
