import ByteTools
import Foundation
import ProfferFileSystem
import TestSupport
import Testing
import TransferWindows

@testable import DesktopTransfer

/// Rows, keys and pictures of the windows of `drag` and `catch` on an X display.
@Suite(.waits) struct X11WindowTests {
  /// Rows whose content is their number.
  private final class Items: WindowItems, @unchecked Sendable {
    private struct State {
      var content: WindowContent
      var theme = WindowTheme()
      var calls: [String] = []
    }

    private let state: Locked<State>

    init(rows: Int = 3, zone: DropZone? = nil) {
      state = Locked(
        State(
          content: WindowContent(
            title: "proffer test", zone: zone,
            rows: (0..<rows).map { WindowRow(identifier: 10 + $0, name: "row \($0)", detail: "") },
            footer: "\(rows) items")))
    }

    var content: WindowContent {
      get { state.withLock { $0.content } }
      set { state.withLock { $0.content = newValue } }
    }
    var theme: WindowTheme {
      get { state.withLock { $0.theme } }
      set { state.withLock { $0.theme = newValue } }
    }
    /// The calls of the window, with the identifiers of rows.
    var calls: [String] { state.withLock { $0.calls } }

    private func add(_ call: String) { state.withLock { $0.calls.append(call) } }

    func offer(ofRows rows: [Int]) -> TransferOffer? {
      add("offer \(rows)")
      // The last row cannot be dragged alone.
      if rows == [12] { return nil }
      return OfferSamples.offer(["public.utf8-plain-text": Data(rows.map(String.init).joined().utf8)])
    }

    func copy(rows: [Int]) { add("copy \(rows)") }

    func remove(rows: [Int]) {
      add("remove \(rows)")
      state.withLock { $0.content.rows.removeAll { rows.contains($0.identifier) } }
    }

    func dragDidLeave() {
      add("left")
      state.withLock { $0.content.zone?.state = .idle }
    }
  }

  /// The middle of a row on the screen, in a window of three rows; 3 is the footer.
  private func place(_ row: Int) -> (x: Int, y: Int) {
    // The window is in the middle of a screen of 1000 × 1000 pixels.
    let top = (1000 - (3 * 64 + 44)) / 2
    return (500, row == 3 ? top + 3 * 64 + 20 : top + row * 64 + 32)
  }

  private func click(_ row: Int, _ display: FakeDisplay, state: UInt16 = 0) {
    display.pointer(4, at: place(row).x, place(row).y, state: state)
    display.pointer(5, at: place(row).x, place(row).y, state: state)
  }

  /// Drags from a row to a window in the upper left corner, and returns the text that arrives there.
  private func text(dragging row: Int, _ display: FakeDisplay, _ target: ScriptedTarget) throws -> String {
    display.pointer(4, at: place(row).x, place(row).y)
    display.pointer(6, at: place(row).x + 10, place(row).y)
    display.pointer(6, at: 50, 50)
    let source = try target.answer()
    display.pointer(5, at: 50, 50)
    try expectEqual(target.isDropped(), true)
    let reader = try X11SelectionReader(
      target.connection, dropOf: ["UTF8_STRING"], from: source, at: 0, .patient)
    let text = String(decoding: try reader.value("UTF8_STRING"), as: UTF8.self)
    try target.send(target.atoms.finished, 1, target.atoms.copy, to: source)
    return text
  }

  // MARK: Rows

