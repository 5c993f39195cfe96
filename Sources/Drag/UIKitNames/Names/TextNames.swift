#if !canImport(Darwin)
  public import DragAndDrop

  /// A text view with several lines.
  public typealias UITextView = TextView
  /// A text view with one line.
  public typealias UITextField = TextField
  /// Text that can be dragged.
  public typealias UITextDraggable = TextDraggable
  /// Text that receives drops.
  public typealias UITextDroppable = TextDroppable
  /// Customises drags that begin in a text view.
  public typealias UITextDragDelegate = TextDragDelegate
  /// Customises drops on a text view.
  public typealias UITextDropDelegate = TextDropDelegate
  /// A request for the items of a new drag in a text view, or for items to add to such a drag.
  public typealias UITextDragRequest = TextDragRequest
  /// A request for a proposal for a drop on a text view.
  public typealias UITextDropRequest = TextDropRequest
  /// A text view's proposal for handling a drag.
  public typealias UITextDropProposal = TextDropProposal
  /// Whether text that is not editable accepts a drop.
  public typealias UITextDropEditability = TextDropEditability
  /// Customises the conversion of items that are pasted or dropped into text.
  public typealias UITextPasteDelegate = TextPasteDelegate
  /// An item that is pasted or dropped into text.
  public typealias UITextPasteItem = TextPasteItem
  /// Text into which items can be pasted.
  public typealias UITextPasteConfigurationSupporting = TextPasteConfigurationSupporting
  /// The types that a view accepts when items are pasted or dropped.
  public typealias UIPasteConfiguration = PasteConfiguration
  /// An object into which items can be pasted.
  public typealias UIPasteConfigurationSupporting = PasteConfigurationSupporting
#endif
