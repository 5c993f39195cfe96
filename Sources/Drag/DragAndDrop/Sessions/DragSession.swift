public import Foundation
public import ItemProviders

/// A drag, for its source.
///
/// A driver's sessions are ``SimulatedDragSession``s; a test of a delegate may pass an object of its own.
@MainActor
public protocol DragSession: DragDropSession {
  /// An object of the source for receivers in the same application.
  var localContext: Any? { get set }
  /// Where the items were dropped; nil unless they were dropped in the application that the drag began in.
  ///
  /// For a drop in another application, a source gets only the operation.
  var localDrop: LocalDrop? { get }
}

extension DragSession {
  /// Default implementation; returns nil.
  public var localDrop: LocalDrop? { nil }
}

/// Where the items of a drag were dropped, for a source in the same application.
@MainActor
public struct LocalDrop {
  /// The view of the interaction that performed the drop; nil if it was removed.
  public let view: View?
  /// The location of the drop in the coordinates of that view.
  public let location: CGPoint
  /// The types that the receiver loaded, each once, in the order of its loads.
  public let loadedTypeIdentifiers: [String]
}

/// What the sessions of the source and the receiver have in common.
@MainActor
public protocol DragDropSession: AnyObject, Sendable {
  /// The items, in the order in which they were added; receivers keep that order.
  var items: [DragItem] { get }
  /// Whether the receiver may propose to move: the source allows it and is in the same application.
  var allowsMoveOperation: Bool { get }
  /// Whether the drag stays in the application that it began in.
  var isRestrictedToDraggingApplication: Bool { get }
  /// The location of the drag in the coordinates of the view.
  ///
  /// - Parameter view: the view.
  /// - Returns: the point.
  func location(in view: View) -> CGPoint
  /// Whether at least one item has a representation of, or conforming to, at least one of the types.
  ///
  /// - Parameter typeIdentifiers: the types.
  /// - Returns: `true` if at least one item fits; no handler is called.
  func hasItemsConforming(toTypeIdentifiers typeIdentifiers: [String]) -> Bool
  /// Whether at least one item can become a value of the type.
  ///
  /// - Parameter type: the type of the values.
  /// - Returns: `true` if at least one item can; no handler is called.
  func canLoadObjects<Object: ItemProviderReading>(ofClass type: Object.Type) -> Bool
}

extension DragDropSession {
  /// Default implementation; asks the providers of the items.
  public func hasItemsConforming(toTypeIdentifiers typeIdentifiers: [String]) -> Bool {
    items.contains { item in
      typeIdentifiers.contains(where: item.itemProvider.hasItemConformingToTypeIdentifier)
    }
  }

  /// Default implementation; asks the providers of the items.
  public func canLoadObjects<Object: ItemProviderReading>(ofClass type: Object.Type) -> Bool {
    items.contains { $0.itemProvider.canLoadObject(ofClass: type) }
  }
}

/// A drag of a driver, for its source.
@MainActor
public final class SimulatedDragSession: DragSession {
  /// The items, in the order in which they were added.
  public internal(set) var items: [DragItem] = []
  /// Whether receivers in the same application may move the items; set from the source's delegate when the drag begins.
  public internal(set) var allowsMoveOperation = true
  /// Whether the drag is hidden from other applications; set from the source's delegate when the drag begins.
  public internal(set) var isRestrictedToDraggingApplication = false
  /// An object of the source for receivers in the same application.
  public var localContext: Any?
  /// Where the items were dropped; nil unless they were dropped in the application that the drag began in.
  public internal(set) var localDrop: LocalDrop?
  /// The location of the drag in the coordinates of the screen.
  var position: CGPoint

  init(at position: CGPoint) { self.position = position }

  /// The location of the drag in the coordinates of the view.
  public func location(in view: View) -> CGPoint { view.pointFromScreen(position) }
}
