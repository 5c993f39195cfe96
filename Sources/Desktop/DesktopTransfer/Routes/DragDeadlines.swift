/// The time limits of a drag from a window.
///
/// One limit applies to the wait for a drag. The other applies to the inactivity of the receiving program
/// after the drop.
struct DragDeadlines {
  private let options: DragOptions
  private let begin = ContinuousClock.now
  /// The time at which the receiving program counts as inactive; nil before the drop.
  private var finish: ContinuousClock.Instant?

  /// Starts the time limit for the wait for a drag.
  init(_ options: DragOptions) { self.options = options }

  /// Restarts the time limit of the receiving program.
  ///
  /// Called for the drop and for each later action of the program.
  mutating func extendFinish() { finish = .now + options.finishLimit }

  /// Removes the time limit of the receiving program.
  mutating func clearFinish() { finish = nil }

  /// Returns the reason to end the drag now; nil if the drag continues.
  ///
  /// - Parameters:
  ///   - isWaiting: whether no drag is in progress and the wait for a drag has not ended.
  ///   - isServing: whether a value is being produced for a receiver or read by a receiver.
  ///   - isRequested: whether the end of the drag was requested.
  mutating func end(isWaiting: Bool, isServing: Bool, isRequested: Bool) -> DragOutcome.End? {
    let now = ContinuousClock.now
    if let finish, finish <= now {
      guard isServing else { return .unanswered }
      // The receiving program is not expected to send messages while a value is produced or read.
      extendFinish()
    }
    if isRequested { return .requested }
    if isWaiting, let limit = options.timeLimit, now - begin >= limit { return .timeLimit }
    return nil
  }

  /// Returns the pending deadlines.
  func times(isWaiting: Bool) -> [ContinuousClock.Instant] {
    [finish, isWaiting ? options.timeLimit.map { begin + $0 } : nil].compactMap(\.self)
  }
}
