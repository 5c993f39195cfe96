public import Foundation

/// An interaction that makes its view a source of drags.
@preconcurrency @MainActor
open class DragInteraction: NSObject, Interaction {
  /// Whether a new interaction is enabled; true unless overridden.
  open class var isEnabledByDefault: Bool { true }

  /// The object that provides the items; a weak reference.
  public private(set) weak var delegate: (any DragInteractionDelegate)?
  /// Whether drags can begin in the view, and items can be added from the view.
  open var isEnabled: Bool
  /// Whether other gestures are recognised during the lift.
  ///
  /// The value has no effect, because gestures are not simulated.
  open var allowsSimultaneousRecognitionDuringLift = false
  /// The view to which the interaction was added.
  public private(set) weak var view: View?

  /// Makes an interaction that references its delegate weakly.
  ///
  /// - Parameter delegate: the delegate; the caller must keep the delegate alive.
  public init(delegate: any DragInteractionDelegate) {
    self.delegate = delegate
    isEnabled = Self.isEnabledByDefault
  }

  /// Default implementation; does nothing.
  open func willMove(to view: View?) {}
  /// Sets the view; an override must call this implementation.
  open func didMove(to view: View?) { self.view = view }
}

/// Provides the items of drags that begin in a view, and is called during the drags.
///
/// The methods are in the order of their calls. Only the first method is required. The other methods have the
/// default implementations that Apple documents.
///
/// Most calls go to the interaction in which the drag began. Calls about adding items and about the end of a
/// drag go to every interaction that provided items. Calls about the cancel animation of an item go to the
/// interaction that provided the item.
@preconcurrency @MainActor
public protocol DragInteractionDelegate: AnyObject {
  /// Returns the items of a drag that is about to begin; an empty array prevents the drag.
  ///
  /// - Parameters:
  ///   - interaction: the interaction whose delegate is called.
  ///   - session: the drag.
  /// - Returns: the items, in order.
  func dragInteraction(_ interaction: DragInteraction, itemsForBeginning session: any DragSession)
    -> [DragItem]

  /// Returns the preview of an item for the lift animation; nil for no preview.
  ///
  /// - Parameters:
  ///   - interaction: the interaction whose delegate is called.
  ///   - item: one of the items of the drag.
  ///   - session: the drag.
  /// - Returns: the preview.
  func dragInteraction(
    _ interaction: DragInteraction, previewForLifting item: DragItem, session: any DragSession
  ) -> TargetedDragPreview?

  /// Called when the lift animation is about to begin.
  ///
  /// The animator's completion blocks receive `end` if the drag begins, and `start` if the lift is cancelled.
  ///
  /// - Parameters:
  ///   - interaction: the interaction whose delegate is called.
  ///   - animator: the animation, to which the delegate can add blocks.
  ///   - session: the drag.
  func dragInteraction(
    _ interaction: DragInteraction, willAnimateLiftWith animator: any DragAnimating, session: any DragSession)

  /// Called when the items begin to move.
  ///
  /// - Parameters:
  ///   - interaction: the interaction whose delegate is called.
  ///   - session: the drag.
  func dragInteraction(_ interaction: DragInteraction, sessionWillBegin session: any DragSession)

  /// Returns whether receivers in the same application may move the items.
  ///
  /// Called once for each drag.
  ///
  /// - Parameters:
  ///   - interaction: the interaction whose delegate is called.
  ///   - session: the drag.
  /// - Returns: `true` to allow moves.
  func dragInteraction(_ interaction: DragInteraction, sessionAllowsMoveOperation session: any DragSession)
    -> Bool

  /// Returns whether the drag is restricted to the application.
  ///
  /// Called once for each drag.
  ///
  /// - Parameters:
  ///   - interaction: the interaction whose delegate is called.
  ///   - session: the drag.
  /// - Returns: `true` to hide the drag from other applications.
  func dragInteraction(
    _ interaction: DragInteraction, sessionIsRestrictedToDraggingApplication session: any DragSession
  ) -> Bool

  /// Returns whether previews keep their full size during the drag.
  ///
  /// Called once for each drag.
  ///
  /// - Parameters:
  ///   - interaction: the interaction whose delegate is called.
  ///   - session: the drag.
  /// - Returns: `true` to keep the full size.
  func dragInteraction(
    _ interaction: DragInteraction, prefersFullSizePreviewsFor session: any DragSession
  ) -> Bool

  /// Called when the drag moves.
  ///
  /// - Parameters:
  ///   - interaction: the interaction whose delegate is called.
  ///   - session: the drag.
  func dragInteraction(_ interaction: DragInteraction, sessionDidMove session: any DragSession)

  /// Returns the items to add to a running drag of this application.
  ///
  /// Called at each touch. The delegate must make sure that no item is added twice.
  ///
  /// - Parameters:
  ///   - interaction: the interaction whose delegate is called.
  ///   - session: the drag.
  ///   - point: the touch, in the coordinates of the interaction's view.
  /// - Returns: the items; empty to add none.
  func dragInteraction(
    _ interaction: DragInteraction, itemsForAddingTo session: any DragSession, withTouchAt point: CGPoint
  ) -> [DragItem]

  /// Returns the session to which items are added; nil to add no items.
  ///
  /// Called if several drags of the application are running.
  ///
  /// - Parameters:
  ///   - interaction: the interaction whose delegate is called.
  ///   - sessions: the running drags of the application.
  ///   - point: the touch, in the coordinates of the interaction's view.
  /// - Returns: one of the sessions, or nil.
  func dragInteraction(
    _ interaction: DragInteraction, sessionForAddingItems sessions: [any DragSession],
    withTouchAt point: CGPoint
  ) -> (any DragSession)?

