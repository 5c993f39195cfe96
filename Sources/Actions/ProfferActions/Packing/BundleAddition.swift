public import ProfferFileSystem
import ProviderBundles

/// More items in a bundle, or more representations of one of its items.
///
/// The bundle is replaced by the changed one when that is complete; if the action throws or is cancelled, it is as it was.
public struct BundleAddition: Action {
  /// Where the entries go.
  public enum Position: Sendable, Equatable {
    /// After the last item.
    case end
    /// The number that the first new item gets, from 1.
    case number(Int)
    /// All files are representations of the item with this number, from 1, after its own.
    case item(Int)
  }

  /// What is added.
  public var entries: [PackedEntry]
  /// The bundle.
  public var bundle: FilePath
  /// Where the entries go.
  public var position = Position.end
  /// Whether modification times are left out.
  public var omitsTimes = false
  /// The previews that are made; nil makes none.
  public var previews: PreviewRequest?

  /// Adds entries to a bundle.
  ///
  /// - Parameters:
  ///   - entries: what is added.
  ///   - bundle: the path of the bundle.
  public init(_ entries: [PackedEntry], to bundle: FilePath) {
    self.entries = entries
    self.bundle = bundle
  }

  /// Changes the bundle.
  ///
  /// - Parameter context: what the action needs besides its inputs.
  /// - Returns: the changed bundle.
  /// - Throws: the errors of ``BundlePacking`` for what is added, and those of changing a bundle.
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
