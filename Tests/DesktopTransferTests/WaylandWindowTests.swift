import Foundation
import ProfferFileSystem
import TestSupport
import Testing
import TransferWindows

@testable import DesktopTransfer

/// The windows of drags, as a compositor sees them.
@Suite(.waits) struct WaylandWindowTests {
  /// A window and its connection, which tests drive step by step.
  private final class Shown {
    let compositor: ScriptedCompositor
    let connection: WaylandConnection
    let window: WaylandTransferWindow

    init(_ compositor: ScriptedCompositor, _ content: WindowContent = WaylandWindowTests.rows(3)) throws {
      self.compositor = compositor
      connection = try compositor.client()
      let folder = try require(FilePath(NSTemporaryDirectory()))
      window = try WaylandTransferWindow(connection, content, WindowTheme(), filesIn: folder)
    }

    /// Handles all messages, draws the window, and returns the actions of the user.
    @discardableResult
    func handle() throws -> [WaylandTransferWindow.Event] {
      var events: [WaylandTransferWindow.Event] = []
      try connection.synchronize()
      while let message = try connection.next() {
        if let event = try window.take(message) { events.append(event) }
      }
      try window.draw()
      try connection.synchronize()
      return events
    }

    /// The sizes of all buffers.
    var sizes: [[UInt32]] { compositor.all("wl_shm_pool", 0).map { Array($0.words(4)[2...]) } }
    /// The number of pictures on the surface of the window.
    var pictureCount: Int {
      compositor.all("wl_surface", 1).filter { $0.object == compositor.windowSurface }.count
    }
  }

  private static func rows(_ count: Int) -> WindowContent {
    WindowContent(
      title: "proffer drag",
      rows: (0..<count).map { WindowRow(identifier: $0, name: "row \($0)", detail: "text") },
      footer: "\(count) items")
  }

