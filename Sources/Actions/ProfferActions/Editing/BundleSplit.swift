import ItemProviders
public import ProfferFileSystem
import ProviderBundles
import UniformTypes

/// An action that writes each item of a bundle to a separate bundle in a folder.
///
/// Each new bundle is named after its item. If the item is restricted to a team or group, its name is not
/// used. If the action throws or is cancelled, the folder is unchanged. If the process is killed while it
/// moves the bundles into the folder, some bundles may remain there. To complete the action, repeat it with
/// ``replaces``.
public struct BundleSplit: Action {
  /// The result of splitting a bundle.
  public struct Outcome: Sendable {
    /// The path of the folder.
    public let folder: FilePath
    /// The paths of the new bundles, in the order of the items.
    public let bundles: [FilePath]
  }

  /// The bundle to split.
  public var bundle: ActionInput
  /// The folder for the new bundles, created if needed.
  public var folder: FilePath
  /// Whether to overwrite existing files.
  public var replaces = false
  /// Whether to find the paths of the new bundles without writing anything.
  public var isDryRun = false

  /// Creates an action that splits a bundle.
  ///
  /// - Parameters:
  ///   - bundle: the bundle.
  ///   - folder: the folder for the new bundles.
  public init(of bundle: ActionInput, into folder: FilePath) {
    self.bundle = bundle
    self.folder = folder
  }

  /// Writes the new bundles.
  ///
  /// - Parameter context: the types, folders and callbacks that the action uses.
  /// - Returns: the paths of the new bundles.
  /// - Throws: ``ActionError`` with the code `existsInFolder` or `notReplaceable` if a name is already used
  ///   in the folder; another error if the bundle cannot be read.
  public func run(in context: ActionContext) throws -> Outcome {
    let bundle = try bundle.openBundle(in: context)
    try bundle.checkExpansionOfSplitting()
    let draft = try BundleDraft(of: bundle)
    context.expect(draft)
    let writer = try ProviderBundleWriter.writer(in: context)
    let unpacking: any FolderFilling =
      isDryRun
      ? try UnpackingRehearsal(
        into: folder, replacing: replaces, temporary: context.folders.temporary)
      : try Unpacking(into: folder, replacing: replaces)
    var paths: [FilePath] = []
    try TypeRegistry.withCurrent(context.types.registry) {
      for (index, part) in try draft.split().enumerated() {
        let item = bundle.items[index]
        let visible = bundle.visible(in: item, to: .other).map(\.representation)
        let name = FileNaming.name(
          suggested: item.stem(showing: visible) ?? "item \(index + 1)", sourceName: nil,
          typeIdentifier: UTType.dragBundle.identifier, registry: context.types.registry)
        let written = try unpacking.add(name) { name, folder in
          try writer.write(part, asOneOfManyNamed: name, in: folder)
        }
        paths.append(folder.appending(written))
      }
    }
    try unpacking.commit()
    return Outcome(folder: folder, bundles: paths)
  }
}
