/// The position of an animation when its completion is called.
public enum AnimatingPosition: Int, Sendable, Hashable {
  /// The animation ran to its end.
  case end = 0
  /// The animation was reversed.
  case start = 1
  /// The animation stopped between start and end.
  case current = 2
}

/// A system animation to which a delegate can add its own animations.
@preconcurrency @MainActor
public protocol DragAnimating: AnyObject, Sendable {
  /// Adds a block to run with the animation.
  ///
  /// - Parameter animations: the block.
  func addAnimations(_ animations: @escaping @MainActor () -> Void)
  /// Adds a block to call with the final position when the animation has ended.
  ///
  /// - Parameter completion: the block.
  func addCompletion(_ completion: @escaping @MainActor (AnimatingPosition) -> Void)
}

/// An animation that is not drawn; its blocks run in the order in which they were added.
@MainActor
final class SimulatedAnimation: DragAnimating {
  private var animations: [@MainActor () -> Void] = []
  private var completions: [@MainActor (AnimatingPosition) -> Void] = []

  func addAnimations(_ animations: @escaping @MainActor () -> Void) { self.animations.append(animations) }

  func addCompletion(_ completion: @escaping @MainActor (AnimatingPosition) -> Void) {
    completions.append(completion)
  }

  /// Runs the animation blocks, including blocks that other blocks add.
  func animate() {
    while !animations.isEmpty { animations.removeFirst()() }
  }

  /// Runs the remaining animation blocks and calls the completions.
  func complete(at position: AnimatingPosition) {
    animate()
    while !completions.isEmpty { completions.removeFirst()(position) }
  }
}
