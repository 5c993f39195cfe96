import ByteTools
import Foundation
import ProfferFileSystem
import TestSupport
import Testing
import TransferWindows
import UniformTypes

@testable import DesktopTransfer

/// Drags from the window of `drag` on a compositor.
@Suite(.waits) struct WaylandDragTests {
  /// A window that is the source of a drag.
  private final class Drag {
    let source: WaylandDragSource
    let compositor: ScriptedCompositor
    let ending: OwnershipEnding
    let names: [String]
    private let thread: ValueOfThread<[DragOutcome]>

    convenience init(
      _ compositor: ScriptedCompositor, _ offer: TransferOffer = OfferSamples.page,
      _ options: DragOptions = .patient, drags: Int = 1
    ) throws {
      try self.init(compositor, SingleOffer(offer, calling: "a page"), options, drags: drags)
    }

    init(
      _ compositor: ScriptedCompositor, _ items: any WindowItems, _ options: DragOptions = .patient,
      drags: Int = 1
    ) throws {
      self.compositor = compositor
      let folder = try require(FilePath(NSTemporaryDirectory()))
      source = try WaylandDragSource(compositor.client(), items, options, filesIn: folder)
      (ending, names) = (source.ending, source.names)
      nonisolated(unsafe) let running = source
      thread = ValueOfThread { try (0..<drags).map { _ in try running.run() } }
    }

    /// Presses the button and moves the pointer.
    ///
    /// - Returns: the data source of the drag.
    @discardableResult
    func begin(serial: UInt32 = 8, atHeight y: Int = 20) throws -> UInt32 {
      compositor.press(serial: serial, at: 20, y)
      compositor.move(to: 22, y + 1)
      compositor.move(to: 30, y + 1)
      return try start(serial)
    }

    /// The names that are offered next, in order.
    func offered(_ source: UInt32) -> [String?] {
      compositor.all("wl_data_source", 0).filter { $0.object == source }.map { $0.message.text(at: 0)?.text }
    }

    func start(_ serial: UInt32) throws -> UInt32 {
      let start = try require(compositor.request("wl_data_device", 0))
      let source = start.words(1)[0]
      #expect(start.words(4)[1] == compositor.windowSurface && start.words(4)[3] == serial)
      expectNotEqual(start.words(4)[2], 0)
      return source
    }

    /// Requests a value, and returns the reading end of its pipe.
    func ask(_ name: String, of source: UInt32) throws -> ByteStream {
      let (reading, writing) = try ByteStream.pipe(calling: "a receiver")
      compositor.send("wl_data_source", 1, [.text(name)], of: source, passing: [writing])
      return reading
    }

    func value(_ name: String, of source: UInt32) throws -> Data { try ask(name, of: source).allBytes() }

    /// Sends the events of a drop, and whether the content was accepted.
    func drop(_ source: UInt32, isTaken: Bool = true) {
      compositor.send("wl_data_source", 3, of: source)
      compositor.send("wl_data_source", isTaken ? 4 : 2, of: source)
    }

    func outcomes() throws -> [DragOutcome] {
      let outcomes = try require(thread.value())
      expectEmpty(compositor.mistakes)
      return outcomes
    }
    func ends() throws -> [DragOutcome.End] { try outcomes().map(\.end) }
  }

  @Test(arguments: [false, true])
  func aProgramGetsEveryTypeAndSaysThatItTookThem(sendsBytesApart: Bool) throws {
    let compositor = try ScriptedCompositor(sendingBytesApart: sendsBytesApart)
    defer { compositor.end() }
    let drag = try Drag(compositor)
    let source = try drag.begin()
    let offered = compositor.all("wl_data_source", 0).map { $0.message.text(at: 0)?.text }
    expectEqual(
      offered,
      [
        "text/html", "UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "TEXT", "STRING", "image/png",
      ])
    // Only copying is offered, so the dragged content stays.
    expectEqual(compositor.request("wl_data_source", 2)?.words(1), [1])
    try expectEqual(drag.value("image/png", of: source), OfferSamples.long)
    try expectEmpty(drag.value("image/gif", of: source))
    try expectEqual(drag.value("UTF8_STRING", of: source), OfferSamples.text)
    drag.drop(source)
    let outcome = try require(drag.outcomes().first)
    #expect(outcome.end == .dropped && outcome.types == ["public.utf8-plain-text", "public.png"])
    expectEqual(compositor.request("wl_data_source", 1)?.object, source)
  }

