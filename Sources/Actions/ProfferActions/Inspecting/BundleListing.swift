public import ProfferFileSystem
import ProviderBundles

/// The items of a bundle and their representations, best first.
///
/// Nothing is written, and no payload is read.
public struct BundleListing: Action {
  /// The items; each is made when it is asked for, so that bundles of any size take little memory.
  public struct Outcome: Sendable {
    /// The bundle.
    public let bundle: FilePath
    /// How many items the bundle has.
    public var count: Int { opened.items.count }

    let opened: ProviderBundle
    let context: ActionContext

    /// Gives each item, in their order.
    ///
    /// - Parameter body: called with each item.
    /// - Throws: what the function throws.
    public func forEach(_ body: (ListedItem) throws -> Void) rethrows {
      for (index, item) in opened.items.enumerated() {
        try body(ListedItem(item, number: index + 1, in: opened, in: context))
      }
    }
  }

  /// The bundle.
  public var bundle: ActionInput

  /// Lists a bundle.
  ///
  /// - Parameter bundle: the bundle.
  public init(of bundle: ActionInput) { self.bundle = bundle }

  /// Opens the bundle; the items are made on demand.
  ///
  /// - Parameter context: what the action needs besides its inputs.
  /// - Returns: the items.
  /// - Throws: the error of opening the bundle.
  public func run(in context: ActionContext) throws -> Outcome {
    let bundle = try bundle.openBundle(in: context)
    return Outcome(bundle: bundle.path, opened: bundle, context: context)
  }

  /// How many items a bundle has; only its manifest is read.
  package static func itemCount(of bundle: FilePath) throws -> Int {
    try ProviderBundle(opening: bundle, items: 0..<0).itemCount
  }
}
