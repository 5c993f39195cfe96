import AppKitNames
import Foundation
import ItemProviders
import TestSupport
import Testing
import UIKitNames

@Suite struct NSPasteboardTests {
  private let pasteboard = NSPasteboard.withUniqueName()

  @Test func aNameIsOnePasteboard() {
    let name = NSPasteboard.Name(UUID().uuidString)
    let first = NSPasteboard(name: name)
    first.setString("a", forType: .string)
    expectEqual(NSPasteboard(name: name).string(forType: .string), "a")
    #expect(NSPasteboard(name: name) == first && first.name == name)
    first.releaseGlobally()
    expectNil(NSPasteboard(name: name).string(forType: .string))
    expectEqual(NSPasteboard(name: .general), NSPasteboard.general)
    expectEqual(NSPasteboard.Name.general.rawValue, "Apple CFPasteboard general")
  }

  @Test func theCountGrowsWithTheOwnerOnly() {
    expectEqual(pasteboard.changeCount, 0)
    expectEqual(pasteboard.clearContents(), 1)
    pasteboard.setString("a", forType: .string)
    pasteboard.writeObjects(["b" as NSString])
    expectEqual(pasteboard.changeCount, 1)
    expectEqual(pasteboard.declareTypes([.string], owner: nil), 2)
    expectEqual(pasteboard.addTypes([.html], owner: nil), 2)
    expectEqual(pasteboard.prepareForNewContents(with: .currentHostOnly), 3)
  }

  @Test func declaredTypesAreOneItemWithoutData() {
    pasteboard.declareTypes([.html, .string], owner: nil)
    expectEqual(pasteboard.pasteboardItems?.map(\.types), [[.html, .string]])
    expectNil(pasteboard.string(forType: .string))
    pasteboard.setString("a", forType: .string)
    expectEqual(pasteboard.string(forType: .string), "a")
  }

  @Test func writtenObjectsAreFurtherItems() {
    pasteboard.declareTypes([.string], owner: nil)
    pasteboard.setString("a", forType: .string)
    #expect(pasteboard.writeObjects(["b" as NSString, "c" as NSString]))
    expectEqual(pasteboard.pasteboardItems?.count, 3)
    expectEqual(pasteboard.string(forType: .string), "a\nb\nc")
    expectEqual(pasteboard.data(forType: .string), Data("a\nb\nc".utf8))
  }

  @Test func formattedTextsAreJoinedToo() throws {
    pasteboard.writeObjects(["one", "two"].map { NSAttributedString(string: $0) })
    let whole = try require(pasteboard.data(forType: .rtf))
    let text = try NSAttributedString.object(withItemProviderData: whole, typeIdentifier: "public.rtf")
    expectEqual(text.string, "one\ntwo")
    expectEqual(pasteboard.data(forType: .html), pasteboard.pasteboardItems?.first?.data(forType: .html))
  }

  @Test func oneUnreadableTextHidJoinedTexts() throws {
    let items = ["one", "", "two"].map { text in
      let item = NSPasteboardItem()
      let rtf = NSAttributedString(string: text).pasteboardPropertyList(forType: .rtf) as? Data
      item.setData(text.isEmpty ? Data("not RTF".utf8) : rtf ?? Data(), forType: .rtf)
      return item
    }
    pasteboard.writeObjects(items)
    let whole = try require(pasteboard.data(forType: .rtf))
    let text = try NSAttributedString.object(withItemProviderData: whole, typeIdentifier: "public.rtf")
    expectEqual(text.string, "one\ntwo")
  }

  @Test func anotherTypeIsThatOfTheFirstItemThatHasIt() {
    let (first, second) = (NSPasteboardItem(), NSPasteboardItem())
    second.setData(Data("p".utf8), forType: .png)
    second.setPropertyList(["a": 1], forType: NSPasteboard.PasteboardType("com.example.list"))
    first.setString("a", forType: .string)
    #expect(pasteboard.writeObjects([first, second]))
    expectEqual(pasteboard.data(forType: .png), Data("p".utf8))
    let list = pasteboard.propertyList(forType: NSPasteboard.PasteboardType("com.example.list"))
    expectEqual(list as? [String: Int], ["a": 1])
    #expect(pasteboard.index(of: second) == 1 && pasteboard.index(of: NSPasteboardItem()) == NSNotFound)
  }