  @Test func aDragOfARowOffersOnlyThisRow() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let items = SampleItems()
    let drag = try Drag(compositor, items, drags: 2)
    expectEqual(drag.names, ["text/html", "UTF8_STRING"] + SampleItems.otherTextNames + ["image/png"])
    let row = try drag.begin(serial: 8, atHeight: 160)
    expectEqual(drag.offered(row), ["image/png"])
    try expectEqual(drag.value("image/png", of: row), OfferSamples.long)
    try expectEmpty(drag.value("text/html", of: row))
    drag.drop(row)
    // The footer is below three rows of 64 pixels.
    let all = try drag.begin(serial: 20, atHeight: 200)
    expectEqual(drag.offered(all), drag.names)
    try expectEqual(drag.value("UTF8_STRING", of: all), OfferSamples.text)
    drag.drop(all)
    let outcomes = try drag.outcomes()
    expectEqual(
      outcomes,
      [
        DragOutcome(end: .dropped, types: ["public.png"]),
        DragOutcome(end: .dropped, types: ["public.utf8-plain-text"]),
      ])
    expectEqual(items.calls, ["offer 0 1 2", "offer 2", "offer 0 1 2"])
  }

  @Test func aReceiverOfAnEarlierDragGetsTheRestDuringTheNext() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let drag = try Drag(compositor, SampleItems())
    let first = try drag.begin(serial: 8, atHeight: 160)
    let late = try drag.ask("image/png", of: first)
    _ = try StreamWaiting.wait(for: [(late, .reading)], until: HangLimit.instant)
    // The compositor did not start the first drag, so a press starts another one, of another row.
    let second = try drag.begin(serial: 20, atHeight: 90)
    try expectEqual(drag.value("UTF8_STRING", of: second), OfferSamples.text)
    try expectEqual(late.allBytes(), OfferSamples.long)
    drag.drop(second)
    try expectEqual(
      drag.outcomes(),
      [
        DragOutcome(end: .dropped, types: ["public.png", "public.utf8-plain-text"])
      ])
  }

  @Test func rowsThatCannotBeDraggedStartNoDrag() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let items = SampleItems()
    let drag = try Drag(compositor, items)
    items.refuse()
    compositor.press(serial: 8)
    compositor.move(to: 30, 20)
    items.waitForCall("offer 0")
    compositor.send("xdg_toplevel", 1)
    try expectEqual(drag.ends(), [.closed])
    expectEmpty(compositor.all("wl_data_device", 0))
    let nothing = try ScriptedCompositor()
    defer { nothing.end() }
    expect(.empty) { _ = try Drag(nothing, items) }
  }

  @Test func theKeysCopyRemoveSelectAndClose() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let items = SampleItems()
    let drag = try Drag(compositor, items)
    _ = try require(compositor.request("wl_seat", 1))
    // A French keyboard has the letter A in another place.
    try compositor.setKeymap(WaylandKeymapTests.azerty)
    compositor.type(16, holding: 4)
    compositor.type(28)
    items.waitForCall("copy 0 1 2")
    compositor.type(102)
    compositor.type(108)
    compositor.type(108, holding: 1)
    compositor.type(96)
    items.waitForCall("copy 1 2")
    compositor.type(111)
    items.waitForCall("remove 1 2")
    // The only row that is left is focused, and Delete removes it from the window.
    compositor.type(111)
    items.waitForCall("remove 0")
    compositor.type(1)
    try expectEqual(drag.ends(), [.closed])
  }

  @Test func anUpdateShowsTheNewContent() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let items = SampleItems()
    let drag = try Drag(compositor, items)
    _ = try require(compositor.request("xdg_toplevel", 2))
    items.change { $0.title = "2 items" }
    drag.source.update()
    expectEqual(compositor.request("xdg_toplevel", 2)?.message.text(at: 0)?.text, "2 items")
    drag.ending.request(waitingAtMost: HangLimit.duration)
    try expectEqual(drag.ends(), [.requested])
  }

  @Test func thePictureOfADragIsBelowThePointerInTheScaleOfTheWindow() throws {
    for scale in [180, 240] as [UInt32] {
      let compositor = try ScriptedCompositor(ScriptedCompositor.fractions)
      defer { compositor.end() }
      let drag = try Drag(compositor)
      compositor.send("wp_fractional_scale_v1", 0, [.word(scale)])
      let source = try drag.begin()
      var icon: [UInt32]
      repeat {
        icon = try require(compositor.request("wp_viewporter", 1)).words(2)
      } while icon[1] == compositor.windowSurface
      var destination: ScriptedCompositor.Request
      repeat {
        destination = try require(compositor.request("wp_viewport", 2))
      } while destination.object != icon[0]
      expectEqual(destination.words(2), [240, 72])
      let sizes = compositor.all("wl_shm_pool", 0).map { Array($0.words(4)[2...]) }
      expect(sizes.contains([240 * scale / 120, 72 * scale / 120]), sizes)
      drag.drop(source)
      try expectEqual(drag.ends(), [.dropped])
    }
  }

  @Test func aValueThatIsAskedForTwiceIsMadeOnce() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let count = Locked(0)
    let content = OfferedContent { answer in
      count.withLock { $0 += 1 }
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) { answer(.success(OfferSamples.text)) }
      return {}
    }
    let offer = TransferOffer(contents: [("public.utf8-plain-text", content)], types: .standard)
    let drag = try Drag(compositor, offer)
    let source = try drag.begin()
    // The value is requested once on hover and twice after the drop, by different names.
    #expect(try drag.value("text/plain", of: source) == OfferSamples.text)
    compositor.send("wl_data_source", 3, of: source)
    let pipes = try [drag.ask("UTF8_STRING", of: source), drag.ask("text/plain", of: source)]
    for pipe in pipes { try expectEqual(pipe.allBytes(), OfferSamples.text) }
    compositor.send("wl_data_source", 4, of: source)
    try expectEqual(drag.ends(), [.dropped])
    expectEqual(count.withLock { $0 }, 1)
  }

  @Test func aReaderThatReadsNothingHoldsUpNoOther() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    var options = DragOptions.patient
    options.service.idleLimit = .seconds(2)
    let drag = try Drag(compositor, OfferSamples.page, options)
    let source = try drag.begin()
    // One reader reads nothing, so more than the pipe holds is left; another disconnects in the middle.
    let stuck = try drag.ask("image/png", of: source)
    do {
      let dying = try drag.ask("image/png", of: source)
      _ = try StreamWaiting.wait(for: [(dying, .reading)], until: HangLimit.instant)
    }
    try expectEqual(drag.value("image/png", of: source), OfferSamples.long)
    drag.drop(source)
    try expectEqual(drag.outcomes(), [DragOutcome(end: .dropped, types: ["public.png"])])
    withExtendedLifetime(stuck) {}
  }

  @Test func aValueThatIsNotMadeIsEmpty() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let content = OfferedContent { answer in
      answer(.failure(CancellationError()))
      return {}
    }
    let drag = try Drag(
      compositor, TransferOffer(contents: [("public.png", content)], types: .standard))
    let source = try drag.begin()
    try expectEmpty(drag.value("image/png", of: source))
    drag.drop(source)
    try expectEqual(drag.outcomes(), [DragOutcome(end: .dropped, types: [])])
  }

  @Test func aClickIsNotADrag() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let drag = try Drag(compositor)
    compositor.press(serial: 3)
    compositor.move(to: 22, 18)
    compositor.release()
    compositor.move(to: 90, 18)
    let source = try drag.begin()
    drag.drop(source)
    try expectEqual(drag.ends(), [.dropped])
  }

  @Test func aDragThatIsCalledOffIsFollowedByAnother() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let drag = try Drag(compositor, drags: 3)
    let first = try drag.begin(serial: 8)
    compositor.send("wl_data_source", 0, [.text("text/html")], of: first)
    compositor.send("wl_data_source", 2, of: first)
    expectEqual(compositor.request("wl_data_source", 1)?.object, first)
    let second = try drag.begin(serial: 20)
    // A program still requests a value of the earlier drag: its pipe is closed, and no other value is sent.
    #expect(try drag.value("text/html", of: first).isEmpty)
    try expectEqual(drag.value("UTF8_STRING", of: second), OfferSamples.text)
    drag.drop(second, isTaken: false)
    expectEqual(compositor.request("wl_data_source", 1)?.object, second)
    let third = try drag.begin(serial: 30)
    drag.drop(third)
    try expectEqual(drag.ends(), [.cancelled, .refused, .dropped])
  }

  @Test func aDragOverItsOwnWindowIsNotAnswered() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let drag = try Drag(compositor)
    let source = try drag.begin()
    let offers = (0..<2).map { _ in
      let offer = compositor.enter(drag.names, actions: 1, serial: 9)
      compositor.send("xdg_wm_base", 0, [.word(1)])
      // The offer is kept while the drag is over the window.
      #expect(compositor.request("xdg_wm_base", 3) != nil && compositor.all("wl_data_offer", 2).isEmpty)
      compositor.leave()
      expectEqual(compositor.request("wl_data_offer", 2)?.object, offer)
      return offer
    }
    #expect(Set(offers).count == 2 && compositor.all("wl_data_offer", 0).isEmpty)
    drag.drop(source)
    try expectEqual(drag.ends(), [.dropped])
  }

  @Test func aProgramThatDoesNotFinishIsGivenUp() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    var options = DragOptions.patient
    options.finishLimit = .milliseconds(100)
    let drag = try Drag(compositor, OfferSamples.page, options)
    compositor.send("wl_data_source", 3, of: try drag.begin())
    try expectEqual(drag.ends(), [.unanswered])
  }

  @Test func aPressThatTheCompositorDoesNotTakeIsNotADrag() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    var options = DragOptions.patient
    options.answerLimit = .milliseconds(50)
    let drag = try Drag(compositor, OfferSamples.page, options)
    // The window receives the release; in a real drag, the compositor keeps it.
    let first = try drag.begin(serial: 8)
    compositor.release()
    expectEqual(compositor.request("wl_data_source", 1)?.object, first)
    // Here it receives the next press instead.
    let second = try drag.begin(serial: 20)
    let third = try drag.begin(serial: 30)
    expectEqual(compositor.request("wl_data_source", 1)?.object, second)
    drag.drop(third)
    try expectEqual(drag.ends(), [.dropped])
  }

  @Test func aFingerDragsToo() throws {
    let compositor = try ScriptedCompositor(seat: 4)
    defer { compositor.end() }
    let drag = try Drag(compositor)
    compositor.touch(serial: 12)
    let source = try drag.start(12)
    compositor.send("wl_touch", 4)
    drag.drop(source)
    try expectEqual(drag.ends(), [.dropped])
  }

  @Test func theCompositorIsAnsweredDuringADrag() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let drag = try Drag(compositor)
    let source = try drag.begin()
    let stuck = try drag.ask("image/png", of: source)
    compositor.send("xdg_wm_base", 0, [.word(4711)])
    expectEqual(compositor.request("xdg_wm_base", 3)?.words(1), [4711])
    drag.drop(source)
    try expectEqual(stuck.allBytes(), OfferSamples.long)
    try expectEqual(drag.ends(), [.dropped])
  }

  @Test func theRightButtonShowsTheMenuOfTheWindow() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let drag = try Drag(compositor)
    compositor.press(0x111, serial: 40, at: 11, 12)
    let menu = try require(compositor.request("xdg_toplevel", 4))
    expectEqual(menu.words(4), [compositor.object("wl_seat"), 40, 11, 12])
    drag.ending.request(waitingAtMost: HangLimit.duration)
    try expectEqual(drag.ends(), [.requested])
  }

  @Test func whatSaysThatFilesAreCopiedIsNotDragged() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let drag = try Drag(compositor, OfferSamples.offer(["public.file-url": Data("file:///a".utf8)]))
    expectEqual(drag.names, ["text/uri-list"])
    let source = try drag.begin()
    try expectEqual(drag.value("text/uri-list", of: source), Data("file:///a\r\n".utf8))
    compositor.send("xdg_toplevel", 1)
    try expectEqual(drag.ends(), [.closed])
  }

  @Test func aRecordTellsWhatHappens() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let kept = KeptCalls()
    var options = DragOptions.patient
    options.recorder = kept.recorder
    let drag = try Drag(compositor, OfferSamples.offer(["public.png": OfferSamples.long]), options)
    let source = try drag.begin()
    try expectEqual(drag.value("image/png", of: source), OfferSamples.long)
    drag.drop(source)
    try expectEqual(drag.ends(), [.dropped])
    expectEqual(
      kept.all,
      [
        "proffer itemsForBeginning image/png", "wayland sessionWillBegin ", "receiver <load> public.png",
        "proffer <loaded> public.png", "wayland sessionDidEnd dropped",
      ])
  }

  @Test func withoutADragTheTimeEnds() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    var options = DragOptions.patient
    options.timeLimit = .milliseconds(50)
    try expectEqual(Drag(compositor, OfferSamples.page, options).ends(), [.timeLimit])
  }

  @Test func theEndOfTheCompositorIsAnError() throws {
    let compositor = try ScriptedCompositor()
    let drag = try Drag(compositor)
    _ = try drag.begin()
    compositor.end()
    expect(.connectionLost) { _ = try drag.ends() }
  }

  @Test func anErrorOfTheCompositorIsTold() throws {
    let compositor = try ScriptedCompositor()
    defer { compositor.end() }
    let drag = try Drag(compositor)
    compositor.send("", 0, [.word(3), .word(1), .text("role")], of: 1)
    expect(.protocolViolation) { _ = try drag.ends() }
  }

  @Test(arguments: ["wl_compositor", "wl_shm", "xdg_wm_base", "wl_seat", "wl_data_device_manager"])
  func whatACompositorDoesNotHaveIsNamed(interface: String) throws {
    let compositor = try ScriptedCompositor(ScriptedCompositor.globals.filter { $0.name != interface })
    defer { compositor.end() }
    do {
      _ = try Drag(compositor)
      Issue.record("there was no error")
    } catch let error as TransferError {
      #expect(error.code == .notSupported && error.message.contains(interface))
    }
  }

  @Test func dragsOfAnOldCompositorAreNotUsed() throws {
    // Version 2 does not report how a drag ended.
    let old = ScriptedCompositor.globals.map {
      ($0.name, $0.name == "wl_data_device_manager" ? 2 : $0.version)
    }
    let compositor = try ScriptedCompositor(old)
    defer { compositor.end() }
    expect(.notSupported) { _ = try Drag(compositor) }
  }
}

/// Records the calls of a recorder on any thread.
final class KeptCalls: Sendable {
  private let calls = Locked<[String]>([])
  var all: [String] { calls.withLock { $0 } }
  var recorder: TransferRecorder {
    TransferRecorder { [self] event in
      calls.withLock { $0.append("\(event.party) \(event.call) \(event.detail)") }
    }
  }
}

extension ByteStream {
  /// All bytes that are written to a pipe until it is closed.
  func allBytes() throws -> Data {
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let deadline = HangLimit.instant
    while true {
      switch try buffer.withUnsafeMutableBytes({ try read(into: $0) }) {
      case .ended: return data
      case .moved(let count): data += buffer.prefix(count)
      case .wouldWait:
        guard .now < deadline else { throw TransferError(.timedOut, "a pipe does not end") }
        _ = try StreamWaiting.wait(for: [(self, .reading)], until: deadline)
      }
    }
  }
}
