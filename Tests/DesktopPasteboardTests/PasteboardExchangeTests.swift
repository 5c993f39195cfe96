import AppKitNames
import ByteTools
import Foundation
import ItemProviders
import TestSupport
import Testing

@testable import DesktopPasteboard
@testable import DesktopTransfer
@testable import Pasteboards

@Suite(.waits) struct PasteboardExchangeTests {
  private let route = ScriptedRoute()
  private let pasteboard = Pasteboard.named(UUID().uuidString)

  private func connect() throws -> DesktopPasteboard {
    try DesktopPasteboard.connect(pasteboard, through: route)
  }

  // MARK: Offering

  @Test func disconnectingHandsTheContentsOver() async throws {
    pasteboard.string = "kept"
    let connection = try connect()
    try await until { route.calls == ["own"] }
    connection.disconnect(waitingAtMost: HangLimit.duration)
    expectEqual(route.calls, ["own", "hand over kept"])
    pasteboard.string = "later"
    try await Task.sleep(for: .milliseconds(50))
    expectEqual(route.calls.count, 2, "nothing is offered after the end")
  }

  @Test func releasingTheConnectionEndsTheOffer() async throws {
    pasteboard.string = "text"
    var connection: DesktopPasteboard? = try connect()
    try await until { route.calls == ["own"] }
    withExtendedLifetime(connection) {}
    connection = nil
    try await until { route.calls == ["own", "hand over text"] }
  }

  @Test func contentsAreOfferedUntilTheirExpirationDate() async throws {
    let connection = try connect()
    defer { connection.disconnect(waitingAtMost: .zero) }
    pasteboard.setObjects(["text"], expirationDate: Date(timeIntervalSinceNow: 36_000))
    try await until { route.calls.contains("own") }
    let limit = try require(route.state.withLock { $0.options?.timeLimit })
    #expect(limit > .seconds(36_000) - HangLimit.duration && limit <= .seconds(36_000))
    pasteboard.string = "for ever"
    try await until { route.state.withLock { $0.options?.timeLimit == nil } }
  }

  @Test func concealedContentsAreOfferedWithTheHint() async throws {
    let connection = try connect()
    defer { connection.disconnect(waitingAtMost: .zero) }
    func hasHint() -> Bool {
      route.state.withLock { $0.names.contains { $0.lowercased() == "x-kde-passwordmanagerhint" } }
    }
    let item = PasteboardItem()
    item.set(Data("secret".utf8), for: "public.utf8-plain-text")
    item.set(Data(), for: "ORG.nspasteboard.ConcealedType")
    pasteboard.setItems([item], localOnly: false, expirationDate: nil)
    try await until { route.calls.count == 1 }
    expect(hasHint())
    pasteboard.string = "public"
    try await until { route.calls.filter { $0 == "own" }.count == 2 }
    expect(!hasHint())
  }

  @Test func declaredTypesWereNotOfferedWhenTheyGotTheirData() async throws {
    let connection = try connect()
    defer { connection.disconnect(waitingAtMost: .zero) }
    let appKit = NSPasteboard(name: NSPasteboard.Name(pasteboard.name))
    appKit.declareTypes([.string], owner: nil)
    // The connection looks at the pasteboard between the two calls.
    try await Task.sleep(for: .milliseconds(30))
    appKit.setString("text", forType: .string)
    try await until { route.calls.contains("own") }
  }

  @Test func emptyingThePasteboardEmptiesTheClipboard() async throws {
    pasteboard.string = "text"
    let connection = try connect()
    defer { connection.disconnect(waitingAtMost: .zero) }
    try await until { route.calls == ["own"] }
    pasteboard.itemProviders = []
    try await until { route.calls == ["own", "hand over text", "clear"] }
  }

  @Test func theClipboardOfAnotherProgramWasEmptied() async throws {
    let delayed = Locked<[@Sendable () -> Void]>([])
    let connection = try DesktopPasteboard.connect(pasteboard, through: route) { _, _, work in
      delayed.withLock { $0.append(work) }
    }
    defer { connection.disconnect(waitingAtMost: .zero) }
    pasteboard.itemProviders = []
    try await until { delayed.withLock { $0.count == 1 } }
    // Another program copies after the change, and before the clipboard is emptied.
    pasteboard.setItems([PasteboardItem(ItemProvider(object: "theirs"))], by: .otherProgram)
    for work in delayed.withLock({ $0 }) { work() }
    expectEmpty(route.calls)
  }

  @Test func aChangeDuringAReceiptIsNotOverwritten() async throws {
    let connection = try connect()
    defer { connection.disconnect(waitingAtMost: .zero) }
    let pasteboard = pasteboard
    route.state.withLock { state in
      state.whileAsked = { if pasteboard.string != "mine" { pasteboard.string = "mine" } }
    }
    route.copy([("UTF8_STRING", { Data("theirs".utf8) })])
    try await until { route.calls == ["own"] }
    expectEqual(pasteboard.string, "mine")
  }

  @Test func aChangeThatWaitsForItsOfferIsNotOverwritten() async throws {
    let connection = try connect()
    defer { connection.disconnect(waitingAtMost: .zero) }
    let isAsked = Locked(false)
    let goesOn = DispatchSemaphore(value: 0)
    route.state.withLock { state in
      state.whileAsked = {
        // Only the first receipt waits.
        if !isAsked.withLock({ isAsked in
          defer { isAsked = true }; return isAsked
        }) {
          goesOn.wait()
        }
      }
    }
    let theirs: [ScriptedRoute.Offered] = [("UTF8_STRING", { Data("theirs".utf8) })]
    route.copy(theirs)
    try await until { isAsked.withLock { $0 } }
    // The second receipt waits for the first one, and the offer for both.
    route.copy(theirs)
    try await until { !route.state.withLock { $0.hasChanged } }
    pasteboard.string = "mine"
    goesOn.signal()
    try await until { route.calls == ["own"] }
    expectEqual(pasteboard.string, "mine")
  }

