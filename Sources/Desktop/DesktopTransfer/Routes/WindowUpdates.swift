import ByteTools
import ProfferFileSystem

/// Requests of other threads to show the current content of a window.
final class WindowUpdates: Sendable {
  private let isRequested = Locked(false)
  /// Ends the wait of the thread that runs the window.
  private let wakeup: Wakeup

  init(waking wakeup: Wakeup) { self.wakeup = wakeup }

  /// Requests an update; can be called from any thread.
  func request() {
    isRequested.withLock { $0 = true }
    wakeup.wake()
  }

  /// Returns whether an update was requested since the last call.
  func take() -> Bool {
    isRequested.withLock { isRequested in
      defer { isRequested = false }
      return isRequested
    }
  }
}
