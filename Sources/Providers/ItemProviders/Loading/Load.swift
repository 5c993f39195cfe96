import ByteTools
import Foundation
import UniformTypes

/// One load: its progress, and the gate that lets one answer of the source and one result through.
///
/// The completion runs once, on the callback queue, and is let go of then. What arrives later is dropped: the
/// second call of a source's completion, or any call after the receiver cancelled.
final class Load<Value: Sendable>: Sendable {
  typealias Completion = @Sendable (Result<Value, any Error>) -> Void

  private struct Gate {
    /// Nil once the load is over.
    var completion: Completion?
    var hasAnswer = false
    var progress: LoadProgress?
  }

  private let gate: Locked<Gate>
  /// The registry that was the current one where the load was asked for.
  let registry = TypeRegistry.current

  private init(_ completion: @escaping Completion) {
    gate = Locked(Gate(completion: completion))
  }

  /// Makes a load and the progress that the caller returns to the receiver.
  static func begin(_ completion: @escaping Completion) -> (load: Load<Value>, progress: LoadProgress) {
    let load = Load(completion)
    // The progress keeps the load and the load its progress until the result is there.
    let progress = LoadProgress { load.finish(.failure(ItemProviderError.cancelled)) }
    load.gate.withLock { $0.progress = progress }
    return (load, progress)
  }

  /// Whether nobody has the result yet.
  ///
  /// A source that looks stops its work when this is false.
  var isPending: Bool { gate.withLock { $0.completion != nil } }

  /// Takes the source's first answer; false for every later one and when the load is over.
  func admitAnswer() -> Bool {
    gate.withLock { gate in
      defer { gate.hasAnswer = true }
      return !gate.hasAnswer && gate.completion != nil
    }
  }

  /// Gives the result to the receiver, if no other one came first.
  func finish(_ result: Result<Value, any Error>) {
    let (completion, progress) = gate.withLock { gate in
      defer { gate = Gate(completion: nil, hasAnswer: true, progress: nil) }
      return (gate.completion, gate.progress)
    }
    guard let completion else { return }
    progress?.finish()
    CallbackQueue.completions.async { [registry] in registry.perform { completion(result) } }
  }
}

/// What a source's completion holds on to: when the source lets go of its completion without calling it,
/// nobody can finish the load any more, and so this does.
///
/// Whoever may still answer holds it; the receiver's progress and the source's request do not.
final class PendingAnswer<Value: Sendable>: Sendable {
  let load: Load<Value>
  private let typeIdentifier: String

  init(_ load: Load<Value>, typeIdentifier: String) {
    self.load = load
    self.typeIdentifier = typeIdentifier
  }

  // Nothing happens when the load is over.
  deinit { load.finish(.failure(ItemProviderError.abandoned(typeIdentifier))) }
}

extension TypeRegistry {
  /// Runs work of a load, on whatever queue that is, with this registry as the current one.
  func perform(_ work: () -> Void) {
    // A scope costs every later query of the process a little, so there is none for the registry that is
    // current anyway.
    if TypeRegistry.current === self { work() } else { TypeRegistry.withCurrent(self, perform: work) }
  }
}
