import ByteTools
import Foundation
import ProfferFileSystem
import TestSupport
import Testing
import UniformTypes

@testable import DesktopTransfer

/// Drags out of a terminal, over a pseudo terminal; the test plays the terminal and its user.
@Suite(.waits) struct TerminalDragTests {
  /// A drag and its terminal.
  private final class Drag: @unchecked Sendable {
    let terminal: FakeTerminal
    let source: TerminalDragSource
    private let thread: ValueOfThread<DragOutcome>

    init(
      _ offer: TransferOffer, _ behaviour: FakeTerminal.Behaviour = Drag.behaviour,
      _ change: (inout TerminalSettings, inout DragOptions) -> Void = { _, _ in }
    ) throws {
      terminal = try FakeTerminal(behaviour)
      var settings = terminal.settings
      settings.machineFile = nil
      var options = DragOptions.patient
      change(&settings, &options)
      source = try TerminalDragSource(settings, offer, titled: "two items", options)
      nonisolated(unsafe) let source = source
      thread = ValueOfThread { try source.run() }
      expectEqual(terminal.next(72)?.hasPrefix("t=o:x=1"), true)
    }

    static var behaviour: FakeTerminal.Behaviour {
      var behaviour = FakeTerminal.Behaviour()
      behaviour.hasDrags = true
      return behaviour
    }

    func outcome() throws -> DragOutcome? { try thread.value() }
    func end() throws -> DragOutcome.End? { try outcome()?.end }

    /// Makes the drag gesture, and reads the offer up to the start of the drag.
    func gesture() -> (names: [String], ahead: [Int: Data]) {
      terminal.say(command: "72;t=o:x=11:y=5:X=105:Y=96")
      var names: [String] = []
      var ahead: [Int: Data] = [:]
      while let text = terminal.next(72), text != "t=P:x=-1" {
        if text.hasPrefix("t=o:o=1:m=0;") {
          names = text.dropFirst(12).split(separator: " ").map(String.init)
        } else if text.hasPrefix("t=p:x="), let place = Int(text.dropFirst(6).prefix { $0 != ":" }) {
          ahead[place] = value("t=p:x=\(place)", from: text)
        }
      }
      return (names, ahead)
    }

    func begin() -> [String] {
      let names = gesture().names
      terminal.say(command: "72;t=E:m=0;OK")
      return names
    }

    /// Reads a value as a terminal does: base64 without padding, in messages that kitty accepts.
    func value(_ head: String, from first: String? = nil) -> Data? {
      var text = ""
      var next = first ?? terminal.next(72)
      while let message = next {
        let parts = message.split(separator: ";", maxSplits: 1).map(String.init)
        if parts.count == 1 {
          if parts[0] == "\(head):m=0" {
            return Data(base64Encoded: text + String(repeating: "=", count: (4 - text.count % 4) % 4))
          }
          Issue.record("unexpected: \(message)")
          return nil
        }
        expect(
          parts[1].count <= 4096 && parts[1].count != 4 && !parts[1].contains("="), "\(message.prefix(80))")
        expect(parts[0].hasPrefix(head) || parts[0].hasPrefix("m="), "\(message.prefix(80))")
        text += parts[1]
        next = terminal.next(72)
      }
      return nil
    }

    func ask(_ place: Int) -> Data? {
      terminal.say(command: "72;t=e:x=5:y=\(place)")
      return value("t=e:y=\(place)")
    }
  }

  private static let apart: FakeTerminal.Behaviour = {
    var behaviour = Drag.behaviour
    (behaviour.sendsBytesApart, behaviour.typesKeys) = (true, true)
    return behaviour
  }()
  private static let bell: FakeTerminal.Behaviour = {
    var behaviour = Drag.behaviour
    behaviour.usesBell = true
    return behaviour
  }()

  private static let late: FakeTerminal.Behaviour = {
    var behaviour = Drag.behaviour
    behaviour.answersLate = true
    return behaviour
  }()

