#if !canImport(Darwin)
  public import DragAndDrop
  public import Foundation

  // MARK: Tables

  /// A table that is not drawn.
  public typealias UITableView = TableView
  /// A cell of a table.
  public typealias UITableViewCell = TableViewCell
  /// Provides the rows of a table.
  public typealias UITableViewDataSource = TableViewDataSource
  /// A data source that implements `canMoveRowAt` in a subclass of the class that conforms to
  /// ``UITableViewDataSource``.
  public typealias UITableViewCanMoveRowAt = TableViewCanMoveRowAt
  /// A data source that implements `moveRowAt` in a subclass of the class that conforms to
  /// ``UITableViewDataSource``.
  public typealias UITableViewMoveRowAt = TableViewMoveRowAt
  /// Receives notifications of selections in a table.
  public typealias UITableViewDelegate = TableViewDelegate
  /// Provides the drag items of a table and is notified of the table's drags.
  public typealias UITableViewDragDelegate = TableViewDragDelegate
  /// Receives the items that are dropped on a table.
  public typealias UITableViewDropDelegate = TableViewDropDelegate
  /// The items of a drop on a table, and methods that move the items to their destinations.
  public typealias UITableViewDropCoordinator = TableViewDropCoordinator
  /// An item that was dropped on a table.
  public typealias UITableViewDropItem = TableViewDropItem
  /// A table's proposal for handling a drag.
  public typealias UITableViewDropProposal = TableViewDropProposal
  /// The effect that a drop has at its destination in a table.
  public typealias UITableViewDropIntent = TableViewDropProposal.Intent
  /// A placeholder in a table.
  public typealias UITableViewPlaceholder = TableViewPlaceholder
  /// A placeholder that a drop inserts into a table.
  public typealias UITableViewDropPlaceholder = TableViewDropPlaceholder
  /// A context that replaces a placeholder in a table with a row, or deletes the placeholder.
  public typealias UITableViewDropPlaceholderContext = TableViewDropPlaceholderContext
  /// The animation of a change of rows; has no effect.
  public typealias UITableViewRowAnimation = TableView.RowAnimation
  /// The position to which a selected row is scrolled; has no effect.
  public typealias UITableViewScrollPosition = TableView.ScrollPosition

  extension TableView {
    /// The grouping of a table's rows; nothing is drawn, so the values have no effect.
    public enum Style: Int, Sendable, Hashable {
      /// Rows without groups.
      case plain = 0
      /// Rows in groups.
      case grouped = 1
      /// Rows in groups with a margin.
      case insetGrouped = 2
    }

    /// Makes an empty table.
    ///
    /// - Parameters:
    ///   - frame: the frame, in the coordinates of the superview.
    ///   - style: has no effect, because nothing is drawn.
    public convenience init(frame: CGRect, style: Style) { self.init(frame: frame) }
  }

  // MARK: Collections

  /// A collection that is not drawn.
  public typealias UICollectionView = CollectionView
  /// A cell of a collection.
  public typealias UICollectionViewCell = CollectionViewCell
  /// Provides the items of a collection.
  public typealias UICollectionViewDataSource = CollectionViewDataSource
  /// A data source that implements `canMoveItemAt` in a subclass of the class that conforms to
  /// ``UICollectionViewDataSource``.
  public typealias UICollectionViewCanMoveItemAt = CollectionViewCanMoveItemAt
  /// A data source that implements `moveItemAt` in a subclass of the class that conforms to
  /// ``UICollectionViewDataSource``.
  public typealias UICollectionViewMoveItemAt = CollectionViewMoveItemAt
  /// Receives notifications of selections in a collection.
  public typealias UICollectionViewDelegate = CollectionViewDelegate
  /// Provides the drag items of a collection and is notified of the collection's drags.
  public typealias UICollectionViewDragDelegate = CollectionViewDragDelegate
  /// Receives the items that are dropped on a collection.
  public typealias UICollectionViewDropDelegate = CollectionViewDropDelegate
  /// The items of a drop on a collection, and methods that move the items to their destinations.
  public typealias UICollectionViewDropCoordinator = CollectionViewDropCoordinator
  /// An item that was dropped on a collection.
  public typealias UICollectionViewDropItem = CollectionViewDropItem
  /// A collection's proposal for handling a drag.
  public typealias UICollectionViewDropProposal = CollectionViewDropProposal
  /// The effect that a drop has at its destination in a collection.
  public typealias UICollectionViewDropIntent = CollectionViewDropProposal.Intent
  /// A placeholder in a collection.
  public typealias UICollectionViewPlaceholder = CollectionViewPlaceholder
  /// A placeholder that a drop inserts into a collection.
  public typealias UICollectionViewDropPlaceholder = CollectionViewDropPlaceholder
  /// A context that replaces a placeholder in a collection with an item, or deletes the placeholder.
  public typealias UICollectionViewDropPlaceholderContext = CollectionViewDropPlaceholderContext
#endif
