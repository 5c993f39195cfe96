import Foundation
import Proffer
import Testing

/// A client program with one import that performs the actions of the proffer program.
struct ActionTests {
  private let folder: URL

  init() throws {
    folder = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func path(_ name: String) throws -> FilePath {
    try FilePath(fileURL: folder.appendingPathComponent(name))
  }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  @Test func aDocumentIsConverted() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("# Trip\n", to: "notes.md")
    let conversion = DocumentConversion(
      of: [try path("notes.md")], to: .html, output: .path(try path("notes.html")))
    let outcome = try await conversion.perform(in: .standard)
    #expect(outcome.totals.convertedCount == 1)
    #expect(try text("notes.html").contains(">Trip</h1>"))
  }

  @Test func filesArePackedAndDroppedAndTheDropIsUndone() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("# Trip\n", to: "notes.md")
    let bundle = try path("trip.dragbundle")
    let item = PackedItem([PackedRepresentation(ActionInput(try path("notes.md")))], name: "Trip")
    let packed = try await BundlePacking([.item(item)], to: .file(bundle)).perform(in: .standard)
    #expect(packed.itemCount == 1)
    var folders = ActionFolders.standard
    folders.state = try path("state")
    let context = ActionContext(types: .standard, folders: folders)
    var drop = ItemDrop(of: ActionInput(bundle), into: try path("dropped"))
    drop.accepted = .types([TypeReference(.html)])
    drop.converts = true
    let dropped = try await drop.perform(in: context)
    #expect(dropped.droppedCount == 1 && dropped.isRecorded)
    #expect(try text("dropped/Trip.html").contains(">Trip</h1>"))
    let undone = try await DropUndo().perform(in: context)
    #expect(undone.isEnded && undone.removed.contains { $0.description.hasSuffix("dropped/Trip.html") })
    #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("dropped").path))
  }
}
