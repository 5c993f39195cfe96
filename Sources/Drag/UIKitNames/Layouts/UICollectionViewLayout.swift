#if !canImport(Darwin)
  public import DragAndDrop
  public import Foundation

  /// The layout of a collection's items.
  @preconcurrency @MainActor
  open class UICollectionViewLayout: NSObject {
    /// Returns the number of columns that fit a width.
    func columnCount(inWidth width: CGFloat) -> Int { 1 }
    /// The height of an item.
    var itemHeight: CGFloat { 44 }

    /// Makes a single-column layout.
    public override init() {}
  }

  /// A layout that arranges items of equal size in rows.
  ///
  /// Only ``itemSize`` has an effect: items have no distance, and sections have neither margins nor headers.
  @preconcurrency @MainActor
  open class UICollectionViewFlowLayout: UICollectionViewLayout {
    /// The size of an item, in points.
    ///
    /// A collection reads the size only once, when the collection is made with the layout.
    open var itemSize = CGSize(width: 50, height: 50)
    /// The estimated size of an item; has no effect, because cells are not measured.
    open var estimatedItemSize = CGSize.zero
    /// The minimum distance between lines; has no effect.
    open var minimumLineSpacing: CGFloat = 10
    /// The minimum distance between the items of a line; has no effect.
    open var minimumInteritemSpacing: CGFloat = 10
    /// The margins of a section; has no effect.
    open var sectionInset = UIEdgeInsets.zero
    /// The size of a header; has no effect.
    open var headerReferenceSize = CGSize.zero
    /// The size of a footer; has no effect.
    open var footerReferenceSize = CGSize.zero

    override func columnCount(inWidth width: CGFloat) -> Int {
      itemSize.width > 0 ? max(1, Int(width / itemSize.width)) : 1
    }
    override var itemHeight: CGFloat { itemSize.height }
  }

  /// The margins of a rectangle, in points.
  public struct UIEdgeInsets: Hashable, Sendable {
    /// The margin of each side.
    public var top, left, bottom, right: CGFloat

    /// No margins.
    public static let zero = UIEdgeInsets()

    /// Makes margins.
    ///
    /// - Parameters:
    ///   - top: the margin above.
    ///   - left: the margin at the left.
    ///   - bottom: the margin below.
    ///   - right: the margin at the right.
    public init(top: CGFloat = 0, left: CGFloat = 0, bottom: CGFloat = 0, right: CGFloat = 0) {
      (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
    }
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
