import ByteTools
import Foundation
import ProfferFileSystem
import TestSupport
import Testing
import UniformTypes

@testable import DesktopTransfer

/// Values that are read from a file while a receiver takes them.
@Suite(.waits) struct OfferedPiecesTests {
  private struct Changed: Error {}

  /// An offer of a file whose reads fail from an offset on.
  ///
  /// - Parameter hasFailed: becomes true with the first read that fails.
  private func offer(
    failingFrom limit: Int = .max, isOpened: Bool = true, telling hasFailed: Locked<Bool> = Locked(false)
  ) -> TransferOffer {
    let content = OfferedContent(pieces: {
      guard isOpened else { throw Changed() }
      return OfferedPieces(byteCount: 6 << 20) { offset, count in
        expectAtMost(count, OfferedPieces.pieceByteCount)
        if offset + count > limit {
          hasFailed.withLock { $0 = true }
          throw Changed()
        }
        return bytes(offset, count)
      }
    }) { answer in
      answer(.failure(Changed()))
      return {}
    }
    return TransferOffer(contents: [("public.png", content)], types: .standard)
  }

  /// The bytes of the file: each number from 0 to 255 three times, over and over.
  ///
  /// They are copied from a pattern, because a closure for each byte takes seconds under ThreadSanitizer.
  private static let file: Data = {
    let pattern = Data((0..<768).map { UInt8($0 / 3) })
    var file = Data(capacity: 8 << 20)
    while file.count < 8 << 20 { file.append(pattern) }
    return file
  }()

  private func bytes(_ offset: Int, _ count: Int) -> Data {
    Data(OfferedPiecesTests.file[offset..<offset + count])
  }

  // MARK: X11

  @Test func aLargeFileArrivesWholeOnX11() throws {
    let display = try FakeDisplay(longestRequest: 1 << 20)
    defer { display.end() }
    let served = try display.own(offer())
    try expectEqual(display.reader().value("image/png"), bytes(0, 6 << 20))
    served.request()
  }

  @Test func aFileThatChangedBeforeTheFirstByteIsRefusedOnX11() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    let served = try display.own(offer(isOpened: false))
    for _ in 0..<2 { expect(.refused) { _ = try display.reader().value("image/png") } }
    served.request()
  }

  @Test func aFileThatChangesLaterLeavesTheValueUnfinishedAndIsNoLongerOfferedOnX11() throws {
    let isInTime = try HangLimit.passes { limit in
      let display = try FakeDisplay()
      defer { display.end() }
      let hasFailed = Locked(false)
      let served = try display.own(offer(failingFrom: 3 << 20, telling: hasFailed))
      let taken = Locked(0)
      // Without the last, empty piece the receiver does not take the value for whole.
      expectThrows(TransferError.self) {
        try display.reader(idle: limit).fetch("image/png") { piece in taken.withLock { $0 += piece.count } }
      }
      expectAtMost(taken.withLock { $0 }, 3 << 20)
      guard hasFailed.withLock({ $0 }), taken.withLock({ $0 }) > 0 else { return false }
      expectThrows(Changed.self) { _ = try served.end() }
      expect(.empty) { _ = try display.reader() }
      return true
    }
    expect(isInTime)
  }

  // MARK: Wayland

  @Test func aLargeFileArrivesWholeOnWayland() throws {
    let compositor = try FakeCompositor()
    defer { compositor.end() }
    let served = try compositor.own(offer())
    try expectEqual(compositor.reader().value("image/png"), bytes(0, 6 << 20))
    served.request()
  }

  @Test func aFileThatChangesLaterIsCutAndIsNoLongerOfferedOnWayland() throws {
    let compositor = try FakeCompositor()
    defer { compositor.end() }
    let served = try compositor.own(offer(failingFrom: 3 << 20))
    // The protocol cannot report the change.
    let value = try compositor.reader().value("image/png")
    #expect(value == bytes(0, value.count) && value.count <= 3 << 20 && !value.isEmpty)
    expectThrows(Changed.self) { _ = try served.end() }
    expect(.empty) { _ = try compositor.reader() }
  }

  // MARK: Recording

  @Test func aRecordHasTheSizeOfAFileThatIsReadInPieces() throws {
    let sizes = Locked<[UInt64]>([])
    let recorder = TransferRecorder { event in
      if event.call == "<load>" { sizes.withLock { $0.append(event.byteCount ?? 0) } }
    }
    let display = try FakeDisplay(longestRequest: 1 << 20)
    defer { display.end() }
    let served = try display.own(offer().recorded(by: recorder))
    try expectEqual(display.reader().value("image/png").count, 6 << 20)
    expectEqual(sizes.withLock { $0 }, [6 << 20])
    served.request()
  }

  @Test func aRecordNamesAFileThatHasChanged() throws {
    let calls = Locked<[String]>([])
    let recorder = TransferRecorder { event in calls.withLock { $0.append(event.call) } }
    let display = try FakeDisplay()
    defer { display.end() }
    let served = try display.own(offer(isOpened: false).recorded(by: recorder))
    expect(.refused) { _ = try display.reader().value("image/png") }
    expectEqual(calls.withLock { $0 }, ["<load>", "<failed>"])
    served.request()
  }
}
