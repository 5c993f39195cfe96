import Foundation
import ProfferFileSystem
import TestSupport
import Testing

@testable import DesktopTransfer

/// Selections between clients of a compositor without a screen.
@Suite(.waits) struct WaylandSelectionTests {
  @Test(arguments: [false, true], ["ext_data_control_manager_v1", "zwlr_data_control_manager_v1"])
  func everyNameIsOfferedAndGivesItsValue(sendsBytesApart: Bool, interface: String) throws {
    let compositor = try FakeCompositor((interface, 2), sendingBytesApart: sendsBytesApart)
    defer { compositor.end() }
    for selection in [TransferSelection.clipboard, .primary] {
      let served = try compositor.own(OfferSamples.page, as: selection)
      let reader = try compositor.reader(selection)
      expectEqual(
        reader.names,
        [
          "text/html", "UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "TEXT", "STRING", "image/png",
        ])
      try expectEqual(reader.value("text/html"), Data("<meta charset=\"utf-8\">".utf8) + OfferSamples.html)
      // On Wayland, the old names mean UTF-8, too.
      #expect(try reader.value("STRING") == OfferSamples.text)
      try expectEqual(reader.value("image/png"), OfferSamples.long)
      expect(.refused) { _ = try reader.value("image/gif") }
      served.request()
      try expectEqual(served.end(), .requested)
      expect(.empty) { _ = try compositor.reader(selection) }
    }
  }

  @Test func theOldProtocolHasNoPrimarySelection() throws {
    let compositor = try FakeCompositor(("zwlr_data_control_manager_v1", 1))
    defer { compositor.end() }
    expect(.notSupported) { _ = try compositor.own(OfferSamples.page, as: .primary) }
    expect(.notSupported) { _ = try compositor.reader(.primary) }
  }

  @Test func aCompositorWithoutDataControlIsNamed() throws {
    let compositor = try FakeCompositor(nil)
    defer { compositor.end() }
    expect(.notSupported) { _ = try compositor.reader() }
  }

  @Test func theOwnerEndsWhenAnotherProgramCopies() throws {
    let compositor = try FakeCompositor()
    defer { compositor.end() }
    let first = try compositor.own(OfferSamples.page)
    let second = try compositor.own(OfferSamples.offer(["public.utf8-plain-text": Data("b".utf8)]))
    try expectEqual(first.end(), .replaced)
    try expectEqual(compositor.reader().value("UTF8_STRING"), Data("b".utf8))
    second.request()
  }

  @Test func anOfferForOneReceiverEndsWithIt() throws {
    let compositor = try FakeCompositor()
    defer { compositor.end() }
    var options = OwnershipOptions.patient
    options.endsAfterOneReceiver = true
    let served = try compositor.own(OfferSamples.page, options)
    try expectEqual(compositor.reader().value("image/png"), OfferSamples.long)
    try expectEqual(served.end(), .taken)
    expect(.empty) { _ = try compositor.reader() }
  }

  @Test func anOfferForOneReceiverStandsUntilItsValueIsRead() throws {
    let compositor = try FakeCompositor()
    defer { compositor.end() }
    var options = OwnershipOptions.patient
    options.endsAfterOneReceiver = true
    let served = try compositor.own(OfferSamples.page, options)
    let receiver = try compositor.client()
    let offer = try require(receiver.offer(in: .clipboard))
    let (reading, writing) = try ByteStream.pipe(calling: "a pipe")
    receiver.receive("UTF8_STRING", of: offer, to: writing)
    try receiver.connection.synchronize()
    _ = try StreamWaiting.wait(for: [(reading, .reading)], until: HangLimit.instant)
    usleep(100_000)
    // The value is in the pipe but has not been read, so the selection is still offered.
    #expect(try !compositor.reader().names.isEmpty)
    var buffer = [UInt8](repeating: 0, count: 100)
    let step = try buffer.withUnsafeMutableBytes { try reading.read(into: $0) }
    expectEqual(step, .moved(OfferSamples.text.count))
    try expectEqual(served.end(), .taken)
    expect(.empty) { _ = try compositor.reader() }
    withExtendedLifetime(writing) {}
  }

  @Test func aWatchTellsOfEachChange() throws {
    let compositor = try FakeCompositor()
    defer { compositor.end() }
    let watch = try WaylandSelectionWatch(compositor.client(), .clipboard)
    #expect(try !watch.wait(until: .now + .milliseconds(20)))
    let primary = try compositor.own(OfferSamples.page, as: .primary)
    #expect(try !watch.wait(until: .now + .milliseconds(50)))
    let served = try compositor.own(OfferSamples.page)
    try expect(watch.wait(until: HangLimit.instant))
    served.request()
    try expect(watch.wait(until: HangLimit.instant))
    primary.request()
  }

  @Test func aReaderThatReadsNothingHoldsUpNoOther() throws {
    let compositor = try FakeCompositor()
    defer { compositor.end() }
    var options = OwnershipOptions.patient
    options.pipeIdleLimit = .seconds(2)
    let served = try compositor.own(OfferSamples.page, options)
    let stuck = try compositor.client()
    let offer = try require(stuck.offer(in: .clipboard))
    // The receiver reads nothing, and the value is longer than the pipe holds.
    let (reading, writing) = try ByteStream.pipe(calling: "a pipe")
    stuck.receive("image/png", of: offer, to: writing)
    try stuck.connection.synchronize()
    for _ in 0..<3 { try expectEqual(compositor.reader().value("image/png"), OfferSamples.long) }
    let other = try compositor.own(OfferSamples.page)
    try expectEqual(served.end(), .replaced)
    other.request()
    withExtendedLifetime(reading) {}
  }

  @Test func aValueThatDoesNotComeIsGivenUp() throws {
    let compositor = try FakeCompositor()
    defer { compositor.end() }
    // This owner never answers.
    let owner = try compositor.client()
    _ = try owner.select(["text/html"], in: .clipboard)
    expect(.timedOut) { _ = try compositor.reader(idle: .milliseconds(50)).value("text/html") }
    withExtendedLifetime(owner) {}
  }

  @Test func aValueThatIsTooLongMeetsTheLimit() throws {
    let compositor = try FakeCompositor()
    defer { compositor.end() }
    let served = try compositor.own(OfferSamples.page)
    expect(.tooLarge) { _ = try compositor.reader(atMost: 1000).value("image/png") }
    served.request()
  }

  @Test func theEndOfTheCompositorIsAnError() throws {
    let compositor = try FakeCompositor()
    let served = try compositor.own(OfferSamples.page)
    compositor.end()
    expect(.connectionLost) { _ = try served.end() }
  }
}
