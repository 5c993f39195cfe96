public import FileSystem
package import JSONText
import ZipArchives

/// Changes to what a bundle will consist of. All places are counted from 0.
extension BundleDraft {
  /// Adds items.
  ///
  /// - Parameter place: where the first of them will be; nil is behind the last item.
  /// - Throws: ``BundleError/Code/noSuchRepresentation`` for a place that is not there.
  public mutating func add(_ added: some Collection<Item>, at place: Int? = nil) throws(BundleError) {
    let place = place ?? items.count
    guard 0...items.count ~= place else { throw noItem(place) }
    items.insert(contentsOf: added, at: place)
  }

  /// Adds representations to an item, behind those it has.
  ///
  /// A promise among them is made of one of them, counted from the first that is added.
  ///
  /// - Throws: ``BundleError/Code/noSuchRepresentation`` for an item that is not there, ``BundleError/Code/invalidDraft``
  ///   when the item has a representation of the type already.
  public mutating func add(_ added: [Representation], toItemAt item: Int) throws(BundleError) {
    try requireItem(item)
    let offset = items[item].representations.count
    var types = Set(items[item].representations.map { $0.typeIdentifier.lowercased() })
    var moved: [Representation] = []
    for var representation in added {
      guard types.insert(representation.typeIdentifier.lowercased()).inserted else {
        throw BundleError(
          .invalidDraft,
          "item \(item + 1) has a representation of the type \(representation.typeIdentifier) already; one item offers a "
            + "type once")
      }
      if case .promise(let source, let coder) = representation.content {
        representation.content = .promise(of: source + offset, coder: coder)
      }
      moved.append(representation)
    }
    items[item].representations += moved
  }

  /// Removes items.
  ///
  /// - Throws: ``BundleError/Code/noSuchRepresentation`` for a place that is not there; nothing is removed then.
  public mutating func remove(itemsAt places: Set<Int>) throws(BundleError) {
    for place in places { try requireItem(place) }
    items = items.selecting(items.indices.filter { !places.contains($0) })
  }

  /// Removes representations of an item.
  ///
  /// - Throws: ``BundleError/Code/noSuchRepresentation`` for a place that is not there;
  ///   ``BundleError/Code/invalidDraft`` when a promise that stays is made of what goes. Nothing is removed then.
  public mutating func remove(representationsAt places: Set<Int>, ofItemAt item: Int) throws(BundleError) {
    try requireItem(item)
    for place in places { try items[item].requireRepresentation(place, of: item) }
    let kept = items[item].representations.indices.filter { !places.contains($0) }
    try items[item].keep(kept, of: item)
  }

  /// Puts items in another order.
  ///
  /// - Parameter order: the places of all items as they are now, in the order they will have.
  /// - Throws: ``BundleError/Code/invalidDraft`` when an item is missing or named twice.
  public mutating func reorder(items order: [Int]) throws(BundleError) {
    guard order.sorted().elementsEqual(items.indices) else {
      throw BundleError(
        .invalidDraft, "a new order names each of the \(items.count) items once, and this one does not")
    }
    items = items.selecting(order)
  }

  /// Puts the representations of an item in another order, the best first.
  ///
  /// - Parameter order: the places of all of them as they are now, in the order they will have.
  /// - Throws: ``BundleError/Code/invalidDraft`` when one is missing or named twice.
  public mutating func reorder(representations order: [Int], ofItemAt item: Int) throws(BundleError) {
    try requireItem(item)
    let count = items[item].representations.count
    guard order.sorted().elementsEqual(0..<count) else {
      throw BundleError(
        .invalidDraft,
        "a new order names each of the \(count) representations of item \(item + 1) once, and this one does not"
      )
    }
    try items[item].keep(order, of: item)
  }

  /// Gives an item another suggested name, or none.
  public mutating func rename(itemAt item: Int, to name: String?) throws(BundleError) {
    try requireItem(item)
    items[item].suggestedName = name
  }

  /// Gives the file that a representation is another name.
  public mutating func rename(
    representationAt place: Int, ofItemAt item: Int, to name: FileName
  ) throws(BundleError) {
    try requireItem(item)
    try items[item].requireRepresentation(place, of: item)
    items[item].representations[place].name = name
  }

