import ByteTools
public import Foundation
public import ItemProviders

/// A drag, as seen by one application that the drag moves over.
///
/// Types, names and counts can be read at any time. Loads can be started only inside `performDrop`. Loads may
/// finish later, even after the end of the session. A load that is started at any other time fails with
/// ``DragAndDropError``.
///
/// Drivers use ``SimulatedDropSession``. A test of a delegate can pass another implementation. The providers
/// of that implementation's items then handle the queries and the loads.
@preconcurrency @MainActor
public protocol DropSession: DragDropSession {
  /// The source's session; nil if the drag began in another application.
  var localDragSession: (any DragSession)? { get }
  /// The combined progress of the session's loads; cancelling the progress cancels running loads.
  var progress: Progress { get }
  /// The way in which progress is shown; `default` unless a receiver changes the value.
  var progressIndicatorStyle: DropSessionProgressIndicatorStyle { get set }
  /// Loads a value from each item that can provide a value.
  ///
  /// Call this method inside `performDrop`.
  ///
  /// - Parameters:
  ///   - type: the type of the values.
  ///   - completion: called once, on the main actor, with the values in the order of the items. Items without
  ///     such a value, and failed loads, are omitted.
  /// - Returns: the progress of these loads; cancelling the progress cancels the loads.
  @discardableResult
  @preconcurrency
  func loadObjects<Object: ItemProviderReading>(
    ofClass type: Object.Type, completion: @escaping @MainActor @Sendable ([Object]) -> Void
  ) -> Progress
}

/// The way in which the progress of a drop's loads is shown.
public enum DropSessionProgressIndicatorStyle: UInt, Sendable, Hashable {
  /// The receiver shows progress itself.
  case none = 0
  /// The system shows progress.
  case `default` = 1
}

extension DropSession {
  /// Default implementation; loads from the providers of the items.
  @discardableResult
  @preconcurrency
  public func loadObjects<Object: ItemProviderReading>(
    ofClass type: Object.Type, completion: @escaping @MainActor @Sendable ([Object]) -> Void
  ) -> Progress {
    loadObjects(ofClass: type, postingTo: .detached, completion: completion)
  }

  fileprivate func loadObjects<Object: ItemProviderReading>(
    ofClass type: Object.Type, postingTo queue: MainActorQueue,
    completion: @escaping @MainActor @Sendable ([Object]) -> Void
  ) -> Progress {
    let providers = items.map(\.itemProvider).filter { $0.canLoadObject(ofClass: type) }
    return SessionItemProvider.loadAll(from: providers, postingTo: queue) { provider, finish in
      provider.loadObject(ofClass: type) { object, _ in finish(object) }
    } completion: {
      completion($0)
    }
  }
}

/// The session of a simulated drag for one application that the drag moves over.
@preconcurrency @MainActor
public final class SimulatedDropSession: DropSession {
  /// The items, in the source's order, with the representations visible to this application.
  public private(set) var items: [DragItem] = []
  /// The source's session; nil if the drag began in another application.
  public let localDragSession: (any DragSession)?
  /// The combined progress of the session's loads; cancelling the progress cancels running loads.
  public var progress: Progress { loads.progress }
  /// The way in which progress is shown; `default` unless a receiver changes the value.
  public var progressIndicatorStyle = DropSessionProgressIndicatorStyle.default

  /// The blocks to call at the end of the drop animation.
  private var dropCompletions: [@MainActor () -> Void] = []
  let source: SimulatedDragSession
  let loads: SessionLoads
  private let queue: MainActorQueue
  private let visibleProvider: (ItemProvider) -> ItemProvider

  /// - Parameter visibleProvider: returns a provider with only the representations that are visible to this
  ///   application.
  init(
    of source: SimulatedDragSession, isSameApplication: Bool, queue: MainActorQueue,
    visibleProvider: @escaping (ItemProvider) -> ItemProvider
  ) {
    self.source = source
    self.queue = queue
    self.visibleProvider = visibleProvider
    localDragSession = isSameApplication ? source : nil
    loads = SessionLoads(queue: queue)
    addNewItems()
  }

  /// Adds a block to call at the end of the drop animation.
  func afterDropAnimation(_ completion: @escaping @MainActor () -> Void) {
    dropCompletions.append(completion)
  }

  /// Calls the blocks that were added for the end of the drop animation.
  func completeDropAnimation() {
    while !dropCompletions.isEmpty { dropCompletions.removeFirst()() }
  }

  /// Adds the items that have been added to the source's session since the last call.
  func addNewItems() {
    for item in source.items.dropFirst(items.count) {
      let provider = SessionItemProvider(
        visibleProvider(item.itemProvider), itemNumber: items.count + 1, loads: loads)
      items.append(DragItem(of: item, offering: provider, isSameApplication: localDragSession != nil))
    }
  }

  /// Whether the receiver may move the items; false for a drag from another application.
  public var allowsMoveOperation: Bool { localDragSession != nil && source.allowsMoveOperation }
  /// Whether the drag is restricted to the application in which it began.
  public var isRestrictedToDraggingApplication: Bool { source.isRestrictedToDraggingApplication }

  /// The location of the drag in the coordinates of the view.
  public func location(in view: View) -> CGPoint { source.location(in: view) }

  /// Loads a value from each item that can provide a value; the driver waits until the completion has run.
  @discardableResult
  @preconcurrency
  public func loadObjects<Object: ItemProviderReading>(
    ofClass type: Object.Type, completion: @escaping @MainActor @Sendable ([Object]) -> Void
  ) -> Progress { loadObjects(ofClass: type, postingTo: queue, completion: completion) }
}