  @Test func aDragOffersTheRowsOnWhichItBegins() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    let target = try ScriptedTarget(display, at: (0, 0))
    let drag = try DraggedOffer(display, Items(), drags: 4)
    try expectEqual(text(dragging: 1, display, target), "11")
    try expectEqual(text(dragging: 3, display, target), "101112")
    click(2, display)
    click(0, display, state: 4)
    try expectEqual(text(dragging: 2, display, target), "1012")
    click(1, display)
    click(2, display, state: 1)
    try expectEqual(text(dragging: 1, display, target), "1112")
    try expectEqual(drag.end(), .dropped)
  }

  @Test func rowsWithoutAnOfferAreNotDragged() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    let target = try ScriptedTarget(display, at: (0, 0))
    let items = Items()
    let drag = try DraggedOffer(display, items)
    display.pointer(4, at: place(2).x, place(2).y)
    display.pointer(6, at: 50, 50)
    display.pointer(5, at: 50, 50)
    try expectEqual(text(dragging: 0, display, target), "10")
    try expectEqual(drag.end(), .dropped)
    expectEqual(items.calls, ["offer [10, 11, 12]", "offer [12]", "offer [10]"])
  }

  @Test func keysCopyRemoveAndClose() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    let items = Items()
    let drag = try DraggedOffer(display, items)
    display.key(FakeScreen.delete)
    display.key(FakeScreen.enter)
    display.key(FakeScreen.down)
    display.key(FakeScreen.keypadEnter)
    display.key(FakeScreen.delete)
    display.key(FakeScreen.end)
    display.key(FakeScreen.up, state: 1)
    display.key(FakeScreen.enter)
    display.key(FakeScreen.letterA)
    display.key(FakeScreen.letterA, state: 4)
    display.key(FakeScreen.delete)
    display.key(FakeScreen.escape)
    try expectEqual(drag.end(), .closed)
    expectEqual(
      items.calls,
      [
        "offer [10, 11, 12]", "copy [10, 11, 12]", "copy [10]", "remove [10]", "copy [11, 12]",
        "remove [11, 12]",
      ])
  }

  @Test func escapeEndsADragAndNotTheWindow() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    let target = try ScriptedTarget(display, at: (0, 0))
    let drag = try DraggedOffer(display, Items(), drags: 2)
    display.pointer(4, at: place(0).x, place(0).y)
    display.pointer(6, at: 50, 50)
    try target.answer()
    display.key(FakeScreen.escape)
    try expectNotNil(target.message(target.atoms.leave))
    display.pointer(5, at: 50, 50)
    try expectEqual(text(dragging: 1, display, target), "11")
    try expectEqual(drag.end(), .dropped)
  }

  @Test func theWheelScrollsTheRows() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    let target = try ScriptedTarget(display, at: (0, 0))
    // Seven of the rows are visible.
    let drag = try DraggedOffer(display, Items(rows: 20))
    let (x, top) = (500, (1000 - (7 * 64 + 44)) / 2)
    for button: UInt8 in [5, 5, 5, 5, 4] {
      display.pointer(4, at: x, top + 20, button: button)
      display.pointer(5, at: x, top + 20, button: button)
    }
    display.pointer(4, at: x, top + 20)
    display.pointer(6, at: 50, 50)
    let source = try target.answer()
    let reader = try X11SelectionReader(
      target.connection, dropOf: ["UTF8_STRING"], from: source, at: 0, .patient)
    // Each step is as high as a row.
    #expect(try reader.value("UTF8_STRING") == Data("13".utf8))
    drag.ending.request(waitingAtMost: HangLimit.duration)
    try expectEqual(drag.end(), .requested)
  }

  // MARK: Pictures

  /// The picture that a window of items should show on a display of depth 24.
  private func pixels(_ items: Items, _ change: (inout TransferWindow) -> Void = { _ in }, scale: Double = 1)
    -> [UInt32]
  {
    var window = TransferWindow(items.content, WindowPainter(items.theme), scale: scale)
    change(&window)
    return window.picture().pixels.map { $0 & 0xFFFFFF }
  }

  @Test(arguments: [nil, UInt32(1 << 20)])
  func thePictureIsSentAgainAfterAnExposure(longestRequest: UInt32?) throws {
    let display = try FakeDisplay(longestRequest: longestRequest)
    defer { display.end() }
    let items = Items()
    let drag = try DraggedOffer(display, items)
    expect(HangLimit.blocks { display.picture(of: drag.window)?.pixels == pixels(items) })
    // Without long requests, the picture needs several requests.
    let count = try require(display.picture(of: drag.window)?.drawCount)
    #expect(longestRequest == nil ? count > 10 : count == 1)
    display.expose(drag.window)
    expect(HangLimit.blocks { display.picture(of: drag.window)?.drawCount == 2 * count })
    drag.ending.request(waitingAtMost: HangLimit.duration)
    try expectEqual(drag.end(), .requested)
  }

  @Test func theWindowGrowsWithItsRowsUntilTheUserChangesItsSize() throws {
    let display = try FakeDisplay(longestRequest: 1 << 20)
    defer { display.end() }
    let items = Items()
    let source = try X11DragSource(display.client(), items, .patient)
    let window = display.shownWindow
    nonisolated(unsafe) let running = source
    let thread = ValueOfThread { try running.run() }
    func add(_ identifier: Int) {
      items.content.rows.append(WindowRow(identifier: identifier, name: "later", detail: ""))
      source.update()
    }
    let height = try require(display.picture(of: window)?.height)
    add(20)
    expect(HangLimit.blocks { display.picture(of: window)?.height == height + 64 })
    expect(HangLimit.blocks { display.picture(of: window)?.pixels == pixels(items) { _ in } })
    display.resize(window, to: 420, 150)
    expect(
      HangLimit.blocks { display.picture(of: window)?.pixels == pixels(items) { $0.resize(to: (420, 150)) } })
    add(21)
    expect(
      HangLimit.blocks { display.picture(of: window)?.pixels == pixels(items) { $0.resize(to: (420, 150)) } })
    expectEqual(display.picture(of: window)?.height, 150)
    source.ending.request(waitingAtMost: HangLimit.duration)
    try expectEqual(thread.value()?.end, .requested)
  }

  @Test func rowsThatArriveBeforeTheNewSizeAreShown() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    let items = Items(zone: DropZone("Drop here"))
    let target = try X11DropTarget(display.client(), items, within: .patient)
    let window = display.shownWindow
    let height = try require(display.picture(of: window)?.height)
    for identifier in 20...21 {
      items.content.rows.append(WindowRow(identifier: identifier, name: "later", detail: ""))
      target.update()
    }
    nonisolated(unsafe) let running = target
    let thread = ValueOfThread {
      if case .closed = try running.next(until: nil, accepting: { _ in true }) { true } else { false }
    }
    expect(HangLimit.blocks { display.picture(of: window)?.height == height + 2 * 64 })
    display.key(FakeScreen.escape)
    try expectEqual(thread.value(), true)
  }

  @Test func theWindowFollowsItsSizeAndItsContent() throws {
    let display = try FakeDisplay(longestRequest: 1 << 20)
    defer { display.end() }
    let items = Items()
    let source = try X11DragSource(display.client(), items, .patient)
    let window = display.shownWindow
    nonisolated(unsafe) let running = source
    let thread = ValueOfThread { try running.run() }
    display.resize(window, to: 300, 200)
    expect(
      HangLimit.blocks { display.picture(of: window)?.pixels == pixels(items, { $0.resize(to: (300, 200)) }) }
    )
    items.content.rows.removeLast()
    items.theme = WindowTheme(WindowTheme.Preference(isDark: true))
    source.update()
    expect(
      HangLimit.blocks { display.picture(of: window)?.pixels == pixels(items, { $0.resize(to: (300, 200)) }) }
    )
    source.ending.request(waitingAtMost: HangLimit.duration)
    try expectEqual(thread.value()?.end, .requested)
  }

  @Test(arguments: [
    ("Xft.antialias:\t1\nXft.dpi:\t192\n", 2), ("Xft.dpi: 96", 1), ("Xft.dpi: 130", 1.25), ("Xft.dpi: 48", 1),
    ("Xft.dpi: 960", 4), ("", 1), ("Xft.dpi: many", 1), ("*Xft.dpi: 192", 1),
  ])
  func theScaleIsThatOfTheFonts(resources: String, scale: Double) {
    expectEqual(X11Connection.scale(fromResources: resources), scale)
  }

  @Test func aWindowOfTwiceTheDensityIsTwiceAsLarge() throws {
    let display = try FakeDisplay(longestRequest: 1 << 20, screen: FakeScreen(resources: "Xft.dpi: 192"))
    defer { display.end() }
    let target = try ScriptedTarget(display, at: (0, 0))
    let items = Items()
    let drag = try DraggedOffer(display, items)
    expect(HangLimit.blocks { display.picture(of: drag.window)?.pixels == pixels(items, scale: 2) })
    let picture = try require(display.picture(of: drag.window))
    #expect(picture.width == 840 && picture.height == 2 * (3 * 64 + 44))
    // The second row of this window.
    let top = (1000 - picture.height) / 2
    display.pointer(4, at: 500, top + 128 + 64)
    display.pointer(6, at: 506, top + 128 + 64)
    expectEmpty(display.unmanagedWindows)
    display.pointer(6, at: 508, top + 128 + 64)
    display.pointer(6, at: 50, 50)
    let source = try target.answer()
    let reader = try X11SelectionReader(
      target.connection, dropOf: ["UTF8_STRING"], from: source, at: 0, .patient)
    try expectEqual(reader.value("UTF8_STRING"), Data("11".utf8))
    let icon = try require(display.unmanagedWindows.last)
    #expect(display.picture(of: icon)?.width == 480 && display.place(of: icon) == [82, 82])
    drag.ending.request(waitingAtMost: HangLimit.duration)
    try expectEqual(drag.end(), .requested)
  }

  @Test(arguments: [false, true])
  func thePictureUnderThePointerFollowsItAndVanishes(hasCompositor: Bool) throws {
    let display = try FakeDisplay(screen: FakeScreen(hasCompositor: hasCompositor))
    defer { display.end() }
    let target = try ScriptedTarget(display, at: (0, 0))
    let items = Items()
    let drag = try DraggedOffer(display, items)
    display.pointer(4, at: place(1).x, place(1).y)
    display.pointer(6, at: place(1).x + 10, place(1).y)
    expect(HangLimit.blocks { !display.unmanagedWindows.isEmpty })
    let icon = try require(display.unmanagedWindows.first)
    expect(HangLimit.blocks { display.place(of: icon) == [place(1).x + 26, place(1).y + 16] })
    let shown = try require(display.picture(of: icon))
    let window = TransferWindow(items.content, WindowPainter(items.theme))
    let expected = window.dragPicture(ofRows: [11], isTranslucent: hasCompositor).pixels
    expectEqual(shown.depth, hasCompositor ? 32 : 24)
    expectEqual(shown.pixels, expected.map { hasCompositor ? $0 : $0 & 0xFFFFFF })
    display.pointer(6, at: 50, 50)
    try target.answer()
    expectEqual(display.place(of: icon), [66, 66])
    display.pointer(5, at: 50, 50)
    try expectEqual(target.isDropped(), true)
    expect(HangLimit.blocks { display.place(of: icon) == nil && display.picture(of: icon) == nil })
    try target.send(target.atoms.finished, 1, target.atoms.copy, to: drag.window)
    try expectEqual(drag.end(), .dropped)
  }

  @Test func aDisplayOfAFewColorsHasNoWindow() throws {
    let display = try FakeDisplay(screen: FakeScreen(depth: 8))
    defer { display.end() }
    expect(.notSupported, "color depth") { _ = try X11DragSource(display.client(), Items(), .patient) }
  }

  @Test func aWindowOfSixteenBitsIsDrawn() throws {
    let display = try FakeDisplay(screen: FakeScreen(depth: 16))
    defer { display.end() }
    let items = Items()
    let drag = try DraggedOffer(display, items)
    let expected = pixels(items).map { pixel in
      let (red, green, blue) = (pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF)
      return ((red * 31 + 127) / 255) << 11 | ((green * 63 + 127) / 255) << 5 | (blue * 31 + 127) / 255
    }
    expect(HangLimit.blocks { display.picture(of: drag.window)?.pixels == expected })
    drag.ending.request(waitingAtMost: HangLimit.duration)
    try expectEqual(drag.end(), .requested)
  }

  @Test(arguments: [false, true])
  func pixelsHaveTheOrderAndTheMasksOfTheDisplay(isBigEndian: Bool) throws {
    let picture = Picture(
      width: 3, height: 2, pixels: [0xFF11_2233, 0x8011_2233, 0xFFFF_FFFF, 0, 0xFF00_0000, 0xFF80_8080])
    func bytes(_ depth: UInt8, _ bits: UInt8, _ masks: (red: UInt32, green: UInt32, blue: UInt32)) throws
      -> [UInt8]
    {
      let format = try require(
        X11PixelFormat(
          depth: depth, bitsPerPixel: bits, rowPadding: 32, isBigEndian: isBigEndian, masks: masks))
      return format.bytes(of: picture, columns: 0..<3, rows: 0..<1)
    }
    func ordered(_ words: [UInt32]) -> [UInt8] {
      words.flatMap { word in
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
        return isBigEndian ? bytes.reversed() : bytes
      }
    }
    let standard = (red: UInt32(0xFF0000), green: UInt32(0xFF00), blue: UInt32(0xFF))
    try expectEqual(bytes(24, 32, standard), ordered([0x112233, 0x112233, 0xFFFFFF]))
    try expectEqual(bytes(32, 32, standard), ordered([0xFF11_2233, 0x8011_2233, 0xFFFF_FFFF]))
    try expectEqual(
      bytes(24, 32, (red: 0xFF, green: 0xFF00, blue: 0xFF0000)),
      ordered([0x332211, 0x332211, 0xFFFFFF]))
    try expectEqual(
      bytes(30, 32, (red: 0x3FF0_0000, green: 0xFFC00, blue: 0x3FF)).count, 12)
    // A row of three pixels of two bytes is padded to eight bytes.
    let short = try bytes(16, 16, (red: 0xF800, green: 0x7E0, blue: 0x1F))
    expectEqual(
      short,
      isBigEndian ? [0x11, 0x06, 0x11, 0x06, 0xFF, 0xFF, 0, 0] : [6, 0x11, 6, 0x11, 0xFF, 0xFF, 0, 0])
    #expect(
      X11PixelFormat(
        depth: 24, bitsPerPixel: 32, rowPadding: 32, isBigEndian: false, masks: (0xFF00FF, 0xFF00, 0xFF))
        == nil)
  }

  // MARK: Targets that are sources

  @Test func aTargetNamesWhatItTakesAndDragsOutWhatArrived() throws {
    let display = try FakeDisplay(longestRequest: 1 << 20)
    defer { display.end() }
    let receiver = try ScriptedTarget(display, at: (0, 0))
    let items = Items(rows: 0, zone: DropZone("Drop here"))
    let target = try X11DropTarget(display.client(), items, within: .patient)
    let window = display.shownWindow
    let examined = Locked(0)
    nonisolated(unsafe) let running = target
    let thread = ValueOfThread { () -> String in
      var text = ""
      while true {
        let arrival = try running.next(until: nil) { names in
          examined.withLock { $0 += 1 }
          items.content.zone?.state = .accepting(names.joined())
          return true
        }
        guard case .dropped(let contents) = arrival else { return text }
        items.content.zone?.state = .receiving("words", 0.5)
        running.update()
        text += String(decoding: try contents.value("UTF8_STRING"), as: UTF8.self)
        items.content.zone?.state = .idle
        items.content.rows = Items().content.rows
        try running.finish(true)
      }
    }
    /// Whether the window shows a state of its zone.
    func shows(_ state: DropZone.State) -> Bool {
      var content = Items(rows: 0, zone: DropZone("Drop here")).content
      content.zone?.state = state
      var expected = TransferWindow(content, WindowPainter(items.theme))
      let pixels = expected.picture().pixels.map { $0 & 0xFFFFFF }
      return HangLimit.blocks { display.picture(of: window)?.pixels == pixels }
    }
    expect(shows(.idle))
    let source = try ScriptedSource(display, to: window)
    try source.enter(["UTF8_STRING"])
    #expect(shows(.accepting("UTF8_STRING")))
    try source.send(source.atoms.leave)
    #expect(shows(.idle) && items.calls == ["left"])
    try source.enter(["UTF8_STRING"])
    try source.send(source.atoms.drop, 0, 7)
    // The program waits for the value, and the window shows this.
    #expect(shows(.receiving("words", 0.5)))
    try source.give(Array("words".utf8))
    try expectEqual(source.message(source.atoms.finished)?.words[1], 1)
    // The window has grown for the rows that arrived: it has the part for drops, three rows and the footer.
    expect(HangLimit.blocks { display.picture(of: window)?.height == 124 + 3 * 64 + 44 })
    let top = try require(display.place(of: window)?.last)
    display.pointer(4, at: 500, top + 124 + 32)
    display.pointer(6, at: 510, top + 124 + 32)
    // The window does not take its own rows.
    display.pointer(6, at: 500, top + 60)
    display.pointer(6, at: 50, 50)
    try expectEqual(receiver.answer(), window)
    display.pointer(5, at: 50, 50)
    try expectEqual(receiver.isDropped(), true)
    let reader = try X11SelectionReader(
      receiver.connection, dropOf: ["UTF8_STRING"], from: window, at: 0, .patient)
    try expectEqual(reader.value("UTF8_STRING"), Data("10".utf8))
    try receiver.send(receiver.atoms.finished, 1, receiver.atoms.copy, to: window)
    #expect(examined.withLock { $0 } == 2 && items.calls == ["left", "offer [10]"])
    // The window remains a target after the drag.
    try source.enter(["UTF8_STRING"])
    try source.send(source.atoms.position, 0, 0, 5, source.atoms.copy)
    try expectEqual(source.message(source.atoms.status)?.words[1], 1)
    display.key(FakeScreen.escape)
    try expectEqual(thread.value(), "words")
  }
}
