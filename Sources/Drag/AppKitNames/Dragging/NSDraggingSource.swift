#if !canImport(Darwin)
  public import Foundation

  /// The source of a drag.
  @preconcurrency @MainActor
  public protocol NSDraggingSource: NSObjectProtocol {
    /// Returns the operations that the source allows.
    ///
    /// - Parameters:
    ///   - session: the drag.
    ///   - context: whether the pointer is over the source's own program.
    /// - Returns: the operations.
    func draggingSession(
      _ session: NSDraggingSession, sourceOperationMaskFor context: NSDraggingContext
    ) -> NSDragOperation
    /// Called once, before the drag moves.
    ///
    /// - Parameters:
    ///   - session: the drag.
    ///   - screenPoint: the place of the pointer on the screen.
    func draggingSession(_ session: NSDraggingSession, willBeginAt screenPoint: NSPoint)
    /// Called when the drag has moved.
    ///
    /// - Parameters:
    ///   - session: the drag.
    ///   - screenPoint: the place of the pointer on the screen.
    func draggingSession(_ session: NSDraggingSession, movedTo screenPoint: NSPoint)
    /// Called once, at the end of the drag.
    ///
    /// - Parameters:
    ///   - session: the drag.
    ///   - screenPoint: the place of the pointer on the screen.
    ///   - operation: the operation that the destination performed; empty if there is none.
    func draggingSession(
      _ session: NSDraggingSession, endedAt screenPoint: NSPoint, operation: NSDragOperation)
    /// Returns whether modifier keys leave the operations as they are.
    ///
    /// - Parameter session: the drag.
    /// - Returns: `false` if Option, Command or both choose an operation.
    func ignoreModifierKeys(for session: NSDraggingSession) -> Bool
  }

  extension NSDraggingSource {
    /// Default implementation; does nothing.
    public func draggingSession(_ session: NSDraggingSession, willBeginAt screenPoint: NSPoint) {}
    /// Default implementation; does nothing.
    public func draggingSession(_ session: NSDraggingSession, movedTo screenPoint: NSPoint) {}
    /// Default implementation; does nothing.
    public func draggingSession(
      _ session: NSDraggingSession, endedAt screenPoint: NSPoint, operation: NSDragOperation
    ) {}
    /// Default implementation; returns `false`.
    public func ignoreModifierKeys(for session: NSDraggingSession) -> Bool { false }
  }

  /// Where the pointer of a drag is, as seen by the source.
  public enum NSDraggingContext: Int, Sendable, Hashable {
    /// Over another program.
    case outsideApplication = 0
    /// Over the source's own program.
    case withinApplication = 1
  }
#endif
