#if !canImport(Darwin)
  import DragAndDrop
  import Foundation

  /// The current snapshot of a diffable data source, and the list that shows the snapshot.
  @MainActor
  final class DiffableContent<Section: Hashable, Item: Hashable> {
    typealias Snapshot = NSDiffableDataSourceSnapshot<Section, Item>

    private(set) var snapshot = Snapshot()
    private weak var list: ListView?

    init(_ list: ListView) { self.list = list }

    func item(at path: IndexPath) -> Item? {
      guard path.count == 2, snapshot.sectionIdentifiers.indices.contains(path.section) else { return nil }
      let items = snapshot.itemIdentifiers(inSection: snapshot.sectionIdentifiers[path.section])
      return items.indices.contains(path.item) ? items[path.item] : nil
    }

    func path(of item: Item) -> IndexPath? {
      snapshot.place(of: item).map { IndexPath(item: $0.item, section: $0.section) }
    }

    func section(at index: Int) -> Section? {
      let sections = snapshot.sectionIdentifiers
      return sections.indices.contains(index) ? sections[index] : nil
    }

    func itemCount(inSection index: Int) -> Int {
      section(at: index).map(snapshot.numberOfItems(inSection:)) ?? 0
    }

    /// Replaces the snapshot, and changes only the rows that differ; rows keep their selection and their drags.
    ///
    /// If the sections differ, the list is reloaded.
    func apply(_ new: Snapshot, usingReloadData: Bool = false) {
      let old = snapshot
      snapshot = new.unmarked
      guard let list else { return }
      if usingReloadData || old.sectionIdentifiers != new.sectionIdentifiers { return list.reloadData() }
      let changes = changes(from: old, to: new)
      let reloaded = new.reloadedItemIdentifiers + new.reconfiguredItemIdentifiers
      let sections = IndexSet(new.reloadedSectionIdentifiers.compactMap(new.indexOfSection))
      list.performBatchUpdates {
        if !changes.deleted.isEmpty { list.deletePaths(changes.deleted) }
        if !changes.inserted.isEmpty { list.insertPaths(changes.inserted) }
        if !reloaded.isEmpty { list.reloadPaths(reloaded.compactMap(path(of:))) }
      }
      if !sections.isEmpty { list.reloadSections(sections) }
    }

    private func changes(
      from old: Snapshot, to new: Snapshot
    ) -> (deleted: [IndexPath], inserted: [IndexPath]) {
      var (deleted, inserted): ([IndexPath], [IndexPath]) = ([], [])
      for (index, section) in new.sectionIdentifiers.enumerated() {
        let (before, after) = (
          old.itemIdentifiers(inSection: section), new.itemIdentifiers(inSection: section)
        )
        for change in difference(from: before, to: after) {
          switch change {
          case .remove(let offset, _, _): deleted.append(IndexPath(item: offset, section: index))
          case .insert(let offset, _, _): inserted.append(IndexPath(item: offset, section: index))
          }
        }
      }
      return (deleted, inserted)
    }

    /// Returns the changes between two lists of unique items; linear in the number of items that keep their order.
    private func difference(from old: [Item], to new: [Item]) -> [CollectionDifference<Item>.Change] {
      let (known, kept) = (Set(old), Set(new))
      if old.filter(kept.contains) != new.filter(known.contains) { return Array(new.difference(from: old)) }
      var changes: [CollectionDifference<Item>.Change] = []
      for (offset, element) in old.enumerated() where !kept.contains(element) {
        changes.append(.remove(offset: offset, element: element, associatedWith: nil))
      }
      for (offset, element) in new.enumerated() where !known.contains(element) {
        changes.append(.insert(offset: offset, element: element, associatedWith: nil))
      }
      return changes
    }

    /// Returns the snapshots before and after the move of an item; changes nothing.
    func moving(_ path: IndexPath, to newPath: IndexPath) -> NSDiffableDataSourceTransaction<Section, Item> {
      var moved = snapshot
      moved.moveItem(at: (path.section, path.item), to: (newPath.section, newPath.item))
      return NSDiffableDataSourceTransaction(from: snapshot, to: moved)
    }

    /// Replaces the snapshot with one in which an item was moved, and moves its row in the list.
    func set(_ moved: Snapshot, moving path: IndexPath, to newPath: IndexPath) {
      snapshot = moved
      list?.movePath(path, to: newPath)
    }
  }
#endif
