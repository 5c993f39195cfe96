import ByteTools
public import Foundation
public import ItemProviders

/// A drag as one application that it moves over sees it.
///
/// Types, names and counts can be read at any time. Data can be asked for only inside `performDrop`; a load
/// started there may finish later, also after the session's end. A load started at any other time ends at
/// once with an error that says so, instead of never.
@MainActor
public final class DropSession: DragDropSession {
  /// How the progress of the session's loads is shown.
  public enum ProgressIndicatorStyle: Int, Sendable, Hashable {
    /// The receiver shows its own.
    case none = 0
    /// The system shows one.
    case `default` = 1
  }

  /// The items in the source's order, as this application may see them.
  public private(set) var items: [DragItem] = []
  /// The source's session, when the drag began in the same application.
  public let localDragSession: DragSession?
  /// All loads of the session together; cancelling it ends all that are not finished.
  public var progress: Progress { loads.progress }
  /// Who shows the progress; the system, unless a receiver changes it.
  public var progressIndicatorStyle = ProgressIndicatorStyle.default

  /// What is due when the items are at their places.
  private var landings: [@MainActor () -> Void] = []
  let source: DragSession
  let loads: SessionLoads
  private let work: MainActorQueue
  private let offering: (ItemProvider) -> ItemProvider

  /// - Parameters:
  ///   - offering: a provider as this application may see it.
  init(
    of source: DragSession, isSameApplication: Bool, work: MainActorQueue,
    offering: @escaping (ItemProvider) -> ItemProvider
  ) {
    self.source = source
    self.work = work
    self.offering = offering
    localDragSession = isSameApplication ? source : nil
    loads = SessionLoads(work: work)
    takeItems()
  }

  /// Runs the block when the items are at their places, at once when they are.
  func afterDrop(_ landing: @escaping @MainActor () -> Void) { landings.append(landing) }

  /// Says that the items are at their places.
  func land() {
    while !landings.isEmpty { landings.removeFirst()() }
  }

  /// Takes over what was added to the source's session.
  func takeItems() {
    for item in source.items.dropFirst(items.count) {
      let provider = SessionItemProvider(
        offering(item.itemProvider), itemNumber: items.count + 1, loads: loads)
      items.append(DragItem(of: item, offering: provider, isSameApplication: localDragSession != nil))
    }
  }

  /// Whether a proposal to move is honoured; between applications it never is.
  public var allowsMoveOperation: Bool { localDragSession != nil && source.allowsMoveOperation }
  /// Whether the drag stays inside the application it began in.
  public var isRestrictedToDraggingApplication: Bool { source.isRestrictedToDraggingApplication }

  /// Where the drag is now, in points of the view.
  public func location(in view: View) -> CGPoint { source.location(in: view) }

  /// Loads a value of every item that can become one.
  ///
  /// To be called inside `performDrop`.
  ///
  /// - Parameter completion: runs once, on the main actor, with the values in the order of the items. Items
  ///   that cannot become such a value, or fail, are left out.
  /// - Returns: the progress of all these loads; cancelling it ends them.
  @discardableResult
  public func loadObjects<Object: ItemProviderReading>(
    ofClass type: Object.Type, completion: @escaping @MainActor @Sendable ([Object]) -> Void
  ) -> Progress {
    let providers = items.map(\.itemProvider).filter { $0.canLoadObject(ofClass: type) }
    let progress = JoinedProgress()
    let gathered = Locked((objects: [Object?](repeating: nil, count: providers.count), left: providers.count))
    let work = work
    if providers.isEmpty { work.post { completion([]) } }
    for _ in providers { progress.expect() }
    for (index, provider) in providers.enumerated() {
      let load = provider.loadObject(ofClass: type) { object, _ in
        let objects = gathered.withLock { gathered -> [Object?]? in
          gathered.objects[index] = object
          gathered.left -= 1
          return gathered.left == 0 ? gathered.objects : nil
        }
        progress.finishOne()
        if let objects {
          work.post { completion(objects.compactMap { $0 }) }
        }
      }
      progress.add(load)
    }
    return progress
  }
}
