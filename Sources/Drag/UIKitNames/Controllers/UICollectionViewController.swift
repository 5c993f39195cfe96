#if !canImport(Darwin)
  public import DragAndDrop
  public import Foundation

  /// A controller whose view is a collection; it is the collection's data source and delegate.
  ///
  /// A subclass overrides the members of the data source, as with UIKit.
  @MainActor
  open class UICollectionViewController: UIViewController, CollectionViewDataSource, CollectionViewDelegate {
    private let layout: UICollectionViewLayout

    /// Makes a controller.
    ///
    /// - Parameter layout: the layout of the collection.
    public init(collectionViewLayout layout: UICollectionViewLayout) {
      self.layout = layout
      super.init(nibName: nil, bundle: nil)
    }

    /// Makes a controller with a layout of one column.
    ///
    /// - Parameters:
    ///   - nibNameOrNil: without effect, because interface files are not supported.
    ///   - nibBundleOrNil: without effect.
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
      layout = UICollectionViewLayout()
      super.init(nibName: nil, bundle: nil)
    }

    /// Makes a controller with a layout of one column: the archive is not read, because interface files are not supported.
    ///
    /// - Parameter coder: the archive.
    public required init?(coder: NSCoder) {
      layout = UICollectionViewLayout()
      super.init(coder: coder)
    }

    /// The collection, which is the view.
    open var collectionView: CollectionView {
      get {
        loadViewIfNeeded()
        return collection
      }
      set {
        collection = newValue
        view = newValue
      }
    }
    private lazy var collection = CollectionView(
      frame: CGRect(x: 0, y: 0, width: 320, height: 480), collectionViewLayout: layout)

    /// Makes the collection, and becomes its data source and delegate.
    open override func loadView() {
      view = collection
      collection.delegate = self
    }

    override func didLoad() {
      if collection.dataSource == nil { collection.dataSource = self } else { collection.reloadData() }
    }

    /// Returns the number of sections; 1 unless it is overridden.
    open func numberOfSections(in collectionView: CollectionView) -> Int { 1 }

    /// Returns the number of items in a section; 0 unless it is overridden.
    open func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
      0
    }

    /// Returns the cell of an item; an empty one unless it is overridden.
    open func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath)
      -> CollectionViewCell
    { CollectionViewCell(frame: .zero) }

    /// Returns whether an item can be moved; true unless it is overridden.
    open func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
      true
    }

    /// Moves an item in the data; without an override the drop is performed by `performDropWith`.
    open func collectionView(
      _ collectionView: CollectionView, moveItemAt sourceIndexPath: IndexPath,
      to destinationIndexPath: IndexPath
    ) { collectionView.declineMove() }

    /// Called when a drag that waited over an item has selected it; does nothing unless it is overridden.
    open func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath) {}

    /// Returns whether a drag that waits over an item may select it; true unless it is overridden.
    open func collectionView(
      _ collectionView: CollectionView, shouldSpringLoadItemAt indexPath: IndexPath,
      with context: any SpringLoadedInteractionContext
    ) -> Bool { true }
  }
#endif
