package import Foundation

/// The time after which a wait that should end by itself counts as a hang.
///
/// Such a wait ends as soon as its condition holds. The limit only keeps a fault from blocking the whole suite,
/// and is long enough for a machine with much other work.
package enum HangLimit {
  private static let seconds = 600

  /// The limit as a duration.
  package static let duration = Duration.seconds(seconds)
  /// The time at which a wait that begins now has taken too long.
  package static var instant: ContinuousClock.Instant { .now + duration }
  /// ``instant`` for `Dispatch`.
  package static var dispatchTime: DispatchTime { .now() + .seconds(seconds) }
  /// ``instant`` for `Foundation`.
  package static var date: Date { Date(timeIntervalSinceNow: TimeInterval(seconds)) }

  /// Repeats a test with longer limits until its first steps finish before the limit.
  ///
  /// On a machine with much other work, a short limit can pass before these steps.
  ///
  /// - Parameter attempt: makes the whole test with a limit; returns `false` if the limit passed too early.
  /// - Returns: whether an attempt was not too early.
  package static func passes(_ attempt: (Duration) throws -> Bool) rethrows -> Bool {
    var limit = Duration.milliseconds(200)
    while limit < duration {
      if try attempt(limit) { return true }
      limit *= 4
    }
    return false
  }

  /// Waits until a condition holds, and blocks the calling thread.
  ///
  /// - Returns: `false` if the condition did not hold within the limit.
  package static func blocks(until condition: () throws -> Bool) rethrows -> Bool {
    let end = instant
    while try !condition() {
      if .now > end { return false }
      Thread.sleep(forTimeInterval: 0.002)
    }
    return true
  }

  /// Waits until a condition holds, and suspends.
  ///
  /// - Returns: `false` if the condition did not hold within the limit.
  package static func waits(until condition: () async throws -> Bool) async throws -> Bool {
    let end = instant
    while try await !condition() {
      if .now > end { return false }
      try await Task.sleep(for: .milliseconds(5))
    }
    return true
  }
}
