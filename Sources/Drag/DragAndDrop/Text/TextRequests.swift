public import Foundation

/// What a text view is about to drag.
@MainActor
public struct TextDragRequest {
  /// The range of the text, in elements.
  public let dragRange: Range<Int>
  /// What the view would drag.
  public let suggestedItems: [DragItem]
  /// What the drag has already, when items are added.
  public let existingItems: [DragItem]
  /// Whether the range is what is selected.
  public let isSelected: Bool
  /// The session.
  public let dragSession: DragSession
}

/// A drag over a text view.
@MainActor
public struct TextDropRequest {
  /// Where the text would go, in elements.
  public let dropPosition: Int
  /// What the view would propose.
  public let suggestedProposal: TextDropProposal
  /// Whether the drag began in the same view.
  public let isSameView: Bool
  /// The session.
  public let dropSession: DropSession
}

/// How a text view proposes to handle a drag.
public final class TextDropProposal: DropProposal {
  /// What happens to the text that is there.
  public enum Action: Int, Sendable, Hashable {
    /// The items come in between.
    case insert = 0
    /// The items replace what is selected.
    case replaceSelection = 1
    /// The items replace everything.
    case replaceAll = 2
  }

  /// Who performs the drop.
  public enum Performer: Int, Sendable, Hashable {
    /// The view.
    case view = 0
    /// The delegate's `willPerformDrop`.
    case delegate = 1
  }

  /// Who shows the progress of loads.
  public enum ProgressMode: Int, Sendable, Hashable {
    /// The system.
    case system = 0
    /// The delegate.
    case custom = 1
  }

  /// What happens to the text that is there; inserting by default.
  public var dropAction = Action.insert
  /// Who performs the drop; the view by default.
  public var dropPerformer = Performer.view
  /// Who shows the progress; the system by default.
  public var dropProgressMode = ProgressMode.system
  /// Whether a move inside the view takes its own text instead of loading it; true by default.
  public var useFastSameViewOperations = true

  /// An independent proposal of the same content.
  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = TextDropProposal(operation: operation)
    copy.takeMarks(of: self)
    copy.dropAction = dropAction
    copy.dropPerformer = dropPerformer
    copy.dropProgressMode = dropProgressMode
    copy.useFastSameViewOperations = useFastSameViewOperations
    return copy
  }
}

/// Whether a text that cannot be edited takes a drop.
public enum TextDropEditability: Int, Sendable, Hashable {
  /// It does not.
  case no = 0
  /// It does, and stays as it is.
  case temporary = 1
  /// It does, and can be edited from then on.
  case yes = 2
}
