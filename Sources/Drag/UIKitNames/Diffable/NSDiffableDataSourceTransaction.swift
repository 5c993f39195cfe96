#if !canImport(Darwin)
  /// The reordering of a list with a diffable data source: the snapshots before and after.
  public struct NSDiffableDataSourceTransaction<
    SectionIdentifierType: Hashable, ItemIdentifierType: Hashable
  > {
    /// The snapshot before the reordering.
    public let initialSnapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
    /// The snapshot after the reordering.
    public let finalSnapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>

    init(
      from initial: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
      to final: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
    ) {
      initialSnapshot = initial
      finalSnapshot = final
    }

    /// The difference between the items of both snapshots, over all sections.
    public var difference: CollectionDifference<ItemIdentifierType> {
      finalSnapshot.itemIdentifiers.difference(from: initialSnapshot.itemIdentifiers)
    }

    /// The changes of each section whose items have changed, in the order of the sections.
    public var sectionTransactions:
      [NSDiffableDataSourceSectionTransaction<SectionIdentifierType, ItemIdentifierType>]
    {
      finalSnapshot.sectionIdentifiers.compactMap { section in
        let before = initialSnapshot.itemIdentifiers(inSection: section)
        let after = finalSnapshot.itemIdentifiers(inSection: section)
        return before == after
          ? nil : NSDiffableDataSourceSectionTransaction(section, from: before, to: after)
      }
    }
  }

  /// The reordering of one section.
  public struct NSDiffableDataSourceSectionTransaction<
    SectionIdentifierType: Hashable, ItemIdentifierType: Hashable
  > {
    /// The section.
    public let sectionIdentifier: SectionIdentifierType
    /// The items before the reordering.
    public let initialSnapshot: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>
    /// The items after the reordering.
    public let finalSnapshot: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>

    init(
      _ section: SectionIdentifierType, from initial: [ItemIdentifierType], to final: [ItemIdentifierType]
    ) {
      sectionIdentifier = section
      initialSnapshot = NSDiffableDataSourceSectionSnapshot(initial)
      finalSnapshot = NSDiffableDataSourceSectionSnapshot(final)
    }

    /// The difference between the items of both snapshots.
    public var difference: CollectionDifference<ItemIdentifierType> {
      finalSnapshot.items.difference(from: initialSnapshot.items)
    }
  }

  /// The items of a section, without the hierarchy that UIKit's type has.
  public struct NSDiffableDataSourceSectionSnapshot<ItemIdentifierType: Hashable> {
    /// The items, in order.
    public private(set) var items: [ItemIdentifierType] = []
    /// The items that are not the children of others: all items.
    public var rootItems: [ItemIdentifierType] { items }
    /// The items whose parents are expanded: all items.
    public var visibleItems: [ItemIdentifierType] { items }

    /// Makes an empty snapshot.
    public init() {}

    init(_ items: [ItemIdentifierType]) { self.items = items }

    /// Returns whether an item exists.
    ///
    /// - Parameter item: the item.
    /// - Returns: `true` if the item exists.
    public func contains(_ item: ItemIdentifierType) -> Bool { items.contains(item) }

    /// Returns the index of an item; nil if the item does not exist.
    ///
    /// - Parameter item: the item.
    /// - Returns: the index.
    public func index(of item: ItemIdentifierType) -> Int? { items.firstIndex(of: item) }

    /// Adds items at the end; items that exist are ignored.
    ///
    /// - Parameter items: the items, in order.
    public mutating func append(_ items: [ItemIdentifierType]) {
      var known = Set(self.items)
      self.items += items.filter { known.insert($0).inserted }
    }

    /// Deletes items.
    ///
    /// - Parameter items: the items.
    public mutating func delete(_ items: [ItemIdentifierType]) {
      let deleted = Set(items)
      self.items.removeAll(where: deleted.contains)
    }

    /// Deletes all items.
    public mutating func deleteAll() { items = [] }
  }

  extension NSDiffableDataSourceTransaction: Sendable
  where SectionIdentifierType: Sendable, ItemIdentifierType: Sendable {}
  extension NSDiffableDataSourceSectionTransaction: Sendable
  where SectionIdentifierType: Sendable, ItemIdentifierType: Sendable {}
  extension NSDiffableDataSourceSectionSnapshot: Sendable where ItemIdentifierType: Sendable {}
#endif