  @Test func typesAreThoseOfAllItemsThenTheirOldNames() throws {
    let url = try #require(NSURL(string: "https://a.example/"))
    pasteboard.writeObjects(["a" as NSString, url, "b" as NSString])
    expectEqual(
      pasteboard.types?.map(\.rawValue),
      [
        "public.utf8-plain-text", "public.url", "NSStringPboardType", "Apple URL pasteboard type",
      ])
    expectEqual(pasteboard.availableType(from: [.png, .URL, .string]), .URL)
    expectNil(pasteboard.availableType(from: [.png]))
  }

  @Test(arguments: [
    ("public.utf8-plain-text", true), ("public.xml", true), ("com.apple.xml-property-list", false),
    ("com.example.list", false),
  ])
  func theSourceOfAListWasReadAsAListUnderTypesOfText(type: String, isText: Bool) throws {
    let source = try PropertyListSerialization.data(fromPropertyList: ["a"], format: .xml, options: 0)
    let type = NSPasteboard.PasteboardType(type)
    pasteboard.setData(source, forType: type)
    let list = pasteboard.propertyList(forType: type)
    #expect(isText ? list as? String == String(decoding: source, as: UTF8.self) : list as? [String] == ["a"])
  }

  @Test func oldNamesAreTranslatedBothWays() {
    let filenames = NSPasteboard.PasteboardType("NSFilenamesPboardType")
    pasteboard.declareTypes([filenames], owner: nil)
    pasteboard.setPropertyList(["/tmp/a b.txt", "/tmp/c.txt"], forType: filenames)
    #expect(pasteboard.types?.contains(.fileURL) == true && pasteboard.types?.contains(filenames) == true)
    let urls = pasteboard.readObjects(forClasses: [NSURL.self]) as? [URL]
    expectEqual(urls?.map(\.path), ["/tmp/a b.txt", "/tmp/c.txt"])
    expectEqual(pasteboard.propertyList(forType: filenames) as? [String], ["/tmp/a b.txt", "/tmp/c.txt"])
    pasteboard.clearContents()
    pasteboard.setString("a", forType: NSPasteboard.PasteboardType("NSStringPboardType"))
    expectEqual(pasteboard.string(forType: .string), "a")
  }

  @Test func anEmptyPasteboardHasNoItemsRatherThanNil() {
    #expect(pasteboard.pasteboardItems == [] && pasteboard.types == [])
    expectEqual(pasteboard.readObjects(forClasses: [NSString.self])?.isEmpty, true)
    #expect(!pasteboard.canReadObject(forClasses: [NSString.self, NSPasteboardItem.self]))
  }

  @Test(arguments: [
    (NSPasteboard.PasteboardType.string, "public.utf8-plain-text"), (.URL, "public.url"),
    (.fileURL, "public.file-url"), (.html, "public.html"), (.rtf, "public.rtf"),
    (.rtfd, "com.apple.flat-rtfd"),
    (.png, "public.png"), (.tiff, "public.tiff"), (.pdf, "com.adobe.pdf"),
    (.tabularText, "public.utf8-tab-separated-values-text"), (.color, "com.apple.cocoa.pasteboard.color"),
    (.font, "com.apple.cocoa.pasteboard.character-formatting"),
    (.ruler, "com.apple.cocoa.pasteboard.paragraph-formatting"), (.sound, "com.apple.cocoa.pasteboard.sound"),
    (.multipleTextSelection, "com.apple.cocoa.pasteboard.multiple-text-selection"),
    (.textFinderOptions, "com.apple.cocoa.pasteboard.find-panel-search-options"),
    (.fileContents, "NXFileContentsPboardType"),
  ])
  func aTypeHasItsIdentifier(type: NSPasteboard.PasteboardType, identifier: String) {
    #expect(type.rawValue == identifier && NSPasteboard.PasteboardType(rawValue: identifier) == type)
  }

