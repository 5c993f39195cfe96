public import Foundation

/// Customises drags out of a text view.
@MainActor
public protocol TextDragDelegate: AnyObject {
  /// Returns the items to drag; an empty array prevents the drag.
  func textDraggableView(_ textView: TextInputView, itemsForDrag request: TextDragRequest) -> [DragItem]
  /// Returns the preview of an item that is lifted; nil for no preview.
  func textDraggableView(
    _ textView: TextInputView, dragPreviewForLiftingItem item: DragItem, session: DragSession
  ) -> TargetedDragPreview?
  /// Called when the lift animation is about to begin.
  func textDraggableView(
    _ textView: TextInputView, willAnimateLiftWith animator: any DragAnimating, session: DragSession)
  /// Called when the text begins to move.
  func textDraggableView(_ textView: TextInputView, dragSessionWillBegin session: DragSession)
  /// Called when the drag has ended.
  func textDraggableView(
    _ textView: TextInputView, dragSessionDidEnd session: DragSession, with operation: DropOperation)
}

extension TextDragDelegate {
  /// Default implementation; returns the suggested items.
  public func textDraggableView(
    _ textView: TextInputView, itemsForDrag request: TextDragRequest
  ) -> [DragItem] { request.suggestedItems }
  /// Default implementation; returns a preview of the dragged lines.
  public func textDraggableView(
    _ textView: TextInputView, dragPreviewForLiftingItem item: DragItem, session: DragSession
  ) -> TargetedDragPreview? { textView.liftingPreview }
  /// Default implementation; does nothing.
  public func textDraggableView(
    _ textView: TextInputView, willAnimateLiftWith animator: any DragAnimating, session: DragSession
  ) {}
  /// Default implementation; does nothing.
  public func textDraggableView(_ textView: TextInputView, dragSessionWillBegin session: DragSession) {}
  /// Default implementation; does nothing.
  public func textDraggableView(
    _ textView: TextInputView, dragSessionDidEnd session: DragSession, with operation: DropOperation
  ) {}
}

/// Customises drops on a text view.
@MainActor
public protocol TextDropDelegate: AnyObject {
  /// Returns whether text that is not editable accepts the drop.
  func textDroppableView(
    _ textView: TextInputView, willBecomeEditableForDrop request: TextDropRequest
  ) -> TextDropEditability
  /// Returns a proposal for a drop at the current location.
  func textDroppableView(
    _ textView: TextInputView, proposalForDrop request: TextDropRequest
  ) -> TextDropProposal
  /// Called before the drop is performed; performs it if the proposal's performer is the delegate.
  func textDroppableView(_ textView: TextInputView, willPerformDrop request: TextDropRequest)
  /// Returns the preview of the drop animation of all items; nil for no preview.
  func textDroppableView(
    _ textView: TextInputView, previewForDroppingAllItemsWithDefault defaultPreview: TargetedDragPreview
  ) -> TargetedDragPreview?
  /// Called when the drag enters the view.
  func textDroppableView(_ textView: TextInputView, dropSessionDidEnter session: DropSession)
  /// Called when the drag moves.
  func textDroppableView(_ textView: TextInputView, dropSessionDidUpdate session: DropSession)
  /// Called when the drag leaves the view.
  func textDroppableView(_ textView: TextInputView, dropSessionDidExit session: DropSession)
  /// Called when the drag has ended.
  func textDroppableView(_ textView: TextInputView, dropSessionDidEnd session: DropSession)
}

extension TextDropDelegate {
  /// Default implementation; returns `no`.
  public func textDroppableView(
    _ textView: TextInputView, willBecomeEditableForDrop request: TextDropRequest
  ) -> TextDropEditability { .no }
  /// Default implementation; returns the suggested proposal.
  public func textDroppableView(
    _ textView: TextInputView, proposalForDrop request: TextDropRequest
  ) -> TextDropProposal { request.suggestedProposal }
  /// Default implementation; does nothing.
  public func textDroppableView(_ textView: TextInputView, willPerformDrop request: TextDropRequest) {}
  /// Default implementation; returns the default preview.
  public func textDroppableView(
    _ textView: TextInputView, previewForDroppingAllItemsWithDefault defaultPreview: TargetedDragPreview
  ) -> TargetedDragPreview? { defaultPreview }
  /// Default implementation; does nothing.
  public func textDroppableView(_ textView: TextInputView, dropSessionDidEnter session: DropSession) {}
  /// Default implementation; does nothing.
  public func textDroppableView(_ textView: TextInputView, dropSessionDidUpdate session: DropSession) {}
  /// Default implementation; does nothing.
  public func textDroppableView(_ textView: TextInputView, dropSessionDidExit session: DropSession) {}
  /// Default implementation; does nothing.
  public func textDroppableView(_ textView: TextInputView, dropSessionDidEnd session: DropSession) {}
}

/// A drag that is about to begin in a text view.
@MainActor
public struct TextDragRequest {
  /// The range of the text, in elements.
  public let dragRange: Range<Int>
  /// The items that the view would drag.
  public let suggestedItems: [DragItem]
  /// The items of the drag that items are added to.
  public let existingItems: [DragItem]
  /// Whether the range is the selection.
  public let isSelected: Bool
  /// The session.
  public let dragSession: DragSession
}

/// A drag over a text view.
@MainActor
public struct TextDropRequest {
  /// The position of the drop, in elements.
  public let dropPosition: Int
  /// The proposal of the view.
  public let suggestedProposal: TextDropProposal
  /// Whether the drag began in the same view.
  public let isSameView: Bool
  /// The session.
  public let dropSession: DropSession
}

/// How a text view proposes to handle a drag.
public final class TextDropProposal: DropProposal {
  /// What a drop does with the existing text.
  public enum Action: Int, Sendable, Hashable {
    /// The items are inserted.
    case insert = 0
    /// The items replace the selection.
    case replaceSelection = 1
    /// The items replace the whole text.
    case replaceAll = 2
  }

  /// The object that performs the drop.
  public enum Performer: Int, Sendable, Hashable {
    /// The view.
    case view = 0
    /// The delegate's `willPerformDrop`.
    case delegate = 1
  }

  /// The object that shows the progress of loads.
  public enum ProgressMode: Int, Sendable, Hashable {
    /// The system.
    case system = 0
    /// The delegate.
    case custom = 1
  }

  /// What a drop does with the existing text; `insert` by default.
  public var dropAction = Action.insert
  /// The object that performs the drop; the view by default.
  public var dropPerformer = Performer.view
  /// The object that shows progress; the system by default.
  public var dropProgressMode = ProgressMode.system
  /// Whether a move inside the view moves the text without loading it; true by default.
  public var useFastSameViewOperations = true

  /// Returns a proposal with the same content.
  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = TextDropProposal(operation: operation)
    copy.copyOptions(from: self)
    copy.dropAction = dropAction
    copy.dropPerformer = dropPerformer
    copy.dropProgressMode = dropProgressMode
    copy.useFastSameViewOperations = useFastSameViewOperations
    return copy
  }
}

/// Whether text that is not editable accepts a drop.
public enum TextDropEditability: Int, Sendable, Hashable {
  /// The text does not accept the drop.
  case no = 0
  /// The text accepts the drop and stays read-only.
  case temporary = 1
  /// The text accepts the drop and becomes editable.
  case yes = 2
}
