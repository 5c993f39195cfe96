public import ProfferFileSystem
import ProviderBundles

/// An action that adds items to a bundle, or representations to one of its items.
///
/// The edited bundle replaces the old one only when it is complete. If the action throws or is cancelled, the
/// bundle is unchanged.
public struct BundleAddition: Action {
  /// The position of the added entries.
  public enum Position: Sendable, Equatable {
    /// After the last item.
    case end
    /// At this number, from 1; it becomes the number of the first new item.
    case number(Int)
    /// In the item with this number, from 1; the files become its last representations.
    case item(Int)
  }

  /// The entries to add.
  public var entries: [PackedEntry]
  /// The bundle.
  public var bundle: FilePath
  /// The position of the added entries.
  public var position = Position.end
  /// Whether to omit modification times.
  public var omitsTimes = false
  /// The previews to make; nil makes none.
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
  /// - Returns: the changed bundle.
  /// - Throws: the errors of ``BundlePacking`` for the entries, or an error if the bundle cannot be changed.
  public func run(in context: ActionContext) throws -> BundlePacking.Outcome {
    let added = try PackingList(entries, in: context).drafted()
    let made = PreviewCollection()
    var writer = try ProviderBundleWriter.writer(in: context, omittingTimes: omitsTimes)
    writer.previews = previews.map(made.making)
    let count = try writer.change(bundle, in: context) { draft in
      switch position {
      case .end: try draft.add(added.items, at: nil)
      case .number(let number): try draft.add(added.items, at: number - 1)
      case .item(let number):
        try draft.add(added.items.flatMap(\.representations), toItemAt: number - 1)
        if previews != nil { draft.items[number - 1].preview = .made }
      }
      draft.carry(added.typeDeclarations)
      draft.carryDeclarations(from: context.types.registry)
    }
    return BundlePacking.Outcome(
      bundle: bundle, itemCount: count, missingPreviews: previews == nil ? nil : made.missing)
  }
}
