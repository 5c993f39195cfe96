public import Foundation

/// The state of a spring-loaded view, which is passed to the view's behavior and effect.
@preconcurrency @MainActor
public protocol SpringLoadedInteractionContext: AnyObject {
  /// The state of spring loading.
  var state: SpringLoadedInteractionEffectState { get }
  /// The location of the drag in the coordinates of the view.
  ///
  /// - Parameter view: the view.
  /// - Returns: the point.
  func location(in view: View) -> CGPoint
}

/// Decides whether a drag that hovers over a view activates the view.
@preconcurrency @MainActor
public protocol SpringLoadedInteractionBehavior: AnyObject {
  /// Returns whether spring loading is allowed at the current location.
  ///
  /// - Parameters:
  ///   - interaction: the interaction of the view.
  ///   - context: the state and the location of the drag.
  /// - Returns: `true` to allow spring loading.
  func shouldAllow(_ interaction: SpringLoadedInteraction, with context: any SpringLoadedInteractionContext)
    -> Bool
  /// Called when the drag leaves the view or ends.
  ///
  /// - Parameter interaction: the interaction.
  func interactionDidFinish(_ interaction: SpringLoadedInteraction)
}

extension SpringLoadedInteractionBehavior {
  /// Default implementation; returns true.
  public func shouldAllow(
    _ interaction: SpringLoadedInteraction, with context: any SpringLoadedInteractionContext
  ) -> Bool { true }
  /// Default implementation; does nothing.
  public func interactionDidFinish(_ interaction: SpringLoadedInteraction) {}
}

/// Shows the state of a spring-loaded view.
@preconcurrency @MainActor
public protocol SpringLoadedInteractionEffect: AnyObject {
  /// Called when the state changes.
  ///
  /// - Parameters:
  ///   - interaction: the interaction.
  ///   - context: the state and the location of the drag.
  func interaction(
    _ interaction: SpringLoadedInteraction, didChangeWith context: any SpringLoadedInteractionContext)
}

/// An interaction that activates its view when a drag hovers over the view.
///
/// The state becomes `activating` after half a second, and `activated` after one second. Both times are our
/// choice, because Apple does not document the times of UIKit. The timer restarts when `shouldAllow` returns
/// false.
@preconcurrency @MainActor
open class SpringLoadedInteraction: NSObject, Interaction {
  /// The view to which the interaction was added.
  public private(set) weak var view: View?
  let behavior: (any SpringLoadedInteractionBehavior)?
  let effect: (any SpringLoadedInteractionEffect)?
  let activate: @MainActor (SpringLoadedInteraction, any SpringLoadedInteractionContext) -> Void

  /// Makes an interaction.
  ///
  /// - Parameters:
  ///   - interactionBehavior: decides whether spring loading is allowed; if nil, spring loading is always
  ///     allowed.
  ///   - interactionEffect: shows the state; if nil, the state is not shown.
  ///   - activationHandler: called when the view is activated.
  public init(
    interactionBehavior: (any SpringLoadedInteractionBehavior)? = nil,
    interactionEffect: (any SpringLoadedInteractionEffect)? = nil,
    activationHandler:
      @escaping @MainActor (
        SpringLoadedInteraction, any SpringLoadedInteractionContext
      ) -> Void
  ) {
    behavior = interactionBehavior
    effect = interactionEffect
    activate = activationHandler
  }

  /// Default implementation; does nothing.
  open func willMove(to view: View?) {}
  /// Sets the view; an override must call this implementation.
  open func didMove(to view: View?) { self.view = view }
}

/// One drag over one spring-loaded view.
@MainActor
final class SpringLoad: SpringLoadedInteractionContext {
  let interaction: SpringLoadedInteraction
  private let session: any DragSession
  private var timeline = SpringLoadingTimeline()
  var state = SpringLoadedInteractionEffectState.inactive

  init(_ interaction: SpringLoadedInteraction, _ session: any DragSession) {
    self.interaction = interaction
    self.session = session
  }

  func location(in view: View) -> CGPoint { session.location(in: view) }

  func update(isOver: Bool, at now: Duration, _ record: (SpringLoadedInteractionEffectState) -> Void) {
    let isAllowed = isOver && interaction.behavior?.shouldAllow(interaction, with: self) ?? true
    for state in timeline.update(isOver: isOver && isAllowed, at: now) {
      self.state = state
      record(state)
      interaction.effect?.interaction(interaction, didChangeWith: self)
      if state == .activated { interaction.activate(interaction, self) }
    }
    if !isOver { interaction.behavior?.interactionDidFinish(interaction) }
  }
}

/// The state of a view that is activated when a drag hovers over the view.
public enum SpringLoadedInteractionEffectState: Int, Sendable, Hashable {
  /// No drag is over the view.
  case inactive = 0
  /// A drag is over the view.
  case possible = 1
  /// The drag has hovered over the view for some time, and the view is about to be activated.
  case activating = 2
  /// The view was activated.
  case activated = 3
}

/// Computes the state of spring loading from the time that a drag has hovered over the view.
struct SpringLoadingTimeline {
  /// The time from the drag's entry until the state becomes `activating`.
  static let activatingDelay = Duration.milliseconds(500)
  /// The time from the drag's entry until the state becomes `activated`.
  static let activatedDelay = Duration.milliseconds(1000)

  private(set) var state = SpringLoadedInteractionEffectState.inactive
  private var since: Duration?

  /// Updates the state and returns the states entered since the last update, in order.
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
