public import Foundation
public import ItemProviders

/// What the source and the receiver of a drag know alike.
@MainActor
public protocol DragDropSession: AnyObject {
  /// The items, in the order in which they were picked up; receivers keep that order.
  var items: [DragItem] { get }
  /// Whether the receiver may propose to move: the source allows it and is of the same application.
  var allowsMoveOperation: Bool { get }
  /// Whether the drag stays inside the application it began in.
  var isRestrictedToDraggingApplication: Bool { get }
  /// Where the drag is now, in points of the view.
  func location(in view: View) -> CGPoint
}

extension DragDropSession {
  /// Whether at least one item has a representation of, or conforming to, at least one of the types.
  public func hasItemsConforming(toTypeIdentifiers typeIdentifiers: [String]) -> Bool {
    items.contains { item in
      typeIdentifiers.contains(where: item.itemProvider.hasItemConformingToTypeIdentifier)
    }
  }

  /// Whether at least one item can become a value of the type.
  public func canLoadObjects<Object: ItemProviderReading>(ofClass type: Object.Type) -> Bool {
    items.contains { $0.itemProvider.canLoadObject(ofClass: type) }
  }
}
