import Foundation
import ProfferFileSystem
import TestSupport
import Testing

@testable import DesktopTransfer

/// The clipboard of a compositor without data control, through a window that has the focus for a moment.
@Suite(.waits) struct FocusedClipboardTests {
  /// A clipboard that moves from the thread that waits for the focus to the test.
  private struct Client: @unchecked Sendable {
    let clipboard: FocusedClipboard
  }

  /// Starts a client, and gives the focus to its window; the serial of the focus is 7.
  private func focused(_ compositor: ScriptedCompositor, offering names: [String]? = nil) throws
    -> FocusedClipboard
  {
    let folder = try require(FilePath(NSTemporaryDirectory()))
    let thread = ValueOfThread {
      Client(clipboard: try FocusedClipboard(compositor.client(), filesIn: folder))
    }
    _ = try require(compositor.request("wl_seat", 1), "the keyboard is requested")
    _ = try require(compositor.request("wl_surface", 1), "a picture is shown")
    if let names { _ = compositor.select(names) }
    compositor.send("wl_keyboard", 1, [.word(7), .word(compositor.object("wl_surface")), .word(0)])
    return try require(thread.value()).clipboard
  }

  @Test func anOfferIsSetWithTheSerialOfTheFocusAndTheWindowIsClosed() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let clipboard = try focused(compositor)
    let source = try clipboard.select(["text/html", "text/plain"], in: .clipboard)
    let names = [
      compositor.request("wl_data_source", 0), compositor.request("wl_data_source", 0),
    ].map { $0?.message.text(at: 0)?.text }
    expectEqual(names, ["text/html", "text/plain"])
    try expectEqual(require(compositor.request("wl_data_device", 1)).words(2), [source, 7])
    #expect(compositor.request("xdg_toplevel", 0) != nil && compositor.request("wl_surface", 0) != nil)
    expectEmpty(compositor.mistakes)
  }

  @Test func theOfferOfAnotherProgramArrivesWithTheFocus() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let clipboard = try focused(compositor, offering: ["text/plain", "image/png"])
    expectEqual(clipboard.offer(in: .clipboard)?.names, ["text/plain", "image/png"])
    let empty = try ScriptedCompositor()
    defer { empty.end() }
    try expectNil(focused(empty).offer(in: .clipboard))
    expect(.notSupported, "does not let windows use") { try clipboard.require(.primary) }
  }

  @Test func aCompositorThatGivesNoFocusIsAnError() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let folder = try require(FilePath(NSTemporaryDirectory()))
    expect(.notSupported, "did not give the focus") {
      _ = try FocusedClipboard(compositor.client(), filesIn: folder)
    }
    let silent = try ScriptedCompositor(seat: 1)
    defer { silent.end() }
    expect(.notSupported, "has no keyboard") {
      _ = try FocusedClipboard(silent.client(), filesIn: folder)
    }
  }
}