  @Test func anOfferMadeDuringDisconnectWasServedAfterIt() async throws {
    let connection = try connect()
    route.state.withLock { state in
      state.whileOwning = { [weak connection] in connection?.disconnect(waitingAtMost: .zero) }
    }
    pasteboard.string = "text"
    try await until { route.calls == ["own", "hand over text"] }
  }

  @Test func aChangeDuringConnectWasNotOffered() async throws {
    let pasteboard = pasteboard
    route.state.withLock { state in
      state.whileAsked = { if pasteboard.changeCount == 0 { pasteboard.string = "new" } }
    }
    let connection = try connect()
    defer { connection.disconnect(waitingAtMost: .zero) }
    try await until { route.calls == ["own"] }
  }

  // MARK: Receiving

  @Test func contentsThatAreNotToBeSavedAreConcealed() async throws {
    let connection = try connect()
    defer { connection.disconnect(waitingAtMost: .zero) }
    route.copy([
      ("UTF8_STRING", { Data("secret".utf8) }), ("x-kde-passwordManagerHint", { Data("secret".utf8) }),
    ])
    try await until { pasteboard.string == "secret" }
    expectEqual(pasteboard.items.first?.types, ["public.utf8-plain-text", ConcealedType.identifier])
  }

  @Test func aListThatCouldNotBeFetchedVanished() async throws {
    let connection = try connect()
    defer { connection.disconnect(waitingAtMost: .zero) }
    let attempts = Locked(0)
    route.copy([
      (
        "text/uri-list",
        {
          attempts.withLock { $0 += 1 }
          guard attempts.withLock({ $0 }) > 2 else { throw TransferError(.timedOut, "too slow") }
          return Data("file:///tmp/a.txt\r\n".utf8)
        }
      )
    ])
    try await until { !pasteboard.items.isEmpty }
    let item = try require(pasteboard.items.first)
    let type = try require(item.types.first)
    #expect(item.types.count == 1 && item.data(for: type) == nil)
    expectEqual(item.data(for: type), Data("file:///tmp/a.txt\r\n".utf8))
  }

  @Test func aKeyOfThePortalWasReadAsAList() async throws {
    let connection = try connect()
    defer { connection.disconnect(waitingAtMost: .zero) }
    pasteboard.setItems([PasteboardItem(ItemProvider(object: "old"))], by: .otherProgram)
    route.copy([("application/vnd.portal.filetransfer", { Data("key\0".utf8) })])
    try await until { connection.failure != nil }
    expectEqual(connection.failure?.message.contains("application/vnd.portal.filetransfer"), true)
    expectEqual(pasteboard.string, "old")
    route.copy([
      ("application/vnd.portal.filetransfer", { Data("key\0".utf8) }),
      ("text/uri-list", { Data("file:///tmp/a.txt\r\nfile:///tmp/b.txt\r\n".utf8) }),
    ])
    try await until { pasteboard.items.map(\.types) == [["public.file-url"], ["public.file-url"]] }
    expectNil(connection.failure)
  }

  // MARK: Failures

  private let broken = TransferError(.unresponsive, "the display does not answer")

  @Test func aFailureIsKnownUntilTheNextSuccess() async throws {
    let connection = try connect()
    defer { connection.disconnect(waitingAtMost: .zero) }
    expectNil(connection.failure, "an empty clipboard is not a failure")
    func expectFailure(
      _ place: any WritableKeyPath<ScriptedRoute.State, TransferError?> & Sendable, _ body: () -> Void
    ) async throws {
      route.state.withLock { $0[keyPath: place] = broken }
      body()
      try await until { connection.failure != nil }
      expectEqual(connection.failure?.code, .unusableDisplay)
      expectEqual(connection.failure?.message.contains("the display does not answer"), true)
      route.state.withLock { $0[keyPath: place] = nil }
      pasteboard.string = "works"
      try await until { connection.failure == nil }
    }
    try await expectFailure(\.owningError) { pasteboard.string = "refused" }
    try await expectFailure(\.servingError) {}
    try await expectFailure(\.clearingError) { pasteboard.itemProviders = [] }
  }

  @Test func contentsThatCannotBeReceivedAreAFailure() async throws {
    let connection = try connect()
    defer { connection.disconnect(waitingAtMost: .zero) }
    route.state.withLock { ($0.offered, $0.hasChanged) = (.failure(broken), true) }
    try await until { connection.failure != nil }
    route.state.withLock { ($0.offered, $0.hasChanged) = (.failure(ScriptedRoute.nothing), true) }
    try await until { connection.failure == nil }
  }

  @Test func aLostConnectionStaysAFailure() async throws {
    let connection = try connect()
    defer { connection.disconnect(waitingAtMost: .zero) }
    route.state.withLock { $0.watchError = TransferError(.connectionLost, "the display has ended") }
    try await until { connection.failure != nil }
    pasteboard.string = "text"
    try await until { route.calls == ["own"] }
    expectEqual(connection.failure?.message.contains("the display has ended"), true)
  }
}

/// Waits until a condition holds.
func until(_ condition: () async throws -> Bool) async throws {
  if try await !HangLimit.waits(until: condition) { Issue.record("the condition does not hold") }
}