  /// Called when items are about to be added to the drag.
  ///
  /// Every interaction that provided items is called, including the interaction that provides the new items.
  ///
  /// - Parameters:
  ///   - interaction: the interaction whose delegate is called.
  ///   - session: the drag.
  ///   - items: the new items.
  ///   - addingInteraction: the interaction that provides the new items.
  func dragInteraction(
    _ interaction: DragInteraction, session: any DragSession, willAdd items: [DragItem],
    for addingInteraction: DragInteraction)

  /// Called when the drag is about to end.
  ///
  /// - Parameters:
  ///   - interaction: the interaction whose delegate is called.
  ///   - session: the drag.
  ///   - operation: the receiver's operation; `cancel` or `forbidden` if nothing is dropped.
  func dragInteraction(
    _ interaction: DragInteraction, session: any DragSession, willEndWith operation: DropOperation)

  /// Returns the preview of the cancel animation; nil for no preview.
  ///
  /// - Parameters:
  ///   - interaction: the interaction whose delegate is called.
  ///   - item: one of the items of the drag.
  ///   - defaultPreview: the default preview.
  /// - Returns: the preview.
  func dragInteraction(
    _ interaction: DragInteraction, previewForCancelling item: DragItem,
    withDefault defaultPreview: TargetedDragPreview
  ) -> TargetedDragPreview?

  /// Called when the cancel animation of an item is about to begin.
  ///
  /// - Parameters:
  ///   - interaction: the interaction whose delegate is called.
  ///   - item: one of the items of the drag.
  ///   - animator: the animation, to which the delegate can add blocks.
  func dragInteraction(
    _ interaction: DragInteraction, item: DragItem, willAnimateCancelWith animator: any DragAnimating)

  /// Called when the drag has ended; every drag ends with this call.
  ///
  /// - Parameters:
  ///   - interaction: the interaction whose delegate is called.
  ///   - session: the drag.
  ///   - operation: the receiver's operation; `cancel` or `forbidden` if nothing is dropped.
  func dragInteraction(
    _ interaction: DragInteraction, session: any DragSession, didEndWith operation: DropOperation)

  /// Called when all loads of the receiver have finished.
  ///
  /// Called only after a copy or a move.
  ///
  /// Until this call, the source must keep the resources that its providers need.
  ///
  /// - Parameters:
  ///   - interaction: the interaction whose delegate is called.
  ///   - session: the drag.
  func dragInteraction(_ interaction: DragInteraction, sessionDidTransferItems session: any DragSession)
}

extension DragInteractionDelegate {
  /// Default implementation; returns a preview of the interaction's view.
  public func dragInteraction(
    _ interaction: DragInteraction, previewForLifting item: DragItem, session: any DragSession
  ) -> TargetedDragPreview? { interaction.view.map { TargetedDragPreview(view: $0) } }

  /// Default implementation; does nothing.
  public func dragInteraction(
    _ interaction: DragInteraction, willAnimateLiftWith animator: any DragAnimating, session: any DragSession
  ) {}

  /// Default implementation; does nothing.
  public func dragInteraction(_ interaction: DragInteraction, sessionWillBegin session: any DragSession) {}

  /// Default implementation; returns true.
  public func dragInteraction(
    _ interaction: DragInteraction, sessionAllowsMoveOperation session: any DragSession
  ) -> Bool { true }

  /// Default implementation; returns false.
  public func dragInteraction(
    _ interaction: DragInteraction, sessionIsRestrictedToDraggingApplication session: any DragSession
  ) -> Bool { false }

  /// Default implementation; returns false.
  public func dragInteraction(
    _ interaction: DragInteraction, prefersFullSizePreviewsFor session: any DragSession
  ) -> Bool { false }

  /// Default implementation; does nothing.
  public func dragInteraction(_ interaction: DragInteraction, sessionDidMove session: any DragSession) {}

  /// Default implementation; returns no items.
  public func dragInteraction(
    _ interaction: DragInteraction, itemsForAddingTo session: any DragSession, withTouchAt point: CGPoint
  ) -> [DragItem] { [] }

  /// Default implementation; returns nil.
  public func dragInteraction(
    _ interaction: DragInteraction, sessionForAddingItems sessions: [any DragSession],
    withTouchAt point: CGPoint
  ) -> (any DragSession)? { nil }

  /// Default implementation; does nothing.
  public func dragInteraction(
    _ interaction: DragInteraction, session: any DragSession, willAdd items: [DragItem],
    for addingInteraction: DragInteraction
  ) {}

  /// Default implementation; does nothing.
  public func dragInteraction(
    _ interaction: DragInteraction, session: any DragSession, willEndWith operation: DropOperation
  ) {}

  /// Default implementation; returns the default preview, or nil if the view is not in a window.
  public func dragInteraction(
    _ interaction: DragInteraction, previewForCancelling item: DragItem,
    withDefault defaultPreview: TargetedDragPreview
  ) -> TargetedDragPreview? { interaction.view?.application == nil ? nil : defaultPreview }

  /// Default implementation; does nothing.
  public func dragInteraction(
    _ interaction: DragInteraction, item: DragItem, willAnimateCancelWith animator: any DragAnimating
  ) {}

  /// Default implementation; does nothing.
  public func dragInteraction(
    _ interaction: DragInteraction, session: any DragSession, didEndWith operation: DropOperation
  ) {}

  /// Default implementation; does nothing.
  public func dragInteraction(
    _ interaction: DragInteraction, sessionDidTransferItems session: any DragSession
  ) {}
}
