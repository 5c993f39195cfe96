public import Foundation

/// What a drop into a list would do with the place it is over.
public enum ListDropIntent: Int, Sendable, Hashable, CustomStringConvertible {
  /// The receiver decides when it performs the drop.
  case unspecified = 0
  /// The items come before what is at the destination.
  case insertAtDestinationIndexPath = 1
  /// The items go into what is at the destination.
  case insertIntoDestinationIndexPath = 2
  /// Between rows they are inserted, over a row they go into it; tables only.
  case automatic = 3

  /// The intent in words.
  public var description: String {
    switch self {
    case .unspecified: "unspecified"
    case .insertAtDestinationIndexPath: "insert at"
    case .insertIntoDestinationIndexPath: "insert into"
    case .automatic: "automatic"
    }
  }
}

/// How a list's receiver proposes to handle a drag.
open class ListDropProposal: DropProposal {
  /// What happens at the destination; without a destination it counts as unspecified.
  public let intent: ListDropIntent

  /// Makes a proposal.
  public init(operation: DropOperation, intent: ListDropIntent) {
    self.intent = intent
    super.init(operation: operation)
  }

  /// Makes a proposal that leaves the place to the receiver.
  public convenience override init(operation: DropOperation) {
    self.init(operation: operation, intent: .unspecified)
  }

  override var traceText: String {
    intent == .unspecified ? super.traceText : "\(super.traceText), \(intent)"
  }
}

/// How a table's receiver proposes to handle a drag.
public final class TableViewDropProposal: ListDropProposal {
  /// What happens at the destination.
  public typealias Intent = ListDropIntent

  /// An independent proposal of the same content.
  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = TableViewDropProposal(operation: operation, intent: intent)
    copy.takeMarks(of: self)
    return copy
  }
}

/// How a collection's receiver proposes to handle a drag.
public final class CollectionViewDropProposal: ListDropProposal {
  /// What happens at the destination; `automatic` is for tables.
  public typealias Intent = ListDropIntent

  /// An independent proposal of the same content.
  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = CollectionViewDropProposal(operation: operation, intent: intent)
    copy.takeMarks(of: self)
    return copy
  }
}
