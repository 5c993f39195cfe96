import JSONText
public import ProfferFileSystem
import UniformTypes

/// Changes of a draft; all indices count from 0.
extension BundleDraft {
  /// Adds items.
  ///
  /// - Parameters:
  ///   - added: the items.
  ///   - place: the index of the first added item; nil to add the items after the last item.
  /// - Throws: ``BundleError/Code/noSuchRepresentation`` if the index does not exist.
  public mutating func add(_ added: some Collection<Item>, at place: Int? = nil) throws(BundleError) {
    let place = place ?? items.count
    guard 0...items.count ~= place else { throw noItem(place) }
    items.insert(contentsOf: added, at: place)
  }

  /// Adds representations to an item, after the existing representations.
  ///
  /// A promise among the added representations identifies its source by an index that counts only the added
  /// representations.
  ///
  /// - Parameters:
  ///   - added: the representations, best first.
  ///   - item: the index of the item.
  /// - Throws: ``BundleError/Code/noSuchRepresentation`` if the item does not exist;
  ///   ``BundleError/Code/invalidDraft`` if the item already has a representation of the same type, or if the
  ///   source of a promise is not among the added representations.
  public mutating func add(_ added: [Representation], toItemAt item: Int) throws(BundleError) {
    try requireItem(item)
    let offset = items[item].representations.count
    var types = Set(items[item].representations.map { TypeIdentifier($0.typeIdentifier) })
    var moved: [Representation] = []
    for var representation in added {
      guard types.insert(TypeIdentifier(representation.typeIdentifier)).inserted else {
        throw BundleError(
          .invalidDraft,
          "item \(item + 1) already has a representation of the type \(representation.typeIdentifier)")
      }
      if case .promise(let source, let coder) = representation.content {
        guard added.indices.contains(source) else {
          throw BundleError(
            .invalidDraft,
            "\(representation.typeIdentifier) is promised from representation "
              + "\(BundledItem.number(ofPlace: source)), which is not added")
        }
        representation.content = .promise(of: source + offset, coder: coder)
      }
      moved.append(representation)
    }
    items[item].representations += moved
  }

  /// Removes items.
  ///
  /// - Parameter places: the indices of the items.
  /// - Throws: ``BundleError/Code/noSuchRepresentation`` if an index does not exist. In this case, nothing is
  ///   removed.
  public mutating func remove(itemsAt places: Set<Int>) throws(BundleError) {
    for place in places { try requireItem(place) }
    items = items.selecting(items.indices.filter { !places.contains($0) })
  }

  /// Removes representations of an item.
  ///
  /// If the item has a preview in its bundle, the preview is removed as well, because it may show a removed
  /// representation.
  ///
  /// - Parameters:
  ///   - places: the indices of the representations in the item.
  ///   - item: the index of the item.
  /// - Throws: ``BundleError/Code/noSuchRepresentation`` if an index does not exist;
  ///   ``BundleError/Code/invalidDraft`` if a remaining promise is made from a removed representation. In
  ///   both cases, nothing is removed.
  public mutating func remove(representationsAt places: Set<Int>, ofItemAt item: Int) throws(BundleError) {
    try requireItem(item)
    for place in places { try items[item].requireRepresentation(place, of: item) }
    let kept = items[item].representations.indices.filter { !places.contains($0) }
    try items[item].keep(kept, of: item)
    // The preview may show a removed representation.
    if case .existing = items[item].preview, !places.isEmpty { items[item].preview = .absent }
  }

  /// Changes the order of the items.
  ///
  /// - Parameter order: the current indices of all items, in the new order.
  /// - Throws: ``BundleError/Code/invalidDraft`` if an item is missing or named twice.
  public mutating func reorder(items order: [Int]) throws(BundleError) {
    guard order.sorted().elementsEqual(items.indices) else {
      throw BundleError(
        .invalidDraft, "the new order must contain each of the \(items.count) items exactly once")
    }
    items = items.selecting(order)
  }

  /// Changes the order of the representations of an item; the first is the best.
  ///
  /// - Parameters:
  ///   - order: the current indices of all representations, in the new order.
  ///   - item: the index of the item.
  /// - Throws: ``BundleError/Code/noSuchRepresentation`` if the item does not exist;
  ///   ``BundleError/Code/invalidDraft`` if a representation is missing or named twice.
  public mutating func reorder(representations order: [Int], ofItemAt item: Int) throws(BundleError) {
    try requireItem(item)
    let count = items[item].representations.count
    guard order.sorted().elementsEqual(0..<count) else {
      throw BundleError(
        .invalidDraft,
        "the new order must contain each of the \(count) representations of item \(item + 1) exactly once"
      )
    }
    try items[item].keep(order, of: item)
  }

  /// Changes or removes the suggested name of an item.
  ///
  /// - Parameters:
  ///   - item: the index of the item.
  ///   - name: the suggested name; nil to remove the name.
  /// - Throws: ``BundleError/Code/noSuchRepresentation`` if the index does not exist.
  public mutating func rename(itemAt item: Int, to name: String?) throws(BundleError) {
    try requireItem(item)
    items[item].suggestedName = name
  }

  /// Changes the file name of a representation.
  ///
  /// - Parameters:
  ///   - place: the index of the representation in the item.
  ///   - item: the index of the item.
  ///   - name: the name of the file.
  /// - Throws: ``BundleError/Code/noSuchRepresentation`` if an index does not exist.
  public mutating func rename(
    representationAt place: Int, ofItemAt item: Int, to name: FileName
  ) throws(BundleError) {
    try requireItem(item)
    try items[item].requireRepresentation(place, of: item)
    items[item].representations[place].name = name
  }

  /// Changes the type of a representation; the bytes stay the same.
  ///
  /// - Parameters:
  ///   - place: the index of the representation in the item.
  ///   - item: the index of the item.
  ///   - typeIdentifier: the new type.
  /// - Throws: ``BundleError/Code/noSuchRepresentation`` if an index does not exist;
  ///   ``BundleError/Code/invalidDraft`` if another representation of the item has the new type.
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
        "item \(item + 1) already has a representation of the type \(other.typeIdentifier)"
      )
    }
    items[item].representations[place].typeIdentifier = typeIdentifier
  }

  /// Adds the contents of another draft after the contents of this draft.
  ///
  /// If both drafts declare the same type, this draft's declaration is used. Equal payloads are stored once.
  /// The foreign entries of both drafts are kept.
  ///
  /// - Parameter other: the draft to add.
  /// - Throws: ``BundleError/Code/invalidDraft`` if the drafts have different foreign entries with the same
  ///   name.
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
          "both bundles contain a different \(PrintableText.escaped(entry.path.utf8)) outside their items; remove one of them"
        )
      }
    }
    items.append(contentsOf: other.items)
    carry(other.typeDeclarations)
    // JSON compares keys byte by byte, so these keys are compared in the same way.
    var keys = Set(unknownMembers.map { Array($0.key.utf8) })
    for member in other.unknownMembers where keys.insert(Array(member.key.utf8)).inserted {
      unknownMembers.append(member)
    }
  }

  /// Splits the draft into parts and returns a draft for each part.
  ///
  /// Every new draft contains everything that belongs to the bundle as a whole.
  ///
  /// - Parameter parts: the indices of the items of each part; nil to make a part of every item.
  /// - Returns: the drafts, in the order of the parts.
  /// - Throws: ``BundleError/Code/noSuchRepresentation`` if an index does not exist.
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

  /// Keeps only the representations at the given indices, in the order of the indices, and adapts promises to
  /// the new indices.
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
