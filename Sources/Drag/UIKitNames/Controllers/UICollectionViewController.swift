#if !canImport(Darwin)
  public import DragAndDrop
  public import Foundation

  /// A controller that manages a collection as its view, and is the collection's data source and
  /// delegate.
  ///
  /// As in UIKit, a subclass overrides the methods of the data source.
  @preconcurrency @MainActor
  open class UICollectionViewController: UIViewController, CollectionViewDataSource, CollectionViewDelegate {
    private let layout: UICollectionViewLayout

    /// Makes a controller.
    ///
    /// - Parameter layout: the layout of the collection.
    public init(collectionViewLayout layout: UICollectionViewLayout) {
      self.layout = layout
      super.init(nibName: nil, bundle: nil)
    }

    /// Makes a controller with a single-column layout.
    ///
    /// - Parameters:
    ///   - nibNameOrNil: has no effect, because interface files are not supported.
    ///   - nibBundleOrNil: has no effect.
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
      layout = UICollectionViewLayout()
      super.init(nibName: nil, bundle: nil)
    }

    /// Makes a controller with a single-column layout, without reading the archive, because interface files
    /// are not supported.
    ///
    /// - Parameter coder: the archive.
    public required init?(coder: NSCoder) {
      layout = UICollectionViewLayout()
      super.init(coder: coder)
    }

    /// The collection, which is the controller's view.
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

    /// Sets the collection as the view, and the controller as the collection's delegate.
    ///
    /// The controller becomes the data source after `viewDidLoad()`.
    open override func loadView() {
      view = collection
      collection.delegate = self
    }

    override func didLoad() {
      if collection.dataSource == nil { collection.dataSource = self } else { collection.reloadData() }
    }

    /// Returns the number of sections; 1 unless overridden.
    open func numberOfSections(in collectionView: CollectionView) -> Int { 1 }

    /// Returns the number of items in a section; 0 unless overridden.
    open func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
      0
    }

    /// Returns the cell of an item; an empty cell unless overridden.
    open func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath)
      -> CollectionViewCell
    { CollectionViewCell(frame: .zero) }

    /// Returns whether an item can be moved; true unless overridden.
    open func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
      true
    }

    /// Moves an item in the data; unless overridden, `performDropWith` performs the drop.
    open func collectionView(
      _ collectionView: CollectionView, moveItemAt sourceIndexPath: IndexPath,
      to destinationIndexPath: IndexPath
    ) { collectionView.declineMove() }

    /// Called when a hovering drag has selected an item; does nothing unless overridden.
    open func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath) {}

    /// Returns the path to which an item moves; unless overridden, calls the older form of the method.
    open func collectionView(
      _ collectionView: CollectionView,
      targetIndexPathForMoveOfItemFromOriginalIndexPath originalIndexPath: IndexPath,
      atCurrentIndexPath currentIndexPath: IndexPath, toProposedIndexPath proposedIndexPath: IndexPath
    ) -> IndexPath {
      self.collectionView(
        collectionView, targetIndexPathForMoveFromItemAt: originalIndexPath,
        toProposedIndexPath: proposedIndexPath)
    }

    /// Returns the path to which an item moves; the proposed path unless overridden.
    open func collectionView(
      _ collectionView: CollectionView, targetIndexPathForMoveFromItemAt originalIndexPath: IndexPath,
      toProposedIndexPath proposedIndexPath: IndexPath
    ) -> IndexPath { proposedIndexPath }

    /// Returns whether a hovering drag can select an item; true unless overridden.
    open func collectionView(
      _ collectionView: CollectionView, shouldSpringLoadItemAt indexPath: IndexPath,
      with context: any SpringLoadedInteractionContext
    ) -> Bool { true }

    // MARK: Members for drawing

    // A subclass overrides these methods in UIKit too. Nothing is drawn or touched here, so they are not called.

    /// Called when an item was deselected; does nothing unless overridden.
    ///
    /// Not called, because nothing is drawn or touched.
    ///
    /// - Parameters:
    ///   - collectionView: the collection.
    ///   - indexPath: the path of the item.
    open func collectionView(_ collectionView: CollectionView, didDeselectItemAt indexPath: IndexPath) {}

    /// Returns whether a touch selects an item; true unless overridden.
    ///
    /// Not called, because nothing is drawn or touched.
    ///
    /// - Parameters:
    ///   - collectionView: the collection.
    ///   - indexPath: the path of the item.
    /// - Returns: the answer.
    open func collectionView(_ collectionView: CollectionView, shouldSelectItemAt indexPath: IndexPath)
      -> Bool
    {
      true
    }

    /// Returns whether a touch highlights an item; true unless overridden.
    ///
    /// Not called, because nothing is drawn or touched.
    ///
    /// - Parameters:
    ///   - collectionView: the collection.
    ///   - indexPath: the path of the item.
    /// - Returns: the answer.
    open func collectionView(
      _ collectionView: CollectionView, shouldHighlightItemAt indexPath: IndexPath
    ) -> Bool { true }

    /// Called when a cell is about to be shown; does nothing unless overridden.
    ///
    /// Not called, because nothing is drawn or touched.
    ///
    /// - Parameters:
    ///   - collectionView: the collection.
    ///   - cell: the cell.
    ///   - indexPath: the path of the item.
    open func collectionView(
      _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) {}

    /// Called when a cell is no longer shown; does nothing unless overridden.
    ///
    /// Not called, because nothing is drawn or touched.
    ///
    /// - Parameters:
    ///   - collectionView: the collection.
    ///   - cell: the cell.
    ///   - indexPath: the path of the item.
    open func collectionView(
      _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell,
      forItemAt indexPath: IndexPath
    ) {}
  }
#endif
