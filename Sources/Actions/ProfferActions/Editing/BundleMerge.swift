import ProviderBundles
import UniformTypes

/// An action that copies the items of several bundles into a new bundle.
///
/// A single bundle can also be copied, for example to convert an archive to a folder. Equal payloads are
/// stored once. The source bundles do not change. The new bundle is created only when it is complete.
public struct BundleMerge: Action {
  /// The source bundles, in the order in which their items are stored.
  public var bundles: [ActionInput]
  /// The destination of the new bundle.
  public var destination: BundleDestination
  /// Whether to overwrite an existing bundle.
  public var replaces = false

  /// Creates an action that merges bundles.
  ///
  /// - Parameters:
  ///   - bundles: the bundles.
  ///   - destination: the destination of the new bundle.
  public init(of bundles: [ActionInput], to destination: BundleDestination) {
    self.bundles = bundles
    self.destination = destination
  }

  /// Writes the new bundle.
  ///
  /// - Parameter context: the types, folders and callbacks that the action uses.
  /// - Returns: the new bundle.
  /// - Throws: ``ActionError`` with the code `alreadyExists` or `notReplaceable` if the destination exists;
  ///   another error if a source bundle cannot be read.
  public func run(in context: ActionContext) throws -> BundlePacking.Outcome {
    var draft = BundleDraft()
    for bundle in bundles { try draft.merge(BundleDraft(of: bundle.openBundle(in: context))) }
    context.expect(draft)
    try TypeRegistry.withCurrent(context.types.registry) {
      try ProviderBundleWriter.writer(in: context)
        .write(PackingList(draft), to: destination, replacing: replaces)
    }
    return BundlePacking.Outcome(
      bundle: destination.path, itemCount: draft.items.count, missingPreviews: nil)
  }
}
