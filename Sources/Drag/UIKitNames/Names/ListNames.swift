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
  /// Follows the selection of a table.
  public typealias UITableViewDelegate = TableViewDelegate
  /// Provides the drag items of a table, and follows its drags.
  public typealias UITableViewDragDelegate = TableViewDragDelegate
  /// Receives the items that are dropped on a table.
  public typealias UITableViewDropDelegate = TableViewDropDelegate
  /// The items of a drop on a table, and methods that place them.
  public typealias UITableViewDropCoordinator = TableViewDropCoordinator
  /// An item that was dropped on a table.
  public typealias UITableViewDropItem = TableViewDropItem
  /// How the receiver of a table proposes to handle a drag.
  public typealias UITableViewDropProposal = TableViewDropProposal
  /// What a drop into a table does at its destination.
  public typealias UITableViewDropIntent = TableViewDropProposal.Intent
  /// A placeholder in a table.
  public typealias UITableViewDropPlaceholder = TableViewDropPlaceholder
  /// A placeholder in a table that was inserted.
  public typealias UITableViewDropPlaceholderContext = TableViewDropPlaceholderContext
  /// How a change of rows would be animated.
  public typealias UITableViewRowAnimation = TableView.RowAnimation
  /// Where a selected row would be scrolled to.
  public typealias UITableViewScrollPosition = TableView.ScrollPosition

  extension TableView {
    /// How the rows of a table are grouped; nothing is drawn, so all are the same.
    public enum Style: Int, Sendable, Hashable {
      /// Rows one below the other.
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
    ///   - style: without effect, because nothing is drawn.
    public convenience init(frame: CGRect, style: Style) { self.init(frame: frame) }
  }

  // MARK: Collections

  /// A collection that is not drawn.
  public typealias UICollectionView = CollectionView
  /// A cell of a collection.
  public typealias UICollectionViewCell = CollectionViewCell
  /// Provides the items of a collection.
  public typealias UICollectionViewDataSource = CollectionViewDataSource
  /// Follows the selection of a collection.
  public typealias UICollectionViewDelegate = CollectionViewDelegate
  /// Provides the drag items of a collection, and follows its drags.
  public typealias UICollectionViewDragDelegate = CollectionViewDragDelegate
  /// Receives the items that are dropped on a collection.
  public typealias UICollectionViewDropDelegate = CollectionViewDropDelegate
  /// The items of a drop on a collection, and methods that place them.
  public typealias UICollectionViewDropCoordinator = CollectionViewDropCoordinator
  /// An item that was dropped on a collection.
  public typealias UICollectionViewDropItem = CollectionViewDropItem
  /// How the receiver of a collection proposes to handle a drag.
  public typealias UICollectionViewDropProposal = CollectionViewDropProposal
  /// What a drop into a collection does at its destination.
  public typealias UICollectionViewDropIntent = CollectionViewDropProposal.Intent
  /// A placeholder in a collection.
  public typealias UICollectionViewDropPlaceholder = CollectionViewDropPlaceholder
  /// A placeholder in a collection that was inserted.
  public typealias UICollectionViewDropPlaceholderContext = CollectionViewDropPlaceholderContext

  /// The positions of a collection's items.
  @MainActor
  open class UICollectionViewLayout {
    /// The number of columns in a width.
    func columnCount(inWidth width: CGFloat) -> Int { 1 }
    /// The height of an item.
    var itemHeight: CGFloat { 44 }

    /// Makes a layout of one column.
    public init() {}
  }

  /// The positions of items of one size, in rows.
  @MainActor
  open class UICollectionViewFlowLayout: UICollectionViewLayout {
    /// The size of an item, in points.
    ///
    /// A collection reads it when it is made with the layout.
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
    ///   - layout: gives the number of columns and the height of the items.
    public convenience init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
      self.init(frame: frame)
      columnCount = layout.columnCount(inWidth: frame.size.width)
      rowHeight = layout.itemHeight
    }
  }
#endif
