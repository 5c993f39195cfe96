#if !canImport(Darwin)
  public import Foundation

  /// A view or window over which drags move, and on which they end.
  @preconcurrency @MainActor
  public protocol NSDraggingDestination: NSObjectProtocol {
    /// Called when a drag enters.
    ///
    /// - Parameter sender: the drag.
    /// - Returns: the operation that a drop performs; empty if the drop is refused.
    func draggingEntered(_ sender: any NSDraggingInfo) -> NSDragOperation
    /// Called when a drag moves, and from time to time while it rests.
    ///
    /// - Parameter sender: the drag.
    /// - Returns: the operation that a drop performs; empty if the drop is refused.
    func draggingUpdated(_ sender: any NSDraggingInfo) -> NSDragOperation
    /// Called when a drag leaves.
    ///
    /// - Parameter sender: the drag.
    func draggingExited(_ sender: (any NSDraggingInfo)?)
    /// Called when the drag is released over a destination that has answered with an operation.
    ///
    /// - Parameter sender: the drag.
    /// - Returns: `false` if the drop is refused.
    func prepareForDragOperation(_ sender: any NSDraggingInfo) -> Bool
    /// Takes the items.
    ///
    /// - Parameter sender: the drag.
    /// - Returns: `false` if the items were not taken.
    func performDragOperation(_ sender: any NSDraggingInfo) -> Bool
    /// Called after the items were taken.
    ///
    /// - Parameter sender: the drag.
    func concludeDragOperation(_ sender: (any NSDraggingInfo)?)
    /// Called at the end of the drag, also if the drag had left before.
    ///
    /// - Parameter sender: the drag.
    func draggingEnded(_ sender: any NSDraggingInfo)
    /// Returns whether `draggingUpdated(_:)` is called while the drag rests.
    ///
    /// - Returns: `true` to call the method repeatedly.
    func wantsPeriodicDraggingUpdates() -> Bool
    /// Called when the destination may change how the items are shown.
    ///
    /// - Parameter sender: the drag.
    func updateDraggingItemsForDrag(_ sender: (any NSDraggingInfo)?)
  }

  extension NSDraggingDestination {
    /// Default implementation; refuses the drag.
    public func draggingEntered(_ sender: any NSDraggingInfo) -> NSDragOperation { [] }
    /// Default implementation; returns the previous answer.
    public func draggingUpdated(_ sender: any NSDraggingInfo) -> NSDragOperation {
      sender.previousAnswer
    }
    /// Default implementation; does nothing.
    public func draggingExited(_ sender: (any NSDraggingInfo)?) {}
    /// Default implementation; returns `true`.
    public func prepareForDragOperation(_ sender: any NSDraggingInfo) -> Bool { true }
    /// Default implementation; returns `false`.
    public func performDragOperation(_ sender: any NSDraggingInfo) -> Bool { false }
    /// Default implementation; does nothing.
    public func concludeDragOperation(_ sender: (any NSDraggingInfo)?) {}
    /// Default implementation; does nothing.
    public func draggingEnded(_ sender: any NSDraggingInfo) {}
    /// Default implementation; returns `true`.
    public func wantsPeriodicDraggingUpdates() -> Bool { true }
    /// Default implementation; does nothing.
    public func updateDraggingItemsForDrag(_ sender: (any NSDraggingInfo)?) {}
  }
#endif
