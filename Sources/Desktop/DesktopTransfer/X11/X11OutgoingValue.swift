import Foundation

/// A value that is sent in chunks, because it is too large for a single request or for receivers (Source:
/// ICCCM 2.7.2, INCR properties).
///
/// The receiver deletes the property after it has read a chunk, and then gets the next chunk. An empty chunk
/// marks the end.
struct X11OutgoingValue {
  /// The window and the property through which the receiver gets the chunks.
  struct Place: Hashable {
    let requestor: UInt32
    let property: UInt32
  }

  let place: Place
  let type: UInt32
  private let value: OfferedValue
  private var sentCount = 0
  private var hasEnded = false
  /// The time at which the receiver is given up if it has not read the chunk.
  var deadline: ContinuousClock.Instant

  init(_ value: OfferedValue, as type: UInt32, at place: Place, until deadline: ContinuousClock.Instant) {
    self.value = value
    self.type = type
    self.place = place
    self.deadline = deadline
  }

  /// Returns the next chunk; nil if the receiver has all chunks.
  ///
  /// The last chunk is empty.
  mutating func nextPiece(atMost limit: Int) throws -> Data? {
    if hasEnded { return nil }
    let piece = try value.piece(at: sentCount, atMost: min(limit, OfferedPieces.pieceByteCount))
    sentCount += piece.count
    hasEnded = piece.isEmpty
    return piece
  }
}
