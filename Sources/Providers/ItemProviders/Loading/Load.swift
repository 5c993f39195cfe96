import ByteTools
import Foundation
import UniformTypes

/// One load: its progress, and the gate that admits one answer of the source and one result.
///
/// ## Invariants
///
/// - A load runs its source's handler once, or not at all when it was cancelled before.
/// - Its completion runs exactly once, on the callback queue, and is released afterwards.
/// - Cancelling completes the load at once, whatever the source does.
/// - A source that releases its completion without calling it completes the load too.
///
/// ## Layout
///
/// Four events can complete a load, each on a thread of its own: the source answers, a value made from the answer is
/// ready, the receiver cancels, the source releases its completion. All go through `Gate`, a struct behind one lock with
/// two latches:
///
/// - `completion` is nil once the load is over. `finish` takes it out under the lock and calls it after the lock is
///   released, so the first of the four events completes the load and the others find nil.
/// - `hasAnswer` is set by the source's first answer.
///
/// One latch would not do. Making the value of the answer may take long (a folder is copied), and in that time a second
/// answer must be ignored while a cancellation must still complete the load.
///
/// References, where `→` keeps alive:
///
///     receiver → LoadProgress → Load → Gate → completion, LoadProgress
///     source's completion → PendingAnswer → Load
///     RepresentationRequest → Load
///
/// The cycle of progress and load is intended: a load does not depend on its receiver holding the progress. `finish`
/// breaks it. Only the source's completion holds the `PendingAnswer`, so its `deinit` means that the source can no
/// longer answer.
///
/// ## Why the simple forms were not enough
///
/// A flag beside a stored completion keeps everything that the completion captures until the source releases its own
/// completion, which a careless source never does. A continuation traps on the second answer and waits for ever for a
/// source that does not answer; both are faults of other programs' code that a receiver must survive.
final class Load<Value: Sendable>: Sendable {
  typealias Completion = @Sendable (Result<Value, any Error>) -> Void

  private struct Gate {
    /// Nil once the load is over.
    var completion: Completion?
    var hasAnswer = false
    var progress: LoadProgress?
  }

  private let gate: Locked<Gate>
  /// The registry that was current where the load started, with the types that the provider knows.
  let registry: TypeRegistry

  private init(registry: TypeRegistry, _ completion: @escaping Completion) {
    self.registry = registry
    gate = Locked(Gate(completion: completion))
  }

  /// Makes a load and the progress that the caller returns to the receiver.
  ///
  /// - Parameters:
  ///   - registry: the current registry for the source's handler and the receiver's completion.
  ///   - completion: called once.
  static func begin(
    registry: TypeRegistry = .current, _ completion: @escaping Completion
  ) -> (load: Load<Value>, progress: LoadProgress) {
    let load = Load(registry: registry, completion)
    let progress = LoadProgress { load.finish(.failure(ItemProviderError.cancelled)) }
    load.gate.withLock { $0.progress = progress }
    return (load, progress)
  }

  /// Whether the load has no result yet; a source stops its work when this is false.
  var isPending: Bool { gate.withLock { $0.completion != nil } }

  /// Runs the source's handler on a background queue, and makes the value of its first answer.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the registered type, for the error of a source that releases its completion.
  ///   - progress: the load's progress, which follows the one that the handler returns.
  ///   - handler: starts the source; calls its argument with the answer, now or later.
  ///   - deliver: makes the value of the answer and calls its second argument once. It runs before the source's
  ///     completion returns, because a source may remove its file right after that.
  func run<Answer: Sendable>(
    _ typeIdentifier: String, following progress: LoadProgress,
    handler: @escaping @Sendable (@escaping @Sendable (Result<Answer, any Error>) -> Void) -> Progress?,
    deliver: @escaping @Sendable (Answer, @escaping Completion) -> Void
  ) {
    let pending = PendingAnswer(self, typeIdentifier: typeIdentifier)
    CallbackQueue.load { [self] in
      guard isPending else { return }
      registry.perform {
        let source = handler { result in
          guard pending.load.admitAnswer() else { return }
          switch result {
          case .failure(let error): pending.load.finish(.failure(error))
          case .success(let answer):
            pending.load.registry.perform { deliver(answer) { pending.load.finish($0) } }
          }
        }
        if let source { progress.follow(source) }
      }
    }
  }

  /// Admits the source's first answer; false for every later one and when the load is over.
  private func admitAnswer() -> Bool {
    gate.withLock { gate in
      defer { gate.hasAnswer = true }
      return !gate.hasAnswer && gate.completion != nil
    }
  }

  /// Completes the load, if it is not over.
  func finish(_ result: Result<Value, any Error>) {
    let (completion, progress) = gate.withLock { gate in
      defer { gate = Gate(completion: nil, hasAnswer: true, progress: nil) }
      return (gate.completion, gate.progress)
    }
    guard let completion else { return }
    progress?.finish(isSuccess: result.error == nil)
    CallbackQueue.complete { [registry] in registry.perform { completion(result) } }
  }
}

/// Completes a load with an error when the source releases its completion without calling it.
///
/// Everything that can still answer holds it; the receiver's progress and the source's request do not.
private final class PendingAnswer<Value: Sendable>: Sendable {
  let load: Load<Value>
  private let typeIdentifier: String

  init(_ load: Load<Value>, typeIdentifier: String) {
    self.load = load
    self.typeIdentifier = typeIdentifier
  }

  // Does nothing when the load is over.
  deinit { load.finish(.failure(ItemProviderError.abandoned(typeIdentifier))) }
}

extension TypeRegistry {
  /// Runs a part of a load, on whatever queue, with this registry as the current one.
  func perform(_ work: () -> Void) {
    // A task-local scope slows every query in it, so there is none for the registry that is current anyway.
    if TypeRegistry.current === self { work() } else { TypeRegistry.withCurrent(self, perform: work) }
  }
}
