import Foundation

/// A value that goes to a receiver in pieces, because it is longer than a request or than what receivers take at once
/// (Source: ICCCM 2.7.2, INCR properties).
///
/// The receiver deletes the property when it has a piece, and gets the next one; an empty one is the end.
struct X11OutgoingValue {
  /// The window and the property on which the receiver gets the pieces.
  struct Place: Hashable {
    let requestor: UInt32
    let property: UInt32
  }

  /// The most bytes of a piece.
  static let pieceByteCount = 1 << 20

  let place: Place
  let type: UInt32
  private let data: Data
  private var sentCount = 0
  private var hasEnded = false
  /// When the receiver is given up if it has not taken the piece.
  var deadline: ContinuousClock.Instant

  init(_ data: Data, as type: UInt32, at place: Place, until deadline: ContinuousClock.Instant) {
    self.data = data
    self.type = type
    self.place = place
    self.deadline = deadline
  }

  /// The next piece, the last of which is empty; nil when the receiver has all.
  mutating func nextPiece(atMost limit: Int) -> Data? {
    if hasEnded { return nil }
    let count = min(data.count - sentCount, min(limit, X11OutgoingValue.pieceByteCount))
    let start = data.startIndex + sentCount
    sentCount += count
    hasEnded = count == 0
    return data[start..<start + count]
  }
}
