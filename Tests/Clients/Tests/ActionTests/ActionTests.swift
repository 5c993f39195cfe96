import Foundation
import Proffer
import Testing

/// What the program does, done by a program of its own with one import.
struct ActionTests {
  private let folder: URL

  init() throws {
    folder = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func path(_ name: String) throws -> FilePath {
    try FilePath(fileURL: folder.appendingPathComponent(name))
  }

  @Test func aDocumentIsConverted() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("# Trip\n".utf8).write(to: folder.appendingPathComponent("notes.md"))
    let conversion = DocumentConversion(
      of: [try path("notes.md")], to: .html, output: .path(try path("notes.html")))
    let outcome = try await conversion.perform(in: .standard)
    #expect(outcome.totals.convertedCount == 1)
    let html = try String(contentsOf: folder.appendingPathComponent("notes.html"), encoding: .utf8)
    #expect(html.contains(">Trip</h1>"))
  }
}
