#if !canImport(Darwin)
  public import DragAndDrop
  public import Foundation

  /// A controller that manages a table as its view, and is the table's data source and delegate.
  ///
  /// As in UIKit, a subclass overrides the methods of the data source. The data is read when the view is
  /// loaded, after `viewDidLoad()`. After later changes, call `reloadData()`, `insertRows(at:with:)` or a
  /// similar method.
  @MainActor
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

    /// Returns whether a hovering drag can select a row; true unless overridden.
    open func tableView(
      _ tableView: TableView, shouldSpringLoadRowAt indexPath: IndexPath,
      with context: any SpringLoadedInteractionContext
    ) -> Bool { true }
  }
#endif
