public import Foundation

/// A drag as its source sees it.
@MainActor
public final class DragSession: DragDropSession {
  /// The items, in the order in which they were picked up.
  public internal(set) var items: [DragItem] = []
  /// Whether receivers in the same application may move; what the source said when the drag began.
  public internal(set) var allowsMoveOperation = true
  /// Whether other applications see nothing of the drag; what the source said when it began.
  public internal(set) var isRestrictedToDraggingApplication = false
  /// Anything the source wants to tell receivers of the same application.
  public var localContext: Any?
  /// What became of the drag, once it was dropped inside the application it began in; nil otherwise.
  ///
  /// Between applications a source learns the operation alone, never what or where.
  public internal(set) var localDrop: LocalDrop?
  /// Where the drag is, in points of the driver's screen.
  var position: CGPoint

  init(at position: CGPoint) { self.position = position }

  /// Where the drag is now, in points of the view.
  public func location(in view: View) -> CGPoint { view.pointFromScreen(position) }
}

/// Where a drag was dropped, as a source of the same application may know it.
@MainActor
public struct LocalDrop {
  /// The view of the interaction that performed the drop; nil when it is gone.
  public let view: View?
  /// The drop's place in points of that view.
  public let location: CGPoint
  /// The types that the receiver asked for, each once, in the order of its asking.
  public let loadedTypeIdentifiers: [String]
}