  // On the main actor and without suspension, as all tests that change the general pasteboard of the process.
  @Test @MainActor func theGeneralPasteboardIsThatOfUIKit() {
    let count = UIPasteboard.general.changeCount
    NSPasteboard.general.clearContents()
    NSPasteboard.general.setString("from AppKit", forType: .string)
    expectEqual(UIPasteboard.general.string, "from AppKit")
    #expect(UIPasteboard.general.changeCount == count + 1 && NSPasteboard.general.changeCount == count + 1)
    UIPasteboard.general.url = URL(string: "https://a.example/")
    expectEqual(NSPasteboard.general.string(forType: .URL), "https://a.example/")
    expectEqual(NSPasteboard.general.changeCount, count + 2)
  }
}

@Suite struct PasteboardReadingTests {
  private let pasteboard = NSPasteboard.withUniqueName()
  private let web: NSURL
  private let file = NSURL(fileURLWithPath: "/tmp/photo.png")

  init() throws { web = try #require(NSURL(string: "https://a.example/")) }

  @Test func anItemIsReadAsTheFirstClassThatFits() {
    pasteboard.writeObjects(["a" as NSString, web])
    let objects = pasteboard.readObjects(forClasses: [NSURL.self, NSString.self])
    #expect(objects?.first as? String == "a" && objects?.last as? URL == web as URL)
    expectEqual(pasteboard.readObjects(forClasses: [NSURL.self]) as? [URL], [web as URL])
    expectEqual(pasteboard.readObjects(forClasses: [NSColor.self])?.isEmpty, true)
  }

  @Test func anItemClassAtTheFrontHidesTheOthers() {
    pasteboard.writeObjects(["a" as NSString, NSColor.red])
    let last = pasteboard.readObjects(forClasses: [NSString.self, NSPasteboardItem.self])
    #expect(last?.first as? String == "a" && last?.count == 2)
    let first = pasteboard.readObjects(forClasses: [NSPasteboardItem.self, NSString.self])
    expectEqual(first as? [NSPasteboardItem], pasteboard.pasteboardItems)
  }

  @Test func urlsCanBeRestrictedToFilesAndTheirContents() {
    let odd = NSURL(fileURLWithPath: "/tmp/no-extension-at-all")
    pasteboard.writeObjects([web, file, odd])
    func read(_ options: [NSPasteboard.ReadingOptionKey: Any]) -> [String]? {
      (pasteboard.readObjects(forClasses: [NSURL.self], options: options) as? [URL])?.map(\.lastPathComponent)
    }
    expectEqual(read([.urlReadingFileURLsOnly: true]), ["photo.png", "no-extension-at-all"])
    expectEqual(read([.urlReadingContentsConformToTypes: ["public.image"]]), ["photo.png"])
    expectEqual(read([.urlReadingContentsConformToTypes: ["public.movie"]]), [])
    #expect(
      !pasteboard.canReadObject(
        forClasses: [NSURL.self], options: [.urlReadingContentsConformToTypes: ["public.movie"]]))
    #expect(pasteboard.canReadObject(forClasses: [NSURL.self]))
    #expect(pasteboard.canReadItem(withDataConformingToTypes: ["public.data"]))
    #expect(!pasteboard.canReadItem(withDataConformingToTypes: ["public.image"]))
  }

