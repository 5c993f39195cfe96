import ByteTools
import Foundation
import ProfferFileSystem
import TestSupport
import Testing

@testable import DesktopTransfer

/// The clipboard of a terminal, over a pseudo terminal.
@Suite(.waits) struct TerminalClipboardTests {
  /// Records the messages that a route has for the user.
  private final class Told: Sendable {
    let lines = Locked<[String]>([])
    var all: [String] { lines.withLock { $0 } }
  }

  private func route(_ terminal: FakeTerminal, told: Told = Told(), isRemote: Bool = false) -> TerminalRoute {
    var settings = terminal.settings
    settings.isRemote = isRemote
    settings.tell = { line in told.lines.withLock { $0.append(line) } }
    return TerminalRoute(settings: settings)
  }

  private func copy(
    _ offer: TransferOffer, to terminal: FakeTerminal, as selection: TransferSelection = .clipboard,
    told: Told = Told()
  ) throws -> [String] {
    let ownership = try route(terminal, told: told).own(offer, as: selection, .patient)
    try expectEqual(ownership.serve(), .handedOver)
    return ownership.names
  }

  // MARK: All types

  static let behaviours: [FakeTerminal.Behaviour] = {
    var apart = FakeTerminal.Behaviour()
    apart.sendsBytesApart = true
    apart.typesKeys = true
    var bell = FakeTerminal.Behaviour()
    bell.usesBell = true
    bell.clipboardMode = 1
    // A version of kitty that has the clipboard but does not report it.
    var old = FakeTerminal.Behaviour()
    old.clipboardMode = nil
    old.version = "kitty(0.43.1)"
    old.pieceByteCount = 1000
    var pasted = FakeTerminal.Behaviour()
    pasted.tellsOfPastes = true
    return [FakeTerminal.Behaviour(), apart, bell, old, pasted]
  }()

  @Test(arguments: behaviours) func everyTypeIsCopiedAndPasted(behaviour: FakeTerminal.Behaviour) throws {
    let terminal = try FakeTerminal(behaviour)
    defer { terminal.end() }
    let modes = terminal.modes
    let names = try copy(OfferSamples.page, to: terminal)
    expectEqual(Set(names), ["text/html", "text/plain;charset=utf-8", "text/plain", "image/png"])
    expectEqual(
      terminal.clipboard.map(\.name), ["text/html", "text/plain", "text/plain;charset=utf-8", "image/png"])
    expectEqual(terminal.clipboard.first { $0.name == "image/png" }?.data, OfferSamples.long)
    expect(!terminal.metadata.contains("loc="), terminal.metadata)
    let contents = try route(terminal).offered(as: .clipboard, within: .patient)
    expectEqual(contents.names, terminal.clipboard.map(\.name))
    try expectEqual(contents.value("text/plain"), OfferSamples.text)
    expectNotEqual(terminal.modes, modes)
    expect(.refused, "has no image/gif") { _ = try contents.value("image/gif") }
    withExtendedLifetime(contents) {}
  }

  @Test(arguments: [0, 1, 2, 3, 4095, 4096, 4097, 1 << 20]) func valuesOfEveryLengthArriveWhole(count: Int)
    throws
  {
    let terminal = try FakeTerminal()
    defer { terminal.end() }
    let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    _ = try copy(OfferSamples.offer(["public.png": data, "public.html": Data("a".utf8)]), to: terminal)
    expectEqual(terminal.clipboard.map(\.data), [data, Data("a".utf8)])
    let contents = try route(terminal).offered(as: .clipboard, within: .patient)
    try expectEqual(contents.value("image/png"), data)
  }

  @Test func thePrimarySelectionIsNamed() throws {
    let terminal = try FakeTerminal()
    defer { terminal.end() }
    _ = try copy(OfferSamples.page, to: terminal, as: .primary)
    expect(terminal.metadata.contains("loc=primary"), terminal.metadata)
  }

  @Test func theTerminalIsGivenBackAsItWas() throws {
    let terminal = try FakeTerminal(clipboard: [("text/plain", Data("a".utf8))])
    defer { terminal.end() }
    let modes = terminal.modes
    _ = try copy(OfferSamples.page, to: terminal)
    expectEqual(terminal.modes, modes)
    var limits = TransferLimits.patient
    limits.byteCount = 0
    expect(.tooLarge) {
      _ = try route(terminal).offered(as: .clipboard, within: limits).value("image/png")
    }
    expectEqual(terminal.modes, modes)
  }

