/// How far a view is on the way to being opened by a drag that waits over it.
public enum SpringLoadedInteractionEffectState: Int, Sendable, Hashable {
  /// No drag is over it.
  case inactive = 0
  /// A drag is over it.
  case possible = 1
  /// The drag has waited, and the view says that it is about to open.
  case activating = 2
  /// The view was opened.
  case activated = 3
}

/// The steps of spring loading, as a value that is told the time.
struct SpringLoading {
  /// How long a drag waits until the view says that it will open, and until it opens.
  static let activatingDelay = Duration.milliseconds(500)
  static let activatedDelay = Duration.milliseconds(1000)

  private(set) var state = SpringLoadedInteractionEffectState.inactive
  private var since: Duration?

  /// Takes a look, and gives the states that were entered since the last one, in order.
  mutating func update(isOver: Bool, at now: Duration) -> [SpringLoadedInteractionEffectState] {
    guard isOver else {
      since = nil
      return enter([.inactive])
    }
    let start = since ?? now
    since = start
    var states = [SpringLoadedInteractionEffectState.possible]
    if now - start >= Self.activatingDelay { states.append(.activating) }
    if now - start >= Self.activatedDelay { states.append(.activated) }
    return enter(states)
  }

  private mutating func enter(
    _ states: [SpringLoadedInteractionEffectState]
  ) -> [SpringLoadedInteractionEffectState] {
    let new = states.filter { $0 == .inactive ? state != .inactive : $0.rawValue > state.rawValue }
    if let last = new.last { state = last }
    return new
  }
}
