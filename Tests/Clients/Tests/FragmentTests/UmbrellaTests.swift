import CoreTransferable
import Foundation
import Proffer
import Testing
import UniformTypeIdentifiers

struct Note: Codable, Equatable, Transferable {
  var text: String
  var isDraft = false

  static var transferRepresentation: some TransferRepresentation {
    NoteRepresentation()
    ProxyRepresentation(exporting: \.text)
  }
}

/// A representation composed of others.
struct NoteRepresentation: TransferRepresentation {
  typealias Item = Note
  var body: some TransferRepresentation {
    CodableRepresentation(contentType: .json)
      .visibility(.ownProcess)
    DataRepresentation(contentType: .plainText) { note in
      Data(note.text.utf8)
    } importing: { data in
      Note(text: String(decoding: data, as: UTF8.self))
    }
    .exportingCondition { !$0.isDraft }
    .suggestedFileName { note in "\(note.text).txt" }
  }
}

struct UmbrellaTests {
  @Test func aComposedRepresentationIsOfferedInItsOrder() async throws {
    let provider = NSItemProvider()
    provider.register(Note(text: "Milk"))
    #expect(
      provider.registeredTypeIdentifiers == ["public.json", "public.plain-text", "public.utf8-plain-text"])
    #expect(provider.suggestedName == "Milk.txt")
    #expect(try await provider.loadTransferable(type: Note.self) == Note(text: "Milk"))
    let outside = provider.view(for: .other)
    #expect(outside.registeredTypeIdentifiers == ["public.plain-text", "public.utf8-plain-text"])
    #expect(try await outside.loadTransferable(type: Note.self) == Note(text: "Milk"))
    let visibility: TransferRepresentationVisibility = .all
    #expect(Note.exportedContentTypes(visibility: visibility) == [.plainText, .utf8PlainText])
    #expect(Note(text: "Draft", isDraft: true).exportedContentTypes() == [.utf8PlainText])
    #expect(try await Note(importing: Data("Eggs".utf8), contentType: .plainText) == Note(text: "Eggs"))
  }

  @Test func oneImportGivesProvidersTypesConversionsAndBundles() async throws {
    let note = ItemProvider()
    note.registerDataRepresentation(for: .html) { completion in
      completion(Data("<p>Hello, <b>world</b></p>".utf8), nil)
      return nil
    }
    let choice = FidelityOrder().choice(
      among: note.registeredTypeIdentifiers, accepting: ["public.plain-text", "public.html"])
    #expect(choice.verdicts.count == 1)
    let text = try await note.loadObject(ofClass: RichText.self)
    #expect(text.plainText() == "Hello, world")
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("bundle-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let path = try #require(FilePath(folder.appendingPathComponent("note", conformingTo: .zip).path))
    try await ProviderBundleWriter().write([note], to: path)
    let kept = try ProviderBundle(opening: path)
    #expect(kept.provider(for: kept.items[0]).registeredContentTypes == [.html])
  }

  @Test @MainActor func viewsTakeTransferableValues() async throws {
    let application = Application(name: "Notes", frame: CGRect(x: 0, y: 0, width: 100, height: 200))
    let (source, target) = (View(name: "source"), View(name: "target"))
    source.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    target.frame = CGRect(x: 0, y: 100, width: 100, height: 100)
    for view in [source, target] { application.window.addSubview(view) }
    var dropped: [Note] = []
    source.draggable(Note(text: "Bread"))
    target.dropDestination(for: Note.self) { notes, _ in
      dropped = notes
      return true
    }
    let driver = DragDriver(applications: [application])
    let drag = try #require(driver.beginDrag(at: CGPoint(x: 50, y: 50)))
    try drag.move(to: CGPoint(x: 50, y: 150))
    try drag.drop()
    await driver.settled()
    #expect(dropped == [Note(text: "Bread")])
  }

  @Test func namesShowTheirTypes() {
    #expect("notes".appendingPathExtension(for: .json) == "notes.json")
    #expect("/tmp".appendingPathComponent("a.jpg", conformingTo: .plainText) == "/tmp/a.jpg.txt")
  }
}
