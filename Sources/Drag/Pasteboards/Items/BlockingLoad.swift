import ByteTools
import Dispatch
package import Foundation

/// Waits for a load, for the members of pasteboards that return data.
package enum BlockingLoad {
  /// Blocks until a load finishes, without a time limit.
  ///
  /// Do not call it on a thread that the load needs, such as the main thread for a loader on the main actor.
  ///
  /// - Parameter load: starts the load, whose completion is called once, on any thread.
  /// - Returns: the argument of the completion.
  package static func value<Value: Sendable>(
    _ load: (@escaping @Sendable (Value?) -> Void) -> Progress?
  ) -> Value? {
    let loaded = Locked<Value?>(nil)
    let isFinished = DispatchSemaphore(value: 0)
    _ = load { value in
      loaded.withLock { $0 = value }
      isFinished.signal()
    }
    isFinished.wait()
    return loaded.withLock { $0 }
  }
}
