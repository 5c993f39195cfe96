import ByteTools
import Foundation

/// Waits for a load that reports by a completion; cancelling the task cancels its progress.
enum Awaited {
  static func value<Value: Sendable>(
    _ start: (@escaping @Sendable (Result<Value, any Error>) -> Void) -> Progress
  ) async throws -> Value {
    let link = Locked<Progress?>(nil)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // A subclass's own loader may call twice, and resuming twice traps.
        let isResumed = Locked(false)
        let progress = start { result in
          let isFirst = isResumed.withLock { isResumed in
            defer { isResumed = true }
            return !isResumed
          }
          if isFirst { continuation.resume(with: result) }
        }
        link.withLock { $0 = progress }
        // The task may have been cancelled before there was anything to cancel.
        if Task.isCancelled { progress.cancel() }
      }
    } onCancel: {
      link.withLock { $0 }?.cancel()
    }
  }
}
