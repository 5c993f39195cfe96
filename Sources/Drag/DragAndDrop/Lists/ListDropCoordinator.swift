public import Foundation

/// The items of a drop on a list, their destination, and methods that place the items.
///
/// An item that is not placed has a cancel animation, and the list does not change.
@MainActor
public class ListDropCoordinator {
  /// The items, in order.
  public let items: [ListDropItem]
  /// The destination, as a path of the data source; nil outside of all rows.
  public let destinationIndexPath: IndexPath?
  /// The session.
  public let session: DropSession
  let list: ListView
  private(set) var placed: Set<DragItem> = []

  init(items: [ListDropItem], destination: IndexPath?, session: DropSession, list: ListView) {
    self.items = items
    destinationIndexPath = destination
    self.session = session
    self.list = list
  }

  /// Animates the item to a target.
  @discardableResult
  public func drop(_ dragItem: DragItem, to target: DragPreviewTarget) -> any DragAnimating {
    place(dragItem, "a target in \(target.container.name)")
  }

  func place(_ dragItem: DragItem, _ destination: String, at path: IndexPath? = nil) -> any DragAnimating {
    placed.insert(dragItem)
    if let path { list.dropDestinations[dragItem] = .row(path) }
    list.recordInTrace("<placed>", destination)
    let animation = SimulatedAnimation()
    session.afterDropAnimation { animation.complete(at: .end) }
    return animation
  }

  func insert(_ placeholder: ListDropPlaceholder, for dragItem: DragItem) -> ListDropPlaceholderContext {
    placed.insert(dragItem)
    let slot = list.insertPlaceholder(at: placeholder.insertionIndexPath)
    if let slot { list.dropDestinations[dragItem] = .placeholder(placeholder, slot) }
    list.recordInTrace("<placeholder>", "at \(placeholder.insertionIndexPath.traceDescription)")
    return ListDropPlaceholderContext(
      dragItem: dragItem, placeholder: placeholder, slot: slot, in: list)
  }
}

/// The items of a drop on a table, and methods that place them.
@MainActor
public final class TableViewDropCoordinator: ListDropCoordinator {
  /// The last proposal.
  public let proposal: TableViewDropProposal

  init(
    items: [ListDropItem], destination: IndexPath?, session: DropSession, list: ListView,
    proposal: TableViewDropProposal
  ) {
    self.proposal = proposal
    super.init(items: items, destination: destination, session: session, list: list)
  }

  /// Animates the item to a row; insert a new row first.
  @discardableResult
  public func drop(_ dragItem: DragItem, toRowAt indexPath: IndexPath) -> any DragAnimating {
    place(dragItem, "row \(indexPath.traceDescription)", at: indexPath)
  }

  /// Animates the item to a rectangle in a row.
  @discardableResult
  public func drop(_ dragItem: DragItem, intoRowAt indexPath: IndexPath, rect: CGRect) -> any DragAnimating {
    place(dragItem, "into row \(indexPath.traceDescription)")
  }

  /// Inserts a placeholder for the item.
  @discardableResult
  public func drop(
    _ dragItem: DragItem, to placeholder: TableViewDropPlaceholder
  ) -> TableViewDropPlaceholderContext { insert(placeholder, for: dragItem) }
}

/// The items of a drop on a collection, and methods that place them.
@MainActor
public final class CollectionViewDropCoordinator: ListDropCoordinator {
  /// The last proposal.
  public let proposal: CollectionViewDropProposal

  init(
    items: [ListDropItem], destination: IndexPath?, session: DropSession, list: ListView,
    proposal: CollectionViewDropProposal
  ) {
    self.proposal = proposal
    super.init(items: items, destination: destination, session: session, list: list)
  }

  /// Animates the item to an item of the collection; insert a new item first.
  @discardableResult
  public func drop(_ dragItem: DragItem, toItemAt indexPath: IndexPath) -> any DragAnimating {
    place(dragItem, "item \(indexPath.traceDescription)", at: indexPath)
  }

  /// Animates the item to a rectangle in an item of the collection.
  @discardableResult
  public func drop(_ dragItem: DragItem, intoItemAt indexPath: IndexPath, rect: CGRect) -> any DragAnimating {
    place(dragItem, "into item \(indexPath.traceDescription)")
  }

  /// Inserts a placeholder for the item.
  @discardableResult
  public func drop(
    _ dragItem: DragItem, to placeholder: CollectionViewDropPlaceholder
  ) -> CollectionViewDropPlaceholderContext { insert(placeholder, for: dragItem) }
}

/// The destination of a dropped item.
@MainActor
enum ListDropDestination {
  case row(IndexPath)
  case placeholder(ListDropPlaceholder, ListPresentation.Slot)

  /// The shape of the preview at the destination, if a delegate defines it.
  func previewParameters(in list: ListView) -> DragPreviewParameters? {
    switch self {
    case .row(let path): return list.dropPreviewParameters(at: path)
    case .placeholder(let placeholder, let slot):
      guard let path = list.presentation.presentationPath(of: slot) else { return nil }
      return placeholder.previewParametersProvider?(
        PlaceholderCell(reuseIdentifier: placeholder.reuseIdentifier, indexPath: path))
    }
  }
}

extension IndexPath {
  /// Section and row, as a trace shows them.
  var traceDescription: String { map(String.init).joined(separator: ".") }
}
