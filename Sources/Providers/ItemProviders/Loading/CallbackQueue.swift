import Dispatch

/// The queues that loads run on.
///
/// Both are concurrent: a completion may wait for another load, and a source that blocks holds up nobody
/// else. They are never the main queue, also when the load was asked for there. Apple's completions share one
/// serial queue, on which a completion that waits for another load waits for ever.
enum CallbackQueue {
  /// Completions run here.
  static let completions: DispatchQueue = {
    let queue = DispatchQueue(label: ItemProvider.callbackQueueLabel, attributes: .concurrent)
    queue.setSpecific(key: completionMark, value: true)
    return queue
  }()
  private static let completionMark = DispatchSpecificKey<Bool>()

  /// Whether the caller runs on the queue of completions.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: completionMark) ?? false }

  /// The sources' handlers run here, a job for each load.
  static let loading = DispatchQueue(label: "proffer.ItemProvider.loading-queue", attributes: .concurrent)
}
