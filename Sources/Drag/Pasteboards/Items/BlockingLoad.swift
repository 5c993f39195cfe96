import ByteTools
import Dispatch
package import Foundation

/// Waits for a load, for the members of pasteboards that return data.
package enum BlockingLoad {
  /// Blocks until a load finishes; the completion of the load runs on a background queue.
  ///
  /// - Parameter load: starts the load, whose completion is called once.
  /// - Returns: the argument of the completion.
  package static func value<Value: Sendable>(
    _ load: (@escaping @Sendable (Value?) -> Void) -> Progress
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
