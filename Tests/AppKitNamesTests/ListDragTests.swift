import AppKitNames
import DragAndDrop
import Foundation
import TestSupport;
import Testing

@MainActor private final class Rows: NSObject, NSTableViewDataSource {
  var rows = ["a", "b", "c", "d"]
  var proposals: [String] = []
  var accepted: [String] = []
  var calls: [String] = []
  var answer: NSDragOperation = .move
  var retarget: (Int, NSTableView.DropOperation)?

  func numberOfRows(in tableView: NSTableView) -> Int { rows.count }
  func tableView(_ tableView: NSTableView, pasteboardWriterForRow row: Int) -> (any NSPasteboardWriting)? {
    rows[row] == "b" ? nil : rows[row] as NSString
  }
  func tableView(
    _ tableView: NSTableView, draggingSession session: NSDraggingSession, willBeginAt screenPoint: NSPoint,
    forRowIndexes rowIndexes: IndexSet
  ) { calls.append("begin \(rowIndexes.map { $0 })") }
  func tableView(
    _ tableView: NSTableView, draggingSession session: NSDraggingSession, endedAt screenPoint: NSPoint,
    operation: NSDragOperation
  ) { calls.append("end \(operation.rawValue)") }
  func tableView(
    _ tableView: NSTableView, validateDrop info: any NSDraggingInfo, proposedRow row: Int,
    proposedDropOperation dropOperation: NSTableView.DropOperation
  ) -> NSDragOperation {
    proposals.append("\(row) \(dropOperation.rawValue)")
    if let retarget { tableView.setDropRow(retarget.0, dropOperation: retarget.1) }
    return answer
  }
  func tableView(
    _ tableView: NSTableView, acceptDrop info: any NSDraggingInfo, row: Int,
    dropOperation: NSTableView.DropOperation
  ) -> Bool {
    accepted.append(
      "\(row) \(dropOperation.rawValue) \(info.draggingPasteboard.string(forType: .string) ?? "-")")
    return true
  }
}

@MainActor private final class OldRows: NSObject, NSTableViewDataSource {
  func numberOfRows(in tableView: NSTableView) -> Int { 2 }
  func tableView(_ tableView: NSTableView, writeRowsWith rowIndexes: IndexSet, to pboard: NSPasteboard)
    -> Bool
  {
    pboard.declareTypes([.string], owner: nil)
    return pboard.setString("rows \(rowIndexes.map { $0 })", forType: .string)
  }
}

@MainActor @Suite(.serialized) struct TableDragTests {
  private let window = NSWindow()
  private let table = NSTableView(frame: NSRect(x: 0, y: 0, width: 400, height: 300))
  private let rows = Rows()
  private let driver: DraggingDriver

  init() {
    driver = DraggingDriver(windows: [window])
    window.contentView?.addSubview(table)
    table.dataSource = rows
    table.rowHeight = 20
    table.registerForDraggedTypes([.string])
  }

  /// A point of the window at a distance from the top of the table.
  private func point(_ y: CGFloat) -> NSPoint { NSPoint(x: 10, y: 300 - y) }

  @Test func aRowIsDraggedAndDroppedBetweenOthers() {
    #expect(driver.press(at: point(10), in: window))
    driver.move(to: point(58), in: window)
    expectEqual(driver.drop(), .move)
    expectEqual(rows.calls, ["begin [0]", "end 16"])
    #expect(rows.proposals == ["3 1"] && rows.accepted == ["3 1 a"])
  }

  @Test(arguments: [
    (CGFloat(2), "0 1"), (10, "0 0"), (17, "1 1"), (30, "1 0"), (79, "4 1"), (200, "4 1"),
  ])
  func thePlaceDependsOnTheQuarterOfTheRow(y: CGFloat, proposal: String) {
    driver.beginDrag(of: ["x" as NSString], allowing: .every)
    driver.move(to: point(y), in: window)
    driver.cancel()
    expectEqual(rows.proposals, [proposal])
  }

  @Test func theDataSourceChoosesAnotherPlace() {
    rows.retarget = (-1, .on)
    driver.beginDrag(of: ["x" as NSString], allowing: .every)
    driver.move(to: point(30), in: window)
    driver.drop()
    expectEqual(rows.accepted, ["-1 0 x"])
  }

  @Test func selectedRowsAreDraggedTogetherExceptThoseThatStay() {
    table.selectRowIndexes([0, 1, 2], byExtendingSelection: false)
    driver.press(at: point(50), in: window)
    driver.move(to: point(70), in: window)
    driver.drop()
    #expect(rows.calls.first == "begin [0, 2]" && rows.accepted == ["3 0 a\nc"])
  }