  @Test func aWindowWithMoreRowsThanItShowsCanBeResized() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let shown = try Shown(compositor, Self.rows(30))
    expectEqual(compositor.request("xdg_toplevel", 8)?.words(2), [240, 108])
    expectEqual(compositor.request("xdg_toplevel", 7)?.words(2), [0, 0])
    withExtendedLifetime(shown) {}
  }

  @Test func aWindowIsShownInItsOwnSizeWithItsRows() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let shown = try Shown(compositor)
    var expected = TransferWindow(Self.rows(3), WindowPainter(WindowTheme()))
    let picture = expected.picture()
    #expect(picture.width == 420 && picture.height == 236)
    expectEqual(compositor.request("xdg_toplevel", 2)?.message.text(at: 0)?.text, "proffer drag")
    expectEqual(compositor.request("xdg_toplevel", 3)?.message.text(at: 0)?.text, "proffer")
    // All rows are visible, so that the window has a fixed size.
    expectEqual(compositor.request("xdg_toplevel", 8)?.words(2), [420, 236])
    expectEqual(compositor.request("xdg_toplevel", 7)?.words(2), [420, 236])
    // The compositor draws the frame, and its size has been acknowledged.
    expectEqual(compositor.request("zxdg_toplevel_decoration_v1", 1)?.words(1), [2])
    expectEqual(compositor.request("xdg_surface", 4)?.words(1), [77])
    let pool = try require(compositor.request("wl_shm", 0))
    let data = try require(pool.stream).fileBytes(atMost: 1 << 24)
    expectEqual(pool.words(2)[1], UInt32(data.count))
    expectEqual(data.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }, picture.pixels)
    let buffer = try require(compositor.request("wl_shm_pool", 0))
    expectEqual(buffer.words(6)[2...4], [420, 236, 1680])
    expectEqual(compositor.request("wl_surface", 1)?.words(3), [buffer.words(1)[0], 0, 0])
    expectEmpty(compositor.mistakes)
    withExtendedLifetime(shown) {}
  }

  @Test func aWindowIsDrawnInTheSizeThatTheCompositorWants() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let shown = try Shown(compositor)
    for (width, height) in [(500, 300), (1, 1), (1_000_000, 2)] as [(UInt32, UInt32)] {
      compositor.resize(width, height)
      try shown.handle()
      expectEqual(shown.sizes.last, [min(width, 4096), height])
    }
    expectEqual(shown.pictureCount, 4)
    // An unchanged size is not drawn again.
    compositor.resize(1_000_000, 2)
    try shown.handle()
    #expect(shown.pictureCount == 4 && compositor.all("xdg_surface", 4).count == 5)
    // After a maximized size, the window has the last size that was not maximized.
    compositor.resize(400, 310)
    compositor.resize(1920, 1080, states: [4, 1])
    try shown.handle()
    expectEqual(shown.sizes.last, [1920, 1080])
    compositor.resize(0, 0)
    try shown.handle()
    expectEqual(shown.sizes.last, [400, 310])
    expectEmpty(compositor.mistakes)
  }

  @Test func aReleasedBufferIsUsedAgainOrDestroyed() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let shown = try Shown(compositor)
    let first = try require(compositor.all("wl_surface", 1).last).words(1)[0]
    compositor.send("wl_buffer", 0, of: first)
    for title in ["a", "b"] {
      shown.window.show(WindowContent(title: title, rows: Self.rows(3).rows, footer: title), WindowTheme())
      try shown.handle()
    }
    // The released buffer was used for the second picture; the third needed another one.
    let used = compositor.all("wl_surface", 1).map { $0.words(1)[0] }
    #expect(used.count == 3 && used[1] == first && used[2] != first)
    compositor.resize(500, 300)
    try shown.handle()
    for buffer in used.dropFirst() { compositor.send("wl_buffer", 0, of: buffer) }
    try shown.handle()
    expectEqual(Set(compositor.all("wl_buffer", 0).map(\.object)), Set(used))
    expectEmpty(compositor.mistakes)
  }

  @Test func fractionalScalesAreDrawnWithAViewport() throws {
    let compositor = try ScriptedCompositor(ScriptedCompositor.fractions)
    defer { compositor.end() }
    let shown = try Shown(compositor)
    expectEqual(shown.sizes, [[420, 236]])
    // 421 pixels at 1.25 are 526.25, which is rounded.
    compositor.resize(421, 237)
    try shown.handle()
    for (scale, size) in [(180, [632, 356]), (150, [526, 296]), (240, [842, 474])] as [(UInt32, [UInt32])] {
      compositor.send("wp_fractional_scale_v1", 0, [.word(scale)])
      try shown.handle()
      expectEqual(shown.sizes.last, size)
      expectEqual(compositor.all("wp_viewport", 2).last?.words(2), [421, 237])
    }
    // The compositor may report anything.
    for scale in [0, UInt32.max] {
      compositor.send("wp_fractional_scale_v1", 0, [.word(scale)])
      try shown.handle()
    }
    expectEqual(Array(shown.sizes.suffix(2)), [[211, 119], [1684, 948]])
    #expect(compositor.all("wp_viewporter", 1).count == 1 && compositor.all("wl_surface", 8).isEmpty)
    #expect(compositor.objects("wl_output").isEmpty && compositor.mistakes.isEmpty)
  }

  @Test func aWholeScaleIsTheLargestOfTheOutputsThatShowTheWindow() throws {
    let compositor = try ScriptedCompositor(ScriptedCompositor.outputs)
    defer { compositor.end() }
    let shown = try Shown(compositor)
    let outputs = compositor.objects("wl_output")
    expectEqual(outputs.count, 2)
    for (output, scale) in zip(outputs, [2, 3] as [UInt32]) {
      compositor.send("", 3, [.word(scale)], of: output)
      compositor.send("", 2, of: output)
    }
    try shown.handle()
    expectEqual(shown.sizes, [[420, 236]])
    func move(_ event: UInt16, _ output: Int) throws {
      compositor.send("", event, [.word(outputs[output])], of: compositor.windowSurface)
      try shown.handle()
    }
    try move(0, 0)
    try move(0, 1)
    try move(1, 1)
    // A window on no output keeps its scale.
    try move(1, 0)
    expectEqual(shown.sizes, [[420, 236], [840, 472], [1260, 708], [840, 472]])
    expectEqual(compositor.all("wl_surface", 8).map { $0.words(1) }, [[2], [3], [2]])
    expectEmpty(compositor.mistakes)
  }

  @Test(arguments: [false, true])
  func aWindowWithoutAFrameHasItsOwnTitleBar(hasManager: Bool) throws {
    let globals = ScriptedCompositor.globals.filter { hasManager || !$0.name.hasPrefix("zxdg") }
    let compositor = try ScriptedCompositor(globals, frame: 1)
    defer { compositor.end() }
    let shown = try Shown(compositor)
    // The bar is 40 pixels high.
    expectEqual(shown.sizes, [[420, 276]])
    try shown.handle()
    compositor.press(serial: 21, at: 100, 20)
    try expectEqual(shown.handle(), [.pressed])
    let seat = compositor.object("wl_seat")
    expectEqual(compositor.request("xdg_toplevel", 5)?.words(2), [seat, 21])
    // The compositor takes over the pointer; a later movement drags nothing.
    compositor.send("wl_pointer", 1, [.word(22), .word(compositor.windowSurface)])
    compositor.move(to: 100, 80)
    try expectEmpty(shown.handle())
    // The close button is at the right end, and closes the window at the release.
    compositor.press(serial: 30, at: 400, 20)
    compositor.move(to: 300, 100)
    compositor.release()
    try expectEqual(shown.handle(), [.pressed, .released])
    compositor.press(serial: 40, at: 400, 20)
    try expectEqual(shown.handle(), [.pressed])
    compositor.release()
    try expectEqual(shown.handle(), [.closed])
    // A compositor that draws the frame later makes the window lower.
    if hasManager {
      compositor.send("zxdg_toplevel_decoration_v1", 0, [.word(2)])
      compositor.resize(0, 0)
      try shown.handle()
      expectEqual(shown.sizes.last, [420, 236])
      // A maximized window loses the bar, even if its own size is smaller than the bar.
      compositor.send("zxdg_toplevel_decoration_v1", 0, [.word(1)])
      compositor.resize(420, 10)
      compositor.resize(1000, 1000, states: [1])
      compositor.send("zxdg_toplevel_decoration_v1", 0, [.word(2)])
      compositor.resize(1000, 1000, states: [1])
      try shown.handle()
      expectEqual(shown.sizes.last, [1000, 1000])
    }
    expectEmpty(compositor.mistakes)
  }

  @Test func manyChangesAreDrawnOnceAFrame() throws {
    let compositor = try ScriptedCompositor(showingFrames: false)
    defer { compositor.end() }
    let shown = try Shown(compositor, Self.rows(20))
    try shown.handle()
    compositor.press(serial: 5)
    for _ in 0..<50 {
      compositor.scroll(by: 15)
      try shown.handle()
    }
    expectEqual(shown.pictureCount, 1)
    let callback = try require(compositor.all("wl_surface", 3).last).words(1)[0]
    compositor.send("", 0, [.word(9)], of: callback)
    try shown.handle()
    expectEqual(shown.pictureCount, 2)
    // A new size is shown at once.
    compositor.resize(500, 300)
    try shown.handle()
    expectEqual(shown.pictureCount, 3)
  }

  @Test func theWindowGrowsWithItsContentUntilTheUserResizesIt() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let shown = try Shown(compositor, Self.rows(1))
    shown.window.show(Self.rows(2), WindowTheme())
    try shown.handle()
    // A compositor that repeats the size of the window has not chosen it.
    compositor.resize(420, 172)
    try shown.handle()
    shown.window.show(Self.rows(3), WindowTheme())
    try shown.handle()
    expectEqual(shown.sizes, [[420, 108], [420, 172], [420, 236]])
    compositor.resize(420, 200)
    try shown.handle()
    shown.window.show(Self.rows(4), WindowTheme())
    try shown.handle()
    expectEqual(shown.sizes.last, [420, 200])
  }

  @Test func aHeldArrowKeyRepeats() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let shown = try Shown(compositor, Self.rows(7))
    try shown.handle()
    compositor.send("wl_keyboard", 5, [.word(100), .word(1)])
    compositor.send("wl_keyboard", 3, [.word(2), .word(1000), .word(108), .word(1)])
    try expectEmpty(shown.handle())
    for _ in 0..<3 {
      let deadline = try require(shown.window.deadline)
      while .now < deadline { usleep(500) }
      expectNil(shown.window.repeatKey())
    }
    compositor.send("wl_keyboard", 3, [.word(3), .word(1001), .word(108), .word(0)])
    compositor.type(28)
    // The first press and three repetitions have moved the focus to the fourth row.
    #expect(try shown.handle() == [.copied([3])])
    expectNil(shown.window.deadline)
    // A keyboard that is removed holds no key.
    compositor.send("wl_keyboard", 3, [.word(2), .word(1000), .word(108), .word(1)])
    compositor.send("wl_seat", 0, [.word(1)])
    try shown.handle()
    expectNil(shown.window.deadline)
  }

  @Test func aKeymapThatIsNotAFileIsIgnored() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let shown = try Shown(compositor)
    try shown.handle()
    let (reading, writing) = try ByteStream.pipe(calling: "a keymap")
    compositor.send("wl_keyboard", 0, [.word(1), .word(UInt32.max)], passing: [reading])
    compositor.type(30, holding: 4)
    compositor.type(28)
    try expectEqual(shown.handle(), [.copied([0, 1, 2])])
    // A size beyond the end of the file, and a keymap that is not text.
    try compositor.setKeymap(WaylandKeymapTests.azerty, byteCount: 1 << 30)
    compositor.type(108)
    compositor.type(16, holding: 4)
    compositor.type(28)
    try expectEqual(shown.handle(), [.copied([0, 1, 2])])
    withExtendedLifetime(writing) {}
  }
}