  @Test(arguments: [Drag.behaviour, apart, bell, late])
  func everyTypeIsGiven(behaviour: FakeTerminal.Behaviour) throws {
    let drag = try Drag(OfferSamples.page, behaviour)
    defer { drag.terminal.end() }
    let (names, ahead) = drag.gesture()
    expectEqual(names, ["text/html", "text/plain;charset=utf-8", "text/plain", "image/png"])
    let html = Data("<meta charset=\"utf-8\">".utf8) + OfferSamples.html
    expectEqual(ahead, [0: html, 1: OfferSamples.text, 2: OfferSamples.text, -1: Data("two items".utf8)])
    drag.terminal.say(command: "72;t=E:m=0;OK")
    // Some terminals report every step, others only the requests and the end.
    drag.terminal.say(command: "72;t=e:x=1:y=3")
    expectEqual(drag.ask(3), OfferSamples.long)
    drag.terminal.say(command: "72;t=e:x=2:o=1")
    drag.terminal.say(command: "72;t=e:x=3")
    expectEqual(drag.ask(0), html)
    // The value is requested on hover, after the drop, and once more.
    expectEqual(drag.ask(3), OfferSamples.long)
    drag.terminal.say(command: "72;t=e:x=4:y=0")
    try expectEqual(drag.outcome(), DragOutcome(end: .dropped, types: ["public.png", "public.html"]))
  }

  @Test(arguments: [0, 1, 2, 3, 4, 3071, 3072, 3073, 3075, 1 << 20]) func valuesOfEveryLengthArriveWhole(
    count: Int
  ) throws {
    let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    let text = Data(repeating: 65, count: min(count, 5))
    let drag = try Drag(OfferSamples.offer(["public.png": data, "public.html": text]))
    defer { drag.terminal.end() }
    let ahead = drag.gesture().ahead
    // kitty rejects values of one to three bytes, so they are not sent ahead.
    expectEqual(ahead[1], count > 3 ? text : nil)
    drag.terminal.say(command: "72;t=E:m=0;OK")
    expectEqual(drag.ask(0), data)
    expectEqual(drag.ask(1), text)
    drag.terminal.say(command: "72;t=e:x=4:y=1")
    try expectEqual(drag.end(), .cancelled)
  }

  @Test func aGestureThatFailsIsTriedAgain() throws {
    let drag = try Drag(OfferSamples.page)
    defer { drag.terminal.end() }
    _ = drag.gesture()
    for _ in 0..<3 { drag.terminal.say(command: "72;t=E:m=0;EPERM:the button is up") }
    expectEqual(drag.begin().count, 4)
    expectEqual(drag.ask(3), OfferSamples.long)
    drag.terminal.say(command: "72;t=e:x=4:y=0")
    try expectEqual(drag.end(), .dropped)
  }

  @Test func terminalsWhoseDragsDoNotWorkAreNamed() throws {
    var behaviour = Drag.behaviour
    behaviour.version = "kitty(0.48.1)"
    let told = Locked<[String]>([])
    let drag = try Drag(OfferSamples.page, behaviour) { settings, _ in
      settings.desktopName = "niri"
      settings.tell = { line in told.withLock { $0.append(line) } }
    }
    defer { drag.terminal.end() }
    _ = drag.gesture()
    drag.terminal.say(command: "72;t=E:m=0;EPERM:not focused")
    _ = drag.begin()
    drag.terminal.say(command: "72;t=e:x=4:y=1")
    try expectEqual(drag.end(), .cancelled)
    let lines = told.withLock { $0 }
    expect(lines.count == 2 && lines.allSatisfy { $0.contains("kitty(0.48.1) on niri") }, "\(lines)")
    #expect(lines[0].contains("EPERM: not focused") || lines[0].contains("EPERM:not focused"))
  }

