#if !canImport(Darwin)
  public import DragAndDrop
  public import Foundation

  /// A controller that manages a table as its view, and is the table's data source and delegate.
  ///
  /// As in UIKit, a subclass overrides the methods of the data source. The data is read when the view is
  /// loaded, after `viewDidLoad()`. After later changes, call `reloadData()`, `insertRows(at:with:)` or a
  /// similar method.
  @preconcurrency @MainActor
  open class UITableViewController: UIViewController, TableViewDataSource, TableViewDelegate {
    /// Makes a controller.
    ///
    /// - Parameter style: has no effect, because nothing is drawn.
    public init(style: TableView.Style) { super.init(nibName: nil, bundle: nil) }

    /// Makes a controller.
    ///
    /// - Parameters:
    ///   - nibNameOrNil: has no effect, because interface files are not supported.
    ///   - nibBundleOrNil: has no effect.
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
      super.init(nibName: nil, bundle: nil)
    }

    /// Makes a controller without reading the archive, because interface files are not supported.
    ///
    /// - Parameter coder: the archive.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// The table, which is the controller's view.
    open var tableView: TableView {
      get {
        loadViewIfNeeded()
        return table
      }
      set {
        table = newValue
        view = newValue
      }
    }
    private lazy var table = TableView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))

    /// Sets the table as the view, and the controller as the table's delegate.
    ///
    /// The controller becomes the data source after `viewDidLoad()`.
    open override func loadView() {
      view = table
      table.delegate = self
    }

    override func didLoad() {
      // Setting the data source reads the data, and a subclass may fill the data in `viewDidLoad()`.
      // Therefore the data source is set after `viewDidLoad()`.
      if table.dataSource == nil { table.dataSource = self } else { table.reloadData() }
    }

    /// Returns the number of sections; 1 unless overridden.
    open func numberOfSections(in tableView: TableView) -> Int { 1 }

    /// Returns the number of rows in a section; 0 unless overridden.
    open func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 0 }

    /// Returns the cell of a row; an empty cell unless overridden.
    open func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
      TableViewCell(style: .default, reuseIdentifier: nil)
    }

    /// Returns whether a row can be moved; true unless overridden.
    open func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool { true }

    /// Called to move a row in the data; by default, `performDropWith` performs the drop instead.
    open func tableView(
      _ tableView: TableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) { tableView.declineMove() }

    /// Called when a hovering drag has selected a row; does nothing unless overridden.
    open func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {}

    /// Returns the path to which a row moves; the proposed path unless overridden.
    open func tableView(
      _ tableView: TableView, targetIndexPathForMoveFromRowAt sourceIndexPath: IndexPath,
      toProposedIndexPath proposedDestinationIndexPath: IndexPath
    ) -> IndexPath { proposedDestinationIndexPath }

    /// Returns whether a hovering drag can select a row; true unless overridden.
    open func tableView(
      _ tableView: TableView, shouldSpringLoadRowAt indexPath: IndexPath,
      with context: any SpringLoadedInteractionContext
    ) -> Bool { true }

    // MARK: Members for drawing and editing

    // A subclass overrides these methods in UIKit too. Nothing is drawn or edited here, so they are not called.

    /// Returns the title above a section; nil unless overridden.
    ///
    /// Not called, because nothing is drawn or edited.
    ///
    /// - Parameters:
    ///   - tableView: the table.
    ///   - section: the index of the section.
    /// - Returns: the title.
    open func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? { nil }

    /// Returns the title below a section; nil unless overridden.
    ///
    /// Not called, because nothing is drawn or edited.
    ///
    /// - Parameters:
    ///   - tableView: the table.
    ///   - section: the index of the section.
    /// - Returns: the title.
    open func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String? { nil }

    /// Returns the view above a section; nil unless overridden.
    ///
    /// Not called, because nothing is drawn or edited.
    ///
    /// - Parameters:
    ///   - tableView: the table.
    ///   - section: the index of the section.
    /// - Returns: the view.
    open func tableView(_ tableView: TableView, viewForHeaderInSection section: Int) -> View? { nil }

    /// Returns the view below a section; nil unless overridden.
    ///
    /// Not called, because nothing is drawn or edited.
    ///
    /// - Parameters:
    ///   - tableView: the table.
    ///   - section: the index of the section.
    /// - Returns: the view.
    open func tableView(_ tableView: TableView, viewForFooterInSection section: Int) -> View? { nil }

    /// Returns the height of a row; the table's row height unless overridden.
    ///
    /// Not called, because rows have equal heights.
    ///
    /// - Parameters:
    ///   - tableView: the table.
    ///   - indexPath: the path of the row.
    /// - Returns: the height in points.
    open func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
      tableView.rowHeight
    }

    /// Returns the height above a section; 0 unless overridden.
    ///
    /// Not called, because nothing is drawn or edited.
    ///
    /// - Parameters:
    ///   - tableView: the table.
    ///   - section: the index of the section.
    /// - Returns: the height in points.
    open func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> CGFloat { 0 }

    /// Returns the height below a section; 0 unless overridden.
    ///
    /// Not called, because nothing is drawn or edited.
    ///
    /// - Parameters:
    ///   - tableView: the table.
    ///   - section: the index of the section.
    /// - Returns: the height in points.
    open func tableView(_ tableView: TableView, heightForFooterInSection section: Int) -> CGFloat { 0 }

    /// Returns the estimated height of a row; the table's row height unless overridden.
    ///
    /// Not called, because nothing is drawn or edited.
    ///
    /// - Parameters:
    ///   - tableView: the table.
    ///   - indexPath: the path of the row.
    /// - Returns: the height in points.
    open func tableView(_ tableView: TableView, estimatedHeightForRowAt indexPath: IndexPath) -> CGFloat {
      tableView.rowHeight
    }

    /// Called when a cell is about to be shown; does nothing unless overridden.
    ///
    /// Not called, because nothing is drawn or edited.
    ///
    /// - Parameters:
    ///   - tableView: the table.
    ///   - cell: the cell.
    ///   - indexPath: the path of the row.
    open func tableView(
      _ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath
    ) {}

    /// Returns the row to select instead; the row itself unless overridden.
    ///
    /// Not called, because nothing is drawn or edited.
    ///
    /// - Parameters:
    ///   - tableView: the table.
    ///   - indexPath: the path of the row.
    /// - Returns: the path; nil to select no row.
    open func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
      indexPath
    }

    /// Called when a row was deselected; does nothing unless overridden.
    ///
    /// Not called, because nothing is drawn or edited.
    ///
    /// - Parameters:
    ///   - tableView: the table.
    ///   - indexPath: the path of the row.
    open func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) {}

    /// Returns whether a row can be edited; true unless overridden.
    ///
    /// Not called, because nothing is drawn or edited.
    ///
    /// - Parameters:
    ///   - tableView: the table.
    ///   - indexPath: the path of the row.
    /// - Returns: the answer.
    open func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool { true }

    /// Returns how a row can be edited; by deletion unless overridden.
    ///
    /// Not called, because nothing is drawn or edited.
    ///
    /// - Parameters:
    ///   - tableView: the table.
    ///   - indexPath: the path of the row.
    /// - Returns: the style.
    open func tableView(
      _ tableView: TableView, editingStyleForRowAt indexPath: IndexPath
    ) -> TableViewCell.EditingStyle { .delete }

    /// Returns whether a row is indented while it is edited; true unless overridden.
    ///
    /// Not called, because nothing is drawn or edited.
    ///
    /// - Parameters:
    ///   - tableView: the table.
    ///   - indexPath: the path of the row.
    /// - Returns: the answer.
    open func tableView(_ tableView: TableView, shouldIndentWhileEditingRowAt indexPath: IndexPath) -> Bool {
      true
    }

    /// Called when a row was deleted or inserted by the user; does nothing unless overridden.
    ///
    /// Not called, because nothing is drawn or edited.
    ///
    /// - Parameters:
    ///   - tableView: the table.
    ///   - editingStyle: whether the row was deleted, or a row inserted.
    ///   - indexPath: the path of the row.
    open func tableView(
      _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) {}
  }

  extension TableViewCell {
    /// How a row can be edited; nothing is edited, so the values have no effect.
    public enum EditingStyle: Int, Sendable, Hashable {
      /// The row cannot be edited.
      case none = 0
      /// The row can be deleted.
      case delete = 1
      /// A row can be inserted.
      case insert = 2
    }
  }
#endif
