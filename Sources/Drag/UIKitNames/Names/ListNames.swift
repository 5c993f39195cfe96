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
  public typealias UICollectionViewDropPlaceholder = CollectionViewDropPlaceholder
  /// A context that replaces a placeholder in a collection with an item, or deletes the placeholder.
  public typealias UICollectionViewDropPlaceholderContext = CollectionViewDropPlaceholderContext

  /// The layout of a collection's items.
  @MainActor
  open class UICollectionViewLayout {
    /// Returns the number of columns that fit a width.
    func columnCount(inWidth width: CGFloat) -> Int { 1 }
    /// The height of an item.
    var itemHeight: CGFloat { 44 }

    /// Makes a single-column layout.
    public init() {}
  }

  /// A layout that arranges items of equal size in rows.
  @MainActor
  open class UICollectionViewFlowLayout: UICollectionViewLayout {
    /// The size of an item, in points.
    ///
    /// A collection reads the size only once, when the collection is made with the layout.
    public var itemSize = CGSize(width: 50, height: 50)

    override func columnCount(inWidth width: CGFloat) -> Int {
      itemSize.width > 0 ? max(1, Int(width / itemSize.width)) : 1
    }
    override var itemHeight: CGFloat { itemSize.height }
  }

  extension CollectionView {
    /// Makes an empty collection.
    ///
    /// - Parameters:
    ///   - frame: the frame, in the coordinates of the superview.
    ///   - layout: the layout, which determines the number of columns and the height of the items.
    public convenience init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
      self.init(frame: frame)
      columnCount = layout.columnCount(inWidth: frame.size.width)
      rowHeight = layout.itemHeight
    }
  }
#endif