  @Test func valuesOfTheSystemsClassesComeBack() throws {
    let text = NSMutableAttributedString(string: "bold ")
    text.append(NSAttributedString(string: "link", attributes: [.link: web as URL]))
    pasteboard.writeObjects([text])
    let read = pasteboard.readObjects(forClasses: [NSAttributedString.self])?.first as? NSAttributedString
    expectEqual(read?.string, "bold link")
    expectEqual(read?.attribute(.link, at: 6, effectiveRange: nil) as? URL, web as URL)
    pasteboard.clearContents()
    pasteboard.writeObjects([NSColor.orange])
    expectEqual(NSColor(from: pasteboard), .orange)
    #expect(pasteboard.types?.first == .color && pasteboard.string(forType: .string)?.isEmpty == false)
    let picture = try require(NSImage(data: Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])))
    pasteboard.clearContents()
    pasteboard.writeObjects([picture])
    #expect(NSImage.canInit(with: pasteboard) && NSImage(pasteboard: pasteboard) == picture)
    expectNil(NSURL(from: pasteboard))
  }

  /// A class that reads its type in a form.
  class Reader: NSObject, NSPasteboardReading {
    let list: Any
    required init?(pasteboardPropertyList propertyList: Any, ofType type: NSPasteboard.PasteboardType) {
      if propertyList is NSNull { return nil }
      list = propertyList
    }
    class func readableTypes(for pasteboard: NSPasteboard) -> [NSPasteboard.PasteboardType] {
      [NSPasteboard.PasteboardType("com.example.note")]
    }
    class func readingOptions(
      forType type: NSPasteboard.PasteboardType, pasteboard: NSPasteboard
    ) -> NSPasteboard.ReadingOptions { .asData }
  }
  final class TextReader: Reader {
    override class func readingOptions(
      forType type: NSPasteboard.PasteboardType, pasteboard: NSPasteboard
    ) -> NSPasteboard.ReadingOptions { .asString }
  }
  final class ListReader: Reader {
    override class func readingOptions(
      forType type: NSPasteboard.PasteboardType, pasteboard: NSPasteboard
    ) -> NSPasteboard.ReadingOptions { .asPropertyList }
  }

  @Test func aClassReadsTheFormItAsksFor() {
    let note = NSPasteboard.PasteboardType("com.example.note")
    pasteboard.setString("text", forType: note)
    expectEqual(
      (pasteboard.readObjects(forClasses: [Reader.self])?.first as? Reader)?.list as? Data,
      Data("text".utf8))
    expectEqual(
      (pasteboard.readObjects(forClasses: [TextReader.self])?.first as? Reader)?.list as? String, "text")
    expectEqual(pasteboard.readObjects(forClasses: [ListReader.self])?.isEmpty, true)
    pasteboard.setPropertyList(["a"], forType: note)
    let list = (pasteboard.readObjects(forClasses: [ListReader.self])?.first as? Reader)?.list
    expectEqual(list as? [String], ["a"])
  }
}

@Suite struct LazyPasteboardTests {
  private let pasteboard = NSPasteboard.withUniqueName()

  final class Owner: NSObject, NSPasteboardTypeOwner {
    var asked: [String] = []
    func pasteboard(_ sender: NSPasteboard, provideDataForType type: NSPasteboard.PasteboardType) {
      asked.append(type.rawValue)
      sender.setString("made", forType: type)
    }
    func pasteboardChangedOwner(_ sender: NSPasteboard) { asked.append("changed") }
  }

  @Test func anOwnerIsAskedOnceAndHearsOfTheNextContents() {
    let owner = Owner()
    pasteboard.declareTypes([.string, .html], owner: owner)
    #expect(pasteboard.types?.prefix(2) == [.string, .html] && owner.asked.isEmpty)
    #expect(pasteboard.string(forType: .html) == "made" && pasteboard.string(forType: .html) == "made")
    expectEqual(owner.asked, ["public.html"])
    pasteboard.clearContents()
    expectEqual(owner.asked, ["public.html", "changed"])
  }

  @Test func anOwnerThatKeptAllPromisesHearsOfTheNextContentsToo() {
    let owner = Owner()
    pasteboard.declareTypes([.string], owner: owner)
    expectEqual(pasteboard.string(forType: .string), "made")
    pasteboard.declareTypes([.string], owner: nil)
    expectEqual(owner.asked, ["public.utf8-plain-text", "changed"])
  }

  @Test func anAddedTypeLosesItsDataToTheNewOwner() {
    let owner = Owner()
    pasteboard.declareTypes([.string], owner: nil)
    pasteboard.setString("old", forType: .string)
    pasteboard.addTypes([.string], owner: owner)
    expectEqual(pasteboard.string(forType: .string), "made")
  }

  final class Provider: NSObject, NSPasteboardItemDataProvider {
    var calls: [String] = []
    nonisolated func pasteboard(
      _ pasteboard: NSPasteboard?, item: NSPasteboardItem,
      provideDataForType type: NSPasteboard.PasteboardType
    ) {
      calls.append(type.rawValue)
      item.setData(Data(type.rawValue.utf8), forType: type)
    }
    func pasteboardFinishedWithDataProvider(_ pasteboard: NSPasteboard) { calls.append("finished") }
  }

