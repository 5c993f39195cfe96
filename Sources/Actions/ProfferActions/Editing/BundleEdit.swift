public import ProfferFileSystem
import ProviderBundles
import UniformTypes

/// An action that edits the items of a bundle in place.
///
/// The bundle is replaced only when its new version is complete. If the action throws or is cancelled, the
/// bundle is unchanged. A name of an item is resolved while the bundle is locked against other writers.
public struct BundleEdit: Action {
  /// A change to a bundle; more cases may be added.
  public enum Change: Sendable {
    /// Removes items and representations.
    ///
    /// All numbers refer to the bundle before the change.
    case remove([PlaceReference])
    /// Moves the given items, or the given representations of one item, to the front, in the given order.
    case reorder([PlaceReference])
    /// Changes the suggested name of an item; nil removes the name.
    case renameItem(PlaceReference, to: String?)
    /// Changes the file name of a representation.
    case renameFile(PlaceReference, to: FileName)
    /// Changes the type of a representation.
    ///
    /// Its bytes are unchanged.
    case retype(PlaceReference, to: TypeReference)
  }

  /// The result of an edit.
  public struct Outcome: Sendable {
    /// The path of the bundle.
    public let bundle: FilePath
    /// The number of items after the edit.
    public let itemCount: Int
  }

  /// The path of the bundle.
  public var bundle: FilePath
  /// The change to the bundle.
  public var change: Change

  /// Creates an action that edits a bundle.
  ///
  /// - Parameters:
  ///   - bundle: the path of the bundle.
  ///   - change: the change to the bundle.
  public init(of bundle: FilePath, _ change: Change) {
    self.bundle = bundle
    self.change = change
  }

  /// Edits the bundle.
  ///
  /// - Parameter context: the types, folders and callbacks that the action uses.
  /// - Returns: the path of the bundle, and the number of its items.
  /// - Throws: an error if the bundle cannot be edited, for example because a place does not exist.
  public func run(in context: ActionContext) throws -> Outcome {
    let count: Int
    let writer = try ProviderBundleWriter.writer(in: context)
    // Called only while the bundle is locked, so that a name means the item that is changed.
    func resolved(_ place: PlaceReference) throws -> BundlePlace {
      try place.resolved(inBundleAt: bundle, in: context)
    }
    switch change {
    case .remove(let places):
      count = try writer.change(bundle, in: context) { try $0.remove(places.map(resolved)) }
    case .reorder(let places):
      count = try writer.change(bundle, in: context) { draft in
        let places = try places.map(resolved)
        guard Set(places).count == places.count else {
          throw ActionError.usage("an item or representation is given twice")
        }
        try draft.reorder(places, of: bundle)
      }
    case .renameItem(let place, let name):
      try place.requireItem()
      count = try writer.change(bundle, in: context) {
        try $0.rename(itemAt: resolved(place).itemIndex, to: name)
      }
    case .renameFile(let place, let name):
      count = try writer.change(bundle, in: context) { draft in
        let place = try resolved(place)
        try draft.rename(
          representationAt: place.representationIndex ?? 0, ofItemAt: place.itemIndex, to: name)
      }
    case .retype(let place, let type):
      let type = try type.resolvedForContent(in: context)
      count = try writer.change(bundle, in: context) { draft in
        let place = try resolved(place)
        try draft.retype(
          representationAt: place.representationIndex ?? 0, ofItemAt: place.itemIndex, to: type.identifier)
        draft.carryDeclarations(from: context.types.registry)
      }
    }
    return Outcome(bundle: bundle, itemCount: count)
  }
}

extension BundleDraft {
  /// Removes items and representations.
  ///
  /// All numbers refer to the draft before the removal.
  fileprivate mutating func remove(_ places: [BundlePlace]) throws {
    let whole = Set(places.filter { $0.representation == nil }.map(\.itemIndex))
    let parts = Dictionary(grouping: places.filter { $0.representation != nil }, by: \.itemIndex)
    for (item, places) in parts.sorted(by: { $0.key < $1.key }) {
      try remove(representationsAt: Set(places.compactMap(\.representationIndex)), ofItemAt: item)
    }
    try remove(itemsAt: whole)
  }

  /// Moves items, or representations of one item, to the front, in the given order.
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

  /// Returns all indexes less than `count`, beginning with the given indexes.
  ///
  /// - Throws: ``ActionError`` that states the number of a place that does not exist.
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
