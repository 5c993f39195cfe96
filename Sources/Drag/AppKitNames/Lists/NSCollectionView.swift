#if !canImport(Darwin)
  import DragAndDrop
  public import Foundation

  /// Provides the items of a collection.
  @preconcurrency @MainActor
  public protocol NSCollectionViewDataSource: NSObjectProtocol {
    /// Returns the number of items in a section.
    ///
    /// - Parameters:
    ///   - collectionView: the collection.
    ///   - section: the section.
    /// - Returns: the number.
    func collectionView(_ collectionView: NSCollectionView, numberOfItemsInSection section: Int) -> Int
    /// Returns the number of sections.
    ///
    /// - Parameter collectionView: the collection.
    /// - Returns: the number.
    func numberOfSections(in collectionView: NSCollectionView) -> Int
  }

  extension NSCollectionViewDataSource {
    /// Default implementation; returns one.
    public func numberOfSections(in collectionView: NSCollectionView) -> Int { 1 }
  }

  /// Takes part in the drags of a collection.
  @preconcurrency @MainActor
  public protocol NSCollectionViewDelegate: NSObjectProtocol {
    /// Returns whether items can be dragged.
    ///
    /// - Parameters:
    ///   - collectionView: the collection.
    ///   - indexPaths: the items.
    ///   - event: the event that begins the drag.
    /// - Returns: `false` if no drag begins.
    func collectionView(
      _ collectionView: NSCollectionView, canDragItemsAt indexPaths: Set<IndexPath>, with event: NSEvent
    ) -> Bool
    /// Returns the object that a dragged item writes to the pasteboard.
    ///
    /// - Parameters:
    ///   - collectionView: the collection.
    ///   - indexPath: the item.
    /// - Returns: nil if the item cannot be dragged.
    func collectionView(
      _ collectionView: NSCollectionView, pasteboardWriterForItemAt indexPath: IndexPath
    ) -> (any NSPasteboardWriting)?
    /// Called when a drag of items begins.
    ///
    /// - Parameters:
    ///   - collectionView: the collection.
    ///   - session: the drag.
    ///   - screenPoint: the place of the pointer on the screen.
    ///   - indexPaths: the items.
    func collectionView(
      _ collectionView: NSCollectionView, draggingSession session: NSDraggingSession,
      willBeginAt screenPoint: NSPoint, forItemsAt indexPaths: Set<IndexPath>)
    /// Called when a drag of items ends.
    ///
    /// - Parameters:
    ///   - collectionView: the collection.
    ///   - session: the drag.
    ///   - screenPoint: the place of the pointer on the screen.
    ///   - operation: the operation that was performed; empty if there is none.
    func collectionView(
      _ collectionView: NSCollectionView, draggingSession session: NSDraggingSession,
      endedAt screenPoint: NSPoint,
      dragOperation operation: NSDragOperation)
    /// Returns the operation of a drop.
    ///
    /// - Parameters:
    ///   - collectionView: the collection.
    ///   - draggingInfo: the drag.
    ///   - proposedDropIndexPath: the place, which the delegate may change.
    ///   - proposedDropOperation: whether the place is the item or the gap before it, which the delegate may change.
    /// - Returns: empty if the drop is refused.
    func collectionView(
      _ collectionView: NSCollectionView, validateDrop draggingInfo: any NSDraggingInfo,
      proposedIndexPath proposedDropIndexPath: AutoreleasingUnsafeMutablePointer<NSIndexPath>,
      dropOperation proposedDropOperation: UnsafeMutablePointer<NSCollectionView.DropOperation>
    ) -> NSDragOperation
    /// Takes the items of a drop.
    ///
    /// - Parameters:
    ///   - collectionView: the collection.
    ///   - draggingInfo: the drag.
    ///   - indexPath: the place.
    ///   - dropOperation: whether the place is the item or the gap before it.
    /// - Returns: `false` if the items were not taken.
    func collectionView(
      _ collectionView: NSCollectionView, acceptDrop draggingInfo: any NSDraggingInfo, indexPath: IndexPath,
      dropOperation: NSCollectionView.DropOperation
    ) -> Bool
  }

  extension NSCollectionViewDelegate {
    /// Default implementation; returns `true`.
    public func collectionView(
      _ collectionView: NSCollectionView, canDragItemsAt indexPaths: Set<IndexPath>, with event: NSEvent
    ) -> Bool { true }
    /// Default implementation; returns nil.
    public func collectionView(
      _ collectionView: NSCollectionView, pasteboardWriterForItemAt indexPath: IndexPath
    ) -> (any NSPasteboardWriting)? { nil }
    /// Default implementation; does nothing.
    public func collectionView(
      _ collectionView: NSCollectionView, draggingSession session: NSDraggingSession,
      willBeginAt screenPoint: NSPoint, forItemsAt indexPaths: Set<IndexPath>
    ) {}
    /// Default implementation; does nothing.
    public func collectionView(
      _ collectionView: NSCollectionView, draggingSession session: NSDraggingSession,
      endedAt screenPoint: NSPoint,
      dragOperation operation: NSDragOperation
    ) {}
    /// Default implementation; refuses the drop.
    public func collectionView(
      _ collectionView: NSCollectionView, validateDrop draggingInfo: any NSDraggingInfo,
      proposedIndexPath proposedDropIndexPath: AutoreleasingUnsafeMutablePointer<NSIndexPath>,
      dropOperation proposedDropOperation: UnsafeMutablePointer<NSCollectionView.DropOperation>
    ) -> NSDragOperation { [] }
    /// Default implementation; returns `false`.
    public func collectionView(
      _ collectionView: NSCollectionView, acceptDrop draggingInfo: any NSDraggingInfo, indexPath: IndexPath,
      dropOperation: NSCollectionView.DropOperation
    ) -> Bool { false }
  }

  /// A collection that is not drawn: items of equal size in rows, from the top, one section after the other.
  @preconcurrency @MainActor
  open class NSCollectionView: NSView, NSDraggingSource {
    /// Whether a drop is on an item or in the gap before it.
    public enum DropOperation: Int, Sendable, Hashable {
      /// On the item.
      case on = 0
      /// In the gap before the item.
      case before = 1
    }

    /// Provides the items.
    open weak var dataSource: (any NSCollectionViewDataSource)?
    /// Takes part in drags.
    open weak var delegate: (any NSCollectionViewDelegate)?
    /// The size of an item; 50 by 50 points at first.
    open var itemSize = NSSize(width: 50, height: 50)
    /// The selected items.
    open var selectionIndexPaths: Set<IndexPath> = []
    private var masks = SourceMasks()
    private var draggedItems: Set<IndexPath> = []
    private var dropPlace: (indexPath: IndexPath, operation: DropOperation) = ([0, 0], .before)

    /// Items are counted from the top.
    open override var isFlipped: Bool { true }

    /// Has no effect, because the items are those of the data source.
    open func reloadData() {}

    /// Returns the number of items in a section.
    ///
    /// - Parameter section: the section.
    /// - Returns: the number.
    open func numberOfItems(inSection section: Int) -> Int {
      dataSource?.collectionView(self, numberOfItemsInSection: section) ?? 0
    }

    private var columnCount: Int { max(1, itemSize.width > 0 ? Int(frame.width / itemSize.width) : 1) }

    /// Returns each section's number, first row of the grid, and number of items.
    private var sections: [(number: Int, firstRow: Int, count: Int)] {
      var row = 0
      return (0..<(dataSource?.numberOfSections(in: self) ?? 0)).map { section in
        let count = numberOfItems(inSection: section)
        defer { row += (count + columnCount - 1) / columnCount }
        return (section, row, count)
      }
    }

    /// Returns the item at a point.
    ///
    /// - Parameter point: the point, in the coordinates of the collection.
    /// - Returns: nil if there is no item.
    open func indexPathForItem(at point: NSPoint) -> IndexPath? {
      guard point.x >= 0, point.y >= 0, itemSize.height > 0 else { return nil }
      let row = Int(point.y / itemSize.height)
      let column = Int(point.x / max(itemSize.width, 1))
      guard column < columnCount, let section = sections.last(where: { $0.firstRow <= row }) else {
        return nil
      }
      let item = (row - section.firstRow) * columnCount + column
      return item < section.count ? [section.number, item] : nil
    }

    // MARK: Dragging

    /// Sets the operations that the collection allows as a source.
    ///
    /// At first, all operations are allowed within the program, and none outside.
    ///
    /// - Parameters:
    ///   - dragOperationMask: the operations.
    ///   - localDestination: whether they are those for destinations in this program.
    open func setDraggingSourceOperationMask(
      _ dragOperationMask: NSDragOperation, forLocal localDestination: Bool
    ) {
      masks.set(dragOperationMask, isLocal: localDestination)
    }

    /// Does nothing, so that a movement begins a drag of the item.
    open override func mouseDown(with event: NSEvent) {}

    /// Begins a drag of the item under the mouse, with the other selected items if it is selected.
    open override func mouseDragged(with event: NSEvent) {
      guard let delegate, let item = indexPathForItem(at: convert(event.locationInWindow, from: nil)) else {
        return
      }
      let wanted = selectionIndexPaths.contains(item) ? selectionIndexPaths : [item]
      guard delegate.collectionView(self, canDragItemsAt: wanted, with: event) else { return }
      var items: [NSDraggingItem] = []
      draggedItems = []
      for path in wanted.sorted() {
        guard let writer = delegate.collectionView(self, pasteboardWriterForItemAt: path) else { continue }
        items.append(NSDraggingItem(pasteboardWriter: writer))
        draggedItems.insert(path)
      }
      if !items.isEmpty { beginDraggingSession(with: items, event: event, source: self) }
    }

    /// Returns the operations that were set for the context.
    open func draggingSession(
      _ session: NSDraggingSession, sourceOperationMaskFor context: NSDraggingContext
    ) -> NSDragOperation { masks[context] }

    /// Tells the delegate.
    open func draggingSession(_ session: NSDraggingSession, willBeginAt screenPoint: NSPoint) {
      delegate?.collectionView(
        self, draggingSession: session, willBeginAt: screenPoint, forItemsAt: draggedItems)
    }

    /// Does nothing.
    open func draggingSession(_ session: NSDraggingSession, movedTo screenPoint: NSPoint) {}

    /// Tells the delegate.
    open func draggingSession(
      _ session: NSDraggingSession, endedAt screenPoint: NSPoint, operation: NSDragOperation
    ) {
      delegate?.collectionView(self, draggingSession: session, endedAt: screenPoint, dragOperation: operation)
    }

    /// Returns `false`.
    open func ignoreModifierKeys(for session: NSDraggingSession) -> Bool { false }

    // MARK: Dropping

    /// The place at a point: an item in its middle half, the gap before it at its left, after it at its right, and the
    /// end of the last section where there is no item.
    private func place(at point: NSPoint) -> (indexPath: IndexPath, operation: DropOperation) {
      guard let item = indexPathForItem(at: point), item.count == 2 else {
        let last = sections.last
        return ([last?.number ?? 0, last?.count ?? 0], .before)
      }
      let part = (point.x / itemSize.width).truncatingRemainder(dividingBy: 1)
      if part < 0.25 { return (item, .before) }
      return part >= 0.75 ? ([item[0], item[1] + 1], .before) : (item, .on)
    }

    private func validate(_ info: any NSDraggingInfo) -> NSDragOperation {
      dropPlace = place(at: convert(info.draggingLocation, from: nil))
      var path = dropPlace.indexPath as NSIndexPath
      var operation = dropPlace.operation
      let answer =
        delegate?.collectionView(
          self, validateDrop: info, proposedIndexPath: &path, dropOperation: &operation) ?? []
      dropPlace = (path as IndexPath, operation)
      return answer
    }

    /// Has the delegate validate a drop.
    open override func draggingEntered(_ sender: any NSDraggingInfo) -> NSDragOperation { validate(sender) }

    /// Has the delegate validate a drop.
    open override func draggingUpdated(_ sender: any NSDraggingInfo) -> NSDragOperation { validate(sender) }

    /// Has the delegate accept the drop at the place that was validated last.
    open override func performDragOperation(_ sender: any NSDraggingInfo) -> Bool {
      delegate?.collectionView(
        self, acceptDrop: sender, indexPath: dropPlace.indexPath, dropOperation: dropPlace.operation) ?? false
    }
  }
#endif
