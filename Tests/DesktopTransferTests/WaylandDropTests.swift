import Foundation
import ProfferFileSystem
import TestSupport
import Testing
import TransferWindows

@testable import DesktopTransfer

/// Drops on the window of `catch` on a compositor, with scripted dragging programs.
@Suite(.waits) struct WaylandDropTests {
  /// A window that waits for drops on a thread of its own.
  private final class Catch<Value: Sendable> {
    let compositor: ScriptedCompositor
    let target: WaylandDropTarget
    private let thread: ValueOfThread<Value?>

    init(
      _ compositor: ScriptedCompositor, accepting: @escaping @Sendable ([String]) -> Bool = { _ in true },
      _ items: any WindowItems = SampleItems(rows: 0),
      for limit: Duration? = nil, idle: Duration = HangLimit.duration, atMost byteCount: UInt64 = 1 << 30,
      recordedBy recorder: TransferRecorder? = nil,
      _ body: @escaping @Sendable (any SelectionContents) throws -> Value
    ) throws {
      self.compositor = compositor
      var limits = TransferLimits.patient
      (limits.idle, limits.byteCount) = (idle, byteCount)
      let folder = try require(FilePath(NSTemporaryDirectory()))
      target = try WaylandDropTarget(
        compositor.client(), items, within: limits, recordedBy: recorder, filesIn: folder)
      nonisolated(unsafe) let running = target
      thread = ValueOfThread { try running.takeNext(within: limit, accepting: accepting, body) }
    }

    func value() throws -> Value? {
      let value = try require(thread.value())
      expectEmpty(compositor.mistakes)
      return value
    }
  }

  /// The program's answer to a drag: the accepted name, and the actions.
  private func answer(_ compositor: ScriptedCompositor) throws -> (serial: UInt32, name: String?, [UInt32]) {
    let accept = try require(compositor.request("wl_data_offer", 0))
    let actions = try require(compositor.request("wl_data_offer", 4))
    return (accept.words(1)[0], accept.message.text(at: 4)?.text, actions.words(2))
  }

