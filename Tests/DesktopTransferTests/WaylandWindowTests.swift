import Foundation
import ProfferFileSystem
import TestSupport
import Testing

@testable import DesktopTransfer

/// The small windows of drags, as a compositor sees them.
@Suite(.waits) struct WaylandWindowTests {
  private func window(_ compositor: ScriptedCompositor, _ look: SmallWindowLook) throws -> (
    WaylandSmallWindow, WaylandConnection
  ) {
    let connection = try compositor.client()
    let folder = try #require(FilePath(NSTemporaryDirectory()))
    return (try WaylandSmallWindow(connection, look, filesIn: folder), connection)
  }

  @Test func aWindowIsShownInItsOwnSizeWithItsText() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let look = SmallWindowLook.source(of: "notes.md")
    let (window, connection) = try window(compositor, look)
    let picture = Picture(of: look)
    #expect(compositor.request("xdg_toplevel", 2)?.message.text(at: 0)?.text == "proffer drag")
    #expect(compositor.request("xdg_toplevel", 3)?.message.text(at: 0)?.text == "proffer")
    for request: UInt16 in [7, 8] {
      #expect(
        compositor.request("xdg_toplevel", request)?.words(2) == [
          UInt32(picture.width), UInt32(picture.height),
        ])
    }
    // The compositor draws the frame, and its size has been acknowledged.
    #expect(compositor.request("zxdg_toplevel_decoration_v1", 1)?.words(1) == [2])
    #expect(compositor.request("xdg_surface", 4)?.words(1) == [77])
    let pool = try #require(compositor.request("wl_shm", 0))
    let memory = try #require(pool.stream)
    let data = try memory.allBytes()
    #expect(pool.words(2)[1] == UInt32(data.count))
    let pixels = data.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
    #expect(pixels == picture.pixels && pixels.count == picture.width * picture.height)
    let buffer = try #require(compositor.request("wl_shm_pool", 0))
    #expect(
      buffer.words(6)[2...4] == [UInt32(picture.width), UInt32(picture.height), UInt32(4 * picture.width)])
    #expect(compositor.request("wl_surface", 1)?.words(3) == [buffer.words(1)[0], 0, 0])
    #expect(compositor.mistakes.isEmpty)
    withExtendedLifetime((window, connection)) {}
  }

  @Test func aWindowIsDrawnInTheSizeThatTheCompositorWants() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let (window, connection) = try window(compositor, .target(into: "inbox"))
    let first = try #require(compositor.request("wl_surface", 1)).words(1)[0]
    func take() throws {
      try connection.synchronize()
      while let message = try connection.next() { _ = try window.take(message) }
      try connection.synchronize()
    }
    for (width, height) in [(500, 300), (1, 1), (1_000_000, 2)] as [(UInt32, UInt32)] {
      compositor.resize(width, height)
      try take()
      let buffer = try #require(compositor.all("wl_shm_pool", 0).last)
      #expect(buffer.words(4)[2...3] == [min(width, 4096), height])
    }
    #expect(compositor.all("wl_surface", 1).count == 3)
    // An unchanged size is not drawn again.
    compositor.resize(1_000_000, 2)
    try take()
    #expect(compositor.all("wl_surface", 1).count == 3 && compositor.all("xdg_surface", 4).count == 5)
    // A released buffer is destroyed, unless it is the one that is shown.
    let shown = try #require(compositor.all("wl_surface", 1).last).words(1)[0]
    compositor.send("wl_buffer", 0, of: shown)
    compositor.send("wl_buffer", 0, of: first)
    try take()
    #expect(compositor.all("wl_buffer", 0).map(\.object) == [first])
    #expect(compositor.mistakes.isEmpty)
  }

  @Test func everyLetterHasAShapeOfItsOwn() {
    let letters = (0x20...0x7E).map { String(UnicodeScalar(UInt8($0))) }
    let shapes = SmallFont.standard.rows(of: letters.joined())
    #expect(shapes.count == 95 && Set(shapes).count == 95)
    #expect(shapes[0].allSatisfy { $0 == 0 } && shapes[1...].allSatisfy { $0.contains { $0 != 0 } })
    // Combining marks are omitted, and a character without a glyph is a box.
    let font = SmallFont.standard
    #expect(
      font.rows(of: "Grüße é") == font.rows(of: "Gru") + font.rows(of: "\u{4E00}") + font.rows(of: "e e"))
    #expect(font.rows(of: "L") == [[16, 16, 16, 16, 16, 16, 31, 0, 0]])
  }

  @Test func theTextIsShortAndHasNoControlCharacters() {
    let long = SmallWindowLook.source(of: String(repeating: "a", count: 100))
    #expect(long.text.utf16.count == 60 && long.text.hasPrefix("Drag: aaa") && long.text.hasSuffix("a..."))
    let hostile = SmallWindowLook.target(into: "a\u{1B}[0m\nb\u{7F}")
    #expect(hostile.text == "Drop here: a\u{FFFD}[0m\u{FFFD}b\u{FFFD}" && hostile.title == "proffer catch")
  }
}
