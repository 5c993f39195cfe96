public import ProfferFileSystem
import ProviderBundles

/// An action that lists the items of a bundle and their representations, best first.
///
/// The action does not write files or read payloads.
public struct BundleListing: Action {
  /// The items of a bundle, created on demand so that large bundles use little memory.
  public struct Outcome: Sendable {
    /// The path of the bundle.
    public let bundle: FilePath
    /// The number of items in the bundle.
    public var count: Int { opened.items.count }

    let opened: ProviderBundle
    let context: ActionContext

    /// Calls a function with each item, in order.
    ///
    /// - Parameter body: called with each item.
    /// - Throws: the errors that `body` throws.
    public func forEach(_ body: (ListedItem) throws -> Void) rethrows {
      for (index, item) in opened.items.enumerated() {
        try body(ListedItem(item, number: index + 1, visible: opened.visible(in: item, to: context.identity)))
      }
    }
  }

  /// The bundle.
  public var bundle: ActionInput

  /// Creates a listing of a bundle.
  ///
  /// - Parameter bundle: the bundle.
  public init(of bundle: ActionInput) { self.bundle = bundle }

  /// Opens the bundle.
  ///
  /// The items are created later, by ``Outcome/forEach(_:)``.
  ///
  /// - Parameter context: the types, folders and callbacks that the action uses.
  /// - Returns: the items of the bundle.
  /// - Throws: the error of opening the bundle.
  public func run(in context: ActionContext) throws -> Outcome {
    let bundle = try bundle.openBundle(in: context)
    return Outcome(bundle: bundle.path, opened: bundle, context: context)
  }

  /// Returns the number of items in a bundle.
  ///
  /// Only the manifest of the bundle is read.
  package static func itemCount(of bundle: FilePath) throws -> Int {
    try ProviderBundle(opening: bundle, items: 0..<0).itemCount
  }
}
