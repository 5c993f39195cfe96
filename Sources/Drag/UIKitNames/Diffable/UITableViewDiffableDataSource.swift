#if !canImport(Darwin)
  public import DragAndDrop
  public import Foundation

  /// A data source that shows a snapshot of identifiers in a table.
  ///
  /// As in UIKit, rows cannot be moved unless a subclass overrides `canMoveRowAt` and `moveRowAt`.
  @preconcurrency @MainActor
  open class UITableViewDiffableDataSource<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable>:
    DiffableDataSource<SectionIdentifierType, ItemIdentifierType>, TableViewDataSource
  {
    /// A closure that makes the cell of an item.
    public typealias CellProvider = (
      _ tableView: TableView, _ indexPath: IndexPath, _ itemIdentifier: ItemIdentifierType
    ) -> TableViewCell?

    /// The animation of changes; has no effect, because nothing is animated.
    open var defaultRowAnimation = TableView.RowAnimation.automatic
    private let cellProvider: CellProvider

    /// Makes an empty data source, and sets it as the data source of a table.
    ///
    /// - Parameters:
    ///   - tableView: the table, which references the data source weakly.
    ///   - cellProvider: makes the cell of an item.
    public init(tableView: TableView, cellProvider: @escaping CellProvider) {
      self.cellProvider = cellProvider
      super.init(tableView)
      tableView.dataSource = self
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
