import Foundation
import ProfferFileSystem
import TestSupport
import Testing
import UniformTypes

@testable import DesktopTransfer

/// File transfers through the document portal, on a scripted bus.
@Suite(.waits) struct DocumentPortalTests {
  /// The key of a new transfer of the given files.
  private func key(_ portal: DocumentPortal, _ paths: [String]) throws -> String {
    let files = try paths.map { try #require(FilePath($0)) }
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var result: Result<String, any Error>?
    portal.register(files) { answer in
      result = answer
      done.signal()
    }
    done.wait()
    return try require(result?.get())
  }

  private func files(_ portal: DocumentPortal, _ key: String = "key\0") throws -> [String] {
    try portal.files(of: Data(key.utf8)).map(\.description)
  }

  private func running(_ bus: FakeBus, _ limit: Duration = HangLimit.duration) throws -> DocumentPortal {
    let portal = bus.portal(limit)
    portal.ask()
    try portal.requireRunning()
    return portal
  }

  /// The value of a request, repeated while a short limit passes before the bus answers.
  private func answered<Value>(_ request: () throws -> Value) throws -> Value {
    let end = HangLimit.instant
    while true {
      do { return try request() } catch let error as TransferError {
        guard error.code == .unresponsive, .now < end else { throw error }
      }
    }
  }

  // MARK: The bus

  @Test(arguments: [false, true], [false, true])
  func aBusMayAnswerInPiecesAndInEitherByteOrder(apart: Bool, isBigEndian: Bool) throws {
    let bus = FakeBus()
    (bus.sendsBytesApart, bus.isBigEndian, bus.isTalkative) = (apart, isBigEndian, true)
    bus.retrieved = ["/a", "/b c/\u{FC}", "/long/\(String(repeating: "x", count: 300))"]
    let portal = try running(bus)
    try expectEqual(key(portal, ["/"]), "key 1")
    try expectEqual(files(portal), bus.retrieved)
    bus.answers["RetrieveFiles"] = .error("org.example.Error.No", "not\u{7}now")
    expect(.refused, "not\\x07now (org.example.Error.No)") { _ = try files(portal) }
    expectEqual(bus.connected, 1)
  }

  @Test(arguments: [
    ("REJECTED EXTERNAL\r\n", TransferError.Code.cannotConnect), ("ERROR\r\n", .cannotConnect),
    ("DATA\r\n", .protocolViolation), ("\r\n", .protocolViolation), ("OK 12\n", .protocolViolation),
    ("OK 12\r\nOK 13\r\n", .protocolViolation), (String(repeating: "x", count: 20_000), .protocolViolation),
    ("OK 12\r\n", .unresponsive), ("", .unresponsive),
  ])
  func aBusThatDoesNotLetTheProgramInIsNotUsed(greeting: String, code: TransferError.Code) throws {
    let bus = FakeBus()
    bus.greeting = greeting
    // Data after the greeting must not be taken as an answer to it.
    for member in ["Hello", "NameHasOwner", "RetrieveFiles"] { bus.answers[member] = .silence }
    let portal = bus.portal(code == .unresponsive ? .milliseconds(200) : HangLimit.duration)
    portal.ask()
    expect(code) { try portal.requireRunning() }
    expect(code) { _ = try files(portal) }
  }

  @Test func aBusThatPassesNoFilesCanStillGiveThem() throws {
    let bus = FakeBus()
    bus.greeting = "OK 12\r\nERROR\r\n"
    let portal = try running(bus)
    expect(.notSupported, "does not pass files") { _ = try key(portal, ["/"]) }
    // Calls without replies arrive in order, so the earlier ones have arrived once a later call is answered.
    #expect(try files(portal) == ["/a"])
    expectEqual(bus.members, ["NameHasOwner", "StartTransfer", "StopTransfer", "RetrieveFiles"])
  }

  @Test(arguments: ["NameHasOwner", "StartTransfer", "AddFiles", "RetrieveFiles"], [false, true])
  func aBusThatStopsAnsweringIsGivenUpInTime(member: String, ends: Bool) throws {
    let bus = FakeBus()
    bus.answers[member] = ends ? .end : .silence
    let portal = bus.portal(ends ? HangLimit.duration : .seconds(2))
    expect(ends ? .connectionLost : .unresponsive) {
      portal.ask()
      try portal.requireRunning()
      _ = try key(portal, ["/"])
      _ = try files(portal)
    }
    // The next request uses a bus that answers again.
    bus.answers = [:]
    #expect(try answered { try key(portal, ["/"]) }.hasPrefix("key"))
    try expectEqual(answered { try files(portal) }, ["/a"])
  }

  @Test func anAnswerThatCameBeforeItWasWaitedForIsFound() throws {
    let bus = FakeBus()
    let portal = bus.portal(.seconds(1))
    portal.ask()
    expect(HangLimit.blocks { bus.hasAnswered("NameHasOwner") })
    // The limit passes too.
    Thread.sleep(forTimeInterval: 1.1)
    try portal.requireRunning()
  }

  @Test func anAnswerThatComesTooLateIsNotThatOfALaterCall() throws {
    let bus = FakeBus()
    bus.answers["RetrieveFiles"] = .raw { [bus] serial in
      Thread.sleep(forTimeInterval: 1.5)
      return bus.message(2, nil, serial, "as") { $0.texts(["/late"]) }
    }
    let portal = bus.portal(HangLimit.duration, call: .seconds(1))
    portal.ask()
    try portal.requireRunning()
    expect(.unresponsive) { _ = try files(portal) }
    bus.answers = [:]
    try expectEqual(answered { try files(portal) }, ["/a"])
  }

  @Test func aBusWithoutAPortalIsNotUsed() throws {
    let bus = FakeBus()
    bus.answers["NameHasOwner"] = .values("b") { $0.number(0) }
    let portal = bus.portal()
    portal.ask()
    expect(.notSupported, "no document portal runs") { try portal.requireRunning() }
    expectEqual(bus.members, ["NameHasOwner"])
    expectEqual(bus.calls[0].text, "org.freedesktop.portal.Documents")
  }

  @Test func anAddressWithoutABusIsNotUsed() throws {
    let folder = try TemporaryFolder()
    try folder.write("not a socket", to: "file")
    for text in ["unix:path=\(folder.path("file"))", "unix:path=\(folder.path("none"))", "tcp:host=a", ""] {
      let portal = DocumentPortal(on: BusAddress.list(text))
      portal.ask()
      expect(.cannotConnect) { try portal.requireRunning() }
      expect(.cannotConnect) { _ = try files(portal) }
    }
  }

  // MARK: Hostile answers

  @Test(arguments: [
    "version", "order", "kind", "serial", "long body", "long fields", "signature", "text end", "text length",
    "text bytes", "list length", "list end", "relative", "NUL", "deep", "variant end",
  ])
  func aMessageThatIsNotValidEndsTheConnection(fault: String) throws {
    let bus = FakeBus()
    bus.answers["RetrieveFiles"] = .raw { [bus] serial in
      var bytes = bus.message(2, nil, serial, fault == "signature" ? "s" : "as") { values in
        switch fault {
        case "relative": values.texts(["/a", "b"])
        case "NUL": values.texts(["/a\0b"])
        default: values.texts(["/abc"])
        }
      }
      func set(_ place: Int, _ value: [UInt8]) {
        bytes.replaceSubrange(place..<place + value.count, with: value)
      }
      let body = bytes.count - 13
      switch fault {
      case "version": set(3, [2])
      case "order": set(0, [0x6D])
      case "kind": set(1, [0])
      case "serial": set(8, [0, 0, 0, 0])
      case "long body": set(4, [0xFF, 0xFF, 0xFF, 0xFF])
      case "long fields": set(12, [0, 0, 2, 0])
      case "text end": set(bytes.count - 1, [1])
      case "text length": set(body + 4, [200])
      case "text bytes": set(body + 9, [0xFF])
      case "list length": set(body, [200])
      case "list end": set(body, [6])
      case "deep": bytes = FakeBus.nested(serial)
      case "variant end": set(16 + 8 + 8, [77, 1, UInt8(ascii: "("), 0])
      default: break
      }
      return bytes
    }
    let portal = try running(bus)
    expect(.protocolViolation) { _ = try files(portal) }
    bus.answers = [:]
    try expectEqual(files(portal), ["/a"])
    expectEqual(bus.connected, 2)
  }

  @Test func aMessageIsReadWhenItIsWhole() {
    let bytes = FakeBus().message(2, nil, 3, "as") { $0.texts(["/a", "/b"]) }
    for length in 0..<bytes.count {
      guard case .incomplete = BusMessage.first(of: bytes[..<length]) else {
        Issue.record("\(length) bytes are not a message")
        return
      }
    }
    guard case .message(let message, let count) = BusMessage.first(of: (bytes + [9])[...]) else {
      Issue.record("the whole message is not read")
      return
    }
    var values = message.values
    #expect(count == bytes.count && message.replySerial == 3 && values.texts() == ["/a", "/b"])
    expect(values.isAtEnd)
  }

  @Test(.timeLimit(.minutes(10))) func noDamageOfAMessageTrapsOrHangs() {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    let whole = FakeBus.nested(1, depth: 20) + FakeBus().message(3, "a.b", 3, "s") { $0.text("reason") }
    for _ in 0..<Repetitions.count(3000, long: 100_000) {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      var rest = bytes[...]
      while case .message(let message, let count) = BusMessage.first(of: rest) {
        var texts = message.values
        _ = texts.texts()
        var text = message.values
        _ = text.text()
        rest = rest.dropFirst(count)
      }
    }
  }

  // MARK: Transfers

  @Test func theFilesGoInGroupsInTheirOrder() throws {
    let bus = FakeBus()
    let folder = try TemporaryFolder()
    let paths = try (0..<40).map { try folder.write("x", to: "file \($0)") }
    // A file can be passed without the right to read it.
    chmod(paths[3], 0)
    // A missing file is omitted.
    let portal = try running(bus)
    try expectEqual(key(portal, paths[..<5] + [folder.path("gone")] + paths[5...]), "key 1")
    let added = bus.calls.filter { $0.member == "AddFiles" }
    expectEqual(added.map(\.files.count), [15, 16, 9])
    let real = try require(FilePath(folder.path)).resolvingLinks()
    expectEqual(added.flatMap(\.files), (0..<40).map { "\(real)/file \($0)" })
    for call in added {
      var values = BusValues()
      values.text("key 1")
      values.number(UInt32(4 * call.files.count))
      for place in call.files.indices { values.number(UInt32(place)) }
      values.number(0)
      values.pad(to: 8)
      #expect(call.signature == "saha{sv}" && call.body == values.bytes && call.flags == 2)
      expectEqual(call.destination, "org.freedesktop.portal.Documents")
      expectEqual(call.path, "/org/freedesktop/portal/documents")
      expectEqual(call.interface, "org.freedesktop.portal.FileTransfer")
    }
    var options = BusValues()
    options.number(41)
    options.pad(to: 8)
    options.text("writable")
    options.raw([1, UInt8(ascii: "b"), 0])
    options.number(0)
    options.pad(to: 8)
    options.text("autostop")
    options.raw([1, UInt8(ascii: "b"), 0])
    options.number(1)
    let begun = try require(bus.calls.first { $0.member == "StartTransfer" })
    expectEqual(Array(begun.body.dropFirst(4)), Array(options.bytes.dropFirst(4)))
    #expect(begun.body.first == UInt8(options.bytes.count - 8) && begun.signature == "a{sv}")
  }

  @Test func aTransferThatFailsIsStopped() throws {
    let bus = FakeBus()
    let portal = try running(bus)
    expect(.notRepresentable, "none of the offered files") {
      _ = try key(portal, ["/nowhere/a", "/nowhere/b"])
    }
    expect(.notRepresentable) { _ = try key(portal, []) }
    bus.answers["AddFiles"] = .error("org.freedesktop.portal.Error.NotAllowed", "Can't export file")
    expect(.refused, "Can't export file") { _ = try key(portal, ["/"]) }
    bus.answers = [:]
    try expectEqual(key(portal, ["/"]), "key 4")
    let stopped = bus.calls.filter { $0.member == "StopTransfer" }
    #expect(stopped.map(\.text) == ["key 1", "key 2", "key 3"] && stopped.allSatisfy { $0.flags == 3 })
    expectEqual(bus.connected, 1)
  }

  @Test func transfersThatNoReceiverFetchesAreStopped() throws {
    let bus = FakeBus()
    let portal = try running(bus)
    for _ in 0..<66 { _ = try key(portal, ["/"]) }
    _ = try files(portal)
    expectEqual(bus.calls.filter { $0.member == "StopTransfer" }.map(\.text), ["key 1", "key 2"])
  }

  @Test func aTransferWaitsForItsReceiverWhenTheOfferHasEnded() throws {
    let bus = FakeBus()
    let portal = try running(bus)
    portal.waitUntilRetrieved()
    for _ in 0..<2 { _ = try key(portal, ["/"]) }
    expect(portal.hasTransfers)
    // The signal for the first key is read together with the answer to a call.
    try bus.close("key 1")
    _ = try files(portal)
    let waited = ValueOfThread { portal.waitUntilRetrieved() }
    try bus.close("key of another program")
    Thread.sleep(forTimeInterval: 0.1)
    try bus.close("key 2")
    try expectNotNil(waited.value())
    expect(!portal.hasTransfers)
  }

  @Test(arguments: [false, true])
  func aReceiverThatRetrievesNothingIsWaitedForSomeSecondsOnly(ends: Bool) throws {
    let bus = FakeBus()
    let portal = bus.portal(HangLimit.duration, retrieval: ends ? HangLimit.duration : .milliseconds(300))
    portal.ask()
    try portal.requireRunning()
    _ = try key(portal, ["/"])
    if ends {
      bus.answers["RetrieveFiles"] = .end
      expectThrows(TransferError.self) { _ = try files(portal) }
    }
    let begin = ContinuousClock.now
    portal.waitUntilRetrieved()
    expectLess(.now - begin, HangLimit.duration)
  }

  @Test(arguments: ["", "\0key", String(repeating: "k", count: 5000)])
  func whatIsNotAKeyIsNotAskedFor(text: String) throws {
    let bus = FakeBus()
    expect(.notRepresentable) { _ = try bus.portal().files(of: Data(text.utf8)) }
    expect(.notRepresentable) { _ = try bus.portal().files(of: Data([0xFF])) }
    expectEqual(bus.connected, 0)
  }

  // MARK: Offers

  private let list = Data("file:///\r\nfile:///nowhere/at/all\r\nhttps://example.org/\r\n".utf8)

  @Test func filesAreOfferedThroughAPortalBeforeTheList() throws {
    let portal = try running(FakeBus())
    let contents: [(String, OfferedContent)] = [
      ("public.file-url", OfferedContent(list)), ("public.png", OfferedContent(list)),
    ]
    let offer = TransferOffer(contents: contents, types: .standard, portal: portal)
    let names = ["application/vnd.portal.filetransfer", "application/vnd.portal.files", "text/uri-list"]
    for route in [TransferRouteKind.x11, .wayland] {
      expectEqual(Array(offer.forms(on: route).map(\.name).prefix(3)), names)
      expectEqual(Array(offer.draggedForms(on: route).map(\.name)), names + ["image/png"])
    }
    expectEqual(offer.forms(on: .terminal).map(\.name), ["text/uri-list", "image/png"])
    let recorded = offer.recorded(by: TransferRecorder { _ in })
    expectEqual(recorded.forms(on: .x11).map(\.name), offer.forms(on: .x11).map(\.name))
    let without = TransferOffer(contents: contents, types: .standard)
    #expect(!without.forms(on: .x11).contains { names.prefix(2).contains($0.name) })
  }

  @Test func eachRequestIsATransferOfItsOwn() throws {
    let bus = FakeBus()
    let offer = TransferOffer(
      contents: [("public.file-url", OfferedContent(list))], types: .standard, portal: try running(bus))
    let forms = offer.forms(on: .wayland)
    expect(!bus.members.contains("StartTransfer"), bus.members)
    let values = try forms.prefix(2).flatMap { form in
      try (0..<2).map { _ in String(decoding: try form.bytes(within: HangLimit.duration), as: UTF8.self) }
    }
    expectEqual(values, (1...4).map { "key \($0)\0" })
    #expect(bus.calls.filter { $0.member == "AddFiles" }.allSatisfy { $0.files == ["/"] })
    bus.answers["StartTransfer"] = .error("a.b", "c")
    expect(.refused) { _ = try forms[0].bytes(within: HangLimit.duration) }
    // A failure affects only its own request.
    bus.answers = [:]
    try expectEqual(forms[0].bytes(within: HangLimit.duration).last, 0)
  }

  @Test func onADisplayAReceiverGetsTheKey() throws {
    let bus = FakeBus()
    let offer = TransferOffer(
      contents: [("public.file-url", OfferedContent(list))], types: .standard, portal: try running(bus))
    let display = try FakeDisplay()
    let owner = try display.own(offer)
    let reader = try display.reader()
    let names = IncomingNames(reader.names, types: .standard)
    let name = try require(names.fileTransferName)
    expectEqual(name, "application/vnd.portal.filetransfer")
    try expectEqual(reader.value(name), Data("key 1\0".utf8))
    try expectEqual(reader.value(name), Data("key 2\0".utf8))
    owner.request()
    _ = try owner.end()
  }

  @Test(arguments: [
    (["application/vnd.portal.files", "TEXT/URI-LIST"], "TEXT/URI-LIST", false),
    (
      ["text/plain", "application/vnd.portal.files", "application/vnd.portal.filetransfer"],
      "application/vnd.portal.files", true
    ),
    (
      ["Application/Vnd.Portal.FileTransfer", "x-special/gnome-copied-files"],
      "x-special/gnome-copied-files", false
    ),
  ])
  func aListIsFetchedBeforeAKey(names: [String], name: String, isKey: Bool) throws {
    let names = IncomingNames(names, types: .standard)
    let type = try require(names.types.first { $0.typeIdentifier == UTType.uriList.identifier })
    #expect(type.name == name && type.isFileTransfer == isKey && !(isKey && type.isWrittenAsItIs))
    expectEqual(names.fileTransferName?.lowercased().hasPrefix("application/vnd.portal.file"), true)
    if isKey { expect(.notRepresentable) { _ = try type.representation(of: Data("key".utf8)) } }
  }

  // MARK: Addresses

  @Test(arguments: [
    ("unix:path=/a", ["/a"]), ("unix:path=/a,guid=12", ["/a"]), ("unix:guid=12,path=/a%20b", ["/a b"]),
    ("unix:abstract=/tmp/x", ["@/tmp/x"]), ("tcp:host=h,port=1;unix:path=/a;unix:abstract=b", ["/a", "@b"]),
    ("unix:path=/a%2Fb%fF", ["/a/b\\xff"]), ("unix:path=/a%", []), ("unix:path=/a%2", []),
    ("unix:path=/a%+1", []), ("unix:path=/a%00b", []), ("unix:path=", []), ("unix:", []),
    ("unix:tmpdir=/tmp", []), ("autolaunch:", []), ("unixexec:path=/bin/sh", []), (";;", []),
    ("unix:path", []), ("UNIX:path=/a", []),
  ])
  func addressesAreRead(text: String, places: [String]) {
    expectEqual(BusAddress.list(text).map { ($0.isAbstract ? "@" : "") + "\($0.path)" }, places)
  }

  @Test func theBusOfASessionIsThatOfItsFolder() throws {
    let bus = BusAddress(try require(FilePath("/run/user/1/bus")))
    expectEqual(BusAddress.session(nil, runtimeFolder: "/run/user/1"), [bus])
    expectEqual(BusAddress.session("", runtimeFolder: "/run/user/1"), [bus])
    expectEqual(BusAddress.session("tcp:host=a", runtimeFolder: "/run/user/1"), [])
    for folder in [nil, "", "run"] { expectEqual(BusAddress.session(nil, runtimeFolder: folder), []) }
  }
}

extension FakeBus {
  /// A message with a header field that contains nested variants.
  static func nested(_ serial: UInt32, depth: Int = 100) -> [UInt8] {
    var fields = BusValues()
    fields.raw([5, 1, UInt8(ascii: "u"), 0])
    fields.number(serial)
    fields.raw([77])
    for _ in 0..<depth { fields.raw([1, UInt8(ascii: "v"), 0]) }
    fields.raw([1, UInt8(ascii: "y"), 0, 7])
    var head = BusValues()
    head.raw([UInt8(ascii: "l"), 2, 0, 1])
    for number in [0, 99, UInt32(fields.bytes.count)] { head.number(number) }
    head.raw(fields.bytes)
    head.pad(to: 8)
    return head.bytes
  }
}
