import JSONText
public import ProfferFileSystem
import UniformTypes

/// Changes of a draft. All places are counted from 0.
extension BundleDraft {
  /// Adds items.
  ///
  /// - Parameters:
  ///   - added: the items.
  ///   - place: the place of the first of them; nil means after the last item.
  /// - Throws: ``BundleError/Code/noSuchRepresentation`` for a place that does not exist.
  public mutating func add(_ added: some Collection<Item>, at place: Int? = nil) throws(BundleError) {
    let place = place ?? items.count
    guard 0...items.count ~= place else { throw noItem(place) }
    items.insert(contentsOf: added, at: place)
  }

  /// Adds representations to an item, after its others.
  ///
  /// A promise among them names its source by its place among those that are added.
  ///
  /// - Parameters:
  ///   - added: the representations, best first.
  ///   - item: the place of the item.
  /// - Throws: ``BundleError/Code/noSuchRepresentation`` for an item that does not exist, ``BundleError/Code/invalidDraft``
  ///   when the item already has a representation of the type.
  public mutating func add(_ added: [Representation], toItemAt item: Int) throws(BundleError) {
    try requireItem(item)
    let offset = items[item].representations.count
    var types = Set(items[item].representations.map { TypeIdentifier($0.typeIdentifier) })
    var moved: [Representation] = []
    for var representation in added {
      guard types.insert(TypeIdentifier(representation.typeIdentifier)).inserted else {
        throw BundleError(
          .invalidDraft,
          "item \(item + 1) has a representation of the type \(representation.typeIdentifier) already; one item offers a "
            + "type once")
      }
      if case .promise(let source, let coder) = representation.content {
        guard added.indices.contains(source) else {
          throw BundleError(
            .invalidDraft,
            "\(representation.typeIdentifier) is promised from representation "
              + "\(BundledItem.number(ofPlace: source)), which is not added with it")
        }
        representation.content = .promise(of: source + offset, coder: coder)
      }
      moved.append(representation)
    }
    items[item].representations += moved
  }

  /// Removes items.
  ///
  /// - Parameter places: the places of the items.
  /// - Throws: ``BundleError/Code/noSuchRepresentation`` for a place that does not exist; then nothing is removed.
  public mutating func remove(itemsAt places: Set<Int>) throws(BundleError) {
    for place in places { try requireItem(place) }
    items = items.selecting(items.indices.filter { !places.contains($0) })
  }

  /// Removes representations of an item, and a preview that the item has in its bundle, as it may show one of them.
  ///
  /// - Parameters:
  ///   - places: the places of the representations in the item.
  ///   - item: the place of the item.
  /// - Throws: ``BundleError/Code/noSuchRepresentation`` for a place that does not exist;
  ///   ``BundleError/Code/invalidDraft`` when a promise that stays is made of one that is removed. Then nothing is
  ///   removed.
  public mutating func remove(representationsAt places: Set<Int>, ofItemAt item: Int) throws(BundleError) {
    try requireItem(item)
    for place in places { try items[item].requireRepresentation(place, of: item) }
    let kept = items[item].representations.indices.filter { !places.contains($0) }
    try items[item].keep(kept, of: item)
    // It may show what is removed.
    if case .existing = items[item].preview, !places.isEmpty { items[item].preview = .absent }
  }

  /// Puts items in another order.
  ///
  /// - Parameter order: the present places of all items, in their new order.
  /// - Throws: ``BundleError/Code/invalidDraft`` when an item is missing or named twice.
  public mutating func reorder(items order: [Int]) throws(BundleError) {
    guard order.sorted().elementsEqual(items.indices) else {
      throw BundleError(
        .invalidDraft, "a new order must name each of the \(items.count) items exactly once")
    }
    items = items.selecting(order)
  }

  /// Puts the representations of an item in another order, the best first.
  ///
  /// - Parameters:
  ///   - order: the present places of all of them, in their new order.
  ///   - item: the index of the item.
  /// - Throws: ``BundleError/Code/invalidDraft`` when one is missing or named twice.
  public mutating func reorder(representations order: [Int], ofItemAt item: Int) throws(BundleError) {
    try requireItem(item)
    let count = items[item].representations.count
    guard order.sorted().elementsEqual(0..<count) else {
      throw BundleError(
        .invalidDraft,
        "a new order must name each of the \(count) representations of item \(item + 1) exactly once"
      )
    }
    try items[item].keep(order, of: item)
  }

  /// Gives an item another suggested name, or none.
  ///
  /// - Parameters:
  ///   - item: the place of the item.
  ///   - name: the suggested name; nil suggests none.
  /// - Throws: ``BundleError/Code/noSuchRepresentation`` for a place that does not exist.
  public mutating func rename(itemAt item: Int, to name: String?) throws(BundleError) {
    try requireItem(item)
    items[item].suggestedName = name
  }

