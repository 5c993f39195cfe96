import ByteTools
import Foundation
import ItemProviders
import ProfferFileSystem
import TestSupport
import Testing
import UniformTypes

@testable import DesktopTransfer

/// Drags from the window of `drag` to scripted receiving programs.
@Suite(.waits) struct X11DragTests {
  private func options(answer: Duration = HangLimit.duration, finish: Duration = HangLimit.duration)
    -> DragOptions
  {
    var options = DragOptions.patient
    (options.answerLimit, options.finishLimit) = (answer, finish)
    return options
  }

  /// A display with a window in its upper left corner that accepts drags, and a window that is the source of
  /// a drag.
  private func scene(
    version: UInt32 = 5, _ options: DragOptions = .patient, sendsBytesApart: Bool = false
  ) throws -> (FakeDisplay, ScriptedTarget, DraggedOffer) {
    let display = try FakeDisplay(sendingBytesApart: sendsBytesApart)
    let target = try ScriptedTarget(display, at: (0, 0), version: version)
    return (display, target, try DraggedOffer(display, OfferSamples.page, options))
  }

  @Test(arguments: [false, true])
  func aTargetGetsEveryTypeAndSaysThatItTookThem(sendsBytesApart: Bool) throws {
    let (display, target, drag) = try scene(sendsBytesApart: sendsBytesApart)
    defer { display.end() }
    drag.begin(movingTo: 50, 50)
    let enter = try require(target.message(target.atoms.enter))
    #expect(enter.words[0] == drag.window && enter.words[1] == 5 << 24 | 1)
    let listed = try target.connection.property(target.atoms.typeList, of: drag.window, deleting: false)
    expectEqual(Array(listed.words.prefix(3)), Array(enter.words[2...4]))
    let names = try target.connection.names(of: listed.words)
    expectEqual(
      names,
      [
        "text/html", "UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "STRING", "image/png",
      ])
    try target.answer()
    display.pointer(5, at: 50, 50)
    try expectEqual(target.isDropped(), true)
    let reader = try X11SelectionReader(
      target.connection, dropOf: names, from: drag.window, at: 0, .patient)
    try expectEqual(reader.value("UTF8_STRING"), OfferSamples.text)
    // The value is longer than a request, so it is sent in pieces.
    #expect(try reader.value("image/png") == OfferSamples.long)
    expect(.refused) { _ = try reader.value("image/gif") }
    try target.send(target.atoms.finished, 1, target.atoms.copy, to: drag.window)
    let outcome = try drag.outcome()
    #expect(outcome?.end == .dropped && outcome?.types == ["public.utf8-plain-text", "public.png"])
  }

  @Test func aQuietRectangleMayBeLargerThanTheScreen() {
    var receiver = X11DragReceiver(window: 1, receiver: 1, version: 5)
    receiver.take(X11ClientMessage(window: 2, type: 3, words: [1, 1, 0, 0xFFFF_FFFF, 0]))
    #expect(receiver.isQuiet(at: X11Point(x: 900, y: 900)))
    #expect(!receiver.isQuiet(at: X11Point(x: -1, y: 0)))
  }

