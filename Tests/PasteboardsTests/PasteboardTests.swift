import Foundation
import ItemProviders
import TestSupport
import Testing

@testable import Pasteboards

@Suite struct PasteboardItemTests {
  @Test func aPromiseWasAskedByTheNameOfTheReader() {
    let calls = Calls()
    let item = PasteboardItem()
    item.promise(
      ["com.example.Note"],
      PasteboardPromise(of: ["com.example.Note"], endsWhenKept: true) { item, type in
        calls.add(type)
        item.set(Data("n".utf8), for: type)
      })
    expectEqual(item.data(for: "com.example.note"), Data("n".utf8))
    expectEqual(calls.all, ["com.example.Note"])
  }

  @Test func dataOfATypeReplacesTheDataThatItHas() {
    let item = PasteboardItem()
    item.set(Data("a".utf8), for: "public.html")
    item.set(Data("b".utf8), for: "public.utf8-plain-text")
    item.set(Data("c".utf8), for: "PUBLIC.HTML")
    expectEqual(item.types, ["public.html", "public.utf8-plain-text"])
    expectEqual(item.data(for: "public.html"), Data("c".utf8))
  }

  @Test func aPromiseRunsOnceAndIsKept() {
    let calls = Calls()
    let item = PasteboardItem()
    item.promise(
      ["public.png"],
      PasteboardPromise(of: ["public.png"], endsWhenKept: true) { item, type in
        calls.add(type)
        item.set(Data("p".utf8), for: type)
      } end: {
        calls.add("end")
      })
    expectEmpty(calls.all)
    expectEqual(item.data(for: "public.png"), Data("p".utf8))
    expectEqual(item.data(for: "public.png"), Data("p".utf8))
    expectEqual(calls.all, ["public.png", "end"])
  }

  @Test func aPromiseThatAsksForItsOwnTypeGetsNothing() {
    let calls = Calls()
    let item = PasteboardItem()
    item.promise(
      ["public.png"],
      PasteboardPromise(of: ["public.png"], endsWhenKept: true) { item, type in
        calls.add("\(item.data(for: type) as Data?)")
      })
    expectNil(item.data(for: "public.png"))
    expectEqual(calls.all, ["nil"])
  }

  @Test func aPromiseEndsWhenItsItemLeavesThePasteboard() {
    let calls = Calls()
    let pasteboard = Pasteboard()
    let item = PasteboardItem()
    item.promise(
      ["public.png"],
      PasteboardPromise(of: ["public.png"], endsWhenKept: true) { _, _ in
      } end: {
        calls.add("end")
      })
    pasteboard.setItems([item], localOnly: false, expirationDate: nil)
    expectEmpty(calls.all)
    pasteboard.itemProviders = []
    expectEqual(calls.all, ["end"])
    #expect(item.isRemoved && item.types.isEmpty && item.data(for: "public.png") == nil)
    #expect(!item.set(Data(), for: "public.png"))
  }

