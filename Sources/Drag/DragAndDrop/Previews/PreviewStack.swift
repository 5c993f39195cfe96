/// What is seen under the finger: the previews on top of the stack, and how many items there are.
///
/// A description for whoever has pixels; this module draws nothing.
@MainActor
public struct PreviewStack {
  /// How many previews are seen at most; providers of the rest are never called.
  public static let visibleLimit = 3

  /// The previews, the topmost first; nil for an item that shows none.
  public let previews: [DragPreview?]
  /// The number on the badge; nil for a single item, which has none.
  public let badgeCount: Int?
  /// The operation that the badge shows; nil when nothing was proposed yet.
  public let operation: DropOperation?

  /// The stack of a session's items, the one picked up last on top.
  ///
  /// - Parameter defaultView: what an item without a preview of its own shows.
  public init(of session: DragSession, defaultView: View?, operation: DropOperation? = nil) {
    previews = session.items.suffix(Self.visibleLimit).reversed().map { item in
      item.previewProvider.map { $0() } ?? defaultView.map { DragPreview(view: $0) }
    }
    badgeCount = session.items.count > 1 ? session.items.count : nil
    self.operation = operation
  }
}
