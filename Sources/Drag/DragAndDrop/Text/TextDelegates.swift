/// Has a say in what is dragged out of a text view.
@MainActor
public protocol TextDragDelegate: AnyObject {
  /// The items to drag; by default what the view suggests.
  ///
  /// None means that there is no drag.
  func textDraggableView(_ textView: TextInputView, itemsForDrag request: TextDragRequest) -> [DragItem]
  /// The preview of an item that is lifted; by default the lines it stands in.
  func textDraggableView(
    _ textView: TextInputView, dragPreviewForLiftingItem item: DragItem, session: DragSession
  ) -> TargetedDragPreview?
  /// Hears that the lift begins.
  func textDraggableView(
    _ textView: TextInputView, willAnimateLiftWith animator: any DragAnimating, session: DragSession)
  /// Hears that the text begins to move.
  func textDraggableView(_ textView: TextInputView, dragSessionWillBegin session: DragSession)
  /// Hears that the drag has ended.
  func textDraggableView(
    _ textView: TextInputView, dragSessionDidEnd session: DragSession, with operation: DropOperation)
}

extension TextDragDelegate {
  /// What the view suggests.
  public func textDraggableView(
    _ textView: TextInputView, itemsForDrag request: TextDragRequest
  ) -> [DragItem] { request.suggestedItems }
  /// The view's own.
  public func textDraggableView(
    _ textView: TextInputView, dragPreviewForLiftingItem item: DragItem, session: DragSession
  ) -> TargetedDragPreview? { textView.liftingPreview }
  /// Nothing.
  public func textDraggableView(
    _ textView: TextInputView, willAnimateLiftWith animator: any DragAnimating, session: DragSession
  ) {}
  /// Nothing.
  public func textDraggableView(_ textView: TextInputView, dragSessionWillBegin session: DragSession) {}
  /// Nothing.
  public func textDraggableView(
    _ textView: TextInputView, dragSessionDidEnd session: DragSession, with operation: DropOperation
  ) {}
}

/// Has a say in what is dropped on a text view.
@MainActor
public protocol TextDropDelegate: AnyObject {
  /// Whether a text that cannot be edited takes the drop; no by default.
  func textDroppableView(
    _ textView: TextInputView, willBecomeEditableForDrop request: TextDropRequest
  ) -> TextDropEditability
  /// What a drop would do; by default what the view suggests.
  func textDroppableView(
    _ textView: TextInputView, proposalForDrop request: TextDropRequest
  ) -> TextDropProposal
  /// Hears that the drop happens, and performs it when the proposal says so.
  func textDroppableView(_ textView: TextInputView, willPerformDrop request: TextDropRequest)
  /// The one preview that all items fly as; by default the default one.
  func textDroppableView(
    _ textView: TextInputView, previewForDroppingAllItemsWithDefault defaultPreview: TargetedDragPreview
  ) -> TargetedDragPreview?
  /// Hears that the drag came in.
  func textDroppableView(_ textView: TextInputView, dropSessionDidEnter session: DropSession)
  /// Hears that the drag moved.
  func textDroppableView(_ textView: TextInputView, dropSessionDidUpdate session: DropSession)
  /// Hears that the drag left.
  func textDroppableView(_ textView: TextInputView, dropSessionDidExit session: DropSession)
  /// Hears that the drag is over.
  func textDroppableView(_ textView: TextInputView, dropSessionDidEnd session: DropSession)
}

extension TextDropDelegate {
  /// No.
  public func textDroppableView(
    _ textView: TextInputView, willBecomeEditableForDrop request: TextDropRequest
  ) -> TextDropEditability { .no }
  /// What the view suggests.
  public func textDroppableView(
    _ textView: TextInputView, proposalForDrop request: TextDropRequest
  ) -> TextDropProposal { request.suggestedProposal }
  /// Nothing.
  public func textDroppableView(_ textView: TextInputView, willPerformDrop request: TextDropRequest) {}
  /// The default one.
  public func textDroppableView(
    _ textView: TextInputView, previewForDroppingAllItemsWithDefault defaultPreview: TargetedDragPreview
  ) -> TargetedDragPreview? { defaultPreview }
  /// Nothing.
  public func textDroppableView(_ textView: TextInputView, dropSessionDidEnter session: DropSession) {}
  /// Nothing.
  public func textDroppableView(_ textView: TextInputView, dropSessionDidUpdate session: DropSession) {}
  /// Nothing.
  public func textDroppableView(_ textView: TextInputView, dropSessionDidExit session: DropSession) {}
  /// Nothing.
  public func textDroppableView(_ textView: TextInputView, dropSessionDidEnd session: DropSession) {}
}
