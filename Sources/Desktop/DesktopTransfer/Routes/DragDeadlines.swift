/// The time limits of a drag from a small window: how long it may be waited for, and how long the program on which it was
/// dropped may do nothing.
struct DragDeadlines {
  private let options: DragOptions
  private let begin = ContinuousClock.now
  /// Until when the program on which it was dropped may do nothing; nil before the drop.
  private var finish: ContinuousClock.Instant?

  /// The waiting for a drag begins now.
  init(_ options: DragOptions) { self.options = options }

  /// Gives the program on which it was dropped the whole time, as after each thing that it does.
  mutating func extendFinish() { finish = .now + options.finishLimit }

  /// Ends the time of the program on which it was dropped.
  mutating func clearFinish() { finish = nil }

  /// The end that is due; nil where the drag goes on.
  ///
  /// - Parameters:
  ///   - isWaiting: whether there is no drag, and nothing has ended the waiting for one.
  ///   - isServing: whether a value is being made for a receiver, or read by one.
  ///   - isRequested: whether the end was asked for.
  mutating func end(isWaiting: Bool, isServing: Bool, isRequested: Bool) -> DragOutcome.End? {
    let now = ContinuousClock.now
    if let finish, finish <= now {
      guard isServing else { return .unanswered }
      // While a value is made or read, the program is not expected to say anything.
      extendFinish()
    }
    if isRequested { return .requested }
    if isWaiting, let limit = options.timeLimit, now - begin >= limit { return .timeLimit }
    return nil
  }

  /// The times at which an end may be due.
  func times(isWaiting: Bool) -> [ContinuousClock.Instant] {
    [finish, isWaiting ? options.timeLimit.map { begin + $0 } : nil].compactMap(\.self)
  }
}
