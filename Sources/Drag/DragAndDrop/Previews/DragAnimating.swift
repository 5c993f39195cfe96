/// Where an animation is.
public enum AnimatingPosition: Int, Sendable, Hashable {
  /// It ran to its end.
  case end = 0
  /// It was reversed.
  case start = 1
  /// It stopped on the way.
  case current = 2
}

/// Takes blocks to run along with an animation of the system's.
@MainActor
public protocol DragAnimating: AnyObject {
  /// Runs the block with the animation.
  func addAnimations(_ animations: @escaping @MainActor () -> Void)
  /// Runs the block after the animation, with where it is then.
  func addCompletion(_ completion: @escaping @MainActor (AnimatingPosition) -> Void)
}

/// An animation without pixels: its blocks run in the order in which they were added.
@MainActor
final class PlayedAnimation: DragAnimating {
  private var animations: [@MainActor () -> Void] = []
  private var completions: [@MainActor (AnimatingPosition) -> Void] = []

  func addAnimations(_ animations: @escaping @MainActor () -> Void) { self.animations.append(animations) }

  func addCompletion(_ completion: @escaping @MainActor (AnimatingPosition) -> Void) {
    completions.append(completion)
  }

  /// Runs what was added to be animated; what these blocks add themselves runs as well.
  func animate() {
    while !animations.isEmpty { animations.removeFirst()() }
  }

  /// Ends the animation.
  func complete(at position: AnimatingPosition) {
    animate()
    while !completions.isEmpty { completions.removeFirst()(position) }
  }
}
