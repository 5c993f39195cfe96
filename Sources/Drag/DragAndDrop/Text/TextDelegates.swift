/// Customises drags that begin in a text view.
@preconcurrency @MainActor
public protocol TextDragDelegate: AnyObject {
  /// Returns the items to drag; an empty array prevents the drag.
  ///
  /// - Parameters:
  ///   - textView: the text view or text field.
  ///   - request: the drag, and the items that the view suggests.
  /// - Returns: the items, in order.
  func textDraggableView(_ textView: any View & TextDraggable, itemsForDrag request: any TextDragRequest)
    -> [DragItem]
  /// Returns the preview of an item for the lift animation; nil for no preview.
  ///
  /// - Parameters:
  ///   - textView: the text view or text field.
  ///   - item: one of the items of the drag.
  ///   - session: the drag.
  /// - Returns: the preview.
  func textDraggableView(
    _ textView: any View & TextDraggable, dragPreviewForLiftingItem item: DragItem, session: any DragSession
  ) -> TargetedDragPreview?
  /// Called when the lift animation is about to begin.
  ///
  /// - Parameters:
  ///   - textView: the text view or text field.
  ///   - animator: the animation, to which the delegate can add blocks.
  ///   - session: the drag.
  func textDraggableView(
    _ textView: any View & TextDraggable, willAnimateLiftWith animator: any DragAnimating,
    session: any DragSession)
  /// Called when the text begins to move.
  ///
  /// - Parameters:
  ///   - textView: the text view or text field.
  ///   - session: the drag.
  func textDraggableView(_ textView: any View & TextDraggable, dragSessionWillBegin session: any DragSession)
  /// Called when the drag has ended.
  ///
  /// - Parameters:
  ///   - textView: the text view or text field.
  ///   - session: the drag.
  ///   - operation: the receiver's operation; `cancel` or `forbidden` if nothing is dropped.
  func textDraggableView(
    _ textView: any View & TextDraggable, dragSessionDidEnd session: any DragSession,
    with operation: DropOperation)
}

extension TextDragDelegate {
  /// Default implementation; returns the suggested items.
  public func textDraggableView(
    _ textView: any View & TextDraggable, itemsForDrag request: any TextDragRequest
  ) -> [DragItem] { request.suggestedItems }
  /// Default implementation; returns a preview of the dragged lines.
  public func textDraggableView(
    _ textView: any View & TextDraggable, dragPreviewForLiftingItem item: DragItem, session: any DragSession
  ) -> TargetedDragPreview? { (textView as? TextInputView)?.liftingPreview }
  /// Default implementation; does nothing.
  public func textDraggableView(
    _ textView: any View & TextDraggable, willAnimateLiftWith animator: any DragAnimating,
    session: any DragSession
  ) {}
  /// Default implementation; does nothing.
  public func textDraggableView(
    _ textView: any View & TextDraggable, dragSessionWillBegin session: any DragSession
  ) {}
  /// Default implementation; does nothing.
  public func textDraggableView(
    _ textView: any View & TextDraggable, dragSessionDidEnd session: any DragSession,
    with operation: DropOperation
  ) {}
}

/// Customises drops on a text view.
@preconcurrency @MainActor
public protocol TextDropDelegate: AnyObject {
  /// Returns whether text that is not editable accepts the drop.
  ///
  /// - Parameters:
  ///   - textView: the text view or text field.
  ///   - request: the drop, and the proposal that the view suggests.
  /// - Returns: whether the text accepts the drop, and whether the text then becomes editable.
  func textDroppableView(
    _ textView: any View & TextDroppable, willBecomeEditableForDrop request: any TextDropRequest
  ) -> TextDropEditability
  /// Returns a proposal for a drop at the current location.
  ///
  /// - Parameters:
  ///   - textView: the text view or text field.
  ///   - request: the drop, and the proposal that the view suggests.
  /// - Returns: the proposal, with its effect on the existing text.
  func textDroppableView(
    _ textView: any View & TextDroppable, proposalForDrop request: any TextDropRequest
  ) -> TextDropProposal
  /// Called before the drop is performed.
  ///
  /// If the proposal's performer is the delegate, this method must perform the drop.
  ///
  /// - Parameters:
  ///   - textView: the text view or text field.
  ///   - request: the drop, and the proposal that the view suggests.
  func textDroppableView(_ textView: any View & TextDroppable, willPerformDrop request: any TextDropRequest)
  /// Returns one preview for the drop animation of all items; nil for no preview.
  ///
  /// - Parameters:
  ///   - textView: the text view or text field.
  ///   - defaultPreview: the default preview.
  /// - Returns: the preview.
  func textDroppableView(
    _ textView: any View & TextDroppable,
    previewForDroppingAllItemsWithDefault defaultPreview: TargetedDragPreview
  ) -> TargetedDragPreview?
  /// Called when the drag enters the view.
  ///
  /// - Parameters:
  ///   - textView: the text view or text field.
  ///   - session: the drag.
  func textDroppableView(_ textView: any View & TextDroppable, dropSessionDidEnter session: any DropSession)
  /// Called when the drag moves.
  ///
  /// - Parameters:
  ///   - textView: the text view or text field.
  ///   - session: the drag.
  func textDroppableView(_ textView: any View & TextDroppable, dropSessionDidUpdate session: any DropSession)
  /// Called when the drag leaves the view.
  ///
  /// - Parameters:
  ///   - textView: the text view or text field.
  ///   - session: the drag.
  func textDroppableView(_ textView: any View & TextDroppable, dropSessionDidExit session: any DropSession)
  /// Called when the drag has ended.
  ///
  /// - Parameters:
  ///   - textView: the text view or text field.
  ///   - session: the drag.
  func textDroppableView(_ textView: any View & TextDroppable, dropSessionDidEnd session: any DropSession)
}

extension TextDropDelegate {
  /// Default implementation; returns `no`.
  public func textDroppableView(
    _ textView: any View & TextDroppable, willBecomeEditableForDrop request: any TextDropRequest
  ) -> TextDropEditability { .no }
  /// Default implementation; returns the suggested proposal.
  public func textDroppableView(
    _ textView: any View & TextDroppable, proposalForDrop request: any TextDropRequest
  ) -> TextDropProposal { request.suggestedProposal }
  /// Default implementation; does nothing.
  public func textDroppableView(
    _ textView: any View & TextDroppable, willPerformDrop request: any TextDropRequest
  ) {}
  /// Default implementation; returns the default preview.
  public func textDroppableView(
    _ textView: any View & TextDroppable,
    previewForDroppingAllItemsWithDefault defaultPreview: TargetedDragPreview
  ) -> TargetedDragPreview? { defaultPreview }
  /// Default implementation; does nothing.
  public func textDroppableView(
    _ textView: any View & TextDroppable, dropSessionDidEnter session: any DropSession
  ) {}
  /// Default implementation; does nothing.
  public func textDroppableView(
    _ textView: any View & TextDroppable, dropSessionDidUpdate session: any DropSession
  ) {}
  /// Default implementation; does nothing.
  public func textDroppableView(
    _ textView: any View & TextDroppable, dropSessionDidExit session: any DropSession
  ) {}
  /// Default implementation; does nothing.
  public func textDroppableView(
    _ textView: any View & TextDroppable, dropSessionDidEnd session: any DropSession
  ) {}
}
