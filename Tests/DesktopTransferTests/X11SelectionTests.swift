import Foundation
import ItemProviders
import ProfferFileSystem
import TestSupport
import Testing
import UniformTypes

@testable import DesktopTransfer

/// Selections between clients of a display without a screen.
@Suite(.waits) struct X11SelectionTests {
  /// Takes the clipboard, and answers each request with a function.
  private func scripted(
    _ display: FakeDisplay, _ answer: @escaping @Sendable (X11Connection, X11SelectionRequest) throws -> Void
  ) throws {
    let connection = try display.client()
    let clipboard = try connection.atom("CLIPBOARD")
    connection.send(X11Request.setOwner(connection.window, of: clipboard, at: try connection.timestamp()))
    try connection.synchronize()
    nonisolated(unsafe) let owner = connection
    Thread.detachNewThread {
      do {
        while true {
          let request = try owner.event(until: HangLimit.instant) { event -> X11SelectionRequest? in
            if case .selectionRequest(let request) = event { request } else { nil }
          }
          guard let request else { return }
          try answer(owner, request)
        }
      } catch {
        // The script has closed its own connection.
      }
    }
  }

  private func notify(_ owner: X11Connection, _ request: X11SelectionRequest, refusing: Bool = false) throws {
    owner.send(
      X11Request.notify(
        request.requestor, request.selection, request.target, refusing ? 0 : request.property,
        at: request.time))
    try owner.connection.flush()
  }

  // MARK: Between our own

  @Test(arguments: [false, true])
  func everyNameIsOfferedAndGivesItsValue(sendsBytesApart: Bool) throws {
    let display = try FakeDisplay(sendingBytesApart: sendsBytesApart)
    defer { display.end() }
    let served = try display.own(OfferSamples.page)
    let reader = try display.reader()
    expectEqual(
      reader.names,
      [
        "text/html", "UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "STRING", "image/png",
        "TARGETS",
        "MULTIPLE", "TIMESTAMP", "SAVE_TARGETS",
      ])
    try expectEqual(reader.value("text/html"), Data("<meta charset=\"utf-8\">".utf8) + OfferSamples.html)
    try expectEqual(reader.value("UTF8_STRING"), OfferSamples.text)
    try expectEqual(reader.value("STRING"), Data([0x47, 0x72, 0xFC, 0xDF, 0x65]))
    // The value is longer than a request, so it is sent in pieces.
    #expect(try reader.value("image/png") == OfferSamples.long)
    try expectEqual(reader.value("image/png"), OfferSamples.long)
    served.request()
    let end = try served.end()
    expectEqual(end, .requested)
  }

  @Test func aLongRequestCarriesAWholeValue() throws {
    let display = try FakeDisplay(longestRequest: 1 << 20)
    defer { display.end() }
    let served = try display.own(OfferSamples.page)
    let client = try display.client()
    let atoms = try client.atoms(["CLIPBOARD", "image/png", "PLACE"])
    client.send(X11Request.convert(atoms[0], to: atoms[1], on: atoms[2], of: client.window, at: 1))
    let isGiven = try client.event(until: HangLimit.instant) { event -> Bool? in
      if case .selectionNotify(_, _, _, let property) = event { property == atoms[2] } else { nil }
    }
    expectEqual(isGiven, true)
    let property = try client.property(atoms[2], of: client.window, deleting: true)
    #expect(property.type == atoms[1] && Data(property.bytes) == OfferSamples.long)
    served.request()
  }

