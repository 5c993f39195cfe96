#if !canImport(Darwin)
  public import Foundation

  /// A table that is not drawn: rows of equal height, from the top.
  @preconcurrency @MainActor
  open class NSTableView: NSView, NSDraggingSource {
    /// Whether a drop is on a row or in the gap above it.
    public enum DropOperation: UInt, Sendable, Hashable {
      /// On the row.
      case on = 0
      /// In the gap above the row.
      case above = 1
    }

    /// How the place of a drop is shown; nothing is drawn.
    public enum DraggingDestinationFeedbackStyle: Int, Sendable, Hashable {
      /// Not at all.
      case none = -1
      /// As a line or a frame.
      case regular = 0
      /// As in the sidebar of a window.
      case sourceList = 1
      /// As a gap between rows.
      case gap = 2
    }

    /// Provides the rows, and takes part in drags.
    open weak var dataSource: (any NSTableViewDataSource)?
    /// Is told of the selection.
    open weak var delegate: (any NSTableViewDelegate)?
    /// The height of a row; 24 points at first.
    open var rowHeight: CGFloat = 24
    /// How the place of a drop is shown; the value is kept.
    open var draggingDestinationFeedbackStyle = DraggingDestinationFeedbackStyle.regular
    /// Whether a movement up or down begins a drag; the value is kept.
    open var verticalMotionCanBeginDrag = true
    /// Whether the user may select several rows; the value is kept.
    open var allowsMultipleSelection = false
    /// The selected rows.
    public private(set) var selectedRowIndexes = IndexSet()
    private var masks = SourceMasks()
    /// The rows that are being dragged.
    private var draggedRows = IndexSet()
    /// The place of a drop that was proposed or chosen last.
    private var dropPlace: (row: Int, operation: DropOperation) = (-1, .on)

    /// Rows are counted from the top.
    open override var isFlipped: Bool { true }

    /// The number of rows.
    open var numberOfRows: Int { dataSource?.numberOfRows(in: self) ?? 0 }

    /// The last selected row; −1 if none is selected.
    open var selectedRow: Int { selectedRowIndexes.last ?? -1 }

    /// Reads the rows again; rows that do not exist any more are not selected.
    open func reloadData() {
      let count = numberOfRows
      selectedRowIndexes = selectedRowIndexes.filteredIndexSet { $0 < count }
    }

    /// Selects rows.
    ///
    /// - Parameters:
    ///   - indexes: the rows.
    ///   - extend: whether the rows that are selected stay so.
    open func selectRowIndexes(_ indexes: IndexSet, byExtendingSelection extend: Bool) {
      selectedRowIndexes = extend ? selectedRowIndexes.union(indexes) : indexes
    }

    /// Selects no row.
    ///
    /// - Parameter sender: not used.
    open func deselectAll(_ sender: Any?) { selectedRowIndexes = IndexSet() }

    /// Has no effect, because the rows are those of the data source.
    open func beginUpdates() {}

    /// Has no effect, because the rows are those of the data source.
    open func endUpdates() {}

    /// Has no effect, because the rows are those of the data source.
    ///
    /// - Parameters:
    ///   - oldIndex: the row.
    ///   - newIndex: the row that it becomes.
    open func moveRow(at oldIndex: Int, to newIndex: Int) {}

    /// Returns the row at a point.
    ///
    /// - Parameter point: the point, in the coordinates of the table.
    /// - Returns: −1 if there is no row.
    open func row(at point: NSPoint) -> Int {
      guard point.y >= 0, rowHeight > 0 else { return -1 }
      let row = Int(point.y / rowHeight)
      return row < numberOfRows ? row : -1
    }

    /// Returns the frame of a row.
    ///
    /// - Parameter row: the row.
    /// - Returns: the frame, in the coordinates of the table.
    open func rect(ofRow row: Int) -> NSRect {
      NSRect(x: 0, y: CGFloat(row) * rowHeight, width: frame.width, height: rowHeight)
    }

    // MARK: Dragging

    /// Sets the operations that the table allows as a source.
    ///
    /// At first, all operations are allowed within the program, and none outside.
    ///
    /// - Parameters:
    ///   - mask: the operations.
    ///   - isLocal: whether they are those for destinations in this program.
    open func setDraggingSourceOperationMask(_ mask: NSDragOperation, forLocal isLocal: Bool) {
      masks.set(mask, isLocal: isLocal)
    }

    /// Does nothing, so that a movement begins a drag of the row.
    open override func mouseDown(with event: NSEvent) {}

    /// Begins a drag of the row under the mouse, with the other selected rows if it is selected.
    open override func mouseDragged(with event: NSEvent) {
      let row = row(at: convert(event.locationInWindow, from: nil))
      guard row >= 0 else { return }
      beginDrag(of: selectedRowIndexes.contains(row) ? selectedRowIndexes : IndexSet(integer: row), event)
    }

    private func beginDrag(of rows: IndexSet, _ event: NSEvent) {
      var items: [NSDraggingItem] = []
      var written = IndexSet()
      for row in rows {
        guard let writer = pasteboardWriter(forRow: row) else { continue }
        if writer is MissingWriter { return beginOldDrag(of: rows) }
        let item = NSDraggingItem(pasteboardWriter: writer)
        item.draggingFrame = rect(ofRow: row)
        items.append(item)
        written.insert(row)
      }
      guard !items.isEmpty else { return }
      draggedRows = written
      beginDraggingSession(with: items, event: event, source: self)
    }

    /// Begins a drag of rows that the data source writes to the pasteboard itself.
    private func beginOldDrag(of rows: IndexSet) {
      let pasteboard = NSPasteboard.ofDrag()
      guard writeRows(rows, to: pasteboard) else { return }
      draggedRows = rows
      _ = begin(NSDraggingSession([], from: self, on: pasteboard))
    }

    func pasteboardWriter(forRow row: Int) -> (any NSPasteboardWriting)? {
      dataSource?.tableView(self, pasteboardWriterForRow: row)
    }

    func writeRows(_ rows: IndexSet, to pasteboard: NSPasteboard) -> Bool {
      dataSource?.tableView(self, writeRowsWith: rows, to: pasteboard) ?? false
    }

    func dragWillBegin(_ session: NSDraggingSession, at screenPoint: NSPoint, rows: IndexSet) {
      dataSource?.tableView(self, draggingSession: session, willBeginAt: screenPoint, forRowIndexes: rows)
    }

    func dragEnded(_ session: NSDraggingSession, at screenPoint: NSPoint, _ operation: NSDragOperation) {
      dataSource?.tableView(self, draggingSession: session, endedAt: screenPoint, operation: operation)
    }

    /// Returns the operations that were set for the context.
    open func draggingSession(
      _ session: NSDraggingSession, sourceOperationMaskFor context: NSDraggingContext
    ) -> NSDragOperation { masks[context] }

    /// Tells the data source.
    open func draggingSession(_ session: NSDraggingSession, willBeginAt screenPoint: NSPoint) {
      dragWillBegin(session, at: screenPoint, rows: draggedRows)
    }

    /// Does nothing.
    open func draggingSession(_ session: NSDraggingSession, movedTo screenPoint: NSPoint) {}

    /// Tells the data source.
    open func draggingSession(
      _ session: NSDraggingSession, endedAt screenPoint: NSPoint, operation: NSDragOperation
    ) { dragEnded(session, at: screenPoint, operation) }

    /// Returns `false`.
    open func ignoreModifierKeys(for session: NSDraggingSession) -> Bool { false }

    // MARK: Dropping

    /// Chooses another place for the drop that is validated.
    ///
    /// - Parameters:
    ///   - row: the row; −1 with `.on` for the whole table.
    ///   - dropOperation: whether the place is the row or the gap above it.
    open func setDropRow(_ row: Int, dropOperation: DropOperation) { dropPlace = (row, dropOperation) }

    /// The place at a point: the gap above a row in its upper quarter, the gap below in its lower quarter, else the row.
    private func place(at point: NSPoint) -> (row: Int, operation: DropOperation) {
      let row = row(at: point)
      guard row >= 0 else { return (numberOfRows, .above) }
      let part = point.y / rowHeight - CGFloat(row)
      return part < 0.25 ? (row, .above) : part >= 0.75 ? (row + 1, .above) : (row, .on)
    }

    private func validate(_ info: any NSDraggingInfo) -> NSDragOperation {
      dropPlace = place(at: convert(info.draggingLocation, from: nil))
      return validateDrop(info, dropPlace.row, dropPlace.operation)
    }

    func validateDrop(_ info: any NSDraggingInfo, _ row: Int, _ operation: DropOperation) -> NSDragOperation {
      dataSource?.tableView(self, validateDrop: info, proposedRow: row, proposedDropOperation: operation)
        ?? []
    }

    func acceptDrop(_ info: any NSDraggingInfo, _ row: Int, _ operation: DropOperation) -> Bool {
      dataSource?.tableView(self, acceptDrop: info, row: row, dropOperation: operation) ?? false
    }

    /// Has the data source validate a drop.
    open override func draggingEntered(_ sender: any NSDraggingInfo) -> NSDragOperation { validate(sender) }

    /// Has the data source validate a drop.
    open override func draggingUpdated(_ sender: any NSDraggingInfo) -> NSDragOperation { validate(sender) }

    /// Has the data source accept the drop at the place that was validated last.
    open override func performDragOperation(_ sender: any NSDraggingInfo) -> Bool {
      acceptDrop(sender, dropPlace.row, dropPlace.operation)
    }

    /// Tells the data source.
    open override func updateDraggingItemsForDrag(_ sender: (any NSDraggingInfo)?) {
      if let sender { dataSource?.tableView(self, updateDraggingItemsForDrag: sender) }
    }
  }
#endif
