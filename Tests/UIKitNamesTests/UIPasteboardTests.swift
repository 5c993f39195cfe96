import Foundation
import ItemProviders
import TestSupport
import Testing
import UIKitNames

@Suite struct UIPasteboardTests {
  private let pasteboard = UIPasteboard.withUniqueName()

  @Test func itemsAreValuesByType() throws {
    let url = try #require(URL(string: "https://a.example/"))
    pasteboard.items = [
      ["public.utf8-plain-text": "text", "public.html": Data("<b>".utf8)], ["public.url": url],
      ["com.example.list": ["a": 1]],
    ]
    expectEqual(pasteboard.numberOfItems, 3)
    let items = pasteboard.items
    expectEqual(items[0]["public.utf8-plain-text"] as? String, "text")
    expectEqual(items[0]["public.html"] as? String, "<b>")
    expectEqual(items[1]["public.url"] as? URL, url)
    expectEqual(items[2]["com.example.list"] as? [String: Int], ["a": 1])
    pasteboard.items = []
    #expect(pasteboard.numberOfItems == 0 && pasteboard.string == nil)
  }

  @Test func addedItemsComeAfterTheOthersAndCount() {
    pasteboard.string = "a"
    let before = pasteboard.changeCount
    pasteboard.addItems([["public.utf8-plain-text": "b"], ["public.utf8-plain-text": "c"]])
    expectEqual(pasteboard.strings, ["a", "b", "c"])
    expectEqual(pasteboard.changeCount, before + 1)
  }

  @Test func expiredItemsAreGone() {
    let text = [["public.utf8-plain-text": "text"]]
    pasteboard.setItems(text, options: [.localOnly: true, .expirationDate: Date(timeIntervalSinceNow: 60)])
    expectEqual(pasteboard.string, "text")
    pasteboard.setItems(text, options: [.expirationDate: Date(timeIntervalSinceNow: -1)])
    #expect(pasteboard.string == nil && !pasteboard.hasStrings && pasteboard.numberOfItems == 0)
  }

  @Test func settersOfTheFirstItemReplaceEverything() {
    pasteboard.strings = ["a", "b"]
    pasteboard.setValue("text", forPasteboardType: "public.utf8-plain-text")
    expectEqual(pasteboard.numberOfItems, 1)
    expectEqual(pasteboard.value(forPasteboardType: "public.text") as? String, "text")
    pasteboard.setData(Data("x".utf8), forPasteboardType: "com.example.own")
    expectEqual(pasteboard.types, ["com.example.own"])
    expectEqual(pasteboard.value(forPasteboardType: "com.example.own") as? Data, Data("x".utf8))
    expectNil(pasteboard.data(forPasteboardType: "public.utf8-plain-text"))
  }

  @Test(arguments: ["public.utf8-plain-text", "public.utf16-plain-text", "public.utf16-external-plain-text"])
  func textIsStoredInTheEncodingOfItsType(type: String) {
    pasteboard.setValue("Grüße 🎁", forPasteboardType: type)
    expectEqual(pasteboard.value(forPasteboardType: type) as? String, "Grüße 🎁")
    expectEqual(pasteboard.string, "Grüße 🎁")
  }

  @Test func theAutomaticTypeIsThatOfTheValue() throws {
    let url = try #require(URL(string: "https://a.example/"))
    pasteboard.items = [
      [UIPasteboard.typeAutomatic: "text"], [UIPasteboard.typeAutomatic: url],
      [UIPasteboard.typeAutomatic: UIColor.orange],
    ]
    expectEqual(
      pasteboard.types(forItemSet: IndexSet([0, 1])), [["public.utf8-plain-text"], ["public.url"]])
    expectEqual(pasteboard.colors, [.orange])
    #expect(pasteboard.hasColors && pasteboard.hasURLs && !pasteboard.hasImages)
  }

  @Test func formattedTextWasStoredAsRTFUnderTypesOfPlainText() {
    for type in ["public.plain-text", "public.utf16-plain-text"] {
      pasteboard.setValue(NSAttributedString(string: "Grüße"), forPasteboardType: type)
      expectEqual(pasteboard.value(forPasteboardType: type) as? String, "Grüße")
    }
    pasteboard.setValue(NSAttributedString(string: "a"), forPasteboardType: "public.rtf")
    expectEqual(pasteboard.data(forPasteboardType: "public.rtf")?.starts(with: Data("{\\rtf".utf8)), true)
  }

