import ByteTools
package import ProviderBundles

/// A bundle whose items are converted in a batch.
///
/// The bundle stays open from the first item to the last. Opening a bundle takes time proportional to its
/// number of items, so the bundle is opened once for all of its items. The items of a bundle are adjacent in
/// the batch. The number of open bundles is therefore at most the number of running conversions.
package final class BatchBundle: Sendable {
  private struct State {
    /// The open bundle, or the error of opening it; nil before the first item and after the last.
    var opened: Result<ProviderBundle, any Error>?
    var waitingCount: Int
  }

  private let input: ActionInput
  private let context: ActionContext
  private let state: Locked<State>

  /// - Parameter itemCount: the number of items to convert. ``forItem(_:)`` must be called once for each
  ///   item.
  package init(of input: ActionInput, itemCount: Int, in context: ActionContext) {
    self.input = input
    self.context = context
    state = Locked(State(opened: nil, waitingCount: itemCount))
  }

  /// Calls a function with the open bundle, to convert one item.
  ///
  /// - Throws: the error of opening the bundle, which is thrown for each item; or the error of `body`.
  package func forItem<Value>(_ body: (ProviderBundle) throws -> Value) throws -> Value {
    defer {
      state.withLock { state in
        state.waitingCount -= 1
        if state.waitingCount == 0 { state.opened = nil }
      }
    }
    let opened = state.withLock { state in
      let opened = state.opened ?? Result { try input.openBundle(in: context) }
      state.opened = opened
      return opened
    }
    return try body(opened.get())
  }
}
