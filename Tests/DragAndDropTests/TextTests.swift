import DragAndDrop
import Foundation
import ItemProviders
import Pasteboards
import TestSupport
import Testing

@Suite @MainActor struct TextTests {
  let stage = Stage()

  private func textView(_ content: String, rich: Bool = false, row: Int = 0) -> TextView {
    let view = TextView(name: "text", frame: .zero, allowsRichContent: rich)
    stage.add(view, to: stage.right, row: row)
    view.text = content
    return view
  }

  private func links(_ names: String...) throws -> [ItemProvider] {
    try names.map { ItemProvider(object: try #require(URL(string: "https://\($0).example/"))) }
  }

  @Test(.behaviour("IP-170")) func severalItemsAreInsertedInOrderOnLinesOfTheirOwn() async throws {
    let view = textView("")
    let providers = try links("a", "b", "c")
    let source = TestSource { _ in providers.map { DragItem(itemProvider: $0) } }
    try stage.drag(from: stage.source("source", in: stage.left, row: 0, source), to: stage.middle(view))
    await stage.driver.settled()
    expectEqual(view.text, "https://a.example/\nhttps://b.example/\nhttps://c.example/")
  }

  @Test(.behaviour("IP-171")) func filesAndLinksKeepTheirOrder() async throws {
    let view = textView("", rich: true)
    let note = provider("public.plain-text", "note", after: 40)
    note.suggestedName = "note.txt"
    note.preferredPresentationStyle = .attachment
    let providers = [note] + (try links("a")) + [provider("com.adobe.pdf", "%PDF")]
    let source = TestSource { _ in providers.map { DragItem(itemProvider: $0) } }
    try stage.drag(from: stage.source("source", in: stage.left, row: 0, source), to: stage.middle(view))
    await stage.driver.settled()
    let parts = view.elements.filter { $0 != .character("\n") }
    expectEqual(parts.count, 3)
    guard case .attachment(let first) = parts[0], case .link(let link) = parts[1],
      case .attachment(let last) = parts[2]
    else {
      Issue.record("not a file, a link and a file: \(parts)")
      return
    }
    expectEqual(first.name, "note.txt")
    expectEqual(link.host, "a.example")
    expectEqual(last.typeIdentifier, "com.adobe.pdf")
  }

  @Test(.behaviour("IP-192"), arguments: [(2.0, false), (50.0, true), (98.0, false)])
  func aDropIsPreciseAwayFromTheEdges(y: Double, isPrecise: Bool) throws {
    let view = textView("hello")
    let source = TestSource(ItemProvider(object: "a"))
    let drag = try require(
      stage.driver.beginDrag(at: stage.source("source", in: stage.left, row: 0, source)))
    try drag.move(to: view.pointOnScreen(CGPoint(x: 10, y: y)))
    expectEqual(drag.proposal?.isPrecise, isPrecise)
  }

  @Test func aSelectionIsMovedInTheSameViewAndCopiedToOthers() async throws {
    let view = textView("one two three")
    let field = TextField(name: "field", frame: .zero)
    stage.add(field, to: stage.right, row: 1)
    view.selectedRange = 0..<4
    let inSelection = view.pointOnScreen(CGPoint(x: 12, y: 8))
    // After the last character of the line.
    let inside = try stage.drag(from: inSelection, to: view.pointOnScreen(CGPoint(x: 99, y: 15)))
    expectEqual(inside.operation, .move)
    expectEqual(view.text, "two threone e")
    view.text = "one two"
    view.selectedRange = 4..<7
    let outside = try stage.drag(
      from: view.pointOnScreen(CGPoint(x: 40, y: 8)), to: stage.middle(field))
    await stage.driver.settled()
    expectEqual(outside.operation, .copy)
    expectEqual(view.text, "one two")
    expectEqual(field.text, "two")
    // There is no selection at this point, so there is no drag.
    expectNil(stage.driver.beginDrag(at: view.pointOnScreen(CGPoint(x: 4, y: 60))))
  }

  @Test func readOnlyTextForbidsDropsUnlessItsDelegateAllowsThem() async throws {
    @MainActor final class Opener: TextDropDelegate {
      func textDroppableView(
        _ textView: any View & TextDroppable, willBecomeEditableForDrop request: any TextDropRequest
      ) -> TextDropEditability { .temporary }
      func textDroppableView(
        _ textView: any View & TextDroppable, proposalForDrop request: any TextDropRequest
      ) -> TextDropProposal {
        request.suggestedProposal.dropAction = .replaceAll
        return request.suggestedProposal
      }
    }
    let view = textView("locked")
    view.isEditable = false
    let source = TestSource { _ in [DragItem(itemProvider: ItemProvider(object: "open"))] }
    let start = stage.source("source", in: stage.left, row: 0, source)
    try expectEqual(stage.drag(from: start, to: stage.middle(view)).operation, .forbidden)
    let opener = Opener()
    view.textDropDelegate = opener
    try stage.drag(from: start, to: stage.middle(view))
    await stage.driver.settled()
    expectEqual(view.text, "open")
    expect(!view.isEditable)
  }

  @Test func aPasteDelegateSetsOneResultForEachItem() throws {
    @MainActor final class Shouter: TextPasteDelegate {
      func textPasteConfigurationSupporting(
        _ textView: any TextPasteConfigurationSupporting, transform item: any TextPasteItem
      ) {
        if item.itemProvider.suggestedName == "drop me" { return item.setNoResult() }
        item.setResult(string: "LOUD")
        item.setResult(string: "twice")
      }
    }
    let field = TextField(name: "field", frame: .zero)
    stage.add(field, to: stage.right, row: 0)
    let shouter = Shouter()
    field.pasteDelegate = shouter
    let unwanted = ItemProvider(object: "a")
    unwanted.suggestedName = "drop me"
    field.paste(itemProviders: [unwanted, ItemProvider(object: "b"), ItemProvider(object: "c")])
    expectEqual(field.text, "LOUD LOUD")
  }

  @Test(.behaviour("IP-214")) func aURLIsALinkInRichTextAndTextInPlainText() async throws {
    let (rich, plain) = (textView("", rich: true), textView("", row: 1))
    let pasteboard = Pasteboard()
    pasteboard.string = "https://a.example/b"
    for view in [rich, plain] { view.paste(itemProviders: pasteboard.itemProviders) }
    try await waitUntil {
      await stage.driver.settled()
      return !rich.elements.isEmpty && !plain.elements.isEmpty
    }
    expectEqual(rich.elements, [.link(try #require(URL(string: "https://a.example/b")))])
    expectEqual(plain.text, "https://a.example/b")
  }
}

@Suite @MainActor struct PastingTests {
  @Test(.behaviour("IP-211", "IP-212")) func aPasteboardReturnsTheProvidersThatWereSet() async throws {
    let mixed = ItemProvider()
    mixed.registerDataRepresentation(forTypeIdentifier: "public.html", visibility: .all) {
      $0(Data("<b>x</b>".utf8), nil)
      return nil
    }
    mixed.registerObject(try #require(URL(string: "https://a.example/")), visibility: .all)
    mixed.registerObject("plain", visibility: .all)
    let pasteboard = Pasteboard()
    pasteboard.itemProviders = [mixed, provider("public.png", "p")]
    let back = pasteboard.itemProviders
    expectEqual(back.count, 2)
    try await expectEqual(
      back[0].loadDataRepresentation(forTypeIdentifier: "public.html"), Data("<b>x</b>".utf8))
    try await expectEqual(back[0].loadObject(ofClass: String.self), "plain")
    expectEqual(pasteboard.string, "plain")
    expectEqual(pasteboard.url?.host, "a.example")
    expectEqual(pasteboard.changeCount, 1)
  }

  @Test(.behaviour("IP-213")) func itemsKeepTheirOrder() async throws {
    let pasteboard = Pasteboard()
    let urls = try ["a", "b"].map { try #require(URL(string: "https://\($0).example/")) }
    pasteboard.setObjects(urls)
    await expectEqual(pasteboard.objects(ofClass: URL.self), urls)
  }

  @Test func localAndExpiredContentsAreHidden() {
    let pasteboard = Pasteboard()
    let now = Date(timeIntervalSinceReferenceDate: 0)
    pasteboard.setItemProviders([ItemProvider(object: "a")], localOnly: true, expirationDate: nil)
    expectEmpty(pasteboard.itemProviders(for: .other, at: now))
    expectEqual(pasteboard.itemProviders(for: .ownProcess, at: now).count, 1)
    pasteboard.setItemProviders([ItemProvider(object: "a")], localOnly: false, expirationDate: now)
    expectEmpty(pasteboard.itemProviders(for: .ownProcess, at: now))
    expectEqual(pasteboard.itemProviders(for: .other, at: now.addingTimeInterval(-1)).count, 1)
  }

  @Test(.behaviour("IP-215")) func aConfigurationForAClassAcceptsItsReadableTypes() {
    let configuration = PasteConfiguration(forAccepting: String.self)
    expectEqual(configuration.acceptableTypeIdentifiers, String.readableTypeIdentifiersForItemProvider)
    configuration.addTypeIdentifiers(forAccepting: URL.self)
    configuration.addAcceptableTypeIdentifiers(["public.png", text])
    expectEqual(configuration.acceptableTypeIdentifiers.last, "public.png")
    expectEqual(configuration.acceptableTypeIdentifiers.first, text)
    expectEqual(configuration.bestType(of: provider("public.png", "p")), "public.png")
  }
}
