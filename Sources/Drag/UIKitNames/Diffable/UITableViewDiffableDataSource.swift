#if !canImport(Darwin)
  public import DragAndDrop
  public import Foundation

  /// A data source that shows a snapshot of identifiers in a table.
  ///
  /// As in UIKit, rows cannot be moved unless a subclass overrides `canMoveRowAt` and `moveRowAt`.
  @preconcurrency @MainActor
  open class UITableViewDiffableDataSource<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable>:
    NSObject, TableViewDataSource
  {
    /// A closure that makes the cell of an item.
    public typealias CellProvider = (
      _ tableView: TableView, _ indexPath: IndexPath, _ itemIdentifier: ItemIdentifierType
    ) -> TableViewCell?

    /// The animation of changes; has no effect, because nothing is animated.
    open var defaultRowAnimation = TableView.RowAnimation.automatic
    private let content: DiffableContent<SectionIdentifierType, ItemIdentifierType>
    private let cellProvider: CellProvider

    /// Makes an empty data source, and sets it as the data source of a table.
    ///
    /// - Parameters:
    ///   - tableView: the table, which references the data source weakly.
    ///   - cellProvider: makes the cell of an item.
    public init(tableView: TableView, cellProvider: @escaping CellProvider) {
      self.cellProvider = cellProvider
      content = DiffableContent(tableView)
      super.init()
      tableView.dataSource = self
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
    /// the table is reloaded.
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

    /// Shows a snapshot by a reload of the table.
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

    // MARK: Data source

    /// Returns the number of sections of the snapshot.
    open func numberOfSections(in tableView: TableView) -> Int { content.snapshot.numberOfSections }

    /// Returns the number of items of a section.
    open func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
      content.itemCount(inSection: section)
    }

    /// Returns the cell that the cell provider makes; an empty cell if the provider returns nil.
    open func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
      content.item(at: indexPath).flatMap { cellProvider(tableView, indexPath, $0) }
        ?? TableViewCell(style: .default, reuseIdentifier: nil)
    }

    /// Returns whether a row can be moved; false unless overridden.
    open func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool { false }

    /// Called to move a row; does nothing unless overridden.
    ///
    /// An override changes the snapshot and applies it.
    open func tableView(
      _ tableView: TableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) {}
  }
#endif