  @Test func aSecondThreadReadNilWhileAPromiseWasRunning() {
    let (hasBegun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let calls = Calls()
    let item = PasteboardItem()
    item.promise(
      ["public.png"],
      PasteboardPromise(of: ["public.png"], endsWhenKept: false) { item, type in
        calls.add("made")
        hasBegun.signal()
        mayEnd.wait()
        item.set(Data("p".utf8), for: type)
      })
    let hasRead = DispatchSemaphore(value: 0)
    func read() {
      Thread.detachNewThread {
        calls.add(item.data(for: "public.png") == Data("p".utf8) ? "data" : "nil")
        hasRead.signal()
      }
    }
    read()
    hasBegun.wait()
    read()
    // A second thread that does not wait for the first has read nil by then.
    _ = hasRead.wait(timeout: .now() + 0.2)
    mayEnd.signal()
    for _ in 0..<2 where hasRead.wait(timeout: HangLimit.dispatchTime) == .timedOut { break }
    expectEqual(calls.all, ["made", "data", "data"])
  }

  @Test func aPromiseThatNamedATypeTwiceEndedAtOnce() {
    let calls = Calls()
    let item = PasteboardItem()
    item.promise(
      ["public.png", "PUBLIC.PNG"],
      PasteboardPromise(of: ["public.png", "PUBLIC.PNG"], endsWhenKept: true) {
        $0.set(Data("p".utf8), for: $1)
      } end: {
        calls.add("end")
      })
    #expect(calls.all.isEmpty && item.types == ["public.png"])
    expectEqual(item.data(for: "public.png"), Data("p".utf8))
    expectEqual(calls.all, ["end"])
  }

  @Test func aRemovedItemAcceptsNoPromise() {
    let item = PasteboardItem()
    item.remove()
    let promise = PasteboardPromise(of: ["public.png"], endsWhenKept: true) { _, _ in }
    #expect(!item.promise(["public.png"], promise) && item.types.isEmpty)
  }

  @Test func aProviderOfAnItemLoadsWhatWasStoredAndPromised() async throws {
    let item = PasteboardItem()
    item.set(Data("text".utf8), for: "public.utf8-plain-text")
    item.promise(
      ["public.html"],
      PasteboardPromise(of: ["public.html"], endsWhenKept: true) { $0.set(Data("<b>".utf8), for: $1) })
    item.declare(["public.rtf"])
    let provider = item.provider
    expectEqual(provider.registeredTypeIdentifiers, ["public.utf8-plain-text", "public.html"])
    try await expectEqual(provider.loadDataRepresentation(forTypeIdentifier: "public.html"), Data("<b>".utf8))
    try await expectEqual(provider.loadObject(ofClass: String.self), "text")
  }

  @Test func aCopiedProviderComesBackItself() {
    let provider = ItemProvider(object: "text")
    let pasteboard = Pasteboard()
    pasteboard.itemProviders = [provider]
    #expect(pasteboard.itemProviders.first === provider)
    expectEqual(pasteboard.items.first?.data(for: "public.utf8-plain-text"), Data("text".utf8))
  }
}

@Suite struct PasteboardStoreTests {
  @Test func aNameIsOnePasteboardUntilItIsRemoved() {
    let name = UUID().uuidString
    expectNil(Pasteboard.existing(named: name))
    let pasteboard = Pasteboard.named(name)
    #expect(Pasteboard.named(name) === pasteboard)
    pasteboard.string = "a"
    Pasteboard.remove(named: name)
    expectEmpty(pasteboard.items)
    expectNil(Pasteboard.existing(named: name))
    #expect(Pasteboard.named(name) !== pasteboard)
  }

  @Test func theGeneralPasteboardCannotBeRemoved() {
    let general = Pasteboard.general
    Pasteboard.remove(named: general.name)
    #expect(Pasteboard.existing(named: general.name) === general)
    #expect(Pasteboard.named("general") !== general, "a program can use the name")
  }

  @Test func addedItemsCountOnlyIfAsked() {
    let pasteboard = Pasteboard()
    expectEqual(pasteboard.changeCount, 0)
    pasteboard.setItems([], localOnly: false, expirationDate: nil)
    pasteboard.addItems([PasteboardItem(ItemProvider(object: "a"))], counted: false)
    #expect(pasteboard.changeCount == 1 && pasteboard.items.count == 1)
    pasteboard.addItems([PasteboardItem(ItemProvider(object: "b"))], counted: true)
    #expect(pasteboard.changeCount == 2 && pasteboard.items.count == 2)
  }

  @Test func itemsThatAreAddedToExpiredOnesAreAlone() {
    let pasteboard = Pasteboard()
    func expire() {
      pasteboard.setItems(
        [PasteboardItem(ItemProvider(object: "old"))], localOnly: false,
        expirationDate: Date(timeIntervalSinceNow: -1))
      expectEmpty(pasteboard.items)
    }
    expire()
    pasteboard.addItems([PasteboardItem(ItemProvider(object: "new"))], counted: true)
    #expect(pasteboard.items.count == 1 && pasteboard.string == "new")
    expire()
    pasteboard.firstItem().set(Data("first".utf8), for: "public.utf8-plain-text")
    #expect(pasteboard.items.count == 1 && pasteboard.string == "first")
  }