  @Test func aRowWithoutAWriterStays() {
    #expect(!driver.press(at: point(30), in: window))
    #expect(!driver.press(at: point(200), in: window))
  }

  @Test func theOldMethodIsCalledIfThereIsNoWriter() {
    let old = OldRows()
    defer { withExtendedLifetime(old) {} }
    table.dataSource = old
    table.selectRowIndexes([0, 1], byExtendingSelection: false)
    #expect(driver.press(at: point(10), in: window))
    expectEqual(driver.session?.draggingPasteboard.string(forType: .string), "rows [0, 1]")
    driver.cancel()
  }

  @Test func aTableAllowsNothingOutsideUnlessItSaysSo() {
    driver.press(at: point(10), in: window)
    expectEqual(driver.dropOutside(.copy), [])
    table.setDraggingSourceOperationMask(.copy, forLocal: false)
    driver.press(at: point(10), in: window)
    expectEqual(driver.dropOutside(.copy), .copy)
    expectEqual(rows.calls.last, "end 1")
  }
}

@MainActor private final class Folder: NSObject {
  let name: String
  var children: [Folder]
  init(_ name: String, _ children: [Folder] = []) { (self.name, self.children) = (name, children) }
}

@MainActor private final class Tree: NSObject, NSOutlineViewDataSource {
  let root = Folder("root", [Folder("a", [Folder("a1"), Folder("a2")]), Folder("b")])
  var places: [String] = []
  var calls: [String] = []
  private func folder(_ item: Any?) -> Folder { item as? Folder ?? root }

  func outlineView(_ outlineView: NSOutlineView, numberOfChildrenOfItem item: Any?) -> Int {
    folder(item).children.count
  }
  func outlineView(_ outlineView: NSOutlineView, child index: Int, ofItem item: Any?) -> Any {
    folder(item).children[index]
  }
  func outlineView(_ outlineView: NSOutlineView, isItemExpandable item: Any) -> Bool {
    !folder(item).children.isEmpty
  }
  func outlineView(_ outlineView: NSOutlineView, pasteboardWriterForItem item: Any) -> (
    any NSPasteboardWriting
  )? {
    folder(item).name as NSString
  }
  func outlineView(
    _ outlineView: NSOutlineView, draggingSession session: NSDraggingSession,
    willBeginAt screenPoint: NSPoint,
    forItems draggedItems: [Any]
  ) { calls.append("begin \(draggedItems.map { folder($0).name })") }
  func outlineView(
    _ outlineView: NSOutlineView, validateDrop info: any NSDraggingInfo, proposedItem item: Any?,
    proposedChildIndex index: Int
  ) -> NSDragOperation {
    places.append("\((item as? Folder)?.name ?? "root") \(index)")
    if places.last == "b -1" { outlineView.setDropItem(root.children[0], dropChildIndex: 2) }
    return .generic
  }
  func outlineView(
    _ outlineView: NSOutlineView, acceptDrop info: any NSDraggingInfo, item: Any?, childIndex index: Int
  ) -> Bool {
    calls.append("accept \((item as? Folder)?.name ?? "root") \(index)")
    return true
  }
}

@MainActor @Suite(.serialized) struct OutlineDragTests {
  private let window = NSWindow()
  private let outline = NSOutlineView(frame: NSRect(x: 0, y: 0, width: 400, height: 300))
  private let tree = Tree()
  private let driver: DraggingDriver

  init() {
    driver = DraggingDriver(windows: [window])
    window.contentView?.addSubview(outline)
    outline.dataSource = tree
    outline.rowHeight = 20
    outline.registerForDraggedTypes([.string])
  }

  /// Names as items: each folder has a child with its own name.
  private final class Names: NSObject, NSOutlineViewDataSource {
    func outlineView(_ outlineView: NSOutlineView, numberOfChildrenOfItem item: Any?) -> Int { 1 }
    func outlineView(_ outlineView: NSOutlineView, child index: Int, ofItem item: Any?) -> Any { "src" }
    func outlineView(_ outlineView: NSOutlineView, isItemExpandable item: Any) -> Bool { true }
  }

  @Test func aChildThatEqualsItsParentHadRowsWithoutEnd() {
    let names = Names()
    outline.dataSource = names
    outline.expandItem("src")
    #expect(outline.numberOfRows == 2 && outline.level(forRow: 1) == 1)
  }

