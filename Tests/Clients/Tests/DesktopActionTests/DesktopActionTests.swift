import DesktopActions
import Foundation
import Proffer
import Testing

/// Copying and pasting in a client program, without a display.
struct DesktopActionTests {
  @Test func aFileIsCopiedToARecordedRouteAndPasted() async throws {
    let folder = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func path(_ name: String) throws -> FilePath {
      try FilePath(fileURL: folder.appendingPathComponent(name))
    }
    try Data("# Trip\n".utf8).write(to: folder.appendingPathComponent("notes.md"))
    var desktop = DesktopContext.inMemory()
    desktop.record = try path("copy.jsonl")
    let offer = ClipboardOffer(of: [ActionInput(try path("notes.md"))], on: desktop)
    let ownership = try await offer.perform(in: .standard)
    #expect(ownership.names.contains { $0.text == "text/html" })
    #expect(try await ownership.serveUntilCancelled() == .handedOver)
    let trace = try await TransferTrace(of: ActionInput(try path("copy.jsonl"))).perform(in: .standard)
    #expect(trace.contains { $0.contains("<loaded>") }, "\(trace)")
    desktop.record = nil
    let paste = ClipboardPaste(ContentReceipt(into: .path(try path("pasted.html"))), on: desktop)
    _ = try await paste.perform(in: .standard)
    let pasted = try String(contentsOf: folder.appendingPathComponent("pasted.html"), encoding: .utf8)
    #expect(pasted.contains(">Trip</h1>"))
  }
}