  @Test func aProviderFinishesWhenAllPromisesAreKept() {
    let provider = Provider()
    let item = NSPasteboardItem()
    item.setDataProvider(provider, forTypes: [.png, .tiff])
    pasteboard.writeObjects([item])
    expectEqual(pasteboard.data(forType: .tiff), Data("public.tiff".utf8))
    expectEqual(provider.calls, ["public.tiff"])
    expectNotNil(pasteboard.data(forType: .png))
    expectEqual(provider.calls, ["public.tiff", "public.png", "finished"])
    pasteboard.clearContents()
    expectEqual(provider.calls.count, 3)
  }

  @Test func aProviderOfOneTypeUnderTwoNamesHadNoData() {
    let provider = Provider()
    let item = NSPasteboardItem()
    item.setDataProvider(provider, forTypes: [.string, NSPasteboard.PasteboardType("NSStringPboardType")])
    pasteboard.writeObjects([item])
    expectEqual(pasteboard.string(forType: .string), "public.utf8-plain-text")
    expectEqual(provider.calls, ["public.utf8-plain-text", "finished"])
  }

  @Test func typesThatWerePromisedLaterWereNotTold() throws {
    let item = NSPasteboardItem()
    pasteboard.writeObjects([item])
    let uiPasteboard = try require(
      UIPasteboard(name: UIPasteboard.Name(pasteboard.name.rawValue), create: false))
    let posted = OperationCount()
    let observer = NotificationCenter.default.addObserver(
      forName: UIPasteboard.changedNotification, object: uiPasteboard, queue: nil
    ) { _ in posted.add() }
    defer { NotificationCenter.default.removeObserver(observer) }
    item.setDataProvider(Provider(), forTypes: [.png])
    withExtendedLifetime(uiPasteboard) {}
    expectEqual(posted.count, 1)
  }

  @Test func aProviderFinishesWhenTheContentsAreReplaced() {
    let provider = Provider()
    do {
      let item = NSPasteboardItem()
      item.setDataProvider(provider, forTypes: [.png, .tiff])
      pasteboard.writeObjects([item])
    }
    expectEqual(pasteboard.data(forType: .png), Data("public.png".utf8))
    pasteboard.clearContents()
    expectEqual(provider.calls, ["public.png", "finished"])
  }

  final class Writer: NSObject, NSPasteboardWriting {
    var calls: [String] = []
    let options: [NSPasteboard.PasteboardType: NSPasteboard.WritingOptions]
    init(_ options: [NSPasteboard.PasteboardType: NSPasteboard.WritingOptions]) { self.options = options }
    func writableTypes(for pasteboard: NSPasteboard) -> [NSPasteboard.PasteboardType] {
      [.string, .html, .png]
    }
    func writingOptions(
      forType type: NSPasteboard.PasteboardType, pasteboard: NSPasteboard
    ) -> NSPasteboard.WritingOptions { options[type] ?? [] }
    func pasteboardPropertyList(forType type: NSPasteboard.PasteboardType) -> Any? {
      calls.append(type.rawValue)
      return type == .png ? Data("p".utf8) : type.rawValue
    }
  }

  final class PlainWriter: NSObject, NSPasteboardWriting {
    var calls: [String] = []
    func writableTypes(for pasteboard: NSPasteboard) -> [NSPasteboard.PasteboardType] {
      [.string, .html, .png]
    }
    func pasteboardPropertyList(forType type: NSPasteboard.PasteboardType) -> Any? {
      calls.append(type.rawValue)
      return type.rawValue
    }
  }

  @Test func theFirstTypeIsStoredAndTheOthersArePromised() {
    let writer = PlainWriter()
    pasteboard.writeObjects([writer])
    expectEqual(writer.calls, ["public.utf8-plain-text"])
    expectEqual(pasteboard.string(forType: .html), "public.html")
    expectEqual(writer.calls, ["public.utf8-plain-text", "public.html"])
  }

