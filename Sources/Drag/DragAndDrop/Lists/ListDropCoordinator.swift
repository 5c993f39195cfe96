public import Foundation

/// The items of a drop on a list, their destination, and methods that move the items there.
///
/// If no `drop` method is called for an item, the driver's trace contains an `<unplaced>` event.
@preconcurrency @MainActor
public protocol ListDropCoordinator: AnyObject, Sendable {
  /// The items, in order.
  var items: [any ListDropItem] { get }
  /// The destination, as a data source path; nil if the drop has no destination.
  ///
  /// The destination is the row under the drop. Directly below the last row, the destination is the path
  /// after the last row.
  var destinationIndexPath: IndexPath? { get }
  /// The session of the drop.
  var session: any DropSession { get }
  /// Animates the item to a target.
  ///
  /// - Parameters:
  ///   - dragItem: the dropped item.
  ///   - target: the position at which the animation ends.
  /// - Returns: the animation.
  @discardableResult
  func drop(_ dragItem: DragItem, to target: DragPreviewTarget) -> any DragAnimating
}

/// The items of a drop on a table, their destination, and methods that move the items there.
@preconcurrency @MainActor
public protocol TableViewDropCoordinator: ListDropCoordinator {
  /// The last proposal.
  var proposal: TableViewDropProposal { get }
  /// Animates the item to a row; the row must already have been inserted.
  ///
  /// - Parameters:
  ///   - dragItem: the dropped item.
  ///   - indexPath: the path of the row.
  /// - Returns: the animation.
  @discardableResult
  func drop(_ dragItem: DragItem, toRowAt indexPath: IndexPath) -> any DragAnimating
  /// Animates the item to a rectangle in a row.
  ///
  /// - Parameters:
  ///   - dragItem: the dropped item.
  ///   - indexPath: the path of the row.
  ///   - rect: a rectangle in the coordinates of the row.
  /// - Returns: the animation.
  @discardableResult
  func drop(_ dragItem: DragItem, intoRowAt indexPath: IndexPath, rect: CGRect) -> any DragAnimating
  /// Inserts a placeholder for the item.
  ///
  /// - Parameters:
  ///   - dragItem: the dropped item.
  ///   - placeholder: the placeholder to show until the item is loaded.
  /// - Returns: the context that commits the placeholder.
  @discardableResult
  func drop(_ dragItem: DragItem, to placeholder: TableViewDropPlaceholder)
    -> any TableViewDropPlaceholderContext
}

/// The items of a drop on a collection, their destination, and methods that move the items there.
@preconcurrency @MainActor
public protocol CollectionViewDropCoordinator: ListDropCoordinator {
  /// The last proposal.
  var proposal: CollectionViewDropProposal { get }
  /// Animates the dropped item to an item of the collection; the collection's item must already have been
  /// inserted.
  ///
  /// - Parameters:
  ///   - dragItem: the dropped item.
  ///   - indexPath: the path of the item of the collection.
  /// - Returns: the animation.
  @discardableResult
  func drop(_ dragItem: DragItem, toItemAt indexPath: IndexPath) -> any DragAnimating
  /// Animates the dropped item to a rectangle in an item of the collection.
  ///
  /// - Parameters:
  ///   - dragItem: the dropped item.
  ///   - indexPath: the path of the item of the collection.
  ///   - rect: a rectangle in the coordinates of the item of the collection.
  /// - Returns: the animation.
  @discardableResult
  func drop(_ dragItem: DragItem, intoItemAt indexPath: IndexPath, rect: CGRect) -> any DragAnimating
  /// Inserts a placeholder for the item.
  ///
  /// - Parameters:
  ///   - dragItem: the dropped item.
  ///   - placeholder: the placeholder to show until the item is loaded.
  /// - Returns: the context that commits the placeholder.
  @discardableResult
  func drop(_ dragItem: DragItem, to placeholder: CollectionViewDropPlaceholder)
    -> any CollectionViewDropPlaceholderContext
}

/// A simulated drop on a list.
@MainActor
struct ListDrop {
  let items: [any ListDropItem]
  let destination: IndexPath?
  let session: any DropSession
  let list: ListView
}

/// The coordinator of a simulated drop on a list.
///
/// Subclasses for tables and collections add the methods that have different names in tables and collections.
@MainActor
class SimulatedListDropCoordinator<Proposal: ListDropProposal> {
  let proposal: Proposal
  private let dropped: ListDrop
  private(set) var placed: Set<DragItem> = []

