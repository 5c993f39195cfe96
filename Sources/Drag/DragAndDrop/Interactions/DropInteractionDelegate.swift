/// Takes what is dropped on a view.
///
/// The methods stand in the order of their calls. None has to be written, as in Apple's protocol; but whoever
/// leaves out `sessionDidUpdate` accepts no drop, because its default proposes to cancel.
@MainActor
public protocol DropInteractionDelegate: AnyObject {
  /// Whether the interaction wants to hear of the drag at all; true by default.
  ///
  /// Asked once for a drag, and again when items were added to one that was refused.
  func dropInteraction(_ interaction: DropInteraction, canHandle session: DropSession) -> Bool

  /// Hears that the drag came in.
  func dropInteraction(_ interaction: DropInteraction, sessionDidEnter session: DropSession)

  /// Proposes what a drop here and now would do; asked on entering, on every move, and when items are added.
  ///
  /// The last proposal counts. By default cancel, so that nothing is accepted.
  func dropInteraction(_ interaction: DropInteraction, sessionDidUpdate session: DropSession) -> DropProposal

  /// Hears that the drag left; it may come back.
  func dropInteraction(_ interaction: DropInteraction, sessionDidExit session: DropSession)

  /// Takes the items, after a proposal to copy or move; the only place to start loads in.
  func dropInteraction(_ interaction: DropInteraction, performDrop session: DropSession)

  /// The preview that flies to its place; by default the default one.
  ///
  /// Not asked for items that lie deep in the stack.
  func dropInteraction(
    _ interaction: DropInteraction, previewForDropping item: DragItem,
    withDefault defaultPreview: TargetedDragPreview
  ) -> TargetedDragPreview?

  /// Hears that an item flies to its place.
  func dropInteraction(
    _ interaction: DropInteraction, item: DragItem, willAnimateDropWith animator: any DragAnimating)

  /// Hears that all animations are over; data may still be loading.
  func dropInteraction(_ interaction: DropInteraction, concludeDrop session: DropSession)

  /// Hears that the drag is over: once for every interaction that it ever came into, whatever became of it.
  func dropInteraction(_ interaction: DropInteraction, sessionDidEnd session: DropSession)
}

extension DropInteractionDelegate {
  /// True.
  public func dropInteraction(_ interaction: DropInteraction, canHandle session: DropSession) -> Bool { true }

  /// Nothing.
  public func dropInteraction(_ interaction: DropInteraction, sessionDidEnter session: DropSession) {}

  /// Cancel: a delegate without this method accepts no drop.
  public func dropInteraction(
    _ interaction: DropInteraction, sessionDidUpdate session: DropSession
  ) -> DropProposal { DropProposal(operation: .cancel) }

  /// Nothing.
  public func dropInteraction(_ interaction: DropInteraction, sessionDidExit session: DropSession) {}

  /// Nothing: no item is taken.
  public func dropInteraction(_ interaction: DropInteraction, performDrop session: DropSession) {}

  /// The default preview.
  public func dropInteraction(
    _ interaction: DropInteraction, previewForDropping item: DragItem,
    withDefault defaultPreview: TargetedDragPreview
  ) -> TargetedDragPreview? { defaultPreview }

  /// Nothing.
  public func dropInteraction(
    _ interaction: DropInteraction, item: DragItem, willAnimateDropWith animator: any DragAnimating
  ) {}

  /// Nothing.
  public func dropInteraction(_ interaction: DropInteraction, concludeDrop session: DropSession) {}

  /// Nothing.
  public func dropInteraction(_ interaction: DropInteraction, sessionDidEnd session: DropSession) {}
}
