public import ProfferFileSystem
import ProviderBundles
import UniformTypes

/// The items of several bundles in a new one; of a single bundle, a copy in its other form.
///
/// Equal payloads are stored once. The bundles themselves do not change. The new one appears whole or not at all.
public struct BundleMerge: Action {
  /// The bundles, in the order of their items.
  public var bundles: [FilePath]
  /// Where the new bundle is written.
  public var destination: BundleDestination
  /// Whether an existing bundle is replaced.
  public var replaces = false

  /// Merges bundles.
  ///
  /// - Parameters:
  ///   - bundles: the paths of the bundles.
  ///   - destination: where the new bundle is written.
  public init(of bundles: [FilePath], to destination: BundleDestination) {
    self.bundles = bundles
    self.destination = destination
  }

  /// Writes the new bundle.
  ///
  /// - Parameter context: what the action needs besides its inputs.
  /// - Returns: the new bundle.
  /// - Throws: the errors of reading the bundles, and `alreadyExists` and `notReplaceable` for what is at the place.
  public func run(in context: ActionContext) throws -> BundlePacking.Outcome {
    var draft = BundleDraft()
    for path in bundles { try draft.merge(BundleDraft(of: ProviderBundle(opening: path))) }
    context.expect(draft)
    try TypeRegistry.withCurrent(context.types.registry) {
      try ProviderBundleWriter.writer(in: context)
        .write(PackingList(draft), to: destination, replacing: replaces)
    }
    return BundlePacking.Outcome(
      bundle: destination.path, itemCount: draft.items.count, missingPreviews: nil)
  }
}