  init(_ drop: ListDrop, _ proposal: Proposal) {
    dropped = drop
    self.proposal = proposal
  }

  var items: [any ListDropItem] { dropped.items }
  var destinationIndexPath: IndexPath? { dropped.destination }
  var session: any DropSession { dropped.session }
  private var list: ListView { dropped.list }

  func drop(_ dragItem: DragItem, to target: DragPreviewTarget) -> any DragAnimating {
    place(dragItem, "a target in \(target.container.name)")
  }

  func place(_ dragItem: DragItem, _ destination: String, at path: IndexPath? = nil) -> any DragAnimating {
    placed.insert(dragItem)
    if let path { list.dropDestinations[dragItem] = .row(path) }
    list.recordInTrace("<placed>", destination)
    return dropAnimation()
  }

  func insert(_ placeholder: ListDropPlaceholder, for dragItem: DragItem) -> any ListDropPlaceholderContext {
    placed.insert(dragItem)
    let slot = list.insertPlaceholder(at: placeholder.insertionIndexPath)
    if let slot { list.dropDestinations[dragItem] = .placeholder(placeholder, slot) }
    list.recordInTrace("<placeholder>", "at \(placeholder.insertionIndexPath.traceDescription)")
    return SimulatedListDropPlaceholderContext(
      dragItem: dragItem, placeholder: placeholder, slot: slot, in: list, animation: dropAnimation())
  }

  /// Returns an animation that ends with the drop animation of the session.
  private func dropAnimation() -> any DragAnimating {
    let animation = SimulatedAnimation()
    (session as? SimulatedDropSession)?.afterDropAnimation { animation.complete(at: .end) }
    return animation
  }
}

/// The coordinator of a simulated drop on a table.
@MainActor
final class SimulatedTableViewDropCoordinator: SimulatedListDropCoordinator<TableViewDropProposal>,
  TableViewDropCoordinator
{
  func drop(_ dragItem: DragItem, toRowAt indexPath: IndexPath) -> any DragAnimating {
    place(dragItem, "row \(indexPath.traceDescription)", at: indexPath)
  }

  func drop(_ dragItem: DragItem, intoRowAt indexPath: IndexPath, rect: CGRect) -> any DragAnimating {
    place(dragItem, "into row \(indexPath.traceDescription)")
  }

  func drop(_ dragItem: DragItem, to placeholder: TableViewDropPlaceholder)
    -> any TableViewDropPlaceholderContext
  { insert(placeholder, for: dragItem) }
}

/// The coordinator of a simulated drop on a collection.
@MainActor
final class SimulatedCollectionViewDropCoordinator: SimulatedListDropCoordinator<CollectionViewDropProposal>,
  CollectionViewDropCoordinator
{
  func drop(_ dragItem: DragItem, toItemAt indexPath: IndexPath) -> any DragAnimating {
    place(dragItem, "item \(indexPath.traceDescription)", at: indexPath)
  }

  func drop(_ dragItem: DragItem, intoItemAt indexPath: IndexPath, rect: CGRect) -> any DragAnimating {
    place(dragItem, "into item \(indexPath.traceDescription)")
  }

  func drop(_ dragItem: DragItem, to placeholder: CollectionViewDropPlaceholder)
    -> any CollectionViewDropPlaceholderContext
  { insert(placeholder, for: dragItem) }
}

/// The destination of a dropped item.
@MainActor
enum ListDropDestination {
  case row(IndexPath)
  case placeholder(ListDropPlaceholder, ListPresentation.Slot)

  /// Returns the shape that a delegate or a placeholder sets for the item's preview; nil if no shape is set.
  ///
  /// The shape is in the coordinates of the list.
  func previewParameters(in list: ListView) -> DragPreviewParameters? {
    switch self {
    case .row(let path):
      let parameters = list.listDropDelegate?.previewParameters(path)
      return parameters?.moved(by: list.rect(of: path)?.origin ?? .zero)
    case .placeholder(let placeholder, let slot):
      guard let cell = list.cell(of: slot, placeholder.reuseIdentifier) else { return nil }
      return placeholder.previewParameters(of: cell)?.moved(by: cell.frame.origin)
    }
  }
}

extension IndexPath {
  /// The section and the row, formatted for a trace; both numbers are counted from 1.
  var traceDescription: String { map { String($0 + 1) }.joined(separator: ".") }
}
