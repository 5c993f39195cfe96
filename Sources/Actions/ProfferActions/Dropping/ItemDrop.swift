import FolderDrops
import ItemProviders
public import ProfferFileSystem
import ProviderBundles
import TypeDiscovery
import UniformTypes

/// An action that drops the items of a bundle into a folder or another bundle.
///
/// In a folder, each item becomes a file of its best accepted type. In a bundle, the items keep all their
/// representations. A move removes the items from the source after their copies have been flushed to the
/// storage device.
///
/// The drop is recorded in the state folder of the context, and can be undone with ``DropUndo``. If the
/// action throws, no items have been dropped, unless the error has the code `undoable` or `notUndoable`. A
/// move that fails before its source has changed is reverted immediately.
public struct ItemDrop: Action {
  /// The result of a drop.
  public struct Outcome: Sendable {
    /// The path of the destination folder or bundle.
    public let destination: FilePath
    /// The number of items to drop.
    public let itemCount: Int
    /// The number of items that were dropped.
    public let droppedCount: Int
    /// Whether the items were moved.
    public let isMove: Bool
    /// Whether the destination is a bundle.
    public let isIntoBundle: Bool
    /// Whether the drop can be undone.
    public let isRecorded: Bool
    /// The number of items that could not be dropped because of an error.
    public var failedCount: Int { folderDrop?.failedCount ?? 0 }

    let folderDrop: FolderItemDrop.Outcome?

    /// Calls a function with the result of each item, if the destination is a folder.
    ///
    /// Items without an accepted type come last.
    ///
    /// - Parameter body: called with each result.
    /// - Throws: the errors that `body` throws.
    public func forEach(_ body: (DroppedItem) throws -> Void) rethrows { try folderDrop?.forEach(body) }
  }

  /// The bundle whose items are dropped.
  public var bundle: ActionInput
  /// The destination: a bundle or a folder.
  ///
  /// A folder is created if needed.
  public var destination: FilePath
  /// The types that a destination folder accepts; if nil, all types are accepted.
  public var accepted: RepresentationQuery.Accepted?
  /// Whether to convert an item that has no accepted representation.
  public var converts = false
  /// Whether to reject a conversion that loses or may lose information.
  public var isStrict = false
  /// Whether to remove the dropped items from the source bundle.
  public var isMove = false
  /// The only item to drop; if nil, all items are dropped.
  public var item: PlaceReference?
  /// The number, from 1, of the first dropped item in a destination bundle.
  ///
  /// If nil, the items are added at the end.
  public var place: Int?
  /// Whether to find the paths of the dropped items, and errors, without changing anything.
  ///
  /// The items are loaded into a temporary folder.
  public var isDryRun = false
  /// Whether a drop into a folder copies referenced files, which are outside the bundle.
  public var followsReferences = false

  /// Creates an action that drops the items of a bundle.
  ///
  /// - Parameters:
  ///   - bundle: the bundle.
  ///   - destination: the path of a folder or of another bundle.
  public init(of bundle: ActionInput, into destination: FilePath) {
    self.bundle = bundle
    self.destination = destination
  }