  /// A time limit in a running drag would leave the terminal's later messages unread, and the process would
  /// not end.
  @Test(.timeLimit(.minutes(10))) func theTimeLimitDoesNotEndADragThatHasBegun() throws {
    let hasBegun = try HangLimit.passes { limit in
      let drag = try Drag(OfferSamples.page) { _, options in options.timeLimit = limit }
      defer { drag.terminal.end() }
      drag.terminal.say(command: "72;t=o:x=11:y=5:X=105:Y=96")
      // The terminal gets the offer of the drag, or the end of a source that waited too long.
      guard drag.terminal.next(72)?.hasPrefix("t=o:o=1") == true else { return false }
      while let text = drag.terminal.next(72), text != "t=P:x=-1" {}
      drag.terminal.say(command: "72;t=E:m=0;OK")
      Thread.sleep(forTimeInterval: limit / .seconds(1) + 0.1)
      drag.terminal.say(command: "72;t=e:x=4:y=0")
      try expectEqual(drag.end(), .dropped)
      return true
    }
    expect(hasBegun)
  }

  @Test func otherErrorsEndTheDrag() throws {
    let drag = try Drag(OfferSamples.page)
    defer { drag.terminal.end() }
    _ = drag.gesture()
    drag.terminal.say(command: "72;t=E:m=0;EINVAL:\u{9B}2J words")
    expectThrows(TransferError.self) { try drag.end() }
  }

  @Test func whatCannotBeGivenIsAnError() throws {
    let failing = OfferedContent { answer in
      answer(.failure(TransferError(.refused, "no bytes")))
      return {}
    }
    let offer = TransferOffer(
      contents: [("public.png", failing), ("public.html", OfferedContent(OfferSamples.long))],
      types: .standard)
    let drag = try Drag(offer)
    defer { drag.terminal.end() }
    expectEqual(drag.begin(), ["image/png", "text/html"])
    for (place, answer) in [(0, "t=E:y=0;EIO:no bytes"), (7, "t=E:y=7;ENOENT:no such type")] {
      drag.terminal.say(command: "72;t=e:x=5:y=\(place)")
      expectEqual(drag.terminal.next(72), answer)
    }
    expectEqual(drag.ask(1), OfferSamples.long)
    drag.terminal.say(command: "72;t=e:x=4:y=0")
    try expectEqual(drag.end(), .dropped)
  }

  @Test func aDragThatIsCancelledWhileAValueIsSentEnds() throws {
    var behaviour = Drag.behaviour
    behaviour.pausesUntilToldToGoOn = true
    let drag = try Drag(OfferSamples.offer(["public.png": Data(count: 8 << 20)]), behaviour)
    defer { drag.terminal.end() }
    _ = drag.begin()
    drag.terminal.say(command: "72;t=e:x=5:y=0")
    drag.terminal.say(command: "72;t=e:x=4:y=1")
    drag.terminal.goOn()
    try expectEqual(drag.end(), .cancelled)
    expectLess(drag.terminal.transcript.count, 1500)
  }

  @Test func theTerminalIsGivenBackAsItWas() throws {
    let drag = try Drag(OfferSamples.page) { _, options in options.timeLimit = .milliseconds(50) }
    defer { drag.terminal.end() }
    let before = try FakeTerminal().modes
    try expectEqual(drag.end(), .timeLimit)
    // Another drag can follow while the source exists.
    expectNotEqual(drag.terminal.modes, before)
    let other = try FakeTerminal(Drag.behaviour)
    defer { other.end() }
    do {
      var settings = other.settings
      settings.machineFile = nil
      _ = try TerminalDragSource(settings, OfferSamples.page, titled: "", .patient)
    }
    expectEqual(other.next(72), "t=o:x=1")
    expectEqual(other.next(72), "t=o:x=2")
    expectEqual(other.modes, before)
  }

  @Test func aTerminalThatGoesAwayIsAnError() throws {
    var behaviour = Drag.behaviour
    behaviour.hangsUpAfter = 20_000
    let drag = try Drag(OfferSamples.offer(["public.png": Data(count: 1 << 20)]), behaviour)
    _ = drag.begin()
    drag.terminal.say(command: "72;t=e:x=5:y=0")
    expectThrows(TransferError.self) { try drag.end() }
  }

  @Test func theEndCanBeAskedFor() throws {
    let drag = try Drag(OfferSamples.page)
    defer { drag.terminal.end() }
    _ = drag.begin()
    drag.source.ending.request(waitingAtMost: .milliseconds(100))
    try expectEqual(drag.end(), .requested)
    expectEqual(drag.terminal.next(72), "t=E:y=-1")
  }

