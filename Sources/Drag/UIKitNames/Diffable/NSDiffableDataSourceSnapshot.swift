#if !canImport(Darwin)
  /// The sections and items of a list at one time, by their identifiers.
  ///
  /// Each identifier occurs once. UIKit raises an exception for an identifier that occurs twice or that does not
  /// exist; this type ignores such an identifier.
  public struct NSDiffableDataSourceSnapshot<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable> {
    private var sections: [(identifier: SectionIdentifierType, items: [ItemIdentifierType])] = []
    /// The sections that were marked to be reloaded, in the order of the calls.
    public private(set) var reloadedSectionIdentifiers: [SectionIdentifierType] = []
    /// The items that were marked to be reloaded, in the order of the calls.
    public private(set) var reloadedItemIdentifiers: [ItemIdentifierType] = []
    /// The items that were marked to be configured again, in the order of the calls.
    public private(set) var reconfiguredItemIdentifiers: [ItemIdentifierType] = []

    /// Makes an empty snapshot.
    public init() {}

    // MARK: Reading

    /// The number of items in all sections.
    public var numberOfItems: Int { sections.reduce(0) { $0 + $1.items.count } }
    /// The number of sections.
    public var numberOfSections: Int { sections.count }
    /// The sections, in order.
    public var sectionIdentifiers: [SectionIdentifierType] { sections.map(\.identifier) }
    /// The items of all sections, in order.
    public var itemIdentifiers: [ItemIdentifierType] { sections.flatMap(\.items) }

    /// Returns the number of items in a section; 0 if the section does not exist.
    ///
    /// - Parameter identifier: the section.
    /// - Returns: the number of items.
    public func numberOfItems(inSection identifier: SectionIdentifierType) -> Int {
      itemIdentifiers(inSection: identifier).count
    }

    /// Returns the items of a section, in order; no items if the section does not exist.
    ///
    /// - Parameter identifier: the section.
    /// - Returns: the items.
    public func itemIdentifiers(inSection identifier: SectionIdentifierType) -> [ItemIdentifierType] {
      indexOfSection(identifier).map { sections[$0].items } ?? []
    }

    /// Returns the section that contains an item; nil if the item does not exist.
    ///
    /// - Parameter identifier: the item.
    /// - Returns: the section.
    public func sectionIdentifier(containingItem identifier: ItemIdentifierType) -> SectionIdentifierType? {
      place(of: identifier).map { sections[$0.section].identifier }
    }

    /// Returns the index of an item among the items of all sections; nil if the item does not exist.
    ///
    /// - Parameter identifier: the item.
    /// - Returns: the index.
    public func indexOfItem(_ identifier: ItemIdentifierType) -> Int? {
      itemIdentifiers.firstIndex(of: identifier)
    }

    /// Returns the index of a section; nil if the section does not exist.
    ///
    /// - Parameter identifier: the section.
    /// - Returns: the index.
    public func indexOfSection(_ identifier: SectionIdentifierType) -> Int? {
      sections.firstIndex { $0.identifier == identifier }
    }

    /// Returns the section and the index in the section of an item; nil if the item does not exist.
    func place(of identifier: ItemIdentifierType) -> (section: Int, item: Int)? {
      for (section, content) in sections.enumerated() {
        if let item = content.items.firstIndex(of: identifier) { return (section, item) }
      }
      return nil
    }

    // MARK: Sections

    /// Adds sections at the end.
    ///
    /// - Parameter identifiers: the sections, in order.
    public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {
      insertSections(identifiers, at: sections.count)
    }

    /// Inserts sections before a section.
    ///
    /// - Parameters:
    ///   - identifiers: the sections, in order.
    ///   - toIdentifier: the section that follows the last inserted section.
    public mutating func insertSections(
      _ identifiers: [SectionIdentifierType], beforeSection toIdentifier: SectionIdentifierType
    ) { if let index = indexOfSection(toIdentifier) { insertSections(identifiers, at: index) } }

    /// Inserts sections after a section.
    ///
    /// - Parameters:
    ///   - identifiers: the sections, in order.
    ///   - toIdentifier: the section that precedes the first inserted section.
    public mutating func insertSections(
      _ identifiers: [SectionIdentifierType], afterSection toIdentifier: SectionIdentifierType
    ) { if let index = indexOfSection(toIdentifier) { insertSections(identifiers, at: index + 1) } }

    private mutating func insertSections(_ identifiers: [SectionIdentifierType], at index: Int) {
      var known = Set(sectionIdentifiers)
      let new = identifiers.filter { known.insert($0).inserted }
      sections.insert(contentsOf: new.map { ($0, []) }, at: index)
    }

    /// Deletes sections and their items.
    ///
    /// - Parameter identifiers: the sections.
    public mutating func deleteSections(_ identifiers: [SectionIdentifierType]) {
      let deleted = Set(identifiers)
      sections.removeAll { deleted.contains($0.identifier) }
    }

    /// Moves a section before another section.
    ///
    /// - Parameters:
    ///   - identifier: the section.
    ///   - toIdentifier: the section that follows the moved section after the move.
    public mutating func moveSection(
      _ identifier: SectionIdentifierType, beforeSection toIdentifier: SectionIdentifierType
    ) { moveSection(identifier, nextTo: toIdentifier, offset: 0) }

    /// Moves a section after another section.
    ///
    /// - Parameters:
    ///   - identifier: the section.
    ///   - toIdentifier: the section that precedes the moved section after the move.
    public mutating func moveSection(
      _ identifier: SectionIdentifierType, afterSection toIdentifier: SectionIdentifierType
    ) { moveSection(identifier, nextTo: toIdentifier, offset: 1) }

    private mutating func moveSection(
      _ identifier: SectionIdentifierType, nextTo other: SectionIdentifierType, offset: Int
    ) {
      guard identifier != other, let from = indexOfSection(identifier), indexOfSection(other) != nil else {
        return
      }
      let section = sections.remove(at: from)
      if let to = indexOfSection(other) { sections.insert(section, at: to + offset) }
    }

    /// Marks sections to be reloaded when the snapshot is applied.
    ///
    /// - Parameter identifiers: the sections.
    public mutating func reloadSections(_ identifiers: [SectionIdentifierType]) {
      reloadedSectionIdentifiers += identifiers.filter { indexOfSection($0) != nil }
    }

    // MARK: Items

    /// Adds items at the end of a section.
    ///
    /// - Parameters:
    ///   - identifiers: the items, in order.
    ///   - sectionIdentifier: the section; nil for the last section.
    public mutating func appendItems(
      _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil
    ) {
      let section = sectionIdentifier.map { indexOfSection($0) } ?? sections.indices.last
      if let section { insertItems(identifiers, at: (section, sections[section].items.count)) }
    }

    /// Inserts items before an item.
    ///
    /// - Parameters:
    ///   - identifiers: the items, in order.
    ///   - beforeIdentifier: the item that follows the last inserted item.
    public mutating func insertItems(
      _ identifiers: [ItemIdentifierType], beforeItem beforeIdentifier: ItemIdentifierType
    ) { if let place = place(of: beforeIdentifier) { insertItems(identifiers, at: place) } }

    /// Inserts items after an item.
    ///
    /// - Parameters:
    ///   - identifiers: the items, in order.
    ///   - afterIdentifier: the item that precedes the first inserted item.
    public mutating func insertItems(
      _ identifiers: [ItemIdentifierType], afterItem afterIdentifier: ItemIdentifierType
    ) {
      if let place = place(of: afterIdentifier) {
        insertItems(identifiers, at: (place.section, place.item + 1))
      }
    }

    private mutating func insertItems(
      _ identifiers: [ItemIdentifierType], at place: (section: Int, item: Int)
    ) {
      var known = Set(itemIdentifiers)
      let new = identifiers.filter { known.insert($0).inserted }
      sections[place.section].items.insert(contentsOf: new, at: place.item)
    }

    /// Deletes items.
    ///
    /// - Parameter identifiers: the items.
    public mutating func deleteItems(_ identifiers: [ItemIdentifierType]) {
      let deleted = Set(identifiers)
      for section in sections.indices { sections[section].items.removeAll { deleted.contains($0) } }
    }

    /// Deletes all items and sections.
    public mutating func deleteAllItems() { sections = [] }

    /// Moves an item before another item, also of another section.
    ///
    /// - Parameters:
    ///   - identifier: the item.
    ///   - toIdentifier: the item that follows the moved item after the move.
    public mutating func moveItem(
      _ identifier: ItemIdentifierType, beforeItem toIdentifier: ItemIdentifierType
    ) { moveItem(identifier, nextTo: toIdentifier, offset: 0) }

    /// Moves an item after another item, also of another section.
    ///
    /// - Parameters:
    ///   - identifier: the item.
    ///   - toIdentifier: the item that precedes the moved item after the move.
    public mutating func moveItem(
      _ identifier: ItemIdentifierType, afterItem toIdentifier: ItemIdentifierType
    ) { moveItem(identifier, nextTo: toIdentifier, offset: 1) }

    private mutating func moveItem(
      _ identifier: ItemIdentifierType, nextTo other: ItemIdentifierType, offset: Int
    ) {
      guard identifier != other, place(of: other) != nil, let from = place(of: identifier) else { return }
      sections[from.section].items.remove(at: from.item)
      if let to = place(of: other) {
        sections[to.section].items.insert(identifier, at: to.item + offset)
      }
    }

    /// Moves the item at a path to another path, as a list reports the move of a row.
    mutating func moveItem(at path: (section: Int, item: Int), to newPath: (section: Int, item: Int)) {
      guard sections.indices.contains(path.section), sections.indices.contains(newPath.section),
        sections[path.section].items.indices.contains(path.item)
      else { return }
      let item = sections[path.section].items.remove(at: path.item)
      let end = sections[newPath.section].items.count
      sections[newPath.section].items.insert(item, at: min(max(0, newPath.item), end))
    }

    /// Marks items to be reloaded when the snapshot is applied.
    ///
    /// - Parameter identifiers: the items.
    public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) {
      reloadedItemIdentifiers += identifiers.filter(Set(itemIdentifiers).contains)
    }

    /// Marks items to be configured again when the snapshot is applied; their cells are requested again.
    ///
    /// - Parameter identifiers: the items.
    public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) {
      reconfiguredItemIdentifiers += identifiers.filter(Set(itemIdentifiers).contains)
    }

    /// The snapshot without its marks, as a data source returns it.
    var unmarked: Self {
      var snapshot = self
      snapshot.reloadedSectionIdentifiers = []
      snapshot.reloadedItemIdentifiers = []
      snapshot.reconfiguredItemIdentifiers = []
      return snapshot
    }
  }

  extension NSDiffableDataSourceSnapshot: Sendable
  where SectionIdentifierType: Sendable, ItemIdentifierType: Sendable {}
#endif
