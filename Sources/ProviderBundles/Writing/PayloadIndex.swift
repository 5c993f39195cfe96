import ZipArchives

/// The payloads a bundle has so far, in few bytes each, so that equal ones are stored once.
struct PayloadIndex {
  /// A payload that is stored, and where its bytes are, for the sink.
  struct Stored {
    let number: Int
    let payload: BundledPayload
    let position: UInt64
  }

  private struct Key: Hashable {
    let byteCount: UInt64
    let crc32: UInt32
  }

  /// One payload without its path, which ends where it says.
  private struct Record {
    let pathEnd: Int
    let position: UInt64
    let byteCount: UInt64
    let crc32: UInt32
    /// The payload before it with the same key, and how many there are.
    let previous: Int32
    let order: UInt8
  }

  /// The paths one behind the other.
  private var paths: [UInt8] = []
  private var records: [Record] = []
  /// The last payload of each key.
  private var last: [Key: Int32] = [:]
  private var byteCounts: Set<UInt64> = []

  /// The most payloads of one size and checksum that a new one is compared with; whoever makes more of them on purpose
  /// has them stored twice.
  private static let candidateCount = 16

  /// Whether any payload has this size, so that it is worth knowing a checksum before the bytes are copied.
  func hasPayload(byteCount: UInt64) -> Bool { byteCounts.contains(byteCount) }

  /// The payloads that may be equal: of the same size and checksum.
  ///
  /// A CRC-32 is easily met by other bytes, so that the bytes themselves decide.
  func candidates(byteCount: UInt64, crc32: UInt32) -> [Stored] {
    var candidates: [Stored] = []
    var next = last[Key(byteCount: byteCount, crc32: crc32)]
    while let number = next, number >= 0 {
      candidates.append(stored(Int(number)))
      next = records[Int(number)].previous
    }
    return candidates
  }

  /// Remembers a payload that was stored.
  ///
  /// - Returns: its number.
  mutating func insert(_ payload: BundledPayload, at position: UInt64) -> Int {
    let number = records.count
    let key = Key(byteCount: payload.byteCount, crc32: payload.crc32)
    let previous = last[key] ?? -1
    let order = previous < 0 ? 1 : records[Int(previous)].order + 1
    // More payloads than that are stored without being found again.
    if order <= PayloadIndex.candidateCount, let number = Int32(exactly: number) {
      byteCounts.insert(payload.byteCount)
      last[key] = number
    }
    paths += payload.path.utf8
    records.append(
      Record(
        pathEnd: paths.count, position: position, byteCount: payload.byteCount, crc32: payload.crc32,
        previous: previous, order: order))
    return number
  }

  /// A payload by its number.
  subscript(number: Int) -> BundledPayload { stored(number).payload }

  private func stored(_ number: Int) -> Stored {
    let record = records[number]
    let path = paths[(number == 0 ? 0 : records[number - 1].pathEnd)..<record.pathEnd]
    return Stored(
      number: number,
      payload: BundledPayload(
        path: String(decoding: path, as: UTF8.self), byteCount: record.byteCount, crc32: record.crc32),
      position: record.position)
  }
}
