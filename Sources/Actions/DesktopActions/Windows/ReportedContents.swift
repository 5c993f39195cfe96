import DesktopTransfer
import ProfferFileSystem

/// The contents of a drop; reports the number of received bytes.
final class ReportedContents: SelectionContents {
  /// The time between two reports.
  private static let interval = Duration.milliseconds(100)

  private let contents: any SelectionContents
  private let report: (UInt64) -> Void
  private var byteCount: UInt64 = 0
  private var reported = ContinuousClock.now

  /// - Parameter report: called with the number of bytes that all values have in total so far, at most ten
  ///   times per second.
  init(_ contents: any SelectionContents, report: @escaping (UInt64) -> Void) {
    (self.contents, self.report) = (contents, report)
  }

  var names: [String] { contents.names }

  func fetch(_ name: String, _ take: (UnsafeRawBufferPointer) throws -> Void) throws {
    try contents.fetch(name) { piece in
      byteCount += UInt64(piece.count)
      if .now - reported >= Self.interval {
        reported = .now
        report(byteCount)
      }
      try take(piece)
    }
  }

  func directFile(in folder: () throws -> FilePath) throws -> FilePath? {
    try contents.directFile(in: folder)
  }
}
