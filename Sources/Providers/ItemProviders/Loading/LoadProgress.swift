import ByteTools
import Foundation
import ProfferFileSystem

/// The `Progress` that a load returns.
///
/// On platforms other than Apple's, Foundation's `Progress` objects form a tree without a lock: two threads
/// that finish two progresses of one tree at the same time would corrupt the tree. The source's progress is
/// therefore never a child of the load's progress. Instead the load polls the source's progress, and
/// cancels that progress through a separate reference. The receiver can set the `cancellationHandler`.
final class LoadProgress: Progress, @unchecked Sendable {
  private struct Links {
    var onCancel: (@Sendable () -> Void)?
    /// The progresses that the source returned: all are cancelled with the load, and the first is polled.
    var sources: [Progress] = []
    var isCancelled = false
    var isOver = false
  }

  private static let unitCount: Int64 = 1000
  /// The lock that is held while the count of any load's progress changes.
  ///
  /// The change also updates the parents of the progress, and several loads can share a parent.
  private static let publishing = NSLock()

  private let links = Locked(Links())

  init(onCancel: @escaping @Sendable () -> Void) {
    super.init(parent: nil, userInfo: nil)
    totalUnitCount = Self.unitCount
    isCancellable = true
    links.withLock { $0.onCancel = onCancel }
  }

  /// Whether the load was cancelled.
  ///
  /// This property uses the lock because any thread may cancel, and Foundation's flag is not
  /// synchronised.
  override var isCancelled: Bool {
    get { links.withLock { $0.isCancelled } }
    set { links.withLock { $0.isCancelled = newValue } }
  }

  /// Marks the load as cancelled, cancels the source's progress, and completes the load immediately.
  override func cancel() {
    let (onCancel, sources) = links.withLock { links in
      links.isCancelled = true
      return (links.onCancel, links.sources)
    }
    if let cancellationHandler { CallbackQueue.load(cancellationHandler) }
    for source in sources { source.cancel() }
    onCancel?()
  }

  /// Follows a progress that the source returned, and cancels it if the load is already cancelled.
  func follow(_ source: Progress) {
    if source === self { return }
    let (isFirst, isCancelled) = links.withLock { links in
      // If the source answered before it returned its progress, the load is over and its count no longer
      // changes.
      if links.isOver { return (false, links.isCancelled) }
      links.sources.append(source)
      return (links.sources.count == 1, links.isCancelled)
    }
    if isCancelled { source.cancel() }
    if isFirst { ProgressFollower.shared.add(self) }
  }

  /// Copies the completed fraction of the source's progress; returns false if the load follows no progress.
  func refresh() -> Bool {
    guard let source = links.withLock({ $0.sources.first }) else { return false }
    if let load = source as? LoadProgress {
      publish(load.publishedFraction)
    } else if source.totalUnitCount > 0 {
      // A progress without a total is indeterminate, so its fraction has no meaning.
      publish(source.fractionCompleted)
    }
    return true
  }

  /// The completed fraction of the load; it can be read on any thread.
  private var publishedFraction: Double {
    Self.publishing.lock()
    defer { Self.publishing.unlock() }
    return Double(completedUnitCount) / Double(Self.unitCount)
  }

  /// Reports copied bytes if the load does not follow a source's progress.
  func report(_ completed: UInt64, of total: UInt64) {
    let isFollowing = links.withLock { !$0.sources.isEmpty }
    if !isFollowing && total > 0 { publish(Double(completed) / Double(total)) }
  }

  /// Ends the progress and releases all references.
  ///
  /// - Parameter isSuccess: whether the load has a value. On success the count is set to the total;
  ///   otherwise the count is unchanged, and the progress is marked as cancelled.
  func finish(isSuccess: Bool) {
    if isSuccess && !isCancelled { publish(count: Self.unitCount) }
    links.withLock { $0 = Links(isCancelled: $0.isCancelled || !isSuccess, isOver: true) }
  }

  /// Publishes the completed fraction of the load if the load is not over.
  ///
  /// Only `finish(isSuccess:)` sets the count to the total, because the load can still fail after the
  /// source has finished.
  private func publish(_ fraction: Double) {
    // A source can report any number as its fraction.
    let count = Int64(Double(Self.unitCount) * min(1, max(0, fraction)))
    publish(count: min(count, Self.unitCount - 1))
  }

  private func publish(count: Int64) {
    Self.publishing.lock()
    defer { Self.publishing.unlock() }
    if links.withLock({ $0.isOver }) { return }
    // The count never decreases, even if an older fraction is published later.
    if count > completedUnitCount { completedUnitCount = count }
  }
}

/// Polls the progresses of all sources twenty times a second while any load follows a progress.
final class ProgressFollower: Sendable {
  static let shared = ProgressFollower()

  private let followed = Locked<[ObjectIdentifier: LoadProgress]>([:])

  func add(_ progress: LoadProgress) {
    let isFirst = followed.withLock { followed in
      followed[ObjectIdentifier(progress)] = progress
      return followed.count == 1
    }
    if isFirst { pollLater() }
  }

  private func pollLater() {
    WorkerThreads.shared.run(afterMilliseconds: 50) { self.poll() }
  }

  private func poll() {
    let over = followed.withLock { $0 }.filter { !$0.value.refresh() }
    let isDone = followed.withLock { followed in
      for key in over.keys { followed[key] = nil }
      return followed.isEmpty
    }
    if !isDone { pollLater() }
  }
}
