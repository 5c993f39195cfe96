#if !canImport(Darwin)
  import DragAndDrop
  public import Foundation

  /// The snapshot of a diffable data source, for tables and collections alike.
  ///
  /// Apple's API has no such type. Use ``UITableViewDiffableDataSource`` or ``UICollectionViewDiffableDataSource``.
  @preconcurrency @MainActor
  open class DiffableDataSource<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable>: NSObject {
    let content: DiffableContent<SectionIdentifierType, ItemIdentifierType>

    init(_ list: ListView) {
      content = DiffableContent(list)
      super.init()
    }

    /// The current snapshot, without marks.
    ///
    /// - Returns: the snapshot; a change of it has no effect before it is applied.
    open func snapshot() -> NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType> {
      content.snapshot
    }

    /// Shows a snapshot.
    ///
    /// Rows that both snapshots have keep their selection and their drags, if the sections are the same. Otherwise
    /// the list is reloaded.
    ///
    /// - Parameters:
    ///   - snapshot: the snapshot.
    ///   - animatingDifferences: has no effect, because nothing is animated.
    ///   - completion: called before this method returns.
    open func apply(
      _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
      animatingDifferences: Bool = true, completion: (() -> Void)? = nil
    ) {
      content.apply(snapshot)
      completion?()
    }

    /// Shows a snapshot.
    ///
    /// - Parameters:
    ///   - snapshot: the snapshot.
    ///   - animatingDifferences: has no effect, because nothing is animated.
    open func apply(
      _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
      animatingDifferences: Bool = true
    ) async { content.apply(snapshot) }

    /// Shows a snapshot by a reload of the list.
    ///
    /// - Parameters:
    ///   - snapshot: the snapshot.
    ///   - completion: called before this method returns.
    open func applySnapshotUsingReloadData(
      _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
      completion: (() -> Void)? = nil
    ) {
      content.apply(snapshot, usingReloadData: true)
      completion?()
    }

    /// Returns the section at an index; nil if the section does not exist.
    ///
    /// - Parameter index: the index.
    /// - Returns: the section.
    open func sectionIdentifier(for index: Int) -> SectionIdentifierType? { content.section(at: index) }

    /// Returns the index of a section; nil if the section does not exist.
    ///
    /// - Parameter sectionIdentifier: the section.
    /// - Returns: the index.
    open func index(for sectionIdentifier: SectionIdentifierType) -> Int? {
      content.snapshot.indexOfSection(sectionIdentifier)
    }

    /// Returns the item at a path; nil if the item does not exist.
    ///
    /// - Parameter indexPath: the path.
    /// - Returns: the item.
    open func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? { content.item(at: indexPath) }

    /// Returns the path of an item; nil if the item does not exist.
    ///
    /// - Parameter itemIdentifier: the item.
    /// - Returns: the path.
    open func indexPath(for itemIdentifier: ItemIdentifierType) -> IndexPath? {
      content.path(of: itemIdentifier)
    }
  }
#endif
