public import Foundation

/// Says what is dragged out of a view, and hears how the drag goes.
///
/// The methods stand in the order of their calls. Only the first has to be written; the others have the
/// defaults that Apple documents. The calls about one session go to the interaction that it began in; those
/// about its end go to every interaction that gave items to it.
@MainActor
public protocol DragInteractionDelegate: AnyObject {
  /// The items of a drag that is about to begin; none means that there is no drag.
  func dragInteraction(_ interaction: DragInteraction, itemsForBeginning session: DragSession) -> [DragItem]

  /// The preview of an item that is lifted; nil lifts it without.
  ///
  /// By default the interaction's view.
  func dragInteraction(
    _ interaction: DragInteraction, previewForLifting item: DragItem, session: DragSession
  ) -> TargetedDragPreview?

  /// Hears that the lift begins.
  ///
  /// The animator's completion says `end` when the drag follows and `start` when the user let go.
  func dragInteraction(
    _ interaction: DragInteraction, willAnimateLiftWith animator: any DragAnimating, session: DragSession)

  /// Hears that the items begin to move.
  func dragInteraction(_ interaction: DragInteraction, sessionWillBegin session: DragSession)

  /// Whether receivers of the same application may move the items; true by default.
  ///
  /// Asked once.
  func dragInteraction(_ interaction: DragInteraction, sessionAllowsMoveOperation session: DragSession)
    -> Bool

  /// Whether the drag stays inside the application; false by default.
  ///
  /// Asked once.
  func dragInteraction(
    _ interaction: DragInteraction, sessionIsRestrictedToDraggingApplication session: DragSession
  ) -> Bool

  /// Whether previews keep their size while they are dragged; false by default.
  ///
  /// Asked once.
  func dragInteraction(
    _ interaction: DragInteraction, prefersFullSizePreviewsFor session: DragSession
  ) -> Bool

  /// Hears that the drag moved.
  func dragInteraction(_ interaction: DragInteraction, sessionDidMove session: DragSession)

  /// The items to add to a running drag of this application; none by default.
  ///
  /// The same source may be asked again and again, and has to avoid giving an item twice.
  func dragInteraction(
    _ interaction: DragInteraction, itemsForAddingTo session: DragSession, withTouchAt point: CGPoint
  ) -> [DragItem]

  /// Which of several running drags gets the items that are added; nil, the default, adds to none.
  func dragInteraction(
    _ interaction: DragInteraction, sessionForAddingItems sessions: [DragSession], withTouchAt point: CGPoint
  ) -> DragSession?

  /// Hears that items will be added; every interaction that gave items does, the one that gives these too.
  func dragInteraction(
    _ interaction: DragInteraction, session: DragSession, willAdd items: [DragItem],
    for addingInteraction: DragInteraction)

  /// Hears that the drag is about to end.
  func dragInteraction(
    _ interaction: DragInteraction, session: DragSession, willEndWith operation: DropOperation)

  /// The preview that flies back when nothing was dropped; nil lets the item fade.
  ///
  /// By default the default preview; none when the view is in no window any more.
  func dragInteraction(
    _ interaction: DragInteraction, previewForCancelling item: DragItem,
    withDefault defaultPreview: TargetedDragPreview
  ) -> TargetedDragPreview?

  /// Hears that an item flies back.
  func dragInteraction(
    _ interaction: DragInteraction, item: DragItem, willAnimateCancelWith animator: any DragAnimating)

  /// Hears that the drag has ended, always.
  func dragInteraction(
    _ interaction: DragInteraction, session: DragSession, didEndWith operation: DropOperation)

  /// Hears that the receiver has everything it asked for, or given up; only after a copy or a move.
  ///
  /// Until then a source keeps what its providers need.
  func dragInteraction(_ interaction: DragInteraction, sessionDidTransferItems session: DragSession)
}

extension DragInteractionDelegate {
  /// The interaction's view.
  public func dragInteraction(
    _ interaction: DragInteraction, previewForLifting item: DragItem, session: DragSession
  ) -> TargetedDragPreview? { interaction.view.flatMap { TargetedDragPreview(view: $0) } }

  /// Nothing.
  public func dragInteraction(
    _ interaction: DragInteraction, willAnimateLiftWith animator: any DragAnimating, session: DragSession
  ) {}

  /// Nothing.
  public func dragInteraction(_ interaction: DragInteraction, sessionWillBegin session: DragSession) {}

  /// True.
  public func dragInteraction(
    _ interaction: DragInteraction, sessionAllowsMoveOperation session: DragSession
  ) -> Bool { true }

  /// False.
  public func dragInteraction(
    _ interaction: DragInteraction, sessionIsRestrictedToDraggingApplication session: DragSession
  ) -> Bool { false }

  /// False.
  public func dragInteraction(
    _ interaction: DragInteraction, prefersFullSizePreviewsFor session: DragSession
  ) -> Bool { false }

  /// Nothing.
  public func dragInteraction(_ interaction: DragInteraction, sessionDidMove session: DragSession) {}

  /// None.
  public func dragInteraction(
    _ interaction: DragInteraction, itemsForAddingTo session: DragSession, withTouchAt point: CGPoint
  ) -> [DragItem] { [] }

  /// None.
  public func dragInteraction(
    _ interaction: DragInteraction, sessionForAddingItems sessions: [DragSession], withTouchAt point: CGPoint
  ) -> DragSession? { nil }

  /// Nothing.
  public func dragInteraction(
    _ interaction: DragInteraction, session: DragSession, willAdd items: [DragItem],
    for addingInteraction: DragInteraction
  ) {}

  /// Nothing.
  public func dragInteraction(
    _ interaction: DragInteraction, session: DragSession, willEndWith operation: DropOperation
  ) {}

  /// The default preview, unless the view is in no window any more.
  public func dragInteraction(
    _ interaction: DragInteraction, previewForCancelling item: DragItem,
    withDefault defaultPreview: TargetedDragPreview
  ) -> TargetedDragPreview? { interaction.view?.application == nil ? nil : defaultPreview }

  /// Nothing.
  public func dragInteraction(
    _ interaction: DragInteraction, item: DragItem, willAnimateCancelWith animator: any DragAnimating
  ) {}

  /// Nothing.
  public func dragInteraction(
    _ interaction: DragInteraction, session: DragSession, didEndWith operation: DropOperation
  ) {}

  /// Nothing.
  public func dragInteraction(_ interaction: DragInteraction, sessionDidTransferItems session: DragSession) {}
}
