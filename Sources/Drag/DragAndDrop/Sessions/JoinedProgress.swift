import ByteTools
import Foundation

/// The progress of several loads: a unit is a load, done when its completion has returned, however it ended.
///
/// The loads' own progresses are not its children: off Apple's platforms Foundation keeps the tree of
/// progresses without a lock, and loads finish on any thread.
final class JoinedProgress: Progress, @unchecked Sendable {
  private struct Parts {
    var loads: [Progress] = []
    var startedCount: Int64 = 0
    var isCancelled = false
  }

  private let parts = Locked(Parts())

  init() {
    super.init(parent: nil, userInfo: nil)
    isCancellable = true
  }

  /// Counts a load that is about to start, so that none is finished before it is counted.
  func expect() {
    parts.withLock { parts in
      parts.startedCount += 1
      totalUnitCount = parts.startedCount
    }
  }

  /// Follows the progress of a load; it is cancelled at once when this one is.
  func add(_ load: Progress) {
    let isCancelled = parts.withLock { parts in
      parts.loads.append(load)
      return parts.isCancelled
    }
    if isCancelled { load.cancel() }
  }

  /// Counts a load as done.
  func finishOne() { parts.withLock { _ in completedUnitCount += 1 } }

  override func cancel() {
    super.cancel()
    let loads = parts.withLock { parts in
      parts.isCancelled = true
      return parts.loads
    }
    for load in loads { load.cancel() }
  }
}
