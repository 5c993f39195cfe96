import Foundation

// A shelf on which files are put by dragging, and from which they are dragged again.
#if canImport(AppKit)
  import AppKit
#else
  import AppKitNames
#endif

protocol ShelfViewDelegate: AnyObject {
  func shelf(_ shelf: ShelfView, didReceive urls: [URL])
}

class ShelfView: NSView {
  weak var delegate: ShelfViewDelegate?
  private(set) var urls: [URL] = []
  private(set) var isHighlighted = false {
    didSet { needsDisplay = true }
  }
  private let filteringOptions: [NSPasteboard.ReadingOptionKey: Any] = [.urlReadingFileURLsOnly: true]

  override init(frame frameRect: NSRect) {
    super.init(frame: frameRect)
    setup()
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
    setup()
  }

  private func setup() {
    wantsLayer = true
    registerForDraggedTypes(
      [.fileURL, .URL] + NSFilePromiseReceiver.readableDraggedTypes.map { NSPasteboard.PasteboardType($0) })
  }

  override func draggingEntered(_ sender: NSDraggingInfo) -> NSDragOperation {
    let canRead = sender.draggingPasteboard.canReadObject(forClasses: [NSURL.self], options: filteringOptions)
    isHighlighted = canRead && sender.draggingSource as? ShelfView !== self
    guard isHighlighted else { return [] }
    return sender.draggingSourceOperationMask.contains(.move) ? .move : .copy
  }

  override func draggingExited(_ sender: NSDraggingInfo?) {
    isHighlighted = false
  }

  override func draggingEnded(_ sender: NSDraggingInfo) {
    isHighlighted = false
  }

  override func performDragOperation(_ sender: NSDraggingInfo) -> Bool {
    guard
      let dropped = sender.draggingPasteboard.readObjects(forClasses: [NSURL.self], options: filteringOptions)
        as? [URL],
      !dropped.isEmpty
    else { return false }
    urls.append(contentsOf: dropped)
    delegate?.shelf(self, didReceive: dropped)
    return true
  }

  override func mouseDragged(with event: NSEvent) {
    guard !urls.isEmpty else { return }
    let items = urls.enumerated().map { index, url -> NSDraggingItem in
      let item = NSDraggingItem(pasteboardWriter: url as NSURL)
      item.setDraggingFrame(NSRect(x: CGFloat(index) * 20, y: 0, width: 16, height: 16), contents: nil)
      return item
    }
    let session = beginDraggingSession(with: items, event: event, source: self)
    session.animatesToStartingPositionsOnCancelOrFail = false
    session.draggingFormation = .pile
  }
}

extension ShelfView: NSDraggingSource {
  func draggingSession(
    _ session: NSDraggingSession, sourceOperationMaskFor context: NSDraggingContext
  ) -> NSDragOperation {
    switch context {
    case .outsideApplication: return [.copy, .move]
    case .withinApplication: return .move
    }
  }

  func draggingSession(
    _ session: NSDraggingSession, endedAt screenPoint: NSPoint, operation: NSDragOperation
  ) {
    if operation == .move { urls.removeAll() }
  }
}

/// A list of names that can be put in another order.
class NameList: NSObject, NSTableViewDataSource, NSTableViewDelegate {
  static let rowType = NSPasteboard.PasteboardType("com.example.clipboard-manager.row")
  var names: [String]
  private let tableView: NSTableView

  init(tableView: NSTableView, names: [String]) {
    self.tableView = tableView
    self.names = names
    super.init()
    tableView.dataSource = self
    tableView.delegate = self
    tableView.registerForDraggedTypes([NameList.rowType])
    tableView.setDraggingSourceOperationMask(.move, forLocal: true)
  }

  func numberOfRows(in tableView: NSTableView) -> Int { names.count }

  func tableView(_ tableView: NSTableView, pasteboardWriterForRow row: Int) -> NSPasteboardWriting? {
    let item = NSPasteboardItem()
    item.setString("\(row)", forType: NameList.rowType)
    return item
  }

  func tableView(
    _ tableView: NSTableView, validateDrop info: NSDraggingInfo, proposedRow row: Int,
    proposedDropOperation dropOperation: NSTableView.DropOperation
  ) -> NSDragOperation {
    guard info.draggingSource as? NSTableView === tableView else { return [] }
    if dropOperation == .on { tableView.setDropRow(row, dropOperation: .above) }
    return .move
  }

  func tableView(
    _ tableView: NSTableView, acceptDrop info: NSDraggingInfo, row: Int,
    dropOperation: NSTableView.DropOperation
  ) -> Bool {
    guard
      let item = info.draggingPasteboard.pasteboardItems?.first,
      let text = item.string(forType: NameList.rowType), let oldRow = Int(text)
    else { return false }
    let newRow = oldRow < row ? row - 1 : row
    let name = names.remove(at: oldRow)
    names.insert(name, at: newRow)
    tableView.beginUpdates()
    tableView.moveRow(at: oldRow, to: newRow)
    tableView.endUpdates()
    return true
  }
}
