// On Apple's systems, the optional methods of a delegate are looked up by name on the object, so a subclass can
// add a method that its base class does not have. In Swift, the class that declares the conformance fixes the
// methods, and a method that a subclass adds is not called. Each of these protocols has one method, and the
// drivers ask whether the delegate conforms to it. A subclass conforms in one line, or by the build-tool plugin
// `OptionalMethods`. The protocols do not refine the delegate protocols: otherwise the base class's default
// implementation would satisfy the requirement.

/// A drag delegate that implements `previewForLifting` in a subclass of the class that conforms to
/// ``DragInteractionDelegate``.
@preconcurrency @MainActor
public protocol DragInteractionPreviewForLifting: AnyObject {
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
}

/// A drop delegate that implements `sessionDidUpdate` in a subclass of the class that conforms to
/// ``DropInteractionDelegate``.
@preconcurrency @MainActor
public protocol DropInteractionSessionDidUpdate: AnyObject {
  /// Returns a proposal for a drop at the current location.
  ///
  /// - Parameters:
  ///   - interaction: the interaction whose delegate is called.
  ///   - session: the drag.
  /// - Returns: the proposal, with the operation that a drop would perform.
  func dropInteraction(_ interaction: DropInteraction, sessionDidUpdate session: any DropSession)
    -> DropProposal
}

/// A drop delegate that implements `performDrop` in a subclass of the class that conforms to
/// ``DropInteractionDelegate``.
@preconcurrency @MainActor
public protocol DropInteractionPerformDrop: AnyObject {
  /// Called when the items are dropped, if the last proposal was to copy or move.
  ///
  /// - Parameters:
  ///   - interaction: the interaction whose delegate is called.
  ///   - session: the drag.
  func dropInteraction(_ interaction: DropInteraction, performDrop session: any DropSession)
}

extension DragInteraction {
  /// Calls `previewForLifting` of the delegate or of the delegate's subclass; returns nil without a delegate.
  func previewForLifting(_ item: DragItem, _ session: any DragSession) -> TargetedDragPreview? {
    if let delegate = delegate as? any DragInteractionPreviewForLifting {
      return delegate.dragInteraction(self, previewForLifting: item, session: session)
    }
    return delegate?.dragInteraction(self, previewForLifting: item, session: session)
  }
}

extension DropInteraction {
  /// Calls `sessionDidUpdate` of the delegate or of the delegate's subclass; returns nil without a delegate.
  func sessionDidUpdate(_ session: any DropSession) -> DropProposal? {
    if let delegate = delegate as? any DropInteractionSessionDidUpdate {
      return delegate.dropInteraction(self, sessionDidUpdate: session)
    }
    return delegate?.dropInteraction(self, sessionDidUpdate: session)
  }

  /// Calls `performDrop` of the delegate or of the delegate's subclass.
  func performDrop(_ session: any DropSession) {
    if let delegate = delegate as? any DropInteractionPerformDrop {
      return delegate.dropInteraction(self, performDrop: session)
    }
    delegate?.dropInteraction(self, performDrop: session)
  }
}
