import ProfferFileSystem
import Synchronization

/// Something that is done for a user, such as packing files or converting a document: a value with its inputs.
///
/// The same action may run several times, and several may run at the same time, each in a context of its own.
public protocol Action: Sendable {
  /// Everything that is known after the action, such as what was written, chosen and lost.
  associatedtype Outcome: Sendable

  /// Does it, and returns when it is done.
  ///
  /// The call blocks its thread. Asynchronous code calls ``perform(in:)``.
  ///
  /// - Parameter context: what the action needs besides its inputs.
  /// - Returns: everything that is known afterwards.
  /// - Throws: ``ActionError`` or the error of the part that failed, such as a bundle or a file.
  func run(in context: ActionContext) throws -> Outcome
}

extension Action {
  /// Does it on a thread of its own, so that the threads of asynchronous tasks stay free.
  ///
  /// Cancelling the task ends the action at its next piece of work with a `CancellationError`. What is on disk then is what
  /// the action describes for errors: no unfinished file stays.
  ///
  /// - Parameter context: what the action needs besides its inputs.
  /// - Returns: everything that is known afterwards.
  /// - Throws: the errors of ``run(in:)``, and `CancellationError`.
  public func perform(in context: ActionContext) async throws -> Outcome {
    let cancellation = ActionCancellation()
    var context = context
    context.cancellation = cancellation
    return try await withTaskCancellationHandler { [context] in
      try await withCheckedThrowingContinuation { continuation in
        let thread = RunningThread {
          continuation.resume(
            with: Result {
              try context.checkCancellation()
              return try run(in: context)
            })
        }
        if let thread {
          thread.detach()
        } else {
          continuation.resume(throwing: ActionError.failure("the system has no thread for the action"))
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
  }
}

/// Whether an action is to end early.
final class ActionCancellation: Sendable {
  private let flag = Atomic<Bool>(false)

  var isCancelled: Bool { flag.load(ordering: .relaxed) }

  func cancel() { flag.store(true, ordering: .relaxed) }
}
