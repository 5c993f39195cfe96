public import Foundation

/// What a behaviour or an effect is told of a spring-loaded view.
@MainActor
public protocol SpringLoadedInteractionContext: AnyObject {
  /// How far the view is.
  var state: SpringLoadedInteractionEffectState { get }
  /// Where the drag is, in points of the view.
  func location(in view: View) -> CGPoint
}

/// Says whether a view may be opened by a waiting drag.
@MainActor
public protocol SpringLoadedInteractionBehavior: AnyObject {
  /// Whether the view may open here and now; true by default.
  func shouldAllow(_ interaction: SpringLoadedInteraction, with context: any SpringLoadedInteractionContext)
    -> Bool
  /// Hears that the drag left or ended.
  func interactionDidFinish(_ interaction: SpringLoadedInteraction)
}

extension SpringLoadedInteractionBehavior {
  /// True.
  public func shouldAllow(
    _ interaction: SpringLoadedInteraction, with context: any SpringLoadedInteractionContext
  ) -> Bool { true }
  /// Nothing.
  public func interactionDidFinish(_ interaction: SpringLoadedInteraction) {}
}

/// Shows how far a view is.
@MainActor
public protocol SpringLoadedInteractionEffect: AnyObject {
  /// Hears of every new state.
  func interaction(
    _ interaction: SpringLoadedInteraction, didChangeWith context: any SpringLoadedInteractionContext)
}

/// Opens a view when a drag waits over it.
///
/// The view says after half a second that it will open, and opens after a second; both are ours, Apple does
/// not tell its times. A drag whose `shouldAllow` becomes false starts over.
@MainActor
public final class SpringLoadedInteraction: Interaction {
  /// The view it belongs to.
  public private(set) weak var view: View?
  let behavior: (any SpringLoadedInteractionBehavior)?
  let effect: (any SpringLoadedInteractionEffect)?
  let activate: @MainActor (SpringLoadedInteraction, any SpringLoadedInteractionContext) -> Void

  /// Makes an interaction.
  ///
  /// - Parameters:
  ///   - interactionBehavior: says whether the view may open; nil allows it.
  ///   - interactionEffect: shows how far it is; nil shows nothing.
  ///   - activationHandler: opens the view.
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

  /// Nothing to do before.
  public func willMove(to view: View?) {}
  /// Takes the view.
  public func didMove(to view: View?) { self.view = view }
}

/// One drag over one spring-loaded view.
@MainActor
final class SpringLoad: SpringLoadedInteractionContext {
  let interaction: SpringLoadedInteraction
  private let session: DragSession
  private var loading = SpringLoading()
  var state = SpringLoadedInteractionEffectState.inactive

  init(_ interaction: SpringLoadedInteraction, _ session: DragSession) {
    self.interaction = interaction
    self.session = session
  }

  func location(in view: View) -> CGPoint { session.location(in: view) }

  func update(isOver: Bool, at now: Duration, _ note: (SpringLoadedInteractionEffectState) -> Void) {
    let isAllowed = isOver && interaction.behavior?.shouldAllow(interaction, with: self) ?? true
    for state in loading.update(isOver: isOver && isAllowed, at: now) {
      self.state = state
      note(state)
      interaction.effect?.interaction(interaction, didChangeWith: self)
      if state == .activated { interaction.activate(interaction, self) }
    }
    if !isOver { interaction.behavior?.interactionDidFinish(interaction) }
  }
}

extension ActiveDrag {
  /// Looks which spring-loaded views the finger is over, and for how long.
  func updateSpringLoading() {
    if phase != .moving { return }
    let over = View.outwards(from: driver.view(at: session.position)).lazy
      .flatMap(\.interactions).compactMap { $0 as? SpringLoadedInteraction }.first
    for load in springLoads where load.interaction !== over { update(load, isOver: false) }
    springLoads.removeAll { $0.interaction !== over }
    if let over, springLoads.isEmpty { springLoads.append(SpringLoad(over, session)) }
    for load in springLoads { update(load, isOver: true) }
  }

  func endSpringLoading() {
    for load in springLoads { update(load, isOver: false) }
    springLoads = []
  }

  private func update(_ load: SpringLoad, isOver: Bool) {
    load.update(isOver: isOver, at: driver.now) { state in
      driver.note(load.interaction.view, "<spring>", "\(state)")
    }
  }
}
