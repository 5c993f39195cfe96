public import Foundation

/// A view that shows a row of a list.
///
/// The data source makes the cell, and the list sets the cell's frame. Because lists are not drawn, a cell is
/// made only when `cellForRow(at:)` or `cellForItem(at:)` is called. A cell belongs to its row until the row
/// is reloaded or removed. Cells are not reused for other rows.
@preconcurrency @MainActor
open class ListCell: View {
  /// The reuse identifier; nil if the cell has no reuse identifier.
  public internal(set) var reuseIdentifier: String?
  /// The current presentation path of the row; nil if the cell is not in a list.
  public internal(set) var indexPath: IndexPath?
  /// The view for the contents; fills the cell after the list has laid out the cell.
  public let contentView = View(name: "content")
  /// Whether the row is selected; set by the list.
  open var isSelected = false

  /// Makes a cell that is not in a list.
  ///
  /// - Parameter frame: the frame; a list replaces this frame with the frame of the row.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    addSubview(contentView)
  }

  /// Makes an empty cell without reading the archive, because interface files are not supported.
  ///
  /// - Parameter coder: the archive.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    addSubview(contentView)
  }

  /// Called before a dequeued cell is returned.
  ///
  /// Default implementation; does nothing.
  open func prepareForReuse() {}

  func place(_ rect: CGRect, at path: IndexPath) {
    frame = rect
    contentView.frame = bounds
    indexPath = path
  }
}

/// A cell of a table.
@preconcurrency @MainActor
open class TableViewCell: ListCell {
  /// The arrangement of a cell's own labels, which are not drawn.
  public enum CellStyle: Int, Sendable, Hashable {
    /// One label.
    case `default` = 0
    /// A label at the left, and a value at the right.
    case value1 = 1
    /// A label at the left, and a value next to the label.
    case value2 = 2
    /// A label, and a smaller label below the first label.
    case subtitle = 3
  }

  /// Makes a cell.
  ///
  /// - Parameters:
  ///   - style: the arrangement of the labels.
  ///   - reuseIdentifier: the reuse identifier; nil for no reuse identifier.
  public init(style: CellStyle, reuseIdentifier: String?) {
    super.init(frame: .zero)
    self.reuseIdentifier = reuseIdentifier
  }

  /// Makes an empty cell without reading the archive, because interface files are not supported.
  ///
  /// - Parameter coder: the archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Makes a cell without a reuse identifier.
  public convenience init() { self.init(style: .default, reuseIdentifier: nil) }

  /// Makes the cell that a table dequeues.
  ///
  /// - Parameter reuseIdentifier: the identifier for which the class is registered.
  public required convenience init(dequeuedWith reuseIdentifier: String) {
    self.init(style: .default, reuseIdentifier: reuseIdentifier)
  }
}

/// A cell of a collection.
@preconcurrency @MainActor
open class CollectionViewCell: ListCell {
  /// Makes a cell.
  ///
  /// - Parameter frame: the frame; a collection replaces this frame with the frame of the item.
  public override init(frame: CGRect) { super.init(frame: frame) }

  /// Makes an empty cell without reading the archive, because interface files are not supported.
  ///
  /// - Parameter coder: the archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Makes the cell that a collection dequeues.
  ///
  /// - Parameter reuseIdentifier: the identifier for which the class is registered.
  public required convenience init(dequeuedWith reuseIdentifier: String) {
    self.init(frame: .zero)
    self.reuseIdentifier = reuseIdentifier
  }
}
