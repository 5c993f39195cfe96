import ByteTools
import Dispatch
import Foundation
import ProfferFileSystem

/// Runs sources' handlers and completions.
///
/// All run concurrently: a completion may wait for another load, and a source that blocks does not delay others. None
/// runs on the main thread, even if the load is started there. Apple's completions share one serial queue, on which a
/// completion that waits for another load waits for ever.
enum CallbackQueue {
  /// The label of the queue of completions.
  static let label = "proffer.ItemProvider.callback-queue"

  /// A concurrent queue without threads of its own: each completion enters it on a thread of ``WorkerThreads``.
  private static let completions: DispatchQueue = {
    let queue = DispatchQueue(label: label, attributes: .concurrent)
    queue.setSpecific(key: completionMark, value: true)
    return queue
  }()
  private static let completionMark = DispatchSpecificKey<Bool>()

  /// Whether the caller runs on the queue of completions.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: completionMark) ?? false }

  /// Runs a completion on its queue.
  static func complete(_ completion: @escaping @Sendable () -> Void) {
    WorkerThreads.shared.run { completions.sync(execute: completion) }
  }

  /// Runs a source's handler.
  static func load(_ handler: @escaping @Sendable () -> Void) { WorkerThreads.shared.run(handler) }
}

/// Waits for a load that reports by a completion; cancelling the task cancels its progress.
enum Awaited {
  /// - Throws: `CancellationError` where the load ended because the task was cancelled.
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
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // The loader of a subclass may call its completion twice, and resuming twice traps.
        let isResumed = Locked(false)
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
  /// The result of a completion's two optional parameters; where both are present, the value counts.
  init(_ value: Success?, _ error: (any Error)?, orEmptyAnswerFor typeIdentifier: String) {
    if let value {
      self = .success(value)
    } else {
      self = .failure(error ?? ItemProviderError.emptyAnswer(for: typeIdentifier))
    }
  }
}

extension Result {
  /// The value, nil for a failure: the first parameter of a completion.
  var value: Success? {
    if case .success(let value) = self { value } else { nil }
  }

  /// The error, nil for a success: the last parameter of a completion.
  var error: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