  @Test func onlyExpandedItemsHaveRows() {
    expectEqual(outline.numberOfRows, 2)
    outline.expandItem(tree.root.children[0])
    outline.expandItem(tree.root.children[1])
    expectEqual(outline.numberOfRows, 4)
    expectEqual(outline.row(forItem: tree.root.children[0].children[1]), 2)
    #expect(
      outline.level(forRow: 1) == 1
        && (outline.parent(forItem: outline.item(atRow: 1)) as? Folder)?.name == "a")
    outline.collapseItem(tree.root.children[0])
    #expect(outline.numberOfRows == 2 && outline.item(atRow: 5) == nil)
  }

  @Test(arguments: [
    (CGFloat(10), "a -1"), (22, "a 0"), (42, "a 1"), (62, "root 1"), (250, "root 2"),
  ])
  func aPlaceAmongTheRowsIsAPlaceInTheTree(y: CGFloat, place: String) {
    outline.expandItem(tree.root.children[0])
    driver.beginDrag(of: ["x" as NSString], allowing: .every)
    driver.move(to: NSPoint(x: 10, y: 300 - y), in: window)
    driver.cancel()
    expectEqual(tree.places, [place])
  }

  @Test func anItemIsDroppedWhereTheDataSourceWants() {
    driver.press(at: NSPoint(x: 10, y: 290), in: window)
    driver.move(to: NSPoint(x: 10, y: 270), in: window)
    expectEqual(driver.drop(), .generic)
    #expect(tree.calls == ["begin [\"a\"]", "accept a 2"] && tree.places == ["b -1"])
    expectEqual(NSOutlineViewDropOnItemIndex, -1)
  }
}

@MainActor private final class Photos: NSObject, NSCollectionViewDataSource, NSCollectionViewDelegate {
  var proposals: [String] = []
  var accepted: [String] = []
  var movesToFront = false
  func numberOfSections(in collectionView: NSCollectionView) -> Int { 2 }
  func collectionView(_ collectionView: NSCollectionView, numberOfItemsInSection section: Int) -> Int {
    section == 0 ? 5 : 1
  }
  func collectionView(
    _ collectionView: NSCollectionView, pasteboardWriterForItemAt indexPath: IndexPath
  ) -> (any NSPasteboardWriting)? { "\(indexPath[0]).\(indexPath[1])" as NSString }
  func collectionView(
    _ collectionView: NSCollectionView, validateDrop draggingInfo: any NSDraggingInfo,
    proposedIndexPath proposedDropIndexPath: AutoreleasingUnsafeMutablePointer<NSIndexPath>,
    dropOperation proposedDropOperation: UnsafeMutablePointer<NSCollectionView.DropOperation>
  ) -> NSDragOperation {
    let path = proposedDropIndexPath.pointee as IndexPath
    proposals.append("\(path[0]).\(path[1]) \(proposedDropOperation.pointee.rawValue)")
    if movesToFront {
      proposedDropIndexPath.pointee = IndexPath(indexes: [0, 0]) as NSIndexPath
      proposedDropOperation.pointee = .before
    }
    return .move
  }
  func collectionView(
    _ collectionView: NSCollectionView, acceptDrop draggingInfo: any NSDraggingInfo, indexPath: IndexPath,
    dropOperation: NSCollectionView.DropOperation
  ) -> Bool {
    accepted.append("\(indexPath[0]).\(indexPath[1]) \(dropOperation.rawValue)")
    return true
  }
}

@MainActor @Suite(.serialized) struct CollectionDragTests {
  private let window = NSWindow()
  private let collection = NSCollectionView(frame: NSRect(x: 0, y: 0, width: 200, height: 300))
  private let photos = Photos()
  private let driver: DraggingDriver

  init() {
    driver = DraggingDriver(windows: [window])
    window.contentView?.addSubview(collection)
    collection.dataSource = photos
    collection.delegate = photos
    collection.registerForDraggedTypes([.string])
  }

  @Test(arguments: [
    (CGFloat(25), CGFloat(25), "0.0 0"), (55, 25, "0.1 1"), (95, 25, "0.2 1"), (25, 75, "0.4 0"),
    (75, 75, "1.1 1"),
    (25, 125, "1.0 0"),
  ])
  func aPointIsAnItemOrAGap(x: CGFloat, y: CGFloat, proposal: String) {
    driver.beginDrag(of: ["x" as NSString], allowing: .every)
    driver.move(to: NSPoint(x: x, y: 300 - y), in: window)
    driver.cancel()
    expectEqual(photos.proposals, [proposal])
  }

  @Test func theDelegateMovesThePlaceThroughItsPointers() {
    photos.movesToFront = true
    #expect(driver.press(at: NSPoint(x: 75, y: 275), in: window))
    expectEqual(driver.session?.draggingPasteboard.string(forType: .string), "0.1")
    driver.move(to: NSPoint(x: 25, y: 225), in: window)
    expectEqual(driver.drop(), .move)
    expectEqual(photos.accepted, ["0.0 1"])
  }
}
