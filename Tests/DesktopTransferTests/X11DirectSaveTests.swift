import Foundation
import ItemProviders
import ProfferFileSystem
import TestSupport
import Testing
import UniformTypes

@testable import DesktopTransfer

/// Files that the window of `drag` writes to a place chosen by the receiver.
@Suite(.waits) struct X11DirectSaveTests {
  /// A file that is dragged over a window that accepts it.
  private final class Scene {
    let display: FakeDisplay
    let target: ScriptedTarget
    let drag: DraggedOffer
    let folder: TemporaryFolder
    let property: UInt32

    init(_ offer: TransferOffer, drags: Int = 1) throws {
      display = try FakeDisplay()
      folder = try TemporaryFolder()
      target = try ScriptedTarget(display, at: (0, 0))
      drag = try DraggedOffer(display, offer, drags: drags)
      property = try target.connection.atom("XdndDirectSave0")
      try begin()
    }

    func begin() throws {
      drag.begin(movingTo: 50, 50)
      try target.answer()
    }

    func drop() throws {
      display.pointer(5, at: 50, 50)
      try expectEqual(target.isDropped(), true)
    }

    /// The value of the window's property.
    func name() throws -> String {
      let value = try target.connection.property(property, of: drag.window, deleting: false)
      return String(decoding: value.bytes, as: UTF8.self)
    }

    /// Sets the place for the file, and requests the file.
    func ask(_ url: String? = nil) throws -> String {
      if let url {
        let text = try target.connection.atom("text/plain")
        target.connection.send(
          X11Request.changeProperty(property, of: drag.window, type: text, format: 8, Array(url.utf8)))
      }
      let reader = try X11SelectionReader(
        target.connection, dropOf: ["XdndDirectSave0"], from: drag.window, at: 0, .patient)
      return String(decoding: try reader.value("XdndDirectSave0"), as: UTF8.self)
    }

    func finish() throws -> [String]? {
      try target.send(target.atoms.finished, 1, target.atoms.copy, to: drag.window)
      let outcome = try drag.outcome()
      expectEqual(outcome?.end, .dropped)
      return outcome?.types
    }
  }

  private func offer(_ content: OfferedContent = OfferedContent(OfferSamples.long)) -> TransferOffer {
    TransferOffer(
      contents: [("public.png", content)], types: .standard, fileName: FileName("photo 1.png"))
  }

  @Test func aFileIsWrittenWhereTheReceiverWantsIt() throws {
    let scene = try Scene(offer())
    defer { scene.display.end() }
    try expectEqual(scene.name(), "photo 1.png")
    // Some file managers send the request while the pointer is over them, before the property is a URL.
    #expect(try scene.ask() == "F")
    try scene.drop()
    try expectEqual(scene.ask(), "F")
    // Some file managers end the URL with a NUL.
    #expect(try scene.ask("file://\(scene.folder.path)/a%20b.png\0") == "S")
    expectEqual(FileManager.default.contents(atPath: scene.folder.path("a b.png")), OfferSamples.long)
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: scene.folder.path), ["a b.png"])
    try expectEqual(scene.finish(), ["public.png"])
  }

  @Test func nothingIsWrittenBeforeTheDrop() throws {
    let scene = try Scene(offer())
    defer { scene.display.end() }
    try expectEqual(scene.ask("file://\(scene.folder.path)/early.png"), "F")
    try scene.drop()
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: scene.folder.path), [])
    try expectEqual(scene.finish(), [])
  }

  @Test(arguments: [
    "file://elsewhere.example/a.png", "https://example.org/a.png", "a.png", "", "file:///a%00b",
  ])
  func placesThatAreNoFilesHereAreNotWritten(url: String) throws {
    let scene = try Scene(offer())
    defer { scene.display.end() }
    try scene.drop()
    try expectEqual(scene.ask(url), "F")
    try expectEqual(scene.finish(), [])
  }

  @Test func whatCannotBeWrittenIsAFailure() throws {
    let failing = OfferedContent { answer in
      answer(.failure(TransferError(.refused, "no bytes")))
      return {}
    }
    for (content, path) in [(OfferedContent(Data()), "none/a.png"), (failing, "a.png"), (failing, "")] {
      let scene = try Scene(offer(content))
      defer { scene.display.end() }
      try scene.drop()
      try expectEqual(scene.ask("file://\(scene.folder.path)/\(path)"), "E")
      try expectEqual(FileManager.default.contentsOfDirectory(atPath: scene.folder.path), [])
      try expectEqual(scene.finish(), [])
    }
  }

  @Test func theNextDragBeginsAnew() throws {
    let scene = try Scene(offer(), drags: 2)
    defer { scene.display.end() }
    try scene.drop()
    let url = "file://\(scene.folder.path)/a.png"
    try expectEqual(scene.ask(url), "S")
    try scene.target.send(scene.target.atoms.finished, 1, scene.target.atoms.copy, to: scene.drag.window)
    try scene.begin()
    try expectEqual(scene.name(), "photo 1.png")
    try expectEqual(scene.ask(url), "F")
    try scene.drop()
    try expectEqual(scene.finish(), [])
  }

  @Test func onlyOneItemWithBytesIsAFile() {
    func offer(_ providers: ItemProvider...) -> TransferOffer { TransferOffer(providers, types: .standard) }
    let text = OfferSamples.provider(["public.utf8-plain-text": OfferSamples.text])
    text.suggestedName = "a/b?"
    let url = OfferSamples.provider(["public.file-url": Data("file:///a".utf8)])
    let both = OfferSamples.provider([
      "public.file-url": Data("file:///a".utf8), "public.png": OfferSamples.long,
    ])
    both.suggestedName = "photo"
    expectEqual(offer(text).file?.name.string, "a-b_.txt")
    #expect(offer(both).file?.name.string == "photo.png" && offer(both).file?.typeIdentifier == "public.png")
    #expect(offer(url).file == nil && offer(text, both).file == nil && offer().file == nil)
  }
}