  /// Gives the file of a representation another name.
  ///
  /// - Parameters:
  ///   - place: the place of the representation in the item.
  ///   - item: the place of the item.
  ///   - name: the name of the file.
  /// - Throws: ``BundleError/Code/noSuchRepresentation`` for a place that does not exist.
  public mutating func rename(
    representationAt place: Int, ofItemAt item: Int, to name: FileName
  ) throws(BundleError) {
    try requireItem(item)
    try items[item].requireRepresentation(place, of: item)
    items[item].representations[place].name = name
  }

  /// Gives a representation another type; its bytes stay the same.
  ///
  /// - Parameters:
  ///   - place: the place of the representation in the item.
  ///   - item: the place of the item.
  ///   - typeIdentifier: the new type.
  /// - Throws: ``BundleError/Code/invalidDraft`` when another representation of the item has that type.
  public mutating func retype(
    representationAt place: Int, ofItemAt item: Int, to typeIdentifier: String
  ) throws(BundleError) {
    try requireItem(item)
    try items[item].requireRepresentation(place, of: item)
    let type = TypeIdentifier(typeIdentifier)
    for (index, other) in items[item].representations.enumerated()
    where index != place && TypeIdentifier(other.typeIdentifier) == type {
      throw BundleError(
        .invalidDraft,
        "item \(item + 1) has a representation of the type \(other.typeIdentifier) already; one item offers a type once"
      )
    }
    items[item].representations[place].typeIdentifier = typeIdentifier
  }

  /// Adds the contents of another draft after those of this one.
  ///
  /// This draft's declaration of a type takes precedence. Equal payloads are stored once. The foreign entries of both are
  /// kept.
  ///
  /// - Parameter other: the draft to add.
  /// - Throws: ``BundleError/Code/invalidDraft`` when both have different foreign entries of one name.
  public mutating func merge(_ other: BundleDraft) throws {
    var known = Dictionary(
      foreignEntries.map { (EntryPaths.folded($0.path), $0) }, uniquingKeysWith: { first, _ in first })
    for entry in other.foreignEntries {
      guard let mine = known[EntryPaths.folded(entry.path)] else {
        known[EntryPaths.folded(entry.path)] = entry
        foreignEntries.append(entry)
        continue
      }
      guard try mine.isEqual(to: entry) else {
        throw BundleError(
          .invalidDraft,
          "both bundles contain a different \(PrintableText.escaped(entry.path.utf8)) beside their items; remove one of them"
        )
      }
    }
    items.append(contentsOf: other.items)
    carry(other.typeDeclarations)
    // Keys are compared as JSON compares them, byte by byte.
    var keys = Set(unknownMembers.map { Array($0.key.utf8) })
    for member in other.unknownMembers where keys.insert(Array(member.key.utf8)).inserted {
      unknownMembers.append(member)
    }
  }

  /// A draft for each of some parts; every draft contains what belongs to the whole bundle.
  ///
  /// - Parameter parts: the places of the items of each part; nil makes a part of every item.
  /// - Returns: the drafts, in the order of the parts.
  /// - Throws: ``BundleError/Code/noSuchRepresentation`` for a place that does not exist.
  public func split(_ parts: [[Int]]? = nil) throws(BundleError) -> [BundleDraft] {
    let parts = parts ?? items.indices.map { [$0] }
    for place in parts.joined() { try requireItem(place) }
    return parts.map { places in
      var part = self
      part.items = items.selecting(places)
      return part
    }
  }

  private func requireItem(_ place: Int) throws(BundleError) {
    guard items.indices.contains(place) else { throw noItem(place) }
  }

  private func noItem(_ place: Int) -> BundleError {
    BundleError(
      .noSuchRepresentation,
      "the bundle has no item \(place + 1); it has \(BundleError.numbers("item", items.count))")
  }
}

extension BundleDraft.Item {
  fileprivate func requireRepresentation(_ place: Int, of item: Int) throws(BundleError) {
    guard representations.indices.contains(place) else {
      throw BundleError(
        .noSuchRepresentation,
        "item \(item + 1) has no representation \(place + 1); it has "
          + BundleError.numbers("representation", representations.count))
    }
  }

  /// Keeps these representations in this order, and adapts promises to the new places.
  fileprivate mutating func keep(_ places: [Int], of item: Int) throws(BundleError) {
    var kept: [BundleDraft.Representation] = []
    let newPlaces = Dictionary(uniqueKeysWithValues: places.enumerated().map { ($0.element, $0.offset) })
    for place in places {
      var representation = representations[place]
      if case .promise(let source, let coder) = representation.content {
        guard let moved = newPlaces[source] else {
          throw BundleError(
            .invalidDraft,
            "\(representation.typeIdentifier) of item \(item + 1) is promised from representation "
              + "\(BundledItem.number(ofPlace: source)), which would be removed; remove the promise as well")
        }
        representation.content = .promise(of: moved, coder: coder)
      }
      kept.append(representation)
    }
    representations = kept
  }
}