  @Test func observersHearTheTypesThatCameAndWent() {
    let calls = Calls()
    let pasteboard = Pasteboard()
    var observation: PasteboardObservation? = pasteboard.observe { _, change in
      calls.add("\(change.kind) +\(change.addedTypes) -\(change.removedTypes)")
    }
    pasteboard.string = "a"
    pasteboard.changeItems { _ = pasteboard.firstItem().set(Data(), for: "public.html") }
    pasteboard.changeItems { _ = pasteboard.firstItem().set(Data("x".utf8), for: "public.html") }
    pasteboard.url = URL(string: "https://a.example/")
    withExtendedLifetime(observation) {}
    observation = nil
    pasteboard.string = "b"
    expectEqual(
      calls.all,
      [
        #"contents +["public.utf8-plain-text"] -[]"#, #"contents +["public.html"] -[]"#,
        #"contents +["public.url"] -["public.utf8-plain-text", "public.html"]"#,
      ])
  }

  @Test func observersWereNotToldOfTheFirstDataOfADeclaredType() {
    let calls = Calls()
    let pasteboard = Pasteboard()
    pasteboard.firstItem().declare(["public.html"])
    let observation = pasteboard.observe { _, change in calls.add("\(change.addedTypes)") }
    for text in ["first", "second"] {
      pasteboard.changeItems { _ = pasteboard.firstItem().set(Data(text.utf8), for: "public.html") }
    }
    withExtendedLifetime(observation) {}
    expectEqual(calls.all, ["[]"])
  }

  @Test func contentsKeepTheirFlagAndDateAfterOthersReplaceThem() {
    let pasteboard = Pasteboard()
    let date = Date(timeIntervalSinceNow: 60)
    pasteboard.setItems(
      [PasteboardItem(ItemProvider(object: "secret"))], localOnly: true, expirationDate: date)
    let contents = pasteboard.contents(at: Date())
    pasteboard.string = "public"
    #expect(contents.itemProviders(for: .other).isEmpty && contents.expirationDate == date)
    expectEqual(contents.itemProviders(for: .ownProcess).count, 1)
    expectEqual(pasteboard.itemProviders(for: .other).count, 1)
  }

  @Test func aTypeInTwoSpellingsIsOneTypeOfThePasteboard() {
    let pasteboard = Pasteboard()
    let items = ["public.html", "PUBLIC.HTML"].map { type in
      let item = PasteboardItem()
      item.set(Data(), for: type)
      return item
    }
    pasteboard.setItems(items, localOnly: false, expirationDate: nil)
    expectEqual(pasteboard.contents(at: Date()).types, ["public.html"])
  }

  @Test func manyThreadsCanChangeAPasteboard() async {
    let pasteboard = Pasteboard()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask {
          pasteboard.string = "\(number)"
          _ = pasteboard.string
          let data = Data("\(number)".utf8)
          pasteboard.changeItems { _ = pasteboard.firstItem().set(data, for: "public.html") }
        }
      }
    }
    expectEqual(pasteboard.changeCount, 100)
  }
}

@Suite struct TextPatternTests {
  @Test(arguments: [
    ("https://example.com/a?b", "https://example.com/a?b"), ("example.com/a", "example.com/a"),
    ("www.example.co.uk", "www.example.co.uk"), ("two words.com", nil), ("3.14", nil), ("a@example.com", nil),
    ("v1.2", nil), ("https:///", nil),
  ])
  func aWebAddressIsOneWordWithAHost(text: String, address: String?) {
    expectEqual(TextPatterns(text).webAddress, address)
  }

  @Test func aSearchIsOneLineThatIsNothingElse() {
    expectEqual(TextPatterns(" swift drag and drop ").searchText, "swift drag and drop")
    expectNil(TextPatterns("two\nlines").searchText)
    #expect(TextPatterns("12").searchText == nil && TextPatterns("12").number == 12)
    expectNil(TextPatterns("").searchText)
  }

  @Test(arguments: ["nan", "inf", "Infinity"])
  func aWordThatSwiftReadsAsANumberWasNoSearch(word: String) {
    #expect(TextPatterns(word).number == nil && TextPatterns(word).searchText == word)
  }

  @Test func linksAndMailAddressesAreFoundAmongWords() {
    let found = TextPatterns("see <https://a.example/b>, (mail x@y.example) or http://")
    expectEqual(found.links.map(\.absoluteString), ["https://a.example/b"])
    expectEqual(found.mailAddresses, ["x@y.example"])
  }
}

/// The calls of closures on any thread, in order.
final class Calls: @unchecked Sendable {
  private let lock = NSLock()
  private var names: [String] = []
  var all: [String] { lock.withLock { names } }
  func add(_ name: String) { lock.withLock { names.append(name) } }
}
