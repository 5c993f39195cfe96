#if !canImport(Darwin)
  public import Foundation

  /// Provides the rows of a table, and takes part in its drags.
  @preconcurrency @MainActor
  public protocol NSTableViewDataSource: NSObjectProtocol {
    /// Returns the number of rows.
    ///
    /// - Parameter tableView: the table.
    /// - Returns: the number.
    func numberOfRows(in tableView: NSTableView) -> Int
    /// Returns the object that a dragged row writes to the pasteboard.
    ///
    /// - Parameters:
    ///   - tableView: the table.
    ///   - row: the row.
    /// - Returns: nil if the row cannot be dragged.
    func tableView(_ tableView: NSTableView, pasteboardWriterForRow row: Int) -> (any NSPasteboardWriting)?
    /// Writes dragged rows to a pasteboard; called if `tableView(_:pasteboardWriterForRow:)` is not implemented.
    ///
    /// - Parameters:
    ///   - tableView: the table.
    ///   - rowIndexes: the rows.
    ///   - pboard: the pasteboard.
    /// - Returns: `false` if the rows cannot be dragged.
    func tableView(_ tableView: NSTableView, writeRowsWith rowIndexes: IndexSet, to pboard: NSPasteboard)
      -> Bool
    /// Called when a drag of rows begins.
    ///
    /// - Parameters:
    ///   - tableView: the table.
    ///   - session: the drag.
    ///   - screenPoint: the place of the pointer on the screen.
    ///   - rowIndexes: the rows.
    func tableView(
      _ tableView: NSTableView, draggingSession session: NSDraggingSession, willBeginAt screenPoint: NSPoint,
      forRowIndexes rowIndexes: IndexSet)
    /// Called when a drag of rows ends.
    ///
    /// - Parameters:
    ///   - tableView: the table.
    ///   - session: the drag.
    ///   - screenPoint: the place of the pointer on the screen.
    ///   - operation: the operation that was performed; empty if there is none.
    func tableView(
      _ tableView: NSTableView, draggingSession session: NSDraggingSession, endedAt screenPoint: NSPoint,
      operation: NSDragOperation)
    /// Called when the table may change how the items of a drag are shown.
    ///
    /// - Parameters:
    ///   - tableView: the table.
    ///   - draggingInfo: the drag.
    func tableView(_ tableView: NSTableView, updateDraggingItemsForDrag draggingInfo: any NSDraggingInfo)
    /// Returns the operation of a drop.
    ///
    /// - Parameters:
    ///   - tableView: the table, whose `setDropRow(_:dropOperation:)` chooses another place.
    ///   - info: the drag.
    ///   - row: the row of the place.
    ///   - dropOperation: whether the place is the row or the gap above it.
    /// - Returns: empty if the drop is refused.
    func tableView(
      _ tableView: NSTableView, validateDrop info: any NSDraggingInfo, proposedRow row: Int,
      proposedDropOperation dropOperation: NSTableView.DropOperation
    ) -> NSDragOperation
    /// Takes the items of a drop.
    ///
    /// - Parameters:
    ///   - tableView: the table.
    ///   - info: the drag.
    ///   - row: the row of the place; −1 with `.on` for the table, the number of rows with `.above` for its end.
    ///   - dropOperation: whether the place is the row or the gap above it.
    /// - Returns: `false` if the items were not taken.
    func tableView(
      _ tableView: NSTableView, acceptDrop info: any NSDraggingInfo, row: Int,
      dropOperation: NSTableView.DropOperation
    ) -> Bool
  }

  extension NSTableViewDataSource {
    /// Default implementation; returns zero.
    public func numberOfRows(in tableView: NSTableView) -> Int { 0 }
    /// Default implementation; has `tableView(_:writeRowsWith:to:)` called.
    public func tableView(
      _ tableView: NSTableView, pasteboardWriterForRow row: Int
    ) -> (any NSPasteboardWriting)? { MissingWriter.instance }
    /// Default implementation; returns `false`.
    public func tableView(
      _ tableView: NSTableView, writeRowsWith rowIndexes: IndexSet, to pboard: NSPasteboard
    ) -> Bool { false }
    /// Default implementation; does nothing.
    public func tableView(
      _ tableView: NSTableView, draggingSession session: NSDraggingSession, willBeginAt screenPoint: NSPoint,
      forRowIndexes rowIndexes: IndexSet
    ) {}
    /// Default implementation; does nothing.
    public func tableView(
      _ tableView: NSTableView, draggingSession session: NSDraggingSession, endedAt screenPoint: NSPoint,
      operation: NSDragOperation
    ) {}
    /// Default implementation; does nothing.
    public func tableView(
      _ tableView: NSTableView, updateDraggingItemsForDrag draggingInfo: any NSDraggingInfo
    ) {}
    /// Default implementation; refuses the drop.
    public func tableView(
      _ tableView: NSTableView, validateDrop info: any NSDraggingInfo, proposedRow row: Int,
      proposedDropOperation dropOperation: NSTableView.DropOperation
    ) -> NSDragOperation { [] }
    /// Default implementation; returns `false`.
    public func tableView(
      _ tableView: NSTableView, acceptDrop info: any NSDraggingInfo, row: Int,
      dropOperation: NSTableView.DropOperation
    ) -> Bool { false }
  }

  /// An object that is told of the selection of a table.
  @preconcurrency @MainActor
  public protocol NSTableViewDelegate: NSObjectProtocol {}

  /// Stands for the writer of a data source that does not implement the method: an answer of nil keeps the row.
  final class MissingWriter: NSObject, NSPasteboardWriting, Sendable {
    static let instance = MissingWriter()
    func writableTypes(for pasteboard: NSPasteboard) -> [NSPasteboard.PasteboardType] { [] }
    func pasteboardPropertyList(forType type: NSPasteboard.PasteboardType) -> Any? { nil }
  }
#endif
