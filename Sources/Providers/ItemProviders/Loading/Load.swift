import ByteTools
import Foundation
import UniformTypes

/// One load: its progress, and the gate that accepts one answer from the source and one result for the
/// receiver.
///
/// ## Invariants
///
/// - A load runs its source's handler once, or not at all if the load was cancelled first.
/// - The receiver's completion runs exactly once, on the callback queue, and is released afterwards.
/// - Cancelling completes the load immediately, even if the source is still working.
/// - The load also completes if the source releases its completion without calling it.
///
/// ## Layout
///
/// Four events can complete a load, each on its own thread: the source reports an error, the value created
/// from the source's answer is ready, the receiver cancels the load, or the source releases its completion.
/// All four events pass through `Gate`, a struct with two latches that one lock protects:
///
/// - `completion` is nil once the load is over. `finish` sets it to nil under the lock, and calls the
///   removed completion after releasing the lock. The first of the four events therefore completes the
///   load, and later events find nil and have no effect.
/// - `hasAnswer` is set by the source's first answer.
///
/// One latch is not sufficient. Creating the value from the answer can take a long time, for example to
/// copy a folder. During that time, a second answer must be ignored, but a cancellation must still complete
/// the load.
///
/// References, where `→` is a strong reference:
///
///     receiver → LoadProgress → Load → Gate → completion, LoadProgress
///     source's completion → PendingAnswer → Load
///     RepresentationRequest → Load
///
/// The cycle between progress and load is intended: a load continues even if its receiver releases the
/// progress. `finish` breaks the cycle. Only the source's completion retains the `PendingAnswer`. When the
/// `PendingAnswer` is deinitialised, the source can therefore no longer answer.
///
/// ## Why simpler designs are not sufficient
///
/// A stored completion with a flag would retain all captured values until the source releases its own
/// completion, and a faulty source may never release it. A continuation traps on a second answer, and never
/// resumes if a source does not answer. A second answer and a missing answer are faults in other programs'
/// code that a receiver must survive.
final class Load<Value: Sendable>: Sendable {
  typealias Completion = @Sendable (Result<Value, any Error>) -> Void

  private struct Gate {
    /// The receiver's completion; nil once the load is over.
    var completion: Completion?
    var hasAnswer = false
    var progress: LoadProgress?
  }

  private let gate: Locked<Gate>
  /// The registry that was current when the load started, extended by the types of the provider.
  let registry: TypeRegistry

  private init(registry: TypeRegistry, _ completion: @escaping Completion) {
    self.registry = registry
    gate = Locked(Gate(completion: completion))
  }

  /// Creates a load and the progress that the caller returns to the receiver.
  ///
  /// - Parameters:
  ///   - registry: the registry that is current while the source's handler and the receiver's completion
  ///     run.
  ///   - completion: called once with the result.
  static func begin(
    registry: TypeRegistry = .current, _ completion: @escaping Completion
  ) -> (load: Load<Value>, progress: LoadProgress) {
    let load = Load(registry: registry, completion)
    let progress = LoadProgress { load.finish(.failure(ItemProviderError.cancelled)) }
    load.gate.withLock { $0.progress = progress }
    return (load, progress)
  }

  /// Whether the load has no result yet.
  ///
  /// A source stops working when this property is false.
  var isPending: Bool { gate.withLock { $0.completion != nil } }

  /// Runs the source's handler on a background queue, and creates the value from the source's first answer.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the registered type, which the error names if the source releases its completion
  ///     without calling it.
  ///   - progress: the load's progress, which follows the progress that the handler returns.
  ///   - handler: starts the source. It calls its argument with the answer, immediately or later.
  ///   - deliver: creates the value from the answer and calls its second argument once. This function runs
  ///     before the source's completion returns, because the source may remove its file immediately
  ///     afterwards.
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

  /// Returns true for the source's first answer; returns false for later answers, and if the load is over.
  private func admitAnswer() -> Bool {
    gate.withLock { gate in
      defer { gate.hasAnswer = true }
      return !gate.hasAnswer && gate.completion != nil
    }
  }

  /// Completes the load if it is not over.
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
/// Every closure that can still answer retains this object. The receiver's progress and the source's
/// request do not retain it.
private final class PendingAnswer<Value: Sendable>: Sendable {
  let load: Load<Value>
  private let typeIdentifier: String

  init(_ load: Load<Value>, typeIdentifier: String) {
    self.load = load
    self.typeIdentifier = typeIdentifier
  }

  // This has no effect if the load is over.
  deinit { load.finish(.failure(ItemProviderError.abandoned(typeIdentifier))) }
}

extension TypeRegistry {
  /// Runs a part of a load, on any queue, with this registry as the current registry.
  func perform(_ work: () -> Void) {
    // A task-local scope slows every query inside it, so no scope is opened if the registry is already
    // current.
    if TypeRegistry.current === self { work() } else { TypeRegistry.withCurrent(self, perform: work) }
  }
}
