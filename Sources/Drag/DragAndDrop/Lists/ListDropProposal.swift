public import Foundation

/// The effect that a drop on a list has at the destination.
public enum ListDropIntent: Int, Sendable, Hashable, CustomStringConvertible {
  /// The receiver chooses the effect when the drop is performed.
  case unspecified = 0
  /// The items are inserted at the destination.
  case insertAtDestinationIndexPath = 1
  /// The items are inserted into the row at the destination.
  case insertIntoDestinationIndexPath = 2
  /// The items are inserted between rows, or into the row under the drag; for tables only.
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

/// A list's proposal for handling a drag.
@preconcurrency @MainActor
open class ListDropProposal: DropProposal {
  /// The effect of the drop at the destination; `unspecified` if there is no destination.
  public let intent: ListDropIntent

  /// Makes a proposal.
  ///
  /// - Parameters:
  ///   - operation: the operation of a drop.
  ///   - intent: the effect of the drop at the destination.
  public init(operation: DropOperation, intent: ListDropIntent) {
    self.intent = intent
    super.init(operation: operation)
  }

  /// Makes a proposal with the same content as another proposal.
  nonisolated init(copying other: ListDropProposal) {
    intent = other.intent
    super.init(copying: other)
  }

  /// Makes a proposal with an unspecified intent.
  public convenience override init(operation: DropOperation) {
    self.init(operation: operation, intent: .unspecified)
  }

  override var traceDescription: String {
    intent == .unspecified ? super.traceDescription : "\(super.traceDescription), \(intent)"
  }
}

/// A table's proposal for handling a drag.
@preconcurrency @MainActor
open class TableViewDropProposal: ListDropProposal {
  /// The effect of a drop at the destination.
  public typealias Intent = ListDropIntent

  /// Returns a proposal with the same content.
  open nonisolated override func copy(with zone: NSZone? = nil) -> Any {
    TableViewDropProposal(copying: self)
  }
}

/// A collection's proposal for handling a drag.
@preconcurrency @MainActor
open class CollectionViewDropProposal: ListDropProposal {
  /// The effect of a drop at the destination; `automatic` is only for tables.
  public typealias Intent = ListDropIntent

  /// Returns a proposal with the same content.
  open nonisolated override func copy(with zone: NSZone? = nil) -> Any {
    CollectionViewDropProposal(copying: self)
  }
}
