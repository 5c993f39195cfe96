#if !canImport(Darwin)
  import AppKitNames
  import Foundation
  import Testing

  @testable import ClipboardManager

  /// A clipboard manager and a shelf in AppKit's names, unchanged but for their imports.
  @Suite struct ClipboardManagerTests {
    private let pasteboard = NSPasteboard.withUniqueName()
    private let manager: ClipboardManager

    init() { manager = ClipboardManager(pasteboard: pasteboard) }

    private func copy(_ objects: [NSPasteboardWriting]) {
      pasteboard.clearContents()
      pasteboard.writeObjects(objects)
      manager.checkForChanges()
    }

    @Test func copiesAreKeptNewestFirstAndOnce() throws {
      var heard: [String] = []
      manager.onNewEntry = { heard.append($0.title) }
      copy(["first" as NSString])
      manager.checkForChanges()
      copy([try #require(NSURL(string: "https://a.example/"))])
      copy([NSURL(fileURLWithPath: "/tmp/a.txt"), NSURL(fileURLWithPath: "/tmp/b.txt")])
      copy(["first" as NSString])
      #expect(heard == ["first", "https://a.example/", "a.txt, b.txt", "first"])
      #expect(manager.entries.map(\.kind) == [.text, .files, .link])
    }

    @Test func anEntryIsCopiedAgainWithoutBeingKeptTwice() throws {
      let text = NSMutableAttributedString(string: "formatted")
      text.addAttribute(.foregroundColor, value: NSColor.red, range: NSRange(location: 0, length: 9))
      copy([text, "second" as NSString])
      let entry = try #require(manager.entries.first)
      #expect(entry.contents.count == 2 && entry.contents[0]["public.rtf"] != nil)
      copy(["other" as NSString])
      manager.copy(entry)
      #expect(manager.entries.count == 2)
      #expect(pasteboard.string(forType: .string) == "formatted\nsecond")
      manager.copyAsPlainText()
      #expect(pasteboard.types == [.string, NSPasteboard.PasteboardType("NSStringPboardType")])
    }

    @Test func passwordsAreNotKept() {
      manager.copyPassword("secret")
      manager.checkForChanges()
      #expect(manager.entries.isEmpty && pasteboard.string(forType: .string) == "secret")
    }

    @Test func aLinkAndItsTitleAreTwoItems() throws {
      manager.copyLink(try #require(URL(string: "https://a.example/")), title: "A")
      #expect(pasteboard.pasteboardItems?.count == 2)
      manager.checkForChanges()
      #expect(manager.entries.first?.title == "https://a.example/")
    }
  }

  @MainActor @Suite(.serialized) struct ShelfTests {
    private let window = NSWindow(
      contentRect: NSRect(x: 0, y: 0, width: 300, height: 200), styleMask: [.titled, .closable],
      backing: .buffered, defer: false)
    private let shelf = ShelfView(frame: NSRect(x: 0, y: 0, width: 100, height: 200))
    private let other = ShelfView(frame: NSRect(x: 100, y: 0, width: 100, height: 200))
    private let driver: DraggingDriver

    init() {
      window.contentView?.addSubview(shelf)
      window.contentView?.addSubview(other)
      driver = DraggingDriver(windows: [window])
    }

    @Test func filesAreDroppedOnAShelfAndDraggedToAnother() {
      let files = ["/tmp/a.txt", "/tmp/b.txt"].map { NSURL(fileURLWithPath: $0) }
      driver.beginDrag(of: files, allowing: .copy)
      driver.move(to: NSPoint(x: 50, y: 50), in: window)
      #expect(shelf.isHighlighted)
      #expect(driver.drop() == .copy)
      #expect(shelf.urls.map(\.path) == ["/tmp/a.txt", "/tmp/b.txt"] && !shelf.isHighlighted)
      #expect(driver.press(at: NSPoint(x: 50, y: 50), in: window))
      driver.move(to: NSPoint(x: 60, y: 50), in: window)
      #expect(!shelf.isHighlighted)
      driver.move(to: NSPoint(x: 150, y: 50), in: window)
      #expect(driver.drop() == .move)
      #expect(shelf.urls.isEmpty && other.urls.count == 2)
    }

    @Test func aWebAddressIsRefused() throws {
      driver.beginDrag(of: [try #require(NSURL(string: "https://a.example/"))])
      driver.move(to: NSPoint(x: 50, y: 50), in: window)
      #expect(driver.drop() == [] && shelf.urls.isEmpty)
    }

    @Test func namesArePutInAnotherOrder() {
      let table = NSTableView(frame: NSRect(x: 0, y: 0, width: 300, height: 200))
      table.rowHeight = 20
      window.contentView = table
      let list = NameList(tableView: table, names: ["a", "b", "c"])
      driver.press(at: NSPoint(x: 10, y: 195), in: window)
      driver.move(to: NSPoint(x: 10, y: 150), in: window)
      #expect(driver.drop() == .move)
      #expect(list.names == ["b", "a", "c"])
      driver.press(at: NSPoint(x: 10, y: 195), in: window)
      driver.move(to: NSPoint(x: 10, y: 50), in: window)
      driver.drop()
      #expect(list.names == ["a", "c", "b"])
    }
  }
#endif
