extension ItemProvider {
  /// Whether the caller runs on the queue that completions run on; for tests, because Dispatch tells no label
  /// here.
  package static var isOnCallbackQueue: Bool { CallbackQueue.isCurrent }
}
