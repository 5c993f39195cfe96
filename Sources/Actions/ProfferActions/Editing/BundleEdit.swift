public import ProfferFileSystem
import ProviderBundles
import UniformTypes

/// A change of the items of a bundle in its place.
///
/// The bundle is replaced by the changed one when that is complete; if the action throws or is cancelled, it is as it was.
public struct BundleEdit: Action {
  /// What is changed; more cases may be added.
  public enum Change: Sendable {
    /// Removes items and representations, all of which are numbered as before the change.
    case remove([BundlePlace])
    /// Puts the named places first, in this order; they are items, or representations of one item.
    case reorder([BundlePlace])
    /// Gives an item, numbered from 1, another name; nil removes it.
    case renameItem(Int, to: String?)
    /// Gives the file of a representation another name.
    case renameFile(BundlePlace, to: FileName)
    /// Gives a representation another type, and leaves its bytes as they are.
    case retype(BundlePlace, to: TypeReference)
  }

  /// The changed bundle.
  public struct Outcome: Sendable {
    /// The bundle.
    public let bundle: FilePath
    /// How many items it has now.
    public let itemCount: Int
  }

  /// The bundle.
  public var bundle: FilePath
  /// What is changed.
  public var change: Change

  /// Changes a bundle.
  ///
  /// - Parameters:
  ///   - bundle: the path of the bundle.
  ///   - change: what is changed.
  public init(of bundle: FilePath, _ change: Change) {
    self.bundle = bundle
    self.change = change
  }

  /// Changes the bundle.
  ///
  /// - Parameter context: what the action needs besides its inputs.
  /// - Returns: the changed bundle.
  /// - Throws: the errors of changing a bundle, such as a place that does not exist.
  public func run(in context: ActionContext) throws -> Outcome {
    let count: Int
    let writer = try ProviderBundleWriter.writer(in: context)
    switch change {
    case .remove(let places): count = try writer.change(bundle, in: context) { try $0.remove(places) }
    case .reorder(let places):
      count = try writer.change(bundle, in: context) { try $0.reorder(places, of: bundle) }
    case .renameItem(let number, let name):
      count = try writer.change(bundle, in: context) { try $0.rename(itemAt: number - 1, to: name) }
    case .renameFile(let place, let name):
      count = try writer.change(bundle, in: context) { draft in
        try draft.rename(
          representationAt: place.representationIndex ?? 0, ofItemAt: place.itemIndex, to: name)
      }
    case .retype(let place, let type):
      let type = try type.resolvedForContent(in: context)
      count = try writer.change(bundle, in: context) { draft in
        try draft.retype(
          representationAt: place.representationIndex ?? 0, ofItemAt: place.itemIndex, to: type.identifier)
        draft.carryDeclarations(from: context.types.registry)
      }
    }
    return Outcome(bundle: bundle, itemCount: count)
  }
}

extension BundleDraft {
  /// Removes items and representations, all of which are numbered as before.
  fileprivate mutating func remove(_ places: [BundlePlace]) throws {
    let whole = Set(places.filter { $0.representation == nil }.map(\.itemIndex))
    let parts = Dictionary(grouping: places.filter { $0.representation != nil }, by: \.itemIndex)
    for (item, places) in parts.sorted(by: { $0.key < $1.key }) {
      try remove(representationsAt: Set(places.compactMap(\.representationIndex)), ofItemAt: item)
    }
    try remove(itemsAt: whole)
  }

  /// Puts places first, in this order.
  fileprivate mutating func reorder(_ places: [BundlePlace], of bundle: FilePath) throws {
    guard let item = places.first(where: { $0.representation != nil })?.itemIndex else {
      try reorder(items: BundleDraft.order(places.map(\.itemIndex), of: items.count, "item", in: bundle))
      return
    }
    let count = items.indices.contains(item) ? items[item].representations.count : 0
    try reorder(
      representations: BundleDraft.order(
        places.compactMap(\.representationIndex), of: count, "representation", in: bundle), ofItemAt: item)
  }

  /// All places: those that were named, then the others.
  ///
  /// - Throws: a failure with the number of a place that does not exist.
  private static func order(_ named: [Int], of count: Int, _ noun: String, in bundle: FilePath) throws
    -> [Int]
  {
    for place in named where place >= count {
      throw ActionError.failure(
        "there is no \(noun) \(place + 1) to move; \(bundle) has \(BundleError.numbers(noun, count))")
    }
    let first = Set(named)
    return named + (0..<count).filter { !first.contains($0) }
  }
}
