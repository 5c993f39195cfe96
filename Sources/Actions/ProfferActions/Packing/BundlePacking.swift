public import ProfferFileSystem
import ProviderBundles
import UniformTypes

/// An action that packs files, folders and streams into a new bundle.
///
/// The bundle is created only when it is complete. If the action throws or is cancelled, the destination is
/// unchanged.
public struct BundlePacking: Action {
  /// The result of writing or changing a bundle.
  public struct Outcome: Sendable {
    /// The path of the bundle; nil for a stream.
    public let bundle: FilePath?
    /// The number of items in the bundle.
    public let itemCount: Int
    /// The items for which no preview was created; nil if no previews were requested.
    public let missingPreviews: MissingPreviews?
  }

  /// The entries to pack, in the order of the bundle.
  public var entries: [PackedEntry]
  /// The destination of the bundle.
  public var destination: BundleDestination
  /// Whether to overwrite an existing bundle.
  public var replaces = false
  /// Whether to leave out hidden files and folders below the packed folders.
  ///
  /// A note reports their number. Files and folders that are named as entries are packed in any case.
  public var skipsHidden = false
  /// Whether to omit modification times.
  public var omitsTimes = false
  /// The previews to create; if nil, no previews are created.
  public var previews: PreviewRequest?

  /// Creates an action that packs entries.
  ///
  /// - Parameters:
  ///   - entries: the entries to pack, in the order of the bundle.
  ///   - destination: the destination of the bundle.
  public init(_ entries: [PackedEntry], to destination: BundleDestination) {
    self.entries = entries
    self.destination = destination
  }

  /// Creates an action that packs each file or folder as a separate item.
  ///
  /// - Parameters:
  ///   - paths: the paths of the files and folders.
  ///   - bundle: the path of the bundle.
  public init(of paths: [FilePath], to bundle: FilePath) {
    self.init(
      paths.map { .item(PackedItem([PackedRepresentation(ActionInput($0))])) }, to: .file(bundle))
  }

  /// Writes the bundle.
  ///
  /// - Parameter context: the types, folders and callbacks that the action uses.
  /// - Returns: the path of the new bundle, and the number of its items.
  /// - Throws: ``ActionError`` with the code `alreadyExists` or `notReplaceable` if the destination exists;
  ///   with the code `repeatedType`, `otherForm`, `noFiles` or `needsType` if an entry is invalid; another
  ///   error if a file cannot be read.
  public func run(in context: ActionContext) throws -> Outcome {
    let list = try PackingList(entries, skippingHidden: skipsHidden, in: context)
    let made = PreviewCollection()
    return try TypeRegistry.withCurrent(context.types.registry) {
      context.expect(list.draft, skippingHidden: skipsHidden)
      var writer = try ProviderBundleWriter.writer(
        in: context, omittingTimes: omitsTimes, skippingHidden: skipsHidden)
      writer.previews = previews.map(made.making)
      try writer.write(list, to: destination, replacing: replaces)
      return Outcome(
        bundle: destination.path, itemCount: list.draft.items.count,
        missingPreviews: previews == nil ? nil : made.missing)
    }
  }
}
