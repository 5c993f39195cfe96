import ItemProviders
public import ProfferFileSystem
import ProviderBundles
import UniformTypes

/// A bundle for each item of a bundle, in a folder.
///
/// Each has the name of its item; one that is only for a team or group is not named. If the action throws or is cancelled, the
/// folder is as it was. A process that is killed while it names the bundles may leave some; repeating completes them.
public struct BundleSplit: Action {
  /// The new bundles.
  public struct Outcome: Sendable {
    /// The folder.
    public let folder: FilePath
    /// The bundles, in the order of the items.
    public let bundles: [FilePath]
  }

  /// The bundle.
  public var bundle: FilePath
  /// The folder, which is created if needed.
  public var folder: FilePath
  /// Whether existing files are replaced.
  public var replaces = false

  /// Splits a bundle.
  ///
  /// - Parameters:
  ///   - bundle: the path of the bundle.
  ///   - folder: the folder of the new bundles.
  public init(of bundle: FilePath, into folder: FilePath) {
    self.bundle = bundle
    self.folder = folder
  }

  /// Writes the bundles.
  ///
  /// - Parameter context: what the action needs besides its inputs.
  /// - Returns: the new bundles.
  /// - Throws: `existsInFolder` and `notReplaceable` for names that are taken, and the errors of reading the bundle.
  public func run(in context: ActionContext) throws -> Outcome {
    let bundle = try ProviderBundle(opening: bundle, limits: context.limits)
    try bundle.checkExpansionOfSplitting()
    let draft = try BundleDraft(of: bundle)
    context.expect(draft)
    let writer = try ProviderBundleWriter.writer(in: context)
    let unpacking = try Unpacking(into: folder, replacing: replaces)
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