  @Test func aTerminalThatReadsNothingForASecondGetsEverything() throws {
    var behaviour = FakeTerminal.Behaviour()
    behaviour.pause = 1
    let terminal = try FakeTerminal(behaviour)
    defer { terminal.end() }
    let data = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 13) })
    _ = try copy(OfferSamples.offer(["public.png": data]), to: terminal)
    expectEqual(terminal.clipboard.first?.data, data)
  }

  @Test func anEmptyClipboardIsAnAnswer() throws {
    let terminal = try FakeTerminal()
    defer { terminal.end() }
    expect(.empty, "the clipboard is empty") {
      _ = try route(terminal).offered(as: .clipboard, within: .patient)
    }
  }

  @Test(arguments: [
    ("EPERM", TransferError.Code.refused, "does not allow"), ("EBUSY", .refused, "busy"),
    ("ENOSYS", .notSupported, "does not support the clipboard"), ("EINVAL", .protocolViolation, "understand"),
    ("EIO\u{9B}2J", .refused, "failed"),
  ])
  func refusalsAreExplained(status: String, code: TransferError.Code, words: String) throws {
    var behaviour = FakeTerminal.Behaviour()
    (behaviour.readStatus, behaviour.writeStatus) = (status, status)
    let terminal = try FakeTerminal(behaviour, clipboard: [("text/plain", Data("a".utf8))])
    defer { terminal.end() }
    let modes = terminal.modes
    expect(code, words) { _ = try copy(OfferSamples.page, to: terminal) }
    expect(code, words) {
      _ = try route(terminal).offered(as: .clipboard, within: .patient).value("text/plain")
    }
    expectEqual(terminal.modes, modes)
  }

  @Test func aValueThatNeverEndsMeetsTheLimit() throws {
    var behaviour = FakeTerminal.Behaviour()
    behaviour.isEndless = true
    let terminal = try FakeTerminal(behaviour, clipboard: [("text/plain", Data(repeating: 65, count: 3000))])
    defer { terminal.end() }
    let modes = terminal.modes
    var limits = TransferLimits.patient
    limits.byteCount = 100_000
    expect(.tooLarge) { _ = try route(terminal).offered(as: .clipboard, within: limits).value("text/plain") }
    expectEqual(terminal.modes, modes)
  }

  @Test func aTerminalThatDoesNotAnswerIsGivenUp() throws {
    var behaviour = FakeTerminal.Behaviour()
    behaviour.answersReading = false
    let terminal = try FakeTerminal(behaviour)
    defer { terminal.end() }
    expect(.timedOut) { _ = try route(terminal).offered(as: .clipboard, within: .patient) }
    var mute = FakeTerminal.Behaviour()
    (mute.answersAttributes, mute.clipboardMode) = (false, nil)
    let other = try FakeTerminal(mute)
    defer { other.end() }
    expect(.notSupported, "does not answer") { _ = try copy(OfferSamples.page, to: other) }
    expectEqual(other.modes, (try FakeTerminal(mute)).modes)
  }

  @Test func aTerminalThatGoesAwayIsAnError() throws {
    var behaviour = FakeTerminal.Behaviour()
    behaviour.hangsUpAfter = 100_000
    let terminal = try FakeTerminal(behaviour)
    let data = Data(repeating: 65, count: 1 << 20)
    expect(.connectionLost) { _ = try copy(OfferSamples.offer(["public.png": data]), to: terminal) }
  }

  @Test func whatDoesNotFitIsLeftOutAndTold() throws {
    let terminal = try FakeTerminal()
    defer { terminal.end() }
    let told = Told()
    let large = Data(count: (32 << 20) + 1)
    _ = try copy(
      OfferSamples.offer(["public.png": large, "public.html": OfferSamples.html]), to: terminal, told: told)
    expectEqual(terminal.clipboard.map(\.name), ["text/html"])
    expectEqual(told.all, ["image/png is left out: the terminal accepts at most 33554432 bytes in total"])
  }

  @Test func filesOfAnotherMachineAreLeftOut() throws {
    let terminal = try FakeTerminal()
    defer { terminal.end() }
    let told = Told()
    let offer = OfferSamples.offer([
      "public.png": OfferSamples.long, "public.file-url": Data("file:///a".utf8),
    ])
    let names = try route(terminal, told: told, isRemote: true).own(offer, as: .clipboard, .patient)
      .names
    #expect(names == ["image/png"] && told.all.count == 1)
    try expectEqual(copy(offer, to: terminal), ["image/png", "text/uri-list"])
  }

  @Test func anOfferThatEndsByItselfIsRefused() throws {
    let terminal = try FakeTerminal()
    defer { terminal.end() }
    var options = OwnershipOptions.patient
    options.endsAfterOneReceiver = true
    expect(.notSupported) { _ = try route(terminal).own(OfferSamples.page, as: .clipboard, options) }
    expect(.notSupported) { _ = try route(terminal).watch(.clipboard) }
  }

  // MARK: Text only

  private func textTerminal(_ text: String? = nil, version: String? = nil) throws -> FakeTerminal {
    var behaviour = FakeTerminal.Behaviour()
    (behaviour.clipboardMode, behaviour.text, behaviour.version) = (0, text, version)
    return try FakeTerminal(behaviour)
  }

  @Test func textGoesToATerminalThatTakesNothingElse() throws {
    let terminal = try textTerminal()
    defer { terminal.end() }
    let told = Told()
    try expectEqual(copy(OfferSamples.page, to: terminal, told: told), ["text/plain;charset=utf-8"])
    expectEqual(terminal.next(52), "c;\(OfferSamples.text.base64EncodedString())")
    expectEqual(told.all, ["the terminal accepts only text; left out: text/html, image/png"])
    _ = try copy(OfferSamples.page, to: terminal, as: .primary)
    expectEqual(terminal.next(52), "p;\(OfferSamples.text.base64EncodedString())")
  }

  @Test func whatATerminalSaysOfItselfTooLateIsNotWaitedFor() throws {
    var behaviour = FakeTerminal.Behaviour()
    behaviour.answersLate = true
    let terminal = try FakeTerminal(behaviour)
    defer { terminal.end() }
    try expectEqual(copy(OfferSamples.page, to: terminal), ["text/plain;charset=utf-8"])
    expectEqual(terminal.next(52), "c;\(OfferSamples.text.base64EncodedString())")
  }

  @Test func whatIsNoTextOrTooLongIsRefused() throws {
    let terminal = try textTerminal()
    defer { terminal.end() }
    expect(.notSupported, "only text") {
      _ = try copy(OfferSamples.offer(["public.png": OfferSamples.long]), to: terminal)
    }
    let long = Data(repeating: 65, count: 74_995)
    expect(.notSupported, "at most 74994") {
      _ = try copy(OfferSamples.offer(["public.utf8-plain-text": long]), to: terminal)
    }
    // kitty accepts long texts.
    let kitty = try textTerminal(version: "kitty(0.26.5)")
    defer { kitty.end() }
    _ = try copy(OfferSamples.offer(["public.utf8-plain-text": long]), to: kitty)
    expectEqual(kitty.next(52), "c;\(long.base64EncodedString())")
  }

  @Test(
    arguments: ["foot(1.27.0)", "XTerm(406)", "kitty(0.26.5)", "ghostty 1.3.1", "iTerm2 3.5.0", "tmux 3.7"])
  func textComesFromATerminalThatAllowsIt(version: String) throws {
    let terminal = try textTerminal(OfferSamples.text.base64EncodedString(), version: version)
    defer { terminal.end() }
    let contents = try route(terminal).offered(as: .clipboard, within: .patient)
    expectEqual(contents.names, ["text/plain;charset=utf-8"])
    try expectEqual(contents.value(contents.names[0]), OfferSamples.text)
    let empty = try textTerminal("", version: version)
    defer { empty.end() }
    expect(.empty) { _ = try route(empty).offered(as: .clipboard, within: .patient) }
    let wrong = try textTerminal("%%%%", version: version)
    defer { wrong.end() }
    expect(.protocolViolation) { _ = try route(wrong).offered(as: .clipboard, within: .patient) }
  }

  @Test func aTerminalThatMayAnswerAndDoesNotIsNamedWithItsSetting() throws {
    let silent = try textTerminal(version: "foot(1.27.0)")
    defer { silent.end() }
    expect(.notSupported, "a terminal setting may allow it") {
      _ = try route(silent).offered(as: .clipboard, within: .patient)
    }
  }

  // Konsole copies the question mark of a read request; after `paste`, its clipboard was empty.
  @Test(arguments: [nil, "Konsole 24.12.0", "VTE(8500)", "WezTerm 20240203", "XTermish 1"])
  func aTerminalThatIsNotKnownToAnswerIsNotAsked(version: String?) throws {
    let terminal = try textTerminal(OfferSamples.text.base64EncodedString(), version: version)
    defer { terminal.end() }
    for selection in [TransferSelection.clipboard, .primary] {
      expect(.notSupported, "is not known to let programs read its clipboard") {
        _ = try route(terminal).offered(as: selection, within: .patient)
      }
    }
    expect(!terminal.transcript.contains { $0.text.hasPrefix("52;") }, terminal.transcript)
  }

  @Test(
    arguments: [
      (nil, nil, "TERM is not set"), ("dumb", nil, "of the kind dumb"), ("linux", nil, "of the kind linux"),
      ("screen", "GNU screen", "GNU screen does not pass"),
    ] as [(String?, String?, String)])
  func terminalsWithoutAClipboardAreNamed(kind: String?, multiplexer: String?, message: String) throws {
    let terminal = try FakeTerminal()
    defer { terminal.end() }
    var settings = terminal.settings
    (settings.kind, settings.multiplexer) = (kind, multiplexer)
    do {
      _ = try TerminalRoute(settings: settings).own(OfferSamples.page, as: .clipboard, .patient)
      Issue.record("there was no error")
    } catch let error as TransferError {
      #expect([.noDisplay, .notSupported].contains(error.code) && error.message.contains(message))
    }
    expectEmpty(terminal.transcript)
  }
}
