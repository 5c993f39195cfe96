import ByteTools
public import Foundation

/// A text view's proposal for handling a drag.
@preconcurrency @MainActor
open class TextDropProposal: DropProposal {
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
  public var dropAction: Action {
    get { textOptions.withLock { $0.action } }
    set { textOptions.withLock { $0.action = newValue } }
  }
  /// The object that performs the drop; the view by default.
  public var dropPerformer: Performer {
    get { textOptions.withLock { $0.performer } }
    set { textOptions.withLock { $0.performer = newValue } }
  }
  /// The component that shows the progress of loads; the system by default.
  public var dropProgressMode: ProgressMode {
    get { textOptions.withLock { $0.progressMode } }
    set { textOptions.withLock { $0.progressMode = newValue } }
  }
  /// Whether a move inside the view moves the text without loading it; true by default.
  public var useFastSameViewOperations: Bool {
    get { textOptions.withLock { $0.usesFastSameViewOperations } }
    set { textOptions.withLock { $0.usesFastSameViewOperations = newValue } }
  }

  private struct Options {
    var action = Action.insert
    var performer = Performer.view
    var progressMode = ProgressMode.system
    var usesFastSameViewOperations = true
  }

  private nonisolated let textOptions: Locked<Options>

  /// Makes a proposal to insert the items.
  ///
  /// - Parameter operation: the operation of a drop.
  public override init(operation: DropOperation) {
    textOptions = Locked(Options())
    super.init(operation: operation)
  }

  private nonisolated init(copying other: TextDropProposal) {
    textOptions = Locked(other.textOptions.withLock { $0 })
    super.init(copying: other)
  }

  /// Returns a proposal with the same content.
  open nonisolated override func copy(with zone: NSZone? = nil) -> Any { TextDropProposal(copying: self) }
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
