import ByteTools
import Dispatch
import Foundation
import ProfferFileSystem

/// Runs sources' handlers and completions.
///
/// All of them run concurrently: a completion may wait for another load, and a source that blocks does
/// not delay others. None of them runs on the main thread, even if the load is started there. Apple's
/// completions share one serial queue, on which a completion that waits for another load deadlocks.
enum CallbackQueue {
  /// The label of the completion queue.
  static let label = "proffer.ItemProvider.callback-queue"

  /// A concurrent queue without its own threads: each completion enters it on a thread of
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

/// Waits for a load that reports by a completion; cancelling the task cancels its progress.
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
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // A subclass may call the completion twice, and resuming twice traps.
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
  /// Creates a result from a completion's two optional parameters; if both are present, the value is
  /// used.
  init(_ value: Success?, _ error: (any Error)?, orEmptyAnswerFor typeIdentifier: String) {
    if let value {
      self = .success(value)
    } else {
      self = .failure(error ?? ItemProviderError.emptyAnswer(for: typeIdentifier))
    }
  }
}

extension Result {
  /// The value, which is the first parameter of a completion; nil for a failure.
  var value: Success? {
    if case .success(let value) = self { value } else { nil }
  }

  /// The error, which is the last parameter of a completion; nil for a success.
  var error: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