  @Test func aPictureWasStoredUnderATypeThatItIsNot() throws {
    let picture = try require(UIImage(data: Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])))
    // The pixels are damaged, so the picture cannot be encoded as another type.
    pasteboard.setValue(picture, forPasteboardType: "public.tiff")
    expectEmpty(pasteboard.types)
    for type in ["public.png", "public.image"] {
      pasteboard.setValue(picture, forPasteboardType: type)
      expectEqual(pasteboard.data(forPasteboardType: type), picture.data)
    }
    for value in [picture, NSAttributedString(string: "a")] as [Any] {
      pasteboard.setValue(value, forPasteboardType: "com.adobe.pdf")
      expectEmpty(pasteboard.types)
    }
    pasteboard.setValue(NSAttributedString(string: "a"), forPasteboardType: "com.apple.flat-rtfd")
    let rtfd = try require(pasteboard.data(forPasteboardType: "com.apple.flat-rtfd"))
    expect(!rtfd.starts(with: Data("{\\rtf".utf8)), rtfd)
  }

  @Test func itemSetsSelectItems() {
    pasteboard.items = [
      ["public.utf8-plain-text": "a"], ["public.html": Data("<b>".utf8)], ["public.utf8-plain-text": "c"],
    ]
    expectEqual(pasteboard.itemSet(withPasteboardTypes: ["public.plain-text"]), IndexSet([0, 2]))
    expectNil(pasteboard.itemSet(withPasteboardTypes: ["public.png"]))
    expect(pasteboard.contains(pasteboardTypes: ["public.text"], inItemSet: nil), pasteboard)
    expect(!pasteboard.contains(pasteboardTypes: ["public.plain-text"], inItemSet: nil), pasteboard)
    expect(
      pasteboard.contains(pasteboardTypes: ["public.plain-text"], inItemSet: IndexSet(integer: 2)), pasteboard
    )
    expectEqual(pasteboard.types(forItemSet: nil)?.count, 3)
    expectNil(pasteboard.types(forItemSet: IndexSet(integer: 3)))
    expectEqual(
      pasteboard.data(forPasteboardType: "public.plain-text", inItemSet: nil),
      [
        Data("a".utf8), Data("c".utf8),
      ])
    let values = pasteboard.values(forPasteboardType: "public.plain-text", inItemSet: IndexSet(integer: 2))
    expectEqual(values as? [String], ["c"])
  }

  @Test func aNamedPasteboardIsSharedAndCanBeRemoved() {
    let name = UIPasteboard.Name(UUID().uuidString)
    expectNil(UIPasteboard(name: name, create: false))
    let made = UIPasteboard(name: name, create: true)
    made?.string = "a"
    expectEqual(UIPasteboard(name: name, create: false)?.string, "a")
    expectEqual(UIPasteboard(name: name, create: false), made)
    UIPasteboard.remove(withName: name)
    expectNil(UIPasteboard(name: name, create: false))
    expectEqual(UIPasteboard(name: .general, create: false), UIPasteboard.general)
  }

  @Test func aChangeIsPostedWithItsTypes() {
    let posted = Posted(UIPasteboard.changedNotification, of: pasteboard)
    pasteboard.string = "a"
    pasteboard.url = URL(string: "https://a.example/")
    expectEqual(posted.all.count, 2)
    expectEqual(
      posted.all.last?[UIPasteboard.changedTypesAddedUserInfoKey] as? [String], ["public.url"])
    expectEqual(
      posted.all.last?[UIPasteboard.changedTypesRemovedUserInfoKey] as? [String], ["public.utf8-plain-text"]
    )
  }

  @Test func aRemovalIsPostedWhileTheContentsAreThere() {
    let pasteboard = pasteboard
    pasteboard.string = "a"
    let posted = Posted(UIPasteboard.removedNotification, of: pasteboard) {
      ["string": pasteboard.string ?? ""]
    }
    UIPasteboard.remove(withName: pasteboard.name)
    expectEqual(posted.all.map { $0["string"] as? String }, ["a"])
    expectNil(pasteboard.string)
  }

  @Test func patternsOfTextAreDetected() async throws {
    pasteboard.strings = ["https://a.example/", "mail x@y.example", "12.5"]
    let wanted: Set<UIPasteboard.DetectionPattern> = [
      .probableWebURL, .probableWebSearch, .number, .emailAddress,
    ]
    try await expectEqual(pasteboard.detectedPatterns(for: wanted), [.probableWebURL])
    try await expectEqual(
      pasteboard.detectedPatterns(for: wanted, inItemSet: nil),
      [[.probableWebURL], [.probableWebSearch, .emailAddress], [.number]])
    let values = try await pasteboard.detectedValues(for: [\.probableWebURL, \.links])
    expectEqual(values.probableWebURL, "https://a.example/")
    expectEqual(values.links.map(\.url.host), ["a.example"])
    expectEqual(values.patterns, [.probableWebURL, .link])
    let found: UIPasteboard.DetectionPattern? = await withCheckedContinuation { continuation in
      pasteboard.detectValues(for: [.probableWebURL, .number]) { result in
        continuation.resume(returning: try? result.get().keys.first)
      }
    }
    expectEqual(found, .probableWebURL)
  }

  @Test func textInUTF16WasNotLookedAt() async throws {
    pasteboard.setValue("12.5", forPasteboardType: "public.utf16-plain-text")
    try await expectEqual(pasteboard.detectedValues(for: [\.number]).number, 12.5)
  }
}

/// The user info of the notifications that an object posts.
private final class Posted: @unchecked Sendable {
  private let lock = NSLock()
  private var infos: [[AnyHashable: Any]] = []
  private var observer: (any NSObjectProtocol)?
  var all: [[AnyHashable: Any]] { lock.withLock { infos } }

  init(
    _ name: NSNotification.Name, of object: AnyObject,
    _ info: (@Sendable () -> [AnyHashable: any Sendable])? = nil
  ) {
    observer = NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) {
      [unowned self] notification in
      let posted: [AnyHashable: Any] = info?() ?? notification.userInfo ?? [:]
      lock.withLock { infos.append(posted) }
    }
  }

  deinit { if let observer { NotificationCenter.default.removeObserver(observer) } }
}
