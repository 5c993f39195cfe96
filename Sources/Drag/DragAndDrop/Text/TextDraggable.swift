/// Text that can be dragged.
@preconcurrency @MainActor
public protocol TextDraggable: AnyObject {
  /// The delegate that customises drags; a weak reference.
  var textDragDelegate: (any TextDragDelegate)? { get set }
  /// The interaction for drags out of the text.
  var textDragInteraction: DragInteraction? { get }
  /// Whether a drag out of the text is active.
  var isTextDragActive: Bool { get }
}

/// Text that receives drops.
@preconcurrency @MainActor
public protocol TextDroppable: AnyObject {
  /// The delegate that customises drops; a weak reference.
  var textDropDelegate: (any TextDropDelegate)? { get set }
  /// The interaction for drops on the text.
  var textDropInteraction: DropInteraction? { get }
}

/// Text into which items can be pasted.
@preconcurrency @MainActor
public protocol TextPasteConfigurationSupporting: PasteConfigurationSupporting {
  /// The delegate that customises the conversion of items; a weak reference.
  var pasteDelegate: (any TextPasteDelegate)? { get set }
}