  @Test(arguments: [
    ("tmux", true, "tmux does not pass drags"), (nil, false, "(other(1.0)) does not support drags"),
  ])
  func terminalsWithoutDragsAreNamed(multiplexer: String?, hasDrags: Bool, words: String) throws {
    var behaviour = FakeTerminal.Behaviour()
    (behaviour.hasDrags, behaviour.version) = (hasDrags, "other(1.0)")
    let terminal = try FakeTerminal(behaviour)
    defer { terminal.end() }
    var settings = terminal.settings
    settings.multiplexer = multiplexer
    do {
      _ = try TerminalDragSource(settings, OfferSamples.page, titled: "", .patient)
      Issue.record("there was no error")
    } catch let error as TransferError {
      expect(error.code == .notSupported && error.message.contains(words), "\(error)")
    }
  }

  @Test func filesGoToAnotherMachineWithEverythingBelowThem() throws {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    try files.createDirectory(atPath: folder.path("tree/empty"), withIntermediateDirectories: true)
    try files.createDirectory(atPath: folder.path("tree/sub"), withIntermediateDirectories: true)
    try OfferSamples.long.write(to: URL(fileURLWithPath: folder.path("tree/sub/long")))
    try Data().write(to: URL(fileURLWithPath: folder.path("tree/nothing")))
    try files.createSymbolicLink(atPath: folder.path("tree/link"), withDestinationPath: "sub/long")
    try Data("abc".utf8).write(to: URL(fileURLWithPath: folder.path("machine-id")))
    let list = "file://\(folder.path("tree"))\r\nhttps://example.org/\r\nfile://\(folder.path("none"))"
    let drag = try Drag(OfferSamples.offer(["public.file-url": Data(list.utf8)])) { settings, _ in
      settings.machineFile = FilePath(folder.path("machine-id"))
    }
    defer { drag.terminal.end() }
    expect(drag.terminal.transcript.contains { $0.text.hasPrefix("72;t=o:x=1;1:") }, drag.terminal.transcript)
    // Folder URLs end with a slash.
    let sent = drag.gesture().ahead[0].map { String(decoding: $0, as: UTF8.self) }
    expectEqual(sent?.hasPrefix("file://\(folder.path("tree"))/\r\nhttps://example.org/\r\n"), true)
    drag.terminal.say(command: "72;t=E:m=0;OK")
    drag.terminal.say(command: "72;t=k:x=1")
    let names = ["empty", "link", "nothing", "sub"].joined(separator: "\0")
    expectEqual(drag.value("t=k:x=1:X=2"), Data(names.utf8))
    expectEqual(drag.value("t=k:x=1:Y=2:y=1:X=3"), Data())
    expectEqual(drag.value("t=k:x=1:Y=2:y=2:X=1"), Data("sub/long".utf8))
    expectEqual(drag.value("t=k:x=1:Y=2:y=3"), Data())
    expectEqual(drag.value("t=k:x=1:Y=2:y=4:X=4"), Data("long".utf8))
    expectEqual(drag.value("t=k:x=1:Y=4:y=1"), OfferSamples.long)
    for (number, error) in [
      (2, "t=E:y=0;ENOENT:no such file"), (4, "t=E:y=0;ENOENT:no such file"), (3, "t=E:y=0;EIO:"),
    ] {
      drag.terminal.say(command: "72;t=k:x=\(number)")
      expectEqual(drag.terminal.next(72)?.hasPrefix(error), true)
    }
    drag.terminal.say(command: "72;t=e:x=4:y=0")
    try expectEqual(drag.end(), .dropped)
    expectEqual(drag.source.sentFileCount, 6)
  }

  @Test func aMachineHasTheNameThatTheProtocolGivesIt() {
    expectEqual(
      TerminalMachine.name(of: Array("0123456789abcdef0123456789abcdef\n".utf8)),
      "1:a81b6c3c9d37b0caa4a9c6b7de41059238bc101829db2975223b93d39d663b08")
    expectNil(TerminalMachine.name(of: Array(" \n".utf8)))
  }
}
