/// The payloads a bundle has so far, by what two equal ones share, so that equal ones are stored once.
struct PayloadIndex {
  private struct Key: Hashable {
    let byteCount: UInt64
    let crc32: UInt32
  }

  private var stored: [Key: [BundledPayload]] = [:]

  /// The payloads that may be equal: of the same size and checksum.
  ///
  /// A CRC-32 is easily met by other bytes, so that the bytes themselves decide.
  func candidates(byteCount: UInt64, crc32: UInt32) -> [BundledPayload] {
    stored[Key(byteCount: byteCount, crc32: crc32), default: []]
  }

  /// Remembers a payload that was stored.
  mutating func insert(_ payload: BundledPayload) {
    stored[Key(byteCount: payload.byteCount, crc32: payload.crc32), default: []].append(payload)
  }
}
