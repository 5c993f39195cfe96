public import Foundation
public import ItemProviders

/// A drag, as seen by its source.
///
/// Drivers use ``SimulatedDragSession``. A test of a delegate can pass another implementation.
@preconcurrency @MainActor
public protocol DragSession: DragDropSession {
  /// An object that the source shares with receivers in the same application.
  var localContext: Any? { get set }
  /// The location of a drop in the source's application; nil before the drop, and for a drop in another
  /// application.
  ///
  /// If the drop is in another application, the source receives only the operation.
  var localDrop: LocalDrop? { get }
}

extension DragSession {
  /// Default implementation; returns nil.
  public var localDrop: LocalDrop? { nil }
}

/// The location of a drop, for a source in the same application.
@preconcurrency @MainActor
public struct LocalDrop {
  /// The view of the interaction that performed the drop; nil if the interaction was removed from its view.
  public let view: View?
  /// The location of the drop in the coordinates of ``view``; in screen coordinates if ``view`` is nil.
  public let location: CGPoint
  /// The types that the receiver loaded, without duplicates, in the order of its loads.
  public let loadedTypeIdentifiers: [String]
}

/// The properties and methods that the source's session and the receivers' sessions have in common.
@preconcurrency @MainActor
public protocol DragDropSession: AnyObject, Sendable {
  /// The items, in the order in which they were added; receivers get the items in the same order.
  var items: [DragItem] { get }
  /// Whether the receiver may propose a move; true if the source allows moves and is in the same application.
  var allowsMoveOperation: Bool { get }
  /// Whether the drag is restricted to the application in which it began.
  var isRestrictedToDraggingApplication: Bool { get }
  /// The location of the drag in the coordinates of the view.
  ///
  /// - Parameter view: the view.
  /// - Returns: the point.
  func location(in view: View) -> CGPoint
  /// Returns whether at least one item has a representation that conforms to one of the types.
  ///
  /// - Parameter typeIdentifiers: the types.
  /// - Returns: `true` if at least one item matches. No load handler is called.
  func hasItemsConforming(toTypeIdentifiers typeIdentifiers: [String]) -> Bool
  /// Returns whether at least one item can be loaded as a value of the type.
  ///
  /// - Parameter type: the type of the values.
  /// - Returns: `true` if at least one item can be loaded. No load handler is called.
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
@preconcurrency @MainActor
public final class SimulatedDragSession: DragSession {
  /// The items, in the order in which they were added.
  public internal(set) var items: [DragItem] = []
  /// Whether receivers in the same application may move the items.
  ///
  /// The source's delegate provides the value when the drag begins.
  public internal(set) var allowsMoveOperation = true
  /// Whether the drag is hidden from other applications.
  ///
  /// The source's delegate provides the value when the drag begins.
  public internal(set) var isRestrictedToDraggingApplication = false
  /// An object that the source shares with receivers in the same application.
  public var localContext: Any?
  /// The location of a drop in the source's application; nil before the drop, and for a drop in another
  /// application.
  public internal(set) var localDrop: LocalDrop?
  /// The location of the drag in the coordinates of the screen.
  var position: CGPoint

  init(at position: CGPoint) { self.position = position }

  /// The location of the drag in the coordinates of the view.
  public func location(in view: View) -> CGPoint { view.pointFromScreen(position) }
}
