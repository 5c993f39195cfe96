public import Foundation

/// A row of a list as a view: the data source makes it, and the list places it.
///
/// A list that is not drawn asks for a cell only when `cellForRow(at:)` or `cellForItem(at:)` does. A cell belongs to its
/// row until the row is reloaded or removed, and is not reused for another row.
@MainActor
open class ListCell: View {
  /// The reuse identifier; nil for a cell without one.
  public internal(set) var reuseIdentifier: String?
  /// The current presentation path; nil if the cell is not in a list.
  public internal(set) var indexPath: IndexPath?
  /// The view for the contents; fills the cell when the list lays it out.
  public let contentView = View(name: "content")
  /// Whether the row is selected; set by the list.
  open var isSelected = false

  /// Makes a cell that is not in a list.
  ///
  /// - Parameter frame: the frame; a list sets it to that of the row.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    addSubview(contentView)
  }

  /// Makes an empty cell: the archive is not read, because interface files are not supported.
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
@MainActor
open class TableViewCell: ListCell {
  /// The arrangement of a cell's own labels, which are not drawn.
  public enum CellStyle: Int, Sendable, Hashable {
    /// One label.
    case `default` = 0
    /// A label, and a value at the right.
    case value1 = 1
    /// A label at the left, and a value.
    case value2 = 2
    /// A label, and a smaller label below it.
    case subtitle = 3
  }

  /// Makes a cell.
  ///
  /// - Parameters:
  ///   - style: the arrangement of the labels.
  ///   - reuseIdentifier: the reuse identifier; nil for a cell without one.
  public init(style: CellStyle, reuseIdentifier: String?) {
    super.init(frame: .zero)
    self.reuseIdentifier = reuseIdentifier
  }

  /// Makes an empty cell: the archive is not read, because interface files are not supported.
  ///
  /// - Parameter coder: the archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Makes a cell without a reuse identifier.
  public convenience init() { self.init(style: .default, reuseIdentifier: nil) }

  /// Makes a cell when a table dequeues it.
  ///
  /// - Parameter reuseIdentifier: the identifier that the class is registered for.
  public required convenience init(dequeuedWith reuseIdentifier: String) {
    self.init(style: .default, reuseIdentifier: reuseIdentifier)
  }
}

/// A cell of a collection.
@MainActor
open class CollectionViewCell: ListCell {
  /// Makes a cell.
  ///
  /// - Parameter frame: the frame; a collection sets it to that of the item.
  public override init(frame: CGRect) { super.init(frame: frame) }

  /// Makes an empty cell: the archive is not read, because interface files are not supported.
  ///
  /// - Parameter coder: the archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Makes a cell when a collection dequeues it.
  ///
  /// - Parameter reuseIdentifier: the identifier that the class is registered for.
  public required convenience init(dequeuedWith reuseIdentifier: String) {
    self.init(frame: .zero)
    self.reuseIdentifier = reuseIdentifier
  }
}
