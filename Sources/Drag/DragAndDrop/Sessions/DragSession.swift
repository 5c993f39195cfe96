public import Foundation
public import ItemProviders

/// A drag, as seen by its source.
///
/// A driver's sessions are ``SimulatedDragSession``s; a test of a delegate can pass another
/// implementation.
@MainActor
public protocol DragSession: DragDropSession {
  /// An object of the source for receivers in the same application.
  var localContext: Any? { get set }
  /// The location of the drop, if it is in the application in which the drag began; otherwise nil.
  ///
  /// For a drop in another application, the source receives only the operation.
  var localDrop: LocalDrop? { get }
}

extension DragSession {
  /// Default implementation; returns nil.
  public var localDrop: LocalDrop? { nil }
}

/// The location of a drop, for a source in the same application.
@MainActor
public struct LocalDrop {
  /// The view of the interaction that performed the drop; nil if it was removed.
  public let view: View?
  /// The location of the drop in the coordinates of ``view``.
  public let location: CGPoint
  /// The types that the receiver loaded, without duplicates, in the order of its loads.
  public let loadedTypeIdentifiers: [String]
}

/// The common properties and methods of the sessions of the source and the receiver.
@MainActor
public protocol DragDropSession: AnyObject, Sendable {
  /// The items, in the order in which they were added; receivers preserve the order.
  var items: [DragItem] { get }
  /// Whether the receiver may propose to move; true if the source allows it and is in the same
  /// application.
  var allowsMoveOperation: Bool { get }
  /// Whether the drag is restricted to the application in which it began.
  var isRestrictedToDraggingApplication: Bool { get }
  /// The location of the drag in the coordinates of the view.
  ///
  /// - Parameter view: the view.
  /// - Returns: the point.
  func location(in view: View) -> CGPoint
  /// Returns whether at least one item has a representation of one of the types or a type conforming to
  /// it.
  ///
  /// - Parameter typeIdentifiers: the types.
  /// - Returns: `true` if at least one item matches. No handler is called.
  func hasItemsConforming(toTypeIdentifiers typeIdentifiers: [String]) -> Bool
  /// Returns whether at least one item can become a value of the type.
  ///
  /// - Parameter type: the type of the values.
  /// - Returns: `true` if at least one item can. No handler is called.
  func canLoadObjects<Object: ItemProviderReading>(ofClass type: Object.Type) -> Bool
}

extension DragDropSession {
  /// Default implementation; queries the providers of the items.
  public func hasItemsConforming(toTypeIdentifiers typeIdentifiers: [String]) -> Bool {
    items.contains { item in
      typeIdentifiers.contains(where: item.itemProvider.hasItemConformingToTypeIdentifier)
    }
  }

  /// Default implementation; queries the providers of the items.
  public func canLoadObjects<Object: ItemProviderReading>(ofClass type: Object.Type) -> Bool {
    items.contains { $0.itemProvider.canLoadObject(ofClass: type) }
  }
}

/// The source's session of a simulated drag.
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
  /// The location of the drop, if it is in the application in which the drag began; otherwise nil.
  public internal(set) var localDrop: LocalDrop?
  /// The location of the drag in the coordinates of the screen.
  var position: CGPoint

  init(at position: CGPoint) { self.position = position }

  /// The location of the drag in the coordinates of the view.
  public func location(in view: View) -> CGPoint { view.pointFromScreen(position) }
}
