public import ProfferFileSystem
import ProviderBundles
import UniformTypes

/// A new bundle of files, folders and streams.
///
/// The bundle appears whole or not at all; if the action throws or is cancelled, what was at its place is as it was.
public struct BundlePacking: Action {
  /// The new bundle.
  public struct Outcome: Sendable {
    /// The bundle; nil for a stream.
    public let bundle: FilePath?
    /// How many items it has.
    public let itemCount: Int
    /// The items without a preview, where previews were asked for.
    public let missingPreviews: MissingPreviews?
  }

  /// What is packed, in its order.
  public var entries: [PackedEntry]
  /// Where the bundle is written.
  public var destination: BundleDestination
  /// Whether an existing bundle is replaced.
  public var replaces = false
  /// Whether modification times are left out.
  public var omitsTimes = false
  /// The previews that are made; nil makes none.
  public var previews: PreviewRequest?

  /// Packs entries.
  ///
  /// - Parameters:
  ///   - entries: what is packed, in its order.
  ///   - destination: where the bundle is written.
  public init(_ entries: [PackedEntry], to destination: BundleDestination) {
    self.entries = entries
    self.destination = destination
  }

  /// Packs files and folders, an item each.
  ///
  /// - Parameters:
  ///   - paths: the files and folders.
  ///   - bundle: the path of the bundle.
  public init(of paths: [FilePath], to bundle: FilePath) {
    self.init(
      paths.map { .item(PackedItem([PackedRepresentation(ActionInput($0))])) }, to: .file(bundle))
  }

  /// Writes the bundle.
  ///
  /// - Parameter context: what the action needs besides its inputs.
  /// - Returns: the new bundle.
  /// - Throws: `alreadyExists` and `notReplaceable` for what is at the place, `repeatedType`, `otherForm`, `noFiles` and
  ///   `needsType` for what is packed, and the error of a file that cannot be read.
  public func run(in context: ActionContext) throws -> Outcome {
    let list = try PackingList(entries, in: context)
    let made = PreviewCollection()
    return try TypeRegistry.withCurrent(context.types.registry) {
      context.expect(list.draft)
      var writer = try ProviderBundleWriter.writer(in: context, omittingTimes: omitsTimes)
      writer.previews = previews.map(made.making)
      try writer.write(list, to: destination, replacing: replaces)
      return Outcome(
        bundle: destination.path, itemCount: list.draft.items.count,
        missingPreviews: previews == nil ? nil : made.missing)
    }
  }
}