  /// Gives a representation another type; its bytes stay as they are.
  ///
  /// - Throws: ``BundleError/Code/invalidDraft`` when another representation of the item has that type.
  public mutating func retype(
    representationAt place: Int, ofItemAt item: Int, to typeIdentifier: String
  ) throws(BundleError) {
    try requireItem(item)
    try items[item].requireRepresentation(place, of: item)
    let folded = typeIdentifier.lowercased()
    for (index, other) in items[item].representations.enumerated()
    where index != place && other.typeIdentifier.lowercased() == folded {
      throw BundleError(
        .invalidDraft,
        "item \(item + 1) has a representation of the type \(other.typeIdentifier) already; one item offers a type once"
      )
    }
    items[item].representations[place].typeIdentifier = typeIdentifier
  }

  /// Adds all that another draft consists of, behind what is here.
  ///
  /// A type that both declare is declared as here. Equal payloads of both are stored once. What lies beside the items is
  /// kept of both.
  ///
  /// - Throws: ``BundleError/Code/invalidDraft`` when both have something else of one name beside their items.
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
          "both bundles hold a \(PrintableText.escaped(entry.path.utf8)) of their own beside their items; take one out"
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

  /// Drafts of a part of the items each, in the order of the parts; what concerns the whole bundle goes with every part.
  ///
  /// - Parameter parts: the places of the items of each part; nil makes a part of every item.
  /// - Throws: ``BundleError/Code/noSuchRepresentation`` for a place that is not there.
  public func split(_ parts: [[Int]]? = nil) throws(BundleError) -> [BundleDraft] {
    let parts = parts ?? items.indices.map { [$0] }
    for place in parts.joined() { try requireItem(place) }
    return parts.map { places in
      var part = self
      part.items = items.selecting(places)
      return part
    }
  }

  /// Adds declarations of types that are not declared here yet.
  package mutating func carry(_ declarations: [JSONNode]) {
    var known = Set(typeDeclarations.compactMap(BundleDraft.identifier))
    for declaration in declarations {
      // What has no identifier is no declaration that this version knows; it is kept as it is.
      if let identifier = BundleDraft.identifier(of: declaration), !known.insert(identifier).inserted {
        continue
      }
      typeDeclarations.append(declaration)
    }
  }

  /// The identifier that a declaration declares, as types are compared.
  private static func identifier(of declaration: JSONNode) -> String? {
    declaration["UTTypeIdentifier"]?.stringValue?.lowercased()
  }

  private func requireItem(_ place: Int) throws(BundleError) {
    guard items.indices.contains(place) else { throw noItem(place) }
  }

  private func noItem(_ place: Int) -> BundleError {
    BundleError(
      .noSuchRepresentation,
      "there is no item \(place + 1); there \(items.count == 1 ? "is 1 item" : "are \(items.count) items")")
  }
}

extension BundleDraft.Item {
  fileprivate func requireRepresentation(_ place: Int, of item: Int) throws(BundleError) {
    guard representations.indices.contains(place) else {
      throw BundleError(
        .noSuchRepresentation,
        "there is no representation \(place + 1) of item \(item + 1), which has \(representations.count)")
    }
  }

  /// Keeps these representations in this order; promises go on naming what they are made of.
  fileprivate mutating func keep(_ places: [Int], of item: Int) throws(BundleError) {
    var kept: [BundleDraft.Representation] = []
    let newPlaces = Dictionary(uniqueKeysWithValues: places.enumerated().map { ($0.element, $0.offset) })
    for place in places {
      var representation = representations[place]
      if case .promise(let source, let coder) = representation.content {
        guard let moved = newPlaces[source] else {
          throw BundleError(
            .invalidDraft,
            "\(representation.typeIdentifier) of item \(item + 1) is promised of representation \(source + 1), which "
              + "would go; remove the promise as well")
        }
        representation.content = .promise(of: moved, coder: coder)
      }
      kept.append(representation)
    }
    representations = kept
  }
}

extension ForeignEntry {
  /// Whether both are the same: two folders, or two files with the same bytes.
  fileprivate func isEqual(to other: ForeignEntry) throws -> Bool {
    guard path == other.path else { return false }
    switch (try bytes(), try other.bytes()) {
    case (nil, nil): return true
    case (let mine?, let others?): return try mine.hasSameBytes(as: others)
    default: return false
    }
  }

  /// Where the bytes of a file are; nil for a folder.
  private func bytes() throws -> FileRange? {
    switch content {
    case .folder: return nil
    case .entry(let entry, let archive):
      return FileRange(
        file: archive, offset: try StrictZipReader.payloadOffset(of: entry, in: archive),
        byteCount: entry.byteCount)
    case .file(let path):
      let (file, status) = try OpenFile.examiningRegular(path, followingLinks: false)
      return FileRange(file: file, offset: 0, byteCount: status.byteCount)
    case .range(let range): return range
    }
  }
}
