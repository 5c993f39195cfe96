public import Foundation

/// A text view's proposal for handling a drag.
public final class TextDropProposal: DropProposal {
  /// The effect of a drop on the existing text.
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

  /// The component that shows the progress of loads.
  public enum ProgressMode: Int, Sendable, Hashable {
    /// The system.
    case system = 0
    /// The delegate.
    case custom = 1
  }

  /// The effect of a drop on the existing text; `insert` by default.
  public var dropAction = Action.insert
  /// The object that performs the drop; the view by default.
  public var dropPerformer = Performer.view
  /// The component that shows the progress of loads; the system by default.
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
