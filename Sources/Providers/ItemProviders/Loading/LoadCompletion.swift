import ByteTools
import Dispatch
import Foundation
import ProfferFileSystem

/// Runs the handlers of sources and the completions of receivers.
///
/// Handlers and completions run concurrently: a completion may wait for another load, and a source that
/// blocks does not delay other sources. They never run on the main thread, even if the load is started on the
/// main thread. On Apple's platforms, all completions share one serial queue, so a completion that waits for
/// another load deadlocks.
enum CallbackQueue {
  /// The label of the completion queue.
  static let label = "proffer.ItemProvider.callback-queue"

  /// A concurrent queue without threads of its own; each completion runs in this queue on a thread of
  /// ``WorkerThreads``.
  private static let completions: DispatchQueue = {
    let queue = DispatchQueue(label: label, attributes: .concurrent)
    queue.setSpecific(key: completionMark, value: true)
    return queue
  }()
  private static let completionMark = DispatchSpecificKey<Bool>()

  /// Whether the caller runs on the completion queue.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: completionMark) ?? false }

  /// Runs a completion on the completion queue.
  static func complete(_ completion: @escaping @Sendable () -> Void) {
    WorkerThreads.shared.run { completions.sync(execute: completion) }
  }

  /// Runs a source's handler.
  static func load(_ handler: @escaping @Sendable () -> Void) { WorkerThreads.shared.run(handler) }
}

/// Waits for a load that passes its result to a completion.
///
/// Cancelling the task cancels the progress of the load.
enum Awaited {
  /// - Throws: `CancellationError` if the load ended because the task was cancelled.
  static func value<Value: Sendable>(
    _ start: (@escaping @Sendable (Result<Value, any Error>) -> Void) -> Progress
  ) async throws -> Value {
    do {
      return try await result(start)
    } catch let error as ItemProviderError where error.isCancellation && Task.isCancelled {
      throw CancellationError()
    }
  }

  private static func result<Value: Sendable>(
    _ start: (@escaping @Sendable (Result<Value, any Error>) -> Void) -> Progress
  ) async throws -> Value {
    let link = Locked<Progress?>(nil)
    // A subclass may call the completion twice, but resuming a continuation twice traps.
    let isResumed = Locked(false)
    // ThreadSanitizer does not see how the runtime passes on a result that exists before the wait for it. It sees
    // that both threads used this lock.
    defer { isResumed.withLock { _ in } }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let progress = start { result in
          let isFirst = isResumed.withLock { isResumed in
            defer { isResumed = true }
            return !isResumed
          }
          if isFirst { continuation.resume(with: result) }
        }
        link.withLock { $0 = progress }
        // The task may have been cancelled before the progress existed.
        if Task.isCancelled { progress.cancel() }
      }
    } onCancel: {
      link.withLock { $0 }?.cancel()
    }
  }
}

extension Result where Failure == any Error {
  /// Creates a result from the two optional parameters of a completion.
  ///
  /// If both are present, the value is used. If both are nil, the result is the error for an empty answer.
  init(_ value: Success?, _ error: (any Error)?, orEmptyAnswerFor typeIdentifier: String) {
    if let value {
      self = .success(value)
    } else {
      self = .failure(error ?? ItemProviderError.emptyAnswer(for: typeIdentifier))
    }
  }
}

extension Result {
  /// The value, for the first parameter of a completion; nil for a failure.
  var value: Success? {
    if case .success(let value) = self { value } else { nil }
  }

  /// The error, for the last parameter of a completion; nil for a success.
  var error: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