  @Test func whatIsNotOfferedIsRefused() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    let served = try display.own(OfferSamples.offer(["public.utf8-plain-text": Data("Ω".utf8)]))
    let reader = try display.reader()
    expect(.refused) { _ = try reader.value("text/html") }
    // The name is offered before the text is found to have other characters.
    expect(.refused) { _ = try reader.value("STRING") }
    try expectEqual(reader.value("UTF8_STRING"), Data("Ω".utf8))
    served.request()
  }

  @Test func anEmptyValueIsAValue() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    let served = try display.own(OfferSamples.offer(["public.utf8-plain-text": Data()]))
    try expectEmpty(display.reader().value("UTF8_STRING"))
    served.request()
  }

  @Test func theOwnerEndsWhenAnotherProgramCopies() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    let first = try display.own(OfferSamples.page)
    let second = try display.own(OfferSamples.offer(["public.utf8-plain-text": Data("b".utf8)]))
    try expectEqual(first.end(), .replaced)
    try expectEqual(display.reader().value("UTF8_STRING"), Data("b".utf8))
    second.request()
    try expectEqual(second.end(), .requested)
    expect(.empty) { _ = try display.reader() }
  }

  @Test func theTwoSelectionsAreApart() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    let served = try display.own(OfferSamples.page, as: .primary)
    expect(.empty) { _ = try display.reader() }
    #expect(
      try !X11SelectionReader(display.client(), .primary, .patient).names.contains("SAVE_TARGETS"))
    served.request()
  }

  @Test func anOfferForOneReceiverEndsWithIt() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    var options = OwnershipOptions.patient
    options.endsAfterOneReceiver = true
    let served = try display.own(OfferSamples.page, options)
    // A request for the names does not count as receiving; a value in pieces is sent completely.
    let reader = try display.reader()
    try expectEqual(reader.value("image/png"), OfferSamples.long)
    try expectEqual(served.end(), .taken)
    expect(.empty) { _ = try display.reader() }
  }

  @Test func anOfferEndsAfterItsTime() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    var options = OwnershipOptions.patient
    options.timeLimit = .milliseconds(50)
    try expectEqual(display.own(OfferSamples.page, options).end(), .timeLimit)
    expect(.empty) { _ = try display.reader() }
  }

  /// xclip waits for an answer without a limit.
  @Test func aRequestThatArrivedDuringTheEndWasNotAnswered() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    let ownership = try display.ownership(of: OfferSamples.page, as: .clipboard, .patient)
    let client = try display.client()
    let atoms = try client.atoms(["CLIPBOARD", "UTF8_STRING", "PLACE"])
    client.send(X11Request.convert(atoms[0], to: atoms[1], on: atoms[2], of: client.window, at: 1))
    try client.synchronize()
    // The owner finds the end before it reads the request.
    ownership.ending.request(waitingAtMost: .zero)
    try expectEqual(ownership.serve(), .requested)
    let isAnswered = try client.event(until: HangLimit.instant) { event -> Bool? in
      if case .selectionNotify(client.window, atoms[0], atoms[1], _) = event { true } else { nil }
    }
    expectEqual(isAnswered, true)
  }

  @Test func aWaitKeepsTheEventsOfOtherTransfers() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    let (waiting, receiver) = (try display.client(), try display.client())
    try receiver.synchronize()
    waiting.send(X11Request.selectEvents(X11Request.propertyChange, of: receiver.window))
    try waiting.synchronize()
    let atom = try receiver.atom("VALUE")
    receiver.send(X11Request.changeProperty(atom, of: receiver.window, type: atom, words: [1]))
    receiver.send(X11Request.deleteProperty(atom, of: receiver.window))
    try receiver.synchronize()
    let found = try waiting.event(until: .now + .milliseconds(100)) { _ -> Int? in nil }
    expectNil(found)
    let kept = waiting.next()
    guard case .event(.propertyChanged(receiver.window, atom, _, isDeleted: true))? = kept else {
      Issue.record("the event was dropped; the next one is \(String(describing: kept))")
      return
    }
  }

  @Test func theEndOfTheDisplayIsAnError() throws {
    let display = try FakeDisplay()
    let served = try display.own(OfferSamples.page)
    display.end()
    expect(.connectionLost) { _ = try served.end() }
  }

  @Test func aWatchTellsOfEachNewOwner() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    let watch = try X11SelectionWatch(display.client(), .clipboard)
    #expect(try !watch.wait(until: .now + .milliseconds(20)))
    let primary = try display.own(OfferSamples.page, as: .primary)
    #expect(try !watch.wait(until: .now + .milliseconds(50)))
    let served = try display.own(OfferSamples.page)
    try expect(watch.wait(until: HangLimit.instant))
    #expect(try !watch.wait(until: .now + .milliseconds(20)))
    served.request()
    try expect(watch.wait(until: HangLimit.instant))
    primary.request()
  }

  // MARK: Receivers

  @Test func aReceiverThatTakesNoPieceHoldsUpNoOther() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    var options = OwnershipOptions.patient
    options.idleLimit = .seconds(2)
    let served = try display.own(OfferSamples.page, options)
    let stuck = try display.client()
    let atoms = try stuck.atoms(["CLIPBOARD", "image/png", "PLACE", "INCR"])
    stuck.send(X11Request.convert(atoms[0], to: atoms[1], on: atoms[2], of: stuck.window, at: 1))
    try stuck.synchronize()
    let readers = try (0..<4).map { _ in try display.reader() }
    for reader in readers { try expectEqual(reader.value("image/png"), OfferSamples.long) }
    let announced = try stuck.property(atoms[2], of: stuck.window, deleting: false)
    #expect(announced.type == atoms[3] && announced.words == [70_001])
    // The unfinished transfer is given up, so that the service can end.
    let other = try display.own(OfferSamples.page)
    try expectEqual(served.end(), .replaced)
    other.request()
  }

  @Test func aReceiverThatEndsIsForgotten() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    let served = try display.own(OfferSamples.page)
    do {
      let dying = try display.client()
      let atoms = try dying.atoms(["CLIPBOARD", "image/png", "PLACE"])
      dying.send(X11Request.convert(atoms[0], to: atoms[1], on: atoms[2], of: dying.window, at: 1))
      _ = try dying.event(until: HangLimit.instant) { event -> Bool? in
        if case .selectionNotify = event { true } else { nil }
      }
    }
    try expectEqual(display.reader().value("UTF8_STRING"), OfferSamples.text)
    let other = try display.own(OfferSamples.page)
    try expectEqual(served.end(), .replaced)
    other.request()
  }

  /// An offer whose value is not available until the test signals it.
  private func slowOffer(_ isWanted: DispatchSemaphore, _ isMade: DispatchSemaphore) -> TransferOffer {
    let content = OfferedContent { answer in
      Thread.detachNewThread {
        isWanted.signal()
        isMade.wait()
        answer(.success(OfferSamples.long))
      }
      return {}
    }
    return TransferOffer(contents: [("public.png", content)], types: .standard)
  }

  /// Waits until the owner has handled all earlier requests.
  private func waitForOwner(_ client: X11Connection) throws {
    let atoms = try client.atoms(["CLIPBOARD", "TIMESTAMP", "NOW"])
    client.send(X11Request.convert(atoms[0], to: atoms[1], on: atoms[2], of: client.window, at: 1))
    let answer = try client.event(until: HangLimit.instant) { event -> Bool? in
      if case .selectionNotify(_, _, atoms[1], _) = event { true } else { nil }
    }
    try requireEqual(answer, true)
  }

  // If `paste` was killed while its value was being loaded, the next one had the same window and got 0 or 8
  // bytes.
  @Test func aValueForAReceiverThatEndedDoesNotGoToTheNextWindowOfItsNumber() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    let (isWanted, isMade) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    var options = OwnershipOptions.patient
    options.idleLimit = .seconds(2)
    let served = try display.own(slowOffer(isWanted, isMade), options)
    let observer = try display.client()
    let window: UInt32
    do {
      let dying = try display.client()
      window = dying.window
      let atoms = try dying.atoms(["CLIPBOARD", "image/png", "PROFFER_VALUE"])
      dying.send(X11Request.convert(atoms[0], to: atoms[1], on: atoms[2], of: window, at: 1))
      try dying.synchronize()
      isWanted.wait()
      try waitForOwner(observer)
    }
    // Only the owner and the observer are still connected.
    while display.clientCount > 2 { usleep(1000) }
    let next = try display.client()
    try next.synchronize()
    expectEqual(next.window, window)
    let atoms = try observer.atoms(["CLIPBOARD", "image/png", "PROFFER_VALUE"])
    observer.send(X11Request.convert(atoms[0], to: atoms[1], on: atoms[2], of: observer.window, at: 1))
    try waitForOwner(observer)
    isMade.signal()
    let answer = try observer.event(until: HangLimit.instant) { event -> Bool? in
      if case .selectionNotify(_, _, atoms[1], _) = event { true } else { nil }
    }
    expectEqual(answer, true)
    try expectEqual(next.property(atoms[2], of: window, deleting: false).type, 0)
    try expectEqual(display.reader().value("image/png"), OfferSamples.long)
    served.request()
  }

  @Test func aWindowThatRequestsAgainOnTheSamePropertyGetsTheValueOnce() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    let (isWanted, isMade) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    var options = OwnershipOptions.patient
    options.idleLimit = .seconds(2)
    let served = try display.own(slowOffer(isWanted, isMade), options)
    let observer = try display.client()
    let reader = try require(display.reader() as? X11SelectionReader)
    let client = reader.connection
    let atoms = try client.atoms(["CLIPBOARD", "image/png", "PROFFER_VALUE", "OTHER"])
    // The value is requested twice on the same property, and once on another.
    for place in [2, 2, 3] {
      client.send(X11Request.convert(atoms[0], to: atoms[1], on: atoms[place], of: client.window, at: 1))
    }
    try client.synchronize()
    isWanted.wait()
    let count = display.conversionCount
    nonisolated(unsafe) let next = reader
    let value = ValueOfThread { try next.value("image/png") }
    while display.conversionCount == count { usleep(1000) }
    try waitForOwner(observer)
    isMade.signal()
    try expectEqual(value.value(), OfferSamples.long)
    let announced = try client.property(atoms[3], of: client.window, deleting: false)
    expectEqual(announced.words, [70_001])
    served.request()
  }

  @Test func severalValuesAreGivenAtOnce() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    let served = try display.own(OfferSamples.page)
    let client = try display.client()
    let atoms = try client.atoms([
      "CLIPBOARD", "MULTIPLE", "ATOM_PAIR", "PAIRS", "text/html", "UTF8_STRING", "TIMESTAMP", "audio/none",
      "A", "B",
      "C", "D",
    ])
    let pairs = [atoms[4], atoms[8], atoms[7], atoms[9], atoms[5], atoms[10], atoms[6], atoms[11]]
    client.send(X11Request.changeProperty(atoms[3], of: client.window, type: atoms[2], words: pairs))
    client.send(X11Request.convert(atoms[0], to: atoms[1], on: atoms[3], of: client.window, at: 1))
    let answers = try client.event(until: HangLimit.instant) { event -> UInt32? in
      if case .selectionNotify(_, _, _, let property) = event { property } else { nil }
    }
    expectEqual(answers, atoms[3])
    var expected = pairs
    expected[3] = 0
    try expectEqual(client.property(atoms[3], of: client.window, deleting: false).words, expected)
    try expectEqual(
      Data(client.property(atoms[10], of: client.window, deleting: false).bytes), OfferSamples.text)
    try expectEqual(client.property(atoms[11], of: client.window, deleting: false).words.count, 1)
    // A request for several values without a property for their list is refused.
    client.send(X11Request.convert(atoms[0], to: atoms[1], on: 0, of: client.window, at: 1))
    let refused = try client.event(until: HangLimit.instant) { event -> UInt32? in
      if case .selectionNotify(_, _, _, let property) = event { property } else { nil }
    }
    expectEqual(refused, 0)
    served.request()
  }

  @Test func aRequestWithoutAPlaceMeansTheTarget() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    let served = try display.own(OfferSamples.page)
    let client = try display.client()
    let atoms = try client.atoms(["CLIPBOARD", "UTF8_STRING"])
    client.send(X11Request.convert(atoms[0], to: atoms[1], on: 0, of: client.window, at: 1))
    let place = try client.event(until: HangLimit.instant) { event -> UInt32? in
      if case .selectionNotify(_, _, _, let property) = event { property } else { nil }
    }
    expectEqual(place, atoms[1])
    served.request()
  }

  @Test func everythingIsHandedToAClipboardManager() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    let served = try display.own(OfferSamples.page)
    let manager = try display.client()
    let atoms = try manager.atoms(["CLIPBOARD_MANAGER", "SAVE_TARGETS", "CLIPBOARD"])
    manager.send(X11Request.setOwner(manager.window, of: atoms[0], at: 1))
    try manager.synchronize()
    nonisolated(unsafe) let connection = manager
    let saved = ValueOfThread { () -> [String: Data] in
      let request = try connection.event(until: HangLimit.instant) { event -> X11SelectionRequest? in
        if case .selectionRequest(let request) = event { request } else { nil }
      }
      guard let request, request.target == atoms[1] else { return [:] }
      let list = try connection.property(request.property, of: request.requestor, deleting: false).words
      var saved: [String: Data] = [:]
      let reader = try X11SelectionReader(display.client(), .clipboard, .patient)
      for name in try connection.names(of: list) { saved[name] = try reader.value(name) }
      connection.send(
        X11Request.notify(
          request.requestor, request.selection, request.target, request.property, at: request.time))
      try connection.synchronize()
      return saved
    }
    served.request()
    try expectEqual(served.end(), .requested)
    let all = try require(saved.value())
    #expect(
      all["image/png"] == OfferSamples.long && all["UTF8_STRING"] == OfferSamples.text && all.count == 6)
  }

  // MARK: Other owners

  @Test func anOwnerThatDoesNotSayWhatItHasHasText() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    try scripted(display) { owner, request in
      if try owner.atom("STRING") == request.target {
        owner.send(
          X11Request.changeProperty(
            request.property, of: request.requestor, type: request.target, format: 8, Array("old".utf8)))
        try notify(owner, request)
      } else {
        try notify(owner, request, refusing: true)
      }
    }
    let reader = try display.reader()
    expectEqual(reader.names, ["UTF8_STRING", "STRING"])
    expect(.refused) { _ = try reader.value("UTF8_STRING") }
    try expectEqual(reader.value("STRING"), Data("old".utf8))
  }

  @Test func anOwnerThatDoesNotAnswerIsGivenUp() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    try scripted(display) { _, _ in }
    expect(.timedOut) { _ = try display.reader(idle: .milliseconds(50)) }
  }

  @Test func anOwnerThatOffersNothingIsAnEmptyClipboard() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    try scripted(display) { owner, request in
      owner.send(
        X11Request.changeProperty(
          request.property, of: request.requestor, type: try owner.atom("ATOM"), words: []))
      try notify(owner, request)
    }
    expect(.empty) { _ = try display.reader() }
  }

  @Test func ofTooManyNamesTheFirstAreRead() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    try scripted(display) { owner, request in
      let atom = try owner.atom("text/html")
      owner.send(
        X11Request.changeProperty(
          request.property, of: request.requestor, type: try owner.atom("ATOM"),
          words: Array(repeating: atom, count: 3000)))
      try notify(owner, request)
    }
    var limits = TransferLimits.patient
    limits.nameCount = 100
    try expectEqual(X11SelectionReader(display.client(), .clipboard, limits).names.count, 100)
  }

  @Test func aThousandNamesAreRead() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    let names = (0..<1000).map { "application/x-type-\($0)" }
    try scripted(display) { owner, request in
      owner.send(
        X11Request.changeProperty(
          request.property, of: request.requestor, type: try owner.atom("ATOM"),
          words: try owner.atoms(names) + [9999]))
      try notify(owner, request)
    }
    // An atom without a name is omitted.
    #expect(try display.reader().names == names)
  }

  /// Announces a value in pieces, and sends pieces until the function returns an empty one or nil.
  private func pieces(_ display: FakeDisplay, _ piece: @escaping @Sendable (Int) -> [UInt8]?) throws {
    try scripted(display) { owner, request in
      let type = try owner.atom("image/png")
      if request.target != type { return try notify(owner, request, refusing: true) }
      owner.send(X11Request.selectEvents(X11Request.propertyChange, of: request.requestor))
      owner.send(
        X11Request.changeProperty(
          request.property, of: request.requestor, type: try owner.atom("INCR"), words: []))
      try notify(owner, request)
      for number in 0... {
        _ = try owner.event(until: HangLimit.instant) { event -> Bool? in
          if case .propertyChanged(request.requestor, request.property, _, isDeleted: true) = event {
            true
          } else {
            nil
          }
        }
        guard let bytes = piece(number) else { throw CancellationError() }
        owner.send(
          X11Request.changeProperty(request.property, of: request.requestor, type: type, format: 8, bytes))
        try owner.connection.flush()
        if bytes.isEmpty { return }
      }
    }
  }

  @Test func piecesAreReadToTheEmptyOne() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    try pieces(display) { number in number < 5 ? [UInt8](repeating: UInt8(number), count: 3) : [] }
    try expectEqual(display.reader().value("image/png"), Data([0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]))
  }

  @Test func aValueThatNeverEndsMeetsTheLimit() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    try pieces(display) { _ in [UInt8](repeating: 1, count: 1000) }
    expect(.tooLarge) { _ = try display.reader(atMost: 20_000).value("image/png") }
  }

  @Test func anOwnerThatEndsInTheMiddleIsNamed() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    // The connection of the script is closed when its thread ends.
    try pieces(display) { number in number < 2 ? [1, 2, 3] : nil }
    expect(.offererEnded) { _ = try display.reader().value("image/png") }
  }

  @Test func anOwnerThatStopsInTheMiddleIsGivenUp() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    try pieces(display) { number in
      if number == 2 { sleep(2) }
      return number < 2 ? [1, 2, 3] : nil
    }
    expect(.timedOut) { _ = try display.reader(idle: .milliseconds(100)).value("image/png") }
  }
}