  @Test func aWriterSaysWhichTypesArePromised() {
    let writer = Writer([.string: .promised])
    pasteboard.writeObjects([writer])
    expectEqual(writer.calls, ["public.html", "public.png"])
    expectEqual(pasteboard.types?.prefix(3), [.string, .html, .png])
    expectEqual(pasteboard.string(forType: .string), "public.utf8-plain-text")
  }

  @Test func anItemBelongsToOnePasteboard() {
    let item = NSPasteboardItem()
    item.setString("a", forType: .string)
    #expect(pasteboard.writeObjects([item]))
    #expect(!pasteboard.writeObjects([item]))
    #expect(!NSPasteboard.withUniqueName().writeObjects([item]))
    pasteboard.clearContents()
    #expect(item.types.isEmpty && item.string(forType: .string) == nil)
    expect(!item.setString("b", forType: .string))
  }

  @Test func anItemWasUnusableAfterItsNeighborWasRefused() {
    let (fresh, bound) = (NSPasteboardItem(), NSPasteboardItem())
    fresh.setString("a", forType: .string)
    NSPasteboard.withUniqueName().writeObjects([bound])
    #expect(!pasteboard.writeObjects([fresh, bound]))
    expectEqual(pasteboard.pasteboardItems?.isEmpty, true)
    #expect(pasteboard.writeObjects([fresh]))
  }

  @Test func anItemPrefersAnExactTypeToOneThatConforms() {
    let item = NSPasteboardItem()
    item.setString("a", forType: .string)
    item.setString("<b>", forType: .html)
    let text = NSPasteboard.PasteboardType("public.text")
    expectEqual(item.availableType(from: [text, .html]), .html)
    expectEqual(item.availableType(from: [.png, text]), text)
    expectNil(item.availableType(from: [.png]))
    expectEqual(item.propertyList(forType: .string) as? String, "a")
  }
}

@Suite struct FilePromiseTests {
  final class Writer: NSObject, NSFilePromiseProviderDelegate, @unchecked Sendable {
    let queue = OperationQueue()
    func filePromiseProvider(
      _ filePromiseProvider: NSFilePromiseProvider, fileNameForType fileType: String
    ) -> String { filePromiseProvider.userInfo as? String ?? "note.txt" }
    func filePromiseProvider(
      _ filePromiseProvider: NSFilePromiseProvider, writePromiseTo url: URL,
      completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
      do { try Data("promised".utf8).write(to: url); completionHandler(nil) } catch {
        completionHandler(error)
      }
    }
    func operationQueue(for filePromiseProvider: NSFilePromiseProvider) -> OperationQueue { queue }
  }

  private func receive(_ pasteboard: NSPasteboard, in folder: TemporaryFolder) async throws -> [(
    URL, (any Error)?
  )] {
    let receivers =
      pasteboard.readObjects(forClasses: [NSFilePromiseReceiver.self]) as? [NSFilePromiseReceiver]
    var received: [(URL, (any Error)?)] = []
    for receiver in try require(receivers) {
      let queue = OperationQueue()
      received.append(
        await withCheckedContinuation { continuation in
          receiver.receivePromisedFiles(
            atDestination: URL(fileURLWithPath: folder.path), operationQueue: queue
          ) { continuation.resume(returning: ($0, $1)) }
        })
    }
    return received
  }

  @Test func aPromisedFileIsWrittenIntoTheReceiversFolder() async throws {
    let folder = try TemporaryFolder()
    let pasteboard = NSPasteboard.withUniqueName()
    let writer = Writer()
    // A promise does not keep its delegate.
    defer { withExtendedLifetime(writer) {} }
    let promises = [
      NSFilePromiseProvider(fileType: "public.plain-text", delegate: writer),
      NSFilePromiseProvider(fileType: "public.plain-text", delegate: writer),
    ]
    promises[1].userInfo = "../escape.txt"
    pasteboard.writeObjects(promises)
    let accepted = NSFilePromiseReceiver.readableDraggedTypes.map { NSPasteboard.PasteboardType($0) }
    expectNotNil(pasteboard.availableType(from: accepted))
    let received = try await receive(pasteboard, in: folder)
    expectEqual(received.map { $0.1 == nil }, [true, true])
    try expectEqual(folder.names().sorted(), ["..-escape.txt", "note.txt"])
    try expectEqual(folder.read("note.txt"), Array("promised".utf8))
    try await expectEqual(receive(pasteboard, in: folder).first?.0.lastPathComponent, "note 2.txt")
  }