  /// Answers the next request for a value.
  private func give(
    _ bytes: some Sequence<UInt8>, by compositor: ScriptedCompositor, closing: Bool = true
  ) throws -> (name: String?, pipe: ByteStream?) {
    let request = try require(compositor.request("wl_data_offer", 1))
    let pipe = try require(request.stream)
    blockPipeSignal()
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      switch try rest.withUnsafeBytes({ try pipe.write($0) }) {
      case .moved(let count): rest = rest.dropFirst(count)
      case .wouldWait: _ = try StreamWaiting.wait(for: [(pipe, .writing)], until: HangLimit.instant)
      case .ended: rest = []
      }
    }
    return (request.message.text(at: 0)?.text, closing ? nil : pipe)
  }

  @Test(arguments: [false, true])
  func aDropGivesItsValuesAndIsFinished(sendsBytesApart: Bool) throws {
    let compositor = try ScriptedCompositor(sendingBytesApart: sendsBytesApart)
    defer { compositor.end() }
    let caught = try Catch(compositor) { contents in
      (contents.names, try contents.value("image/png"), try contents.value("text/html"))
    }
    let offer = compositor.enter(["text/html", "image/png"], serial: 5)
    let answer = try answer(compositor)
    #expect(answer.serial == 5 && answer.name == "text/html" && answer.2 == [1, 1])
    compositor.send("", 2, [.word(1)], of: offer)
    compositor.send("wl_data_device", 3, [.word(1), .word(0), .word(0)])
    compositor.drop()
    try expectEqual(give(OfferSamples.long, by: compositor).name, "image/png")
    try expectEqual(give(OfferSamples.html, by: compositor).name, "text/html")
    let value = try require(caught.value())
    expectEqual(value.0, ["text/html", "image/png"])
    #expect(value.1 == OfferSamples.long && value.2 == OfferSamples.html)
    expectEqual(compositor.request("wl_data_offer", 3)?.object, offer)
    expectEqual(compositor.request("wl_data_offer", 2)?.object, offer)
  }

  @Test func aDropThatIsNotTakenIsNotFinished() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let caught = try Catch(compositor) { try $0.value("b/b") }
    let offer = compositor.enter(["a/a"], serial: 5)
    compositor.send("", 2, [.word(1)], of: offer)
    _ = try answer(compositor)
    compositor.drop()
    expect(.refused) { _ = try caught.value() }
    expectEqual(compositor.request("wl_data_offer", 2)?.object, offer)
    expectEmpty(compositor.all("wl_data_offer", 3))
  }

  @Test func aDropWithoutAnActionIsNotFinished() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let caught = try Catch(compositor) { $0.names }
    _ = compositor.enter(["a/a"], serial: 5)
    _ = try answer(compositor)
    compositor.drop()
    // After a finish request, the compositor would disconnect.
    #expect(try caught.value() == ["a/a"])
    #expect(compositor.request("wl_data_offer", 2) != nil && compositor.all("wl_data_offer", 3).isEmpty)
  }

  @Test func whatIsNotWantedIsNotAccepted() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let caught = try Catch(compositor, accepting: { $0.contains("b/b") }) { $0.names }
    // A drop without a drag, a drag without an offer, one without types, and one of an unwanted type.
    compositor.drop()
    compositor.send("wl_data_device", 1, [.word(4), .word(9), .word(0), .word(0), .word(0)])
    compositor.drop()
    for names in [[], ["a/a"]] {
      let offer = compositor.enter(names, serial: 6)
      let answer = try answer(compositor)
      #expect(answer.serial == 6 && answer.name == nil && answer.2 == [0, 0])
      // If the compositor drops anyway, no value is requested.
      compositor.drop()
      expectEqual(compositor.request("wl_data_offer", 2)?.object, offer)
    }
    _ = compositor.enter(["a/a", "b/b"], serial: 7)
    try expectEqual(answer(compositor).name, "a/a")
    compositor.drop()
    try expectEqual(caught.value(), ["a/a", "b/b"])
    expectEmpty(compositor.all("wl_data_offer", 1))
  }

  @Test func aDragThatLeavesAndComesAgainIsCaught() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let caught = try Catch(compositor) { try $0.value("b/b") }
    var offers: [UInt32] = []
    for (serial, name) in [(5, "a/a"), (6, "c/c"), (7, "b/b")] as [(UInt32, String)] {
      offers.append(compositor.enter([name], serial: serial))
      try expectEqual(answer(compositor).serial, serial)
      if serial == 5 { compositor.leave() }
      // The second drag ends without a leave event.
    }
    for offer in offers.dropLast() { expectEqual(compositor.request("wl_data_offer", 2)?.object, offer) }
    compositor.drop()
    _ = try give([1, 2], by: compositor)
    try expectEqual(caught.value(), Data([1, 2]))
  }

  @Test func aProgramThatOnlyMovesIsCaughtToo() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let caught = try Catch(compositor) { try $0.value("a/a") }
    let offer = compositor.enter(["a/a"], actions: 2, serial: 5)
    try expectEqual(answer(compositor).2, [3, 1])
    // The dragging program changes its actions, as it does when a key is pressed.
    compositor.send("", 1, [.word(3)], of: offer)
    try expectEqual(answer(compositor).2, [1, 1])
    compositor.send("", 1, [.word(2)], of: offer)
    try expectEqual(answer(compositor).2, [3, 1])
    compositor.send("", 2, [.word(2)], of: offer)
    compositor.drop()
    _ = try give([7], by: compositor)
    try expectEqual(caught.value(), Data([7]))
    expectEqual(compositor.request("wl_data_offer", 3)?.object, offer)
  }

  @Test func hostileFileNamesArriveAsTheyAre() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let list =
      "file:///a/..%2F..%2Fb\r\nfile:///n%0Al\r\nfile:///nul%00\r\nfile://else/where\r\n#file:///c\r\nfile:///%FF"
    let caught = try Catch(compositor) { try $0.value("text/uri-list") }
    _ = compositor.enter(["text/uri-list"], serial: 5)
    _ = try answer(compositor)
    compositor.drop()
    _ = try give(list.utf8, by: compositor)
    let data = try require(caught.value())
    expectEqual(data, Data(list.utf8))
    let paths = URIList(data, hostName: Array("here".utf8)).entries.map { entry in
      if case .file(let path) = entry { path.bytes } else { Array("url".utf8) }
    }
    // A percent-encoded slash does not separate components, and invalid paths are omitted.
    #expect(paths.contains(Array("/n\nl".utf8)) && paths.contains(Array("url".utf8)))
    #expect(paths.contains([0x2F, 0xFF]) && !paths.contains { $0.contains(0) })
  }

  @Test(arguments: [
    ("picture.png", "picture.png"), ("../../etc/passwd", "passwd"), ("/", "dropped"), ("..", "dropped"),
    ("a;b=c", "a;b=c"),
  ])
  func bytesWithANameAreAFile(suggested: String, name: String) throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let folder = try TemporaryFolder()
    let root = try require(FilePath(folder.path))
    let caught = try Catch(compositor) { contents in
      try contents.directFile { root }.map { "\($0)" }
    }
    let offered = "application/octet-stream;name=\"\(suggested)\""
    _ = compositor.enter(["application/octet-stream", offered], serial: 5)
    _ = try answer(compositor)
    compositor.drop()
    try expectEqual(give([1, 2, 3], by: compositor).name, offered)
    _ = try caught.value()
    try expectEqual(folder.names(), [name])
    expectEqual(FileManager.default.contents(atPath: folder.path(name)), Data([1, 2, 3]))
  }

  @Test func aProgramThatWritesNothingIsGivenUp() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let caught = try Catch(compositor, idle: .milliseconds(100)) { try $0.value("a/a") }
    let offer = compositor.enter(["a/a"], serial: 5)
    compositor.send("", 2, [.word(1)], of: offer)
    _ = try answer(compositor)
    compositor.drop()
    let (_, pipe) = try give([1], by: compositor, closing: false)
    expect(.timedOut) { _ = try caught.value() }
    #expect(compositor.request("wl_data_offer", 2) != nil && compositor.all("wl_data_offer", 3).isEmpty)
    withExtendedLifetime(pipe) {}
  }

  @Test func aValueThatIsTooLongMeetsTheLimit() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let caught = try Catch(compositor, atMost: 1000) { try $0.value("a/a") }
    _ = compositor.enter(["a/a"], serial: 5)
    _ = try answer(compositor)
    compositor.drop()
    _ = try give(OfferSamples.long.prefix(1001), by: compositor)
    expect(.tooLarge) { _ = try caught.value() }
  }

  @Test func theCompositorIsAnsweredWhileAValueComes() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let caught = try Catch(compositor) { try $0.value("a/a") }
    _ = compositor.enter(["a/a"], serial: 5)
    _ = try answer(compositor)
    compositor.drop()
    var pipe = try give([1], by: compositor, closing: false).pipe
    compositor.send("xdg_wm_base", 0, [.word(4711)])
    expectEqual(compositor.request("xdg_wm_base", 3)?.words(1), [4711])
    // A new drag is not answered before this drop is complete, and the window closes later, too.
    _ = compositor.enter(["b/b"], serial: 6)
    compositor.send("xdg_toplevel", 1)
    let step = try [UInt8(2)].withUnsafeBytes { try pipe?.write($0) }
    expectEqual(step, .moved(1))
    pipe = nil
    try expectEqual(caught.value(), Data([1, 2]))
    expectEmpty(compositor.all("wl_data_offer", 0))
  }

  @Test func theEndOfTheCompositorIsAnError() throws {
    for isDropped in [false, true] {
      let compositor = try ScriptedCompositor()
      let caught = try Catch(compositor) { try $0.value("a/a") }
      var pipe: ByteStream?
      if isDropped {
        _ = compositor.enter(["a/a"], serial: 5)
        _ = try answer(compositor)
        compositor.drop()
        pipe = try give([1], by: compositor, closing: false).pipe
      }
      compositor.end()
      expect(.connectionLost) { _ = try caught.value() }
      withExtendedLifetime(pipe) {}
    }
  }

  @Test func theClipboardIsLetGo() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let caught = try Catch(compositor) { $0.names }
    // A window with the keyboard focus receives the selection.
    let copied = compositor.select(["a/a"])
    compositor.send("wl_data_device", 5, [.word(0)])
    expectEqual(compositor.request("wl_data_offer", 2)?.object, copied)
    _ = compositor.enter(["b/b"], serial: 6)
    _ = try answer(compositor)
    compositor.drop()
    try expectEqual(require(caught.value()), ["b/b"])
  }

  @Test func aRecordTellsWhatHappens() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let kept = KeptCalls()
    let caught = try Catch(compositor, accepting: { $0.contains("b/b") }, recordedBy: kept.recorder) {
      try $0.value("b/b")
    }
    _ = compositor.enter(["a/a"], serial: 5)
    _ = try answer(compositor)
    compositor.leave()
    _ = compositor.enter(["b/b"], serial: 6)
    _ = try answer(compositor)
    compositor.drop()
    _ = try give([1], by: compositor)
    _ = try caught.value()
    expectEqual(
      kept.all,
      [
        "wayland sessionDidEnter a/a", "proffer sessionDidUpdate forbidden", "wayland sessionDidExit ",
        "wayland sessionDidEnter b/b", "proffer sessionDidUpdate copy", "wayland performDrop b/b",
        "proffer <load> b/b", "wayland <loaded> b/b", "proffer concludeDrop copy",
      ])
  }

  @Test func theWindowSaysWhatItTakesAndWhenTheDragHasLeft() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let items = SampleItems(rows: 0)
    let caught = try Catch(
      compositor,
      accepting: { names in
        items.change { $0.title = names.joined(separator: " ") }
        return names != ["b/b"]
      }, items
    ) { $0.names }
    func title() -> String? { compositor.request("xdg_toplevel", 2)?.message.text(at: 0)?.text }
    expectEqual(title(), "items")
    for name in ["a/a", "b/b"] {
      _ = compositor.enter([name], serial: 5)
      _ = try answer(compositor)
      expectEqual(title(), name)
      compositor.leave()
      // The sample writes this title when it is told that the drag has left.
      expectEqual(title(), "left")
    }
    compositor.send("xdg_toplevel", 1)
    try expectNil(caught.value())
  }

  @Test func whatArrivedIsDraggedOut() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let items = SampleItems()
    let kept = KeptCalls()
    let caught = try Catch(compositor, items, recordedBy: kept.recorder) { $0.names }
    compositor.press(serial: 8, at: 20, 90)
    compositor.move(to: 30, 90)
    let start = try require(compositor.request("wl_data_device", 0))
    #expect(start.words(4)[1] == compositor.windowSurface && start.words(4)[3] == 8)
    let source = start.words(1)[0]
    // The drag over its own window is not answered, and its offer is kept until it leaves.
    let own = compositor.enter(["UTF8_STRING"], actions: 1, serial: 9)
    compositor.send("xdg_wm_base", 0, [.word(1)])
    #expect(compositor.request("xdg_wm_base", 3) != nil && compositor.all("wl_data_offer", 0).isEmpty)
    compositor.leave()
    expectEqual(compositor.request("wl_data_offer", 2)?.object, own)
    func ask() throws -> ByteStream {
      let (reading, writing) = try ByteStream.pipe(calling: "a receiver")
      compositor.send("wl_data_source", 1, [.text("UTF8_STRING")], of: source, passing: [writing])
      return reading
    }
    try expectEqual(ask().allBytes(), OfferSamples.text)
    compositor.send("wl_data_source", 3, of: source)
    // Another program's drag is accepted again, even before the receiver has finished.
    let other = compositor.enter(["a/a"], serial: 12)
    try expectEqual(answer(compositor).name, "a/a")
    compositor.send("wl_data_source", 4, of: source)
    expectEqual(compositor.request("wl_data_source", 1)?.object, source)
    compositor.drop()
    try expectEqual(caught.value(), ["a/a"])
    expectEqual(compositor.request("wl_data_offer", 2)?.object, other)
    expectEqual(items.calls, ["offer 1"])
    expectEqual(
      kept.all.filter { !$0.contains("load") },
      [
        "proffer itemsForBeginning UTF8_STRING, " + SampleItems.otherTextNames.joined(separator: ", "),
        "wayland sessionWillBegin ", "wayland sessionDidEnter a/a", "proffer sessionDidUpdate copy",
        "wayland sessionDidEnd dropped", "wayland performDrop a/a", "proffer concludeDrop copy",
      ])
  }

  @Test func theKeysOfATargetCopyRemoveAndClose() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let items = SampleItems()
    let caught = try Catch(compositor, items) { $0.names }
    _ = try require(compositor.request("wl_seat", 1))
    compositor.type(108)
    compositor.type(28)
    compositor.type(111)
    items.waitForCall("remove 0")
    expectEqual(items.calls, ["copy 0", "remove 0"])
    compositor.type(1)
    try expectNil(caught.value())
  }

  @Test func anUpdateDuringATransferIsShownAtOnce() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let items = SampleItems(rows: 0)
    nonisolated(unsafe) var target: WaylandDropTarget?
    let caught = try Catch(compositor, items) { contents in
      var titles: [String?] = []
      try contents.fetch("a/a") { piece in
        items.change { $0.title = "\(piece.count)" }
        target?.update()
        titles.append(compositor.request("xdg_toplevel", 2)?.message.text(at: 0)?.text)
      }
      return titles
    }
    target = caught.target
    expectEqual(compositor.request("xdg_toplevel", 2)?.message.text(at: 0)?.text, "items")
    _ = compositor.enter(["a/a"], serial: 5)
    _ = try answer(compositor)
    compositor.drop()
    _ = try give([1, 2, 3], by: compositor)
    try expectEqual(caught.value(), ["3"])
    target = nil
  }

  @Test func anUpdateFromAnotherThreadIsShown() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let items = SampleItems(rows: 0)
    let caught = try Catch(compositor, items) { $0.names }
    expectEqual(compositor.request("xdg_toplevel", 2)?.message.text(at: 0)?.text, "items")
    items.change { $0.title = "other" }
    caught.target.update()
    expectEqual(compositor.request("xdg_toplevel", 2)?.message.text(at: 0)?.text, "other")
    compositor.send("xdg_toplevel", 1)
    try expectNil(caught.value())
  }

  @Test func aWindowThatIsClosedEndsTheWaiting() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let caught = try Catch(compositor) { $0.names }
    compositor.send("xdg_toplevel", 1)
    try expectNil(caught.value())
  }

  @Test func withoutADropTheTimeEnds() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    try expectNil(Catch(compositor, for: .milliseconds(50)) { $0.names }.value())
  }

  @Test func aDragOfRowsIsServedAfterTheTimeLimit() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let hasBegun = try HangLimit.passes { limit in
      let compositor = try ScriptedCompositor()
      defer { compositor.end() }
      let caught = try Catch(compositor, SampleItems(), for: limit) { $0.names }
      compositor.press(serial: 8, at: 20, 90)
      compositor.move(to: 30, 90)
      guard let drag = compositor.request("wl_data_device", 0, within: limit) else { return false }
      let source = drag.words(1)[0]
      // The time limit passes while the button is held.
      Thread.sleep(forTimeInterval: limit / .seconds(1) + 0.1)
      func ask() throws -> ByteStream {
        let (reading, writing) = try ByteStream.pipe(calling: "a receiver")
        compositor.send("wl_data_source", 1, [.text("UTF8_STRING")], of: source, passing: [writing])
        return reading
      }
      try expectEqual(ask().allBytes(), OfferSamples.text)
      for opcode: UInt16 in [3, 4] { compositor.send("wl_data_source", opcode, of: source) }
      expectEqual(compositor.request("wl_data_source", 1)?.object, source)
      try expectNil(caught.value())
      return true
    }
    expect(hasBegun)
  }
}
