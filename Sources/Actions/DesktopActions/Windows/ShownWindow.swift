import DesktopTransfer

/// A window that other threads ask to show its current content.
struct ShownWindow: @unchecked Sendable {
  // Only updates are requested from the window, which is allowed on every thread.
  private weak var source: (any DragSource)?
  private weak var target: (any DropTarget)?

  init(of source: any DragSource) { self.source = source }

  init(of target: any DropTarget) { self.target = target }

  /// Shows the current content; does nothing after the window was closed.
  @Sendable func update() {
    source?.update()
    target?.update()
  }
}