  @Test func twoPromisedFilesWithOneNameOverwroteEachOther() async throws {
    let folder = try TemporaryFolder()
    let pasteboard = NSPasteboard.withUniqueName()
    let writer = Writer()
    defer { withExtendedLifetime(writer) {} }
    // Both names are chosen before a file is written.
    writer.queue.isSuspended = true
    pasteboard.writeObjects(
      (0..<2).map { _ in NSFilePromiseProvider(fileType: "public.plain-text", delegate: writer) })
    let receivers = try require(
      pasteboard.readObjects(forClasses: [NSFilePromiseReceiver.self]) as? [NSFilePromiseReceiver])
    try requireEqual(receivers.count, 2)
    let received = OperationCount()
    let queue = OperationQueue()
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      for receiver in receivers {
        receiver.receivePromisedFiles(
          atDestination: URL(fileURLWithPath: folder.path), operationQueue: queue
        ) { _, _ in
          if received.add() == 2 { continuation.resume() }
        }
      }
      writer.queue.isSuspended = false
    }
    try expectEqual(folder.names().sorted(), ["note 2.txt", "note.txt"])
    expectEqual(receivers.map(\.fileNames), [["note.txt"], ["note 2.txt"]])
  }

  final class AsyncWriter: NSObject, NSFilePromiseProviderDelegate, @unchecked Sendable {
    let queue = OperationQueue()
    func filePromiseProvider(
      _ filePromiseProvider: NSFilePromiseProvider, fileNameForType fileType: String
    ) -> String { "async.txt" }
    func filePromiseProvider(
      _ filePromiseProvider: NSFilePromiseProvider, writePromiseTo url: URL
    ) async throws { try Data("awaited".utf8).write(to: url) }
    func operationQueue(for filePromiseProvider: NSFilePromiseProvider) -> OperationQueue { queue }
  }

  @Test func anAsyncDelegateWritesTheFile() async throws {
    let folder = try TemporaryFolder()
    let pasteboard = NSPasteboard.withUniqueName()
    let writer = AsyncWriter()
    defer { withExtendedLifetime(writer) {} }
    pasteboard.writeObjects([NSFilePromiseProvider(fileType: "public.plain-text", delegate: writer)])
    try await expectEqual(receive(pasteboard, in: folder).map { $0.1 == nil }, [true])
    try expectEqual(folder.read("async.txt"), Array("awaited".utf8))
  }

  @Test func aPromiseWithoutADelegateFails() async throws {
    let pasteboard = NSPasteboard.withUniqueName()
    do {
      let writer = Writer()
      pasteboard.writeObjects([NSFilePromiseProvider(fileType: "public.plain-text", delegate: writer)])
    }
    let received = try await receive(pasteboard, in: TemporaryFolder())
    expectEqual((received.first?.1 as? ItemProviderError)?.code, .itemUnavailableError)
  }

  @Test func theFileOfAnItemProviderIsReceivedToo() async throws {
    let folder = try TemporaryFolder()
    let source = try folder.write("content", to: "source.txt")
    let provider = ItemProvider()
    provider.registerFileRepresentation(forTypeIdentifier: "public.plain-text", visibility: .all) {
      $0(URL(fileURLWithPath: source), false, nil)
      return nil
    }
    let uiPasteboard = UIPasteboard.withUniqueName()
    uiPasteboard.itemProviders = [provider]
    let destination = try TemporaryFolder()
    let pasteboard = NSPasteboard(name: NSPasteboard.Name(uiPasteboard.name.rawValue))
    try await expectNil(receive(pasteboard, in: destination).first?.1)
    try expectEqual(destination.read("source.txt"), Array("content".utf8))
  }
}

/// A number that grows on any thread.
private final class OperationCount: @unchecked Sendable {
  private let lock = NSLock()
  private var number = 0
  var count: Int { lock.withLock { number } }
  @discardableResult
  func add() -> Int {
    lock.withLock {
      number += 1
      return number
    }
  }
}
