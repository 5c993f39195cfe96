import ProfferFileSystem
import Synchronization

/// A task that a program performs for a user, such as packing files or converting a document.
///
/// An action is a value that contains its inputs. The same action can run several times. Several actions can
/// run concurrently, each in its own context.
public protocol Action: Sendable {
  /// The result of the action, such as the paths of written files or the losses of a conversion.
  associatedtype Outcome: Sendable

  /// Runs the action, and returns when it is complete.
  ///
  /// The call blocks its thread. Asynchronous code calls ``perform(in:)`` instead.
  ///
  /// - Parameter context: the types, folders and callbacks that the action uses.
  /// - Returns: the result of the action.
  /// - Throws: ``ActionError``, or an error of another module, for example about a damaged bundle or an
  ///   unreadable file.
  func run(in context: ActionContext) throws -> Outcome
}

extension Action {
  /// Runs the action on a separate thread, so that the action does not block the threads of asynchronous
  /// tasks.
  ///
  /// Cancelling the task ends the action at its next step with a `CancellationError`. The files on disk are
  /// then in the state that the documentation of the action describes for errors, and no unfinished file
  /// remains.
  ///
  /// - Parameter context: the types, folders and callbacks that the action uses.
  /// - Returns: the result of the action.
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
          continuation.resume(
            throwing: ActionError.failure("the system cannot create a thread for the action"))
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
  }
}

/// A flag that cancels an action.
final class ActionCancellation: Sendable {
  private let flag = Atomic<Bool>(false)

  var isCancelled: Bool { flag.load(ordering: .relaxed) }

  func cancel() { flag.store(true, ordering: .relaxed) }
}
