package import Foundation

/// The bytes of a value for one receiver: in memory, or read from a file while the receiver takes them.
package enum OfferedValue: Sendable {
  case data(Data)
  case pieces(OfferedPieces)

  var byteCount: Int {
    switch self {
    case .data(let data): data.count
    case .pieces(let pieces): pieces.byteCount
    }
  }

  /// Returns all bytes of the value.
  func whole() throws -> Data { try piece(at: 0, atMost: byteCount) }

  /// Returns bytes of the value.
  ///
  /// - Parameters:
  ///   - offset: the index of the first byte, at most `byteCount`.
  ///   - limit: the maximum number of bytes.
  /// - Throws: the error of ``OfferedPieces/read``.
  func piece(at offset: Int, atMost limit: Int) throws -> Data {
    let count = min(limit, byteCount - offset)
    switch self {
    case .data(let data):
      let start = data.startIndex + offset
      return data[start..<start + count]
    case .pieces(let pieces): return count == 0 ? Data() : try pieces.read(offset, count)
    }
  }
}

/// The bytes of a file that is too large for a private copy.
///
/// Other programs can change the file, so each read can fail.
package struct OfferedPieces: Sendable {
  /// The maximum size of a piece in bytes.
  package static let pieceByteCount = 1 << 20

  package let byteCount: Int
  /// Reads bytes at an offset; throws an error if the file has changed since it was offered.
  package let read: @Sendable (_ offset: Int, _ count: Int) throws -> Data

  package init(byteCount: Int, read: @escaping @Sendable (_ offset: Int, _ count: Int) throws -> Data) {
    (self.byteCount, self.read) = (byteCount, read)
  }
}
