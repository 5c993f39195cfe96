/// Reports how much of a document a reader has read, for the display of progress.
///
/// Reports are sent only every 256 KiB, because a reader may call ``reach(_:)`` for each token.
package struct ReadingMeter {
  private static let step = 1 << 18

  private let report: (@Sendable (Int) -> Void)?
  private let byteCount: Int
  private var next = ReadingMeter.step

  package init(of source: RepresentationSource) {
    report = source.didRead
    byteCount = source.contents.byteCount
    if report == nil { next = .max }
  }

  /// A meter that reports nothing.
  package static var silent: ReadingMeter { ReadingMeter() }

  private init() {
    report = nil
    byteCount = 0
    next = .max
  }

  /// Reports that the reader has reached a position in the document.
  ///
  /// In a text that was decoded first, the position is approximate.
  package mutating func reach(_ position: Int) {
    guard position >= next else { return }
    next = position + ReadingMeter.step
    report?(min(position, byteCount))
  }
}
