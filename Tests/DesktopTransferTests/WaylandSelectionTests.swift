import Foundation
import ProfferFileSystem
import Testing

@testable import DesktopTransfer

/// Selections between clients of a compositor that has no screen.
@Suite struct WaylandSelectionTests {
  private func own(
    _ offer: TransferOffer, on compositor: FakeCompositor, _ options: OwnershipOptions = OwnershipOptions(),
    as selection: TransferSelection = .clipboard
  ) throws -> ServedSelection {
    ServedSelection(try WaylandSelectionOwner(compositor.client(), offer, as: selection, options))
  }

  private func reader(
    _ compositor: FakeCompositor, idle: Duration = .seconds(10), atMost byteCount: UInt64 = 1 << 30,
    _ selection: TransferSelection = .clipboard
  ) throws -> WaylandSelectionReader {
    var limits = TransferLimits()
    (limits.idle, limits.byteCount) = (idle, byteCount)
    return try WaylandSelectionReader(compositor.client(), selection, limits)
  }

  private func expect(
    _ code: TransferError.Code, _ body: () throws -> Void, _ place: SourceLocation = #_sourceLocation
  ) {
    do {
      try body()
      Issue.record("there was no error", sourceLocation: place)
    } catch {
      #expect((error as? TransferError)?.code == code, "\(error)", sourceLocation: place)
    }
  }

  @Test(arguments: [false, true], ["ext_data_control_manager_v1", "zwlr_data_control_manager_v1"])
  func everyNameIsOfferedAndGivesItsValue(sendsBytesApart: Bool, interface: String) throws {
    let compositor = try FakeCompositor((interface, 2), sendingBytesApart: sendsBytesApart)
    defer { compositor.end() }
    for selection in [TransferSelection.clipboard, .primary] {
      let served = try own(OfferSamples.page, on: compositor, as: selection)
      let reader = try reader(compositor, selection)
      #expect(
        reader.names == [
          "text/html", "UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "TEXT", "STRING", "image/png",
        ])
      #expect(try reader.value("text/html") == Data("<meta charset=\"utf-8\">".utf8) + OfferSamples.html)
      // Programs here mean UTF-8 by the old names too.
      #expect(try reader.value("STRING") == OfferSamples.text)
      #expect(try reader.value("image/png") == OfferSamples.long)
      expect(.refused) { _ = try reader.value("image/gif") }
      served.request()
      #expect(try served.end() == .requested)
      expect(.empty) { _ = try self.reader(compositor, selection) }
    }
  }

  @Test func theOldProtocolHasNoPrimarySelection() throws {
    let compositor = try FakeCompositor(("zwlr_data_control_manager_v1", 1))
    defer { compositor.end() }
    expect(.notSupported) { _ = try own(OfferSamples.page, on: compositor, as: .primary) }
    expect(.notSupported) { _ = try reader(compositor, .primary) }
  }

  @Test func aCompositorWithoutDataControlIsNamed() throws {
    let compositor = try FakeCompositor(nil)
    defer { compositor.end() }
    expect(.notSupported) { _ = try reader(compositor) }
  }

  @Test func theOwnerEndsWhenAnotherProgramCopies() throws {
    let compositor = try FakeCompositor()
    defer { compositor.end() }
    let first = try own(OfferSamples.page, on: compositor)
    let second = try own(OfferSamples.offer(["public.utf8-plain-text": Data("b".utf8)]), on: compositor)
    #expect(try first.end() == .replaced)
    #expect(try reader(compositor).value("UTF8_STRING") == Data("b".utf8))
    second.request()
  }

  @Test func anOfferForOneReceiverEndsWithIt() throws {
    let compositor = try FakeCompositor()
    defer { compositor.end() }
    var options = OwnershipOptions()
    options.endsAfterOneReceiver = true
    let served = try own(OfferSamples.page, on: compositor, options)
    #expect(try reader(compositor).value("image/png") == OfferSamples.long)
    #expect(try served.end() == .taken)
    expect(.empty) { _ = try reader(compositor) }
  }

  @Test func aWatchTellsOfEachChange() throws {
    let compositor = try FakeCompositor()
    defer { compositor.end() }
    let watch = try WaylandSelectionWatch(compositor.client(), .clipboard)
    #expect(try !watch.wait(until: .now + .milliseconds(20)))
    let primary = try own(OfferSamples.page, on: compositor, as: .primary)
    #expect(try !watch.wait(until: .now + .milliseconds(50)))
    let served = try own(OfferSamples.page, on: compositor)
    #expect(try watch.wait(until: .now + .seconds(10)))
    served.request()
    #expect(try watch.wait(until: .now + .seconds(10)))
    primary.request()
  }

  @Test func aReaderThatReadsNothingHoldsUpNoOther() throws {
    let compositor = try FakeCompositor()
    defer { compositor.end() }
    var options = OwnershipOptions()
    options.pipeIdleLimit = .milliseconds(400)
    let served = try own(OfferSamples.page, on: compositor, options)
    let stuck = try compositor.client()
    let offer = try #require(stuck.offer(in: .clipboard))
    // More than the pipe holds is left.
    let (reading, writing) = try ByteStream.pipe(calling: "a pipe")
    stuck.receive("image/png", of: offer, to: writing)
    try stuck.connection.synchronize()
    for _ in 0..<3 { #expect(try reader(compositor).value("image/png") == OfferSamples.long) }
    let other = try own(OfferSamples.page, on: compositor)
    #expect(try served.end() == .replaced)
    other.request()
    withExtendedLifetime(reading) {}
  }

  @Test func aValueThatDoesNotComeIsGivenUp() throws {
    let compositor = try FakeCompositor()
    defer { compositor.end() }
    // An owner that never answers.
    let owner = try compositor.client()
    _ = try owner.select(["text/html"], in: .clipboard)
    expect(.timedOut) { _ = try reader(compositor, idle: .milliseconds(50)).value("text/html") }
    withExtendedLifetime(owner) {}
  }

  @Test func aValueThatIsTooLongMeetsTheLimit() throws {
    let compositor = try FakeCompositor()
    defer { compositor.end() }
    let served = try own(OfferSamples.page, on: compositor)
    expect(.tooLarge) { _ = try reader(compositor, atMost: 1000).value("image/png") }
    served.request()
  }

  @Test func theEndOfTheCompositorIsAnError() throws {
    let compositor = try FakeCompositor()
    let served = try own(OfferSamples.page, on: compositor)
    compositor.end()
    expect(.connectionLost) { _ = try served.end() }
  }
}
