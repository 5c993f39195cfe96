public import Foundation

/// What a drop into a list does at its destination.
public enum ListDropIntent: Int, Sendable, Hashable, CustomStringConvertible {
  /// The receiver decides when the drop is performed.
  case unspecified = 0
  /// The items are inserted at the destination.
  case insertAtDestinationIndexPath = 1
  /// The items are inserted into the row at the destination.
  case insertIntoDestinationIndexPath = 2
  /// The items are inserted between rows, or into the row under the drag; tables only.
  case automatic = 3

  /// The name of the intent.
  public var description: String {
    switch self {
    case .unspecified: "unspecified"
    case .insertAtDestinationIndexPath: "insert at"
    case .insertIntoDestinationIndexPath: "insert into"
    case .automatic: "automatic"
    }
  }
}

/// How the receiver of a list proposes to handle a drag.
open class ListDropProposal: DropProposal {
  /// What happens at the destination; without a destination the intent is unspecified.
  public let intent: ListDropIntent

  /// Makes a proposal.
  ///
  /// - Parameters:
  ///   - operation: what a drop would do.
  ///   - intent: how the drop relates to the entry under the drag.
  public init(operation: DropOperation, intent: ListDropIntent) {
    self.intent = intent
    super.init(operation: operation)
  }

  /// Makes a proposal with an unspecified intent.
  public convenience override init(operation: DropOperation) {
    self.init(operation: operation, intent: .unspecified)
  }

  override var traceDescription: String {
    intent == .unspecified ? super.traceDescription : "\(super.traceDescription), \(intent)"
  }
}

/// How the receiver of a table proposes to handle a drag.
public final class TableViewDropProposal: ListDropProposal {
  /// What happens at the destination.
  public typealias Intent = ListDropIntent

  /// Returns a proposal with the same content.
  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = TableViewDropProposal(operation: operation, intent: intent)
    copy.copyOptions(from: self)
    return copy
  }
}

/// How the receiver of a collection proposes to handle a drag.
public final class CollectionViewDropProposal: ListDropProposal {
  /// What happens at the destination; `automatic` is for tables.
  public typealias Intent = ListDropIntent

  /// Returns a proposal with the same content.
  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = CollectionViewDropProposal(operation: operation, intent: intent)
    copy.copyOptions(from: self)
    return copy
  }
}