  @Test func aTargetThatEndsBeforeItsAnswerIsNamed() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    let drag = try DraggedOffer(display, OfferSamples.page, options())
    do {
      let vanishing = try ScriptedTarget(display, at: (0, 0))
      drag.drag(to: 50, 50)
      _ = try vanishing.message(vanishing.atoms.position)
    }
    try expectEqual(drag.end(), .unanswered)
  }

  @Test func anEndThatIsRequestedWhileRowsArePutBackIsKept() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    let answers = Locked<[OfferedContent.Answer]>([])
    let content = OfferedContent { answer in
      answers.withLock { $0.append(answer) }
      return {}
    }
    let offer = TransferOffer(contents: [("public.utf8-plain-text", content)], types: .standard)
    let drag = try DraggedOffer(display, offer)
    display.pointer(4, at: 500, 500)
    display.pointer(6, at: 520, 500)
    let other = try display.client()
    let atoms = try other.atoms(["XdndSelection", "UTF8_STRING", "VALUE"])
    while try other.owner(of: atoms[0]) == 0 { usleep(1000) }
    other.send(X11Request.convert(atoms[0], to: atoms[1], on: atoms[2], of: other.window, at: 0))
    try other.synchronize()
    while answers.withLock({ $0.isEmpty }) { usleep(1000) }
    // The rows are put back while the value is produced.
    display.pointer(5, at: 520, 500)
    _ = display.shownWindow
    usleep(50_000)
    drag.ending.request(waitingAtMost: .zero)
    usleep(50_000)
    answers.withLock { $0 }[0](.success(Data("x".utf8)))
    try expectEqual(drag.end(), .requested)
  }

  @Test func aClickIsNotADrag() throws {
    let (display, target, drag) = try scene()
    defer { display.end() }
    display.pointer(4, at: 500, 500)
    display.pointer(6, at: 502, 502)
    display.pointer(5, at: 502, 502)
    // Rows that are released in their own window are put back.
    display.pointer(4, at: 500, 500)
    display.pointer(6, at: 520, 500)
    display.pointer(5, at: 520, 500)
    drag.drag(to: 50, 50)
    try expectEqual(target.isDropped(accepting: false), false)
    try expectEqual(drag.end(), .cancelled)
  }

  @Test func escapeCallsTheDragOff() throws {
    let (display, target, drag) = try scene()
    defer { display.end() }
    drag.begin(movingTo: 50, 50)
    try target.answer()
    display.key(20)
    display.key(9)
    try expectNotNil(target.message(target.atoms.leave))
    try expectEqual(drag.end(), .cancelled)
  }

  @Test func aDropWhereNothingTakesItIsNone() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    let deaf = try ScriptedTarget(display, at: (0, 0), version: nil)
    let old = try ScriptedTarget(display, at: (200, 0), version: 2)
    let drag = try DraggedOffer(display, drags: 2)
    drag.drag(to: 50, 50)
    drag.drag(to: 250, 50)
    try expectEqual(drag.end(), .cancelled)
    try expectNil(deaf.message(deaf.atoms.enter, within: .zero))
    try expectNil(old.message(old.atoms.enter, within: .zero))
  }

  @Test func aTargetThatDoesNotAnswerIsGivenUp() throws {
    let (display, target, drag) = try scene(options(answer: .milliseconds(100)))
    defer { display.end() }
    drag.drag(to: 50, 50)
    try expectEqual(drag.end(), .unanswered)
    try expectNotNil(target.message(target.atoms.leave))
    try expectNil(target.message(target.atoms.drop, within: .zero))
  }

  @Test func aTargetThatDoesNotFinishIsGivenUp() throws {
    let (display, target, drag) = try scene(options(finish: .milliseconds(100)))
    defer { display.end() }
    drag.drag(to: 50, 50)
    try expectEqual(target.isDropped(), true)
    try expectEqual(drag.end(), .unanswered)
  }

  @Test func aTargetThatDoesNotTakeItIsNamed() throws {
    let (display, target, drag) = try scene()
    defer { display.end() }
    drag.drag(to: 50, 50)
    try expectEqual(target.isDropped(), true)
    try target.send(target.atoms.finished, 0, 0, to: drag.window)
    try expectEqual(drag.end(), .refused)
  }

  @Test func anOldTargetDoesNotSayWhetherItTookIt() throws {
    let (display, target, drag) = try scene(version: 4)
    defer { display.end() }
    drag.begin(movingTo: 50, 50)
    try expectEqual(target.message(target.atoms.enter)?.words[1], 4 << 24 | 1)
    try target.answer()
    display.pointer(5, at: 50, 50)
    try expectEqual(target.isDropped(), true)
    try target.send(target.atoms.finished, to: drag.window)
    try expectEqual(drag.end(), .dropped)
  }

  @Test func theEndOfATargetBeforeTheDropHasNoMeaning() throws {
    let (display, target, drag) = try scene()
    defer { display.end() }
    drag.begin(movingTo: 50, 50)
    try target.answer()
    // File managers read while the pointer is over them, and then report that they have finished.
    let reader = try X11SelectionReader(
      target.connection, dropOf: ["UTF8_STRING"], from: drag.window, at: 0, .patient)
    try expectEqual(reader.value("UTF8_STRING"), OfferSamples.text)
    try target.send(target.atoms.finished, 1, target.atoms.copy, to: drag.window)
    display.pointer(5, at: 50, 50)
    try expectEqual(target.isDropped(), true)
    try target.send(target.atoms.finished, 1, target.atoms.copy, to: drag.window)
    try expectEqual(drag.end(), .dropped)
  }

  @Test func onePositionIsOnItsWayAndTheNewestFollows() throws {
    let (display, target, drag) = try scene()
    defer { display.end() }
    drag.begin(movingTo: 10, 10)
    let first = try require(target.message(target.atoms.position))
    expectEqual(first.words[2], 10 << 16 | 10)
    for x in 11...20 { display.pointer(6, at: x, 10) }
    try expectNil(target.message(target.atoms.position, within: .milliseconds(100)))
    try target.send(target.atoms.status, 1, 0, 0, target.atoms.copy, to: drag.window)
    try expectEqual(target.message(target.atoms.position)?.words[2], 20 << 16 | 10)
    // The target wants no further positions in this rectangle.
    try target.send(target.atoms.status, 1, 0, 50 << 16 | 50, target.atoms.copy, to: drag.window)
    display.pointer(6, at: 30, 30)
    try expectNil(target.message(target.atoms.position, within: .milliseconds(100)))
    display.pointer(6, at: 60, 30)
    try expectEqual(target.message(target.atoms.position)?.words[2], 60 << 16 | 30)
    drag.ending.request(waitingAtMost: HangLimit.duration)
    try expectNotNil(target.message(target.atoms.leave))
    try expectEqual(drag.end(), .requested)
  }

  @Test func aDragGoesFromWindowToWindow() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    let first = try ScriptedTarget(display, at: (0, 0))
    let second = try ScriptedTarget(display, at: (200, 0))
    let drag = try DraggedOffer(display)
    drag.begin(movingTo: 50, 50)
    let source = try first.answer()
    display.pointer(6, at: 250, 50)
    try expectNotNil(first.message(first.atoms.leave))
    // The answer of the window that the drag has left comes too late.
    try first.send(first.atoms.status, 0, to: source)
    display.pointer(5, at: 250, 50)
    try expectEqual(second.isDropped(), true)
    try second.send(second.atoms.finished, 1, to: source)
    try expectEqual(drag.end(), .dropped)
  }

  @Test func anotherWindowCanStandForOne() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    let seen = try ScriptedTarget(display, at: (0, 0), version: nil)
    let proxy = try ScriptedTarget(display, at: (800, 800))
    proxy.set(proxy.atoms.proxy, to: proxy.window)
    try proxy.connection.synchronize()
    seen.set(seen.atoms.proxy, to: proxy.window)
    try seen.connection.synchronize()
    let drag = try DraggedOffer(display)
    drag.drag(to: 50, 50)
    let enter = try require(proxy.message(proxy.atoms.enter))
    expectEqual(enter.window, seen.window)
    try expectEqual(proxy.isDropped(from: seen.window), true)
    try proxy.send(proxy.atoms.finished, 1, to: drag.window, from: seen.window)
    try expectEqual(drag.end(), .dropped)
  }

  @Test func aProxyThatIsGoneIsNotAsked() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    let target = try ScriptedTarget(display, at: (0, 0))
    target.set(target.atoms.proxy, to: 4711)
    try target.connection.synchronize()
    let drag = try DraggedOffer(display)
    drag.drag(to: 50, 50)
    try expectEqual(target.isDropped(), true)
    try target.send(target.atoms.finished, 1, to: drag.window)
    try expectEqual(drag.end(), .dropped)
  }

  @Test func aWindowThatVanishesCostsNothing() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    let drag = try DraggedOffer(display)
    do {
      let vanishing = try ScriptedTarget(display, at: (0, 0))
      drag.begin(movingTo: 50, 50)
      try vanishing.answer()
    }
    let target = try ScriptedTarget(display, at: (200, 0))
    display.pointer(6, at: 50, 50)
    display.pointer(6, at: 250, 50)
    display.pointer(5, at: 250, 50)
    try expectEqual(target.isDropped(), true)
    try target.send(target.atoms.finished, 1, to: drag.window)
    try expectEqual(drag.end(), .dropped)
  }

  @Test func aTargetThatEndsAfterTheDropIsNamed() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    let drag = try DraggedOffer(display, OfferSamples.page, options())
    do {
      let vanishing = try ScriptedTarget(display, at: (0, 0))
      drag.drag(to: 50, 50)
      try expectEqual(vanishing.isDropped(), true)
    }
    try expectEqual(drag.end(), .unanswered)
  }

  @Test func whatSaysThatFilesAreCopiedIsNotDragged() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    let offer = OfferSamples.offer(["public.file-url": Data("file:///a".utf8)])
    let source = try X11DragSource(display.client(), SingleOffer(offer, calling: "a"), .patient)
    expectEqual(source.names, ["text/uri-list"])
  }

  @Test func aLateValueOfADragIsNotGivenInTheNextDrag() throws {
    let ending = try OwnershipEnding()
    let answers = Locked<[OfferedContent.Answer]>([])
    func form() -> OfferedForm {
      let content = OfferedContent { answer in
        answers.withLock { $0.append(answer) }
        return {}
      }
      return OfferedForm(name: "a/b", typeIdentifier: "public.data", content: content, form: .bytes)
    }
    var first = RequestedValues<String>(within: HangLimit.duration, ending)
    first.start(form(), for: "first")
    // The receiver ends before the value is produced.
    first.forget { _ in true }
    var second = RequestedValues<String>(within: HangLimit.duration, ending)
    second.start(form(), for: "second")
    answers.withLock { $0 }[0](.success(Data("old".utf8)))
    #expect(second.takeMade().isEmpty && second.count == 1)
    answers.withLock { $0 }[1](.success(Data("new".utf8)))
    let made = second.takeMade()
    expectEqual(made.map(\.receiver), ["second"])
    try expectEqual(made.first?.value.get().whole(), Data("new".utf8))
  }

  @Test func withoutADragTheTimeEnds() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    var options = DragOptions.patient
    options.timeLimit = .milliseconds(50)
    try expectEqual(DraggedOffer(display, OfferSamples.page, options).end(), .timeLimit)
  }

  @Test func aWindowThatIsClosedEndsTheWaiting() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    let manager = try ScriptedTarget(display, at: (0, 0), version: nil)
    let drag = try DraggedOffer(display)
    manager.connection.send(
      X11Request.send(
        X11ClientMessage(
          window: drag.window, type: manager.atoms.protocols,
          words: [manager.atoms.deleteWindow, 0, 0, 0, 0]), to: drag.window))
    try manager.connection.synchronize()
    try expectEqual(drag.end(), .closed)
  }

  @Test func theEndOfTheDisplayIsAnError() throws {
    let display = try FakeDisplay()
    let drag = try DraggedOffer(display)
    display.end()
    expect(.connectionLost) { _ = try drag.end() }
  }
}
