import ByteTools
import Foundation

/// The `Progress` that a load returns.
///
/// Foundation's own class off Apple's platforms keeps a tree of progresses without a lock, so two threads
/// that finish two of them at once would damage it. A load therefore never makes its source's progress its
/// child: it looks at it now and then, and cancels it by a reference of its own. The receiver's
/// `cancellationHandler` stays free.
final class LoadProgress: Progress, @unchecked Sendable {
  private struct Links {
    var onCancel: (@Sendable () -> Void)?
    /// All that the source returned; cancelled with the load.
    ///
    /// The first one is followed.
    var sources: [Progress] = []
    var isCancelled = false
    var isOver = false
  }

  private static let unitCount: Int64 = 1000
  /// Held while a count of ours changes, because that also changes the parents, which loads may share.
  private static let publishing = Lock()

  private let links = Locked(Links())

  init(onCancel: @escaping @Sendable () -> Void) {
    super.init(parent: nil, userInfo: nil)
    totalUnitCount = Self.unitCount
    isCancellable = true
    links.withLock { $0.onCancel = onCancel }
  }

  /// Whether the load was cancelled, under the lock: Foundation's own flag has none, and any thread may
  /// cancel.
  override var isCancelled: Bool {
    get { links.withLock { $0.isCancelled } }
    set { links.withLock { $0.isCancelled = newValue } }
  }

  /// Marks the load as cancelled, tells the source, and completes the load at once, whatever the source does.
  override func cancel() {
    let (onCancel, sources) = links.withLock { links in
      links.isCancelled = true
      return (links.onCancel, links.sources)
    }
    if let cancellationHandler { CallbackQueue.loading.async(execute: cancellationHandler) }
    for source in sources { source.cancel() }
    onCancel?()
  }

  /// Follows a progress that the source returned, and cancels it when this one is cancelled already.
  func follow(_ source: Progress) {
    if source === self { return }
    let (isFirst, isCancelled) = links.withLock { links in
      // A load that is over has its full count; a source that answers before it returns its progress adds
      // nothing.
      if links.isOver { return (false, links.isCancelled) }
      links.sources.append(source)
      return (links.sources.count == 1, links.isCancelled)
    }
    if isCancelled { source.cancel() }
    if isFirst { ProgressFollower.shared.add(self) }
  }

  /// Takes over how far the source is; false when there is nothing to follow any more.
  func refresh() -> Bool {
    guard let source = links.withLock({ $0.sources.first }) else { return false }
    // A source without a total is indeterminate, and its fraction means nothing.
    if source.totalUnitCount > 0 { publish(source.fractionCompleted) }
    return true
  }

  /// Reports bytes copied, where no source's progress speaks for the load.
  func report(_ completed: UInt64, of total: UInt64) {
    let isSpokenFor = links.withLock { !$0.sources.isEmpty }
    if !isSpokenFor && total > 0 { publish(Double(completed) / Double(total)) }
  }

  /// Brings the count to its end and lets go of everything.
  func finish() {
    publish(1)
    links.withLock { $0 = Links(isCancelled: $0.isCancelled, isOver: true) }
  }

  private func publish(_ fraction: Double) {
    let count = Int64(Double(Self.unitCount) * min(1, max(0, fraction)))
    Self.publishing.lock()
    defer { Self.publishing.unlock() }
    // A look at the source that comes late must not undo the end.
    if count > completedUnitCount { completedUnitCount = count }
  }
}

/// Looks at the progresses of sources while there are loads that follow one: twenty times a second, all at
/// once.
final class ProgressFollower: Sendable {
  static let shared = ProgressFollower()

  private let followed = Locked<[ObjectIdentifier: LoadProgress]>([:])

  func add(_ progress: LoadProgress) {
    let isFirst = followed.withLock { followed in
      followed[ObjectIdentifier(progress)] = progress
      return followed.count == 1
    }
    if isFirst { lookAgain() }
  }

  private func lookAgain() {
    CallbackQueue.loading.asyncAfter(deadline: .now() + .milliseconds(50)) { self.look() }
  }

  private func look() {
    let over = followed.withLock { $0 }.filter { !$0.value.refresh() }
    let isDone = followed.withLock { followed in
      for key in over.keys { followed[key] = nil }
      return followed.isEmpty
    }
    if !isDone { lookAgain() }
  }
}
