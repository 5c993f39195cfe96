/// The payloads a bundle has so far, by what two equal ones share, so that equal ones are stored once.
struct PayloadIndex {
  private struct Key: Hashable {
    let byteCount: UInt64
    let crc32: UInt32
  }

  private var stored: [Key: [BundledPayload]] = [:]
  private var byteCounts: Set<UInt64> = []

  /// The most payloads of one size and checksum that a new one is compared with; whoever makes more of them on purpose
  /// has them stored twice.
  private static let candidateCount = 16

  /// Whether any payload has this size, so that it is worth knowing a checksum before the bytes are copied.
  func hasPayload(byteCount: UInt64) -> Bool { byteCounts.contains(byteCount) }

  /// The payloads that may be equal: of the same size and checksum.
  ///
  /// A CRC-32 is easily met by other bytes, so that the bytes themselves decide.
  func candidates(byteCount: UInt64, crc32: UInt32) -> [BundledPayload] {
    stored[Key(byteCount: byteCount, crc32: crc32), default: []]
  }

  /// Remembers a payload that was stored.
  mutating func insert(_ payload: BundledPayload) {
    byteCounts.insert(payload.byteCount)
    let key = Key(byteCount: payload.byteCount, crc32: payload.crc32)
    if stored[key, default: []].count < PayloadIndex.candidateCount {
      stored[key, default: []].append(payload)
    }
  }
}
