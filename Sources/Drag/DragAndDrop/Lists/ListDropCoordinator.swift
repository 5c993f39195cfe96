public import Foundation

/// What a list's receiver needs to take a drop: the items, the place, and the ways to put items there.
///
/// An item that nothing is done with flies back, and the list stays as it was.
@MainActor
public class ListDropCoordinator {
  /// The items in their order.
  public let items: [ListDropItem]
  /// Where they were dropped, as a path of the data source; nil over empty space.
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

  /// Lets the item fly to a target of its own.
  @discardableResult
  public func drop(_ dragItem: DragItem, to target: DragPreviewTarget) -> any DragAnimating {
    place(dragItem, "a target in \(target.container.name)")
  }

  func place(_ dragItem: DragItem, _ destination: String, at path: IndexPath? = nil) -> any DragAnimating {
    placed.insert(dragItem)
    if let path { list.landings[dragItem] = .row(path) }
    list.noteInTrace("<placed>", destination)
    let animation = PlayedAnimation()
    session.afterDrop { animation.complete(at: .end) }
    return animation
  }

  func insert(_ placeholder: ListDropPlaceholder, for dragItem: DragItem) -> ListDropPlaceholderContext {
    placed.insert(dragItem)
    let slot = list.insertPlaceholder(at: placeholder.insertionIndexPath)
    if let slot { list.landings[dragItem] = .placeholder(placeholder, slot) }
    list.noteInTrace("<placeholder>", "at \(placeholder.insertionIndexPath.traceText)")
    return ListDropPlaceholderContext(
      dragItem: dragItem, placeholder: placeholder, slot: slot, in: list)
  }
}

/// What a table's receiver needs to take a drop.
@MainActor
public final class TableViewDropCoordinator: ListDropCoordinator {
  /// What was proposed last.
  public let proposal: TableViewDropProposal

  init(
    items: [ListDropItem], destination: IndexPath?, session: DropSession, list: ListView,
    proposal: TableViewDropProposal
  ) {
    self.proposal = proposal
    super.init(items: items, destination: destination, session: session, list: list)
  }

  /// Lets the item fly to a row that is there already: tell the table of a new row first.
  @discardableResult
  public func drop(_ dragItem: DragItem, toRowAt indexPath: IndexPath) -> any DragAnimating {
    place(dragItem, "row \(indexPath.traceText)", at: indexPath)
  }

  /// Lets the item fly into a row, at a rectangle in its points.
  @discardableResult
  public func drop(_ dragItem: DragItem, intoRowAt indexPath: IndexPath, rect: CGRect) -> any DragAnimating {
    place(dragItem, "into row \(indexPath.traceText)")
  }

  /// Inserts a placeholder for the item.
  @discardableResult
  public func drop(
    _ dragItem: DragItem, to placeholder: TableViewDropPlaceholder
  ) -> TableViewDropPlaceholderContext { insert(placeholder, for: dragItem) }
}

/// What a collection's receiver needs to take a drop.
@MainActor
public final class CollectionViewDropCoordinator: ListDropCoordinator {
  /// What was proposed last.
  public let proposal: CollectionViewDropProposal

  init(
    items: [ListDropItem], destination: IndexPath?, session: DropSession, list: ListView,
    proposal: CollectionViewDropProposal
  ) {
    self.proposal = proposal
    super.init(items: items, destination: destination, session: session, list: list)
  }

  /// Lets the item fly to an item of the collection that is there already.
  @discardableResult
  public func drop(_ dragItem: DragItem, toItemAt indexPath: IndexPath) -> any DragAnimating {
    place(dragItem, "item \(indexPath.traceText)", at: indexPath)
  }

  /// Lets the item fly into an item of the collection, at a rectangle in its points.
  @discardableResult
  public func drop(_ dragItem: DragItem, intoItemAt indexPath: IndexPath, rect: CGRect) -> any DragAnimating {
    place(dragItem, "into item \(indexPath.traceText)")
  }

  /// Inserts a placeholder for the item.
  @discardableResult
  public func drop(
    _ dragItem: DragItem, to placeholder: CollectionViewDropPlaceholder
  ) -> CollectionViewDropPlaceholderContext { insert(placeholder, for: dragItem) }
}

/// Where a dropped item went.
@MainActor
enum ListLanding {
  case row(IndexPath)
  case placeholder(ListDropPlaceholder, ListPresentation.Slot)

  /// How the preview is cut out there, if anybody says.
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
  /// Section and row, as a trace tells them.
  var traceText: String { map(String.init).joined(separator: ".") }
}