  /// Drops the items.
  ///
  /// - Parameter context: the types, folders and callbacks that the action uses.
  /// - Returns: the result of the drop. If an item cannot be dropped into a folder, the other items are still
  ///   dropped.
  /// - Throws: a negative ``ActionError`` with the code `noMatch` if no item has an accepted type; the
  ///   details of the error contain an outcome. Other codes are `noSuchPlace`, `needsBundle`,
  ///   `typesNeedFolder`, `referencesNeedFolder` and `notRecorded`.
  public func run(in context: ActionContext) throws -> Outcome {
    try item?.requireItem()
    let source = try DropSource(bundle, isMoved: isMove, isDryRun: isDryRun, in: context)
    let numbers = try source.bundle.places(
      numbered: item?.resolved(in: source.bundle, for: context.identity).item)
    // A killed move may have left unfinished files in this folder. If the move is repeated, the later steps
    // do not always remove these files.
    if isMove, !isDryRun { UnfinishedFiles.sweep(try source.bundle.path.resolvingLinks().parent) }
    guard try destinationIsBundle(in: context) else {
      guard place == nil else {
        throw ActionError.usage(
          "items have positions only in bundles, but \(destination) is not a bundle", code: .needsBundle)
      }
      return try dropIntoFolder(numbers, of: source, in: context)
    }
    guard accepted == nil else {
      throw ActionError.usage(
        "\(destination) is a bundle: items are always copied into it with all their representations",
        code: .typesNeedFolder)
    }
    guard !followsReferences else {
      throw ActionError.usage(
        "\(destination) is a bundle: references are always copied into it unchanged",
        code: .referencesNeedFolder)
    }
    let history = DropHistory(in: context)
    if isDryRun {
      try BundleItemDrop(source: source, items: Array(numbers), history: history, context: context)
        .rehearse(into: destination, at: place.map { $0 - 1 }, isMove: isMove)
      return outcome(of: numbers, droppedCount: numbers.count, history)
    }
    UnfinishedFiles.sweep(try destination.resolvingLinks().parent)
    try TypeRegistry.withCurrent(context.types.registry) {
      try BundleItemDrop(source: source, items: Array(numbers), history: history, context: context)
        .run(into: destination, at: place.map { $0 - 1 })
    }
    return outcome(of: numbers, droppedCount: numbers.count, history)
  }

  private func dropIntoFolder(
    _ numbers: Range<Int>, of source: DropSource, in context: ActionContext
  ) throws -> Outcome {
    try source.bundle.checkExpansion(
      ofLargestIn: source.bundle.items[numbers], to: context.identity)
    try context.types.include(typesOf: source.bundle)
    let wanted = try accepted?.resolved(in: context)
    let history = DropHistory(in: context)
    let drop = FolderItemDrop(
      source: source, destination: destination,
      accepted: wanted.flatMap { $0.types.isEmpty ? nil : $0.types },
      order: wanted?.order ?? FidelityOrder(registry: context.types.registry), converts: converts,
      isStrict: isStrict, followsReferences: followsReferences, isDryRun: isDryRun, history: history,
      context: context,
      fileExtensions: try accepted?.fileExtensions(in: context) ?? [:])
    return try TypeRegistry.withCurrent(context.types.registry) {
      let (items, unmatched) = try drop.matching(numbers)
      guard !items.isEmpty || numbers.isEmpty else {
        let names = source.bundle.names(ofItemsAt: unmatched, to: context.identity)
        var error = ActionError.negative(
          "no item of \(source.bundle.path) has an accepted type: \(names)", code: .noMatch)
        error.details = outcome(of: numbers, droppedCount: 0, history, drop.nothing(unmatched))
        throw error
      }
      let dropped = try drop.run(items, unmatched)
      source.bundle.note(leftOutItemsAt: unmatched, in: context)
      return outcome(of: numbers, droppedCount: dropped.droppedCount, history, dropped)
    }
  }

  private func outcome(
    of numbers: Range<Int>, droppedCount: Int, _ history: DropHistory,
    _ folderDrop: FolderItemDrop.Outcome? = nil
  ) -> Outcome {
    Outcome(
      destination: destination, itemCount: numbers.count, droppedCount: droppedCount, isMove: isMove,
      isIntoBundle: folderDrop == nil, isRecorded: history.isRecording, folderDrop: folderDrop)
  }

  /// Returns whether the destination is a bundle.
  ///
  /// Any existing file is assumed to be a bundle.
  private func destinationIsBundle(in context: ActionContext) throws -> Bool {
    guard let status = try FileStatus.ifPresent(destination) else {
      guard
        TypeDetector(registry: context.types.registry).detect(name: destination.lastComponent, prefix: nil)
          .type != .dragBundle
      else {
        throw ActionError.failure("the bundle \(destination) does not exist; create it with pack")
      }
      return false
    }
    guard status.kind == .folder else { return true }
    return try context.types.detect(destination).type == .dragBundle
  }
}
