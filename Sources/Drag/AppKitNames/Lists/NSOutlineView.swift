#if !canImport(Darwin)
  public import Foundation

  /// The child index of a drop on an item, not between its children: −1.
  public let NSOutlineViewDropOnItemIndex = -1

  /// Provides the items of an outline, and takes part in its drags.
  ///
  /// The protocol refines that of tables, so that the data source of an outline has one property; the methods of tables
  /// are not called.
  @preconcurrency @MainActor
  public protocol NSOutlineViewDataSource: NSTableViewDataSource {
    /// Returns the number of children.
    ///
    /// - Parameters:
    ///   - outlineView: the outline.
    ///   - item: the item; nil for the root.
    /// - Returns: the number.
    func outlineView(_ outlineView: NSOutlineView, numberOfChildrenOfItem item: Any?) -> Int
    /// Returns a child.
    ///
    /// - Parameters:
    ///   - outlineView: the outline.
    ///   - index: the position among the children.
    ///   - item: the item; nil for the root.
    /// - Returns: the child, an object or a hashable value. Equal values are one item, so a child that equals one of
    ///   its ancestors is not expanded.
    func outlineView(_ outlineView: NSOutlineView, child index: Int, ofItem item: Any?) -> Any
    /// Returns whether an item can be expanded.
    ///
    /// - Parameters:
    ///   - outlineView: the outline.
    ///   - item: the item.
    /// - Returns: `false` if the children are not shown.
    func outlineView(_ outlineView: NSOutlineView, isItemExpandable item: Any) -> Bool
    /// Returns the object that a dragged item writes to the pasteboard.
    ///
    /// - Parameters:
    ///   - outlineView: the outline.
    ///   - item: the item.
    /// - Returns: nil if the item cannot be dragged.
    func outlineView(_ outlineView: NSOutlineView, pasteboardWriterForItem item: Any) -> (
      any NSPasteboardWriting
    )?
    /// Writes dragged items to a pasteboard; called if `outlineView(_:pasteboardWriterForItem:)` is not implemented.
    ///
    /// - Parameters:
    ///   - outlineView: the outline.
    ///   - items: the items.
    ///   - pasteboard: the pasteboard.
    /// - Returns: `false` if the items cannot be dragged.
    func outlineView(_ outlineView: NSOutlineView, writeItems items: [Any], to pasteboard: NSPasteboard)
      -> Bool
    /// Called when a drag of items begins.
    ///
    /// - Parameters:
    ///   - outlineView: the outline.
    ///   - session: the drag.
    ///   - screenPoint: the place of the pointer on the screen.
    ///   - draggedItems: the items.
    func outlineView(
      _ outlineView: NSOutlineView, draggingSession session: NSDraggingSession,
      willBeginAt screenPoint: NSPoint,
      forItems draggedItems: [Any])
    /// Called when a drag of items ends.
    ///
    /// - Parameters:
    ///   - outlineView: the outline.
    ///   - session: the drag.
    ///   - screenPoint: the place of the pointer on the screen.
    ///   - operation: the operation that was performed; empty if there is none.
    func outlineView(
      _ outlineView: NSOutlineView, draggingSession session: NSDraggingSession, endedAt screenPoint: NSPoint,
      operation: NSDragOperation)
    /// Called when the outline may change how the items of a drag are shown.
    ///
    /// - Parameters:
    ///   - outlineView: the outline.
    ///   - draggingInfo: the drag.
    func outlineView(
      _ outlineView: NSOutlineView, updateDraggingItemsForDrag draggingInfo: any NSDraggingInfo)
    /// Returns the operation of a drop.
    ///
    /// - Parameters:
    ///   - outlineView: the outline, whose `setDropItem(_:dropChildIndex:)` chooses another place.
    ///   - info: the drag.
    ///   - item: the item of the place; nil for the root.
    ///   - index: the position among its children, or `NSOutlineViewDropOnItemIndex`.
    /// - Returns: empty if the drop is refused.
    func outlineView(
      _ outlineView: NSOutlineView, validateDrop info: any NSDraggingInfo, proposedItem item: Any?,
      proposedChildIndex index: Int
    ) -> NSDragOperation
    /// Takes the items of a drop.
    ///
    /// - Parameters:
    ///   - outlineView: the outline.
    ///   - info: the drag.
    ///   - item: the item of the place; nil for the root.
    ///   - index: the position among its children, or `NSOutlineViewDropOnItemIndex`.
    /// - Returns: `false` if the items were not taken.
    func outlineView(
      _ outlineView: NSOutlineView, acceptDrop info: any NSDraggingInfo, item: Any?, childIndex index: Int
    ) -> Bool
  }

  extension NSOutlineViewDataSource {
    /// Default implementation; returns zero.
    public func outlineView(_ outlineView: NSOutlineView, numberOfChildrenOfItem item: Any?) -> Int { 0 }
    /// Default implementation; returns an object without content.
    public func outlineView(_ outlineView: NSOutlineView, child index: Int, ofItem item: Any?) -> Any {
      NSNull()
    }
    /// Default implementation; returns `false`.
    public func outlineView(_ outlineView: NSOutlineView, isItemExpandable item: Any) -> Bool { false }
    /// Default implementation; has `outlineView(_:writeItems:to:)` called.
    public func outlineView(
      _ outlineView: NSOutlineView, pasteboardWriterForItem item: Any
    ) -> (any NSPasteboardWriting)? { MissingWriter.instance }
    /// Default implementation; returns `false`.
    public func outlineView(
      _ outlineView: NSOutlineView, writeItems items: [Any], to pasteboard: NSPasteboard
    ) -> Bool { false }
    /// Default implementation; does nothing.
    public func outlineView(
      _ outlineView: NSOutlineView, draggingSession session: NSDraggingSession,
      willBeginAt screenPoint: NSPoint,
      forItems draggedItems: [Any]
    ) {}
    /// Default implementation; does nothing.
    public func outlineView(
      _ outlineView: NSOutlineView, draggingSession session: NSDraggingSession, endedAt screenPoint: NSPoint,
      operation: NSDragOperation
    ) {}
    /// Default implementation; does nothing.
    public func outlineView(
      _ outlineView: NSOutlineView, updateDraggingItemsForDrag draggingInfo: any NSDraggingInfo
    ) {}
    /// Default implementation; refuses the drop.
    public func outlineView(
      _ outlineView: NSOutlineView, validateDrop info: any NSDraggingInfo, proposedItem item: Any?,
      proposedChildIndex index: Int
    ) -> NSDragOperation { [] }
    /// Default implementation; returns `false`.
    public func outlineView(
      _ outlineView: NSOutlineView, acceptDrop info: any NSDraggingInfo, item: Any?, childIndex index: Int
    ) -> Bool { false }
  }

  /// An object that is told of the selection of an outline.
  @preconcurrency @MainActor
  public protocol NSOutlineViewDelegate: NSTableViewDelegate {}

  /// An outline that is not drawn: the rows are the expanded items, from the top.
  ///
  /// The data source is an ``NSOutlineViewDataSource``; another one provides no rows.
  @preconcurrency @MainActor
  open class NSOutlineView: NSTableView {
    /// A row: an item, its parent, and its position among the parent's children.
    private struct Row {
      let item: Any
      let parent: Any?
      let childIndex: Int
      let level: Int
    }

    private var expanded: [Any] = []
    private var dropItem: (item: Any?, childIndex: Int) = (nil, NSOutlineViewDropOnItemIndex)
    private var source: (any NSOutlineViewDataSource)? { dataSource as? any NSOutlineViewDataSource }

    private var rows: [Row] {
      var rows: [Row] = []
      func add(childrenOf parent: Any?, within ancestors: [Any]) {
        guard let source else { return }
        for index in 0..<source.outlineView(self, numberOfChildrenOfItem: parent) {
          let item = source.outlineView(self, child: index, ofItem: parent)
          rows.append(Row(item: item, parent: parent, childIndex: index, level: ancestors.count))
          // An item that equals an ancestor stays closed, because expanding it would never end.
          let isOpen = isItemExpanded(item) && !ancestors.contains { Self.areEqual($0, item) }
          if isOpen { add(childrenOf: item, within: ancestors + [item]) }
        }
      }
      add(childrenOf: nil, within: [])
      return rows
    }

    /// The number of rows: items whose ancestors are expanded.
    open override var numberOfRows: Int { rows.count }

    /// Returns the item of a row.
    ///
    /// - Parameter row: the row.
    /// - Returns: nil if there is no such row.
    open func item(atRow row: Int) -> Any? {
      let rows = rows
      return rows.indices.contains(row) ? rows[row].item : nil
    }

    /// Returns the row of an item.
    ///
    /// - Parameter item: the item.
    /// - Returns: −1 if the item has no row.
    open func row(forItem item: Any?) -> Int {
      guard let item else { return -1 }
      return rows.firstIndex { Self.areEqual($0.item, item) } ?? -1
    }

    /// Returns the parent of an item.
    ///
    /// - Parameter item: the item.
    /// - Returns: nil if the parent is the root, or if the item has no row.
    open func parent(forItem item: Any?) -> Any? {
      guard let item else { return nil }
      return rows.first { Self.areEqual($0.item, item) }?.parent
    }

    /// Returns the depth of a row; zero for the children of the root, −1 if there is no such row.
    ///
    /// - Parameter row: the row.
    /// - Returns: the depth.
    open func level(forRow row: Int) -> Int {
      let rows = rows
      return rows.indices.contains(row) ? rows[row].level : -1
    }

    /// Shows the children of an item; does nothing if the item cannot be expanded.
    ///
    /// - Parameter item: the item.
    open func expandItem(_ item: Any?) {
      guard let item, !isItemExpanded(item), source?.outlineView(self, isItemExpandable: item) == true else {
        return
      }
      expanded.append(item)
    }

    /// Hides the children of an item.
    ///
    /// - Parameter item: the item.
    open func collapseItem(_ item: Any?) {
      guard let item else { return }
      expanded.removeAll { Self.areEqual($0, item) }
    }

    /// Returns whether the children of an item are shown.
    ///
    /// - Parameter item: the item.
    /// - Returns: `false` for the root, which always shows its children.
    open func isItemExpanded(_ item: Any?) -> Bool {
      guard let item else { return false }
      return expanded.contains { Self.areEqual($0, item) }
    }

    /// Returns whether two items are the same object or equal values.
    private static func areEqual(_ left: Any, _ right: Any) -> Bool {
      if let left = left as? AnyHashable, let right = right as? AnyHashable { return left == right }
      return left as AnyObject === right as AnyObject
    }

    private func items(atRows indexes: IndexSet) -> [Any] {
      let rows = rows
      return indexes.filter(rows.indices.contains).map { rows[$0].item }
    }

    // MARK: Dragging

    override func pasteboardWriter(forRow row: Int) -> (any NSPasteboardWriting)? {
      item(atRow: row).flatMap { source?.outlineView(self, pasteboardWriterForItem: $0) }
    }

    override func writeRows(_ rows: IndexSet, to pasteboard: NSPasteboard) -> Bool {
      source?.outlineView(self, writeItems: items(atRows: rows), to: pasteboard) ?? false
    }

    override func dragWillBegin(_ session: NSDraggingSession, at screenPoint: NSPoint, rows: IndexSet) {
      source?.outlineView(
        self, draggingSession: session, willBeginAt: screenPoint, forItems: items(atRows: rows))
    }

    override func dragEnded(
      _ session: NSDraggingSession, at screenPoint: NSPoint, _ operation: NSDragOperation
    ) {
      source?.outlineView(self, draggingSession: session, endedAt: screenPoint, operation: operation)
    }

    // MARK: Dropping

    /// Chooses another place for the drop that is validated.
    ///
    /// - Parameters:
    ///   - item: the item; nil for the root.
    ///   - index: the position among its children, or `NSOutlineViewDropOnItemIndex`.
    open func setDropItem(_ item: Any?, dropChildIndex index: Int) { dropItem = (item, index) }

    override func validateDrop(
      _ info: any NSDraggingInfo, _ row: Int, _ operation: DropOperation
    ) -> NSDragOperation {
      dropItem = place(row, operation)
      return source?.outlineView(
        self, validateDrop: info, proposedItem: dropItem.item, proposedChildIndex: dropItem.childIndex) ?? []
    }

    override func acceptDrop(_ info: any NSDraggingInfo, _ row: Int, _ operation: DropOperation) -> Bool {
      source?.outlineView(self, acceptDrop: info, item: dropItem.item, childIndex: dropItem.childIndex)
        ?? false
    }

    /// Returns the place in the outline of a place among the rows; after the last row, it is the end of the root.
    private func place(_ row: Int, _ operation: DropOperation) -> (item: Any?, childIndex: Int) {
      let rows = rows
      guard rows.indices.contains(row) else {
        return (nil, source?.outlineView(self, numberOfChildrenOfItem: nil) ?? 0)
      }
      return operation == .on
        ? (rows[row].item, NSOutlineViewDropOnItemIndex) : (rows[row].parent, rows[row].childIndex)
    }

    /// Tells the data source.
    open override func updateDraggingItemsForDrag(_ sender: (any NSDraggingInfo)?) {
      if let sender { source?.outlineView(self, updateDraggingItemsForDrag: sender) }
    }
  }
#endif
