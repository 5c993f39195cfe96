public import ProfferFileSystem
import ProviderBundles

/// An action that adds items to a bundle, or representations to an item of the bundle.
///
/// The bundle is replaced only when its new version is complete. If the action throws or is cancelled, the
/// bundle is unchanged.
public struct BundleAddition: Action {
  /// The position of the added entries.
  public enum Position: Sendable, Equatable {
    /// The entries become items after the last item.
    case end
    /// The entries become items.
    ///
    /// The first new item has the given number, from 1.
    case number(Int)
    /// The files become the last representations of the given item.
    case item(PlaceReference)
  }

  /// The entries to add.
  public var entries: [PackedEntry]
  /// The path of the bundle.
  public var bundle: FilePath
  /// The position of the added entries.
  public var position = Position.end
  /// Whether to leave out hidden files and folders below the packed folders.
  ///
  /// A note reports their number. Files and folders that are named as entries are packed in any case.
  public var skipsHidden = false
  /// Whether to omit modification times.
  public var omitsTimes = false
  /// The previews to create; if nil, no previews are created.
  public var previews: PreviewRequest?

  /// Creates an action that adds entries to a bundle.
  ///
  /// - Parameters:
  ///   - entries: the entries to add.
  ///   - bundle: the path of the bundle.
  public init(_ entries: [PackedEntry], to bundle: FilePath) {
    self.entries = entries
    self.bundle = bundle
  }

  /// Adds the entries.
  ///
  /// - Parameter context: the types, folders and callbacks that the action uses.
  /// - Returns: the path of the bundle, and the number of its items.
  /// - Throws: the errors of ``BundlePacking`` for the entries, or an error if the bundle cannot be changed.
  public func run(in context: ActionContext) throws -> BundlePacking.Outcome {
    if case .item(let place) = position { try place.requireItem() }
    let added = try PackingList(entries, skippingHidden: skipsHidden, in: context).drafted()
    let made = PreviewCollection()
    var writer = try ProviderBundleWriter.writer(
      in: context, omittingTimes: omitsTimes, skippingHidden: skipsHidden)
    writer.previews = previews.map(made.making)
    let count = try writer.change(bundle, in: context) { draft in
      switch position {
      case .end: try draft.add(added.items, at: nil)
      case .number(let number): try draft.add(added.items, at: number - 1)
      case .item(let place):
        // The bundle is locked, so that a name means the item that is changed.
        let index = try place.resolved(inBundleAt: bundle, in: context).itemIndex
        try draft.add(added.items.flatMap(\.representations), toItemAt: index)
        if previews != nil { draft.items[index].preview = .made }
      }
      draft.carry(added.typeDeclarations)
      draft.carryDeclarations(from: context.types.registry)
    }
    return BundlePacking.Outcome(
      bundle: bundle, itemCount: count, missingPreviews: previews == nil ? nil : made.missing)
  }
}
