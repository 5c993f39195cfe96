import ZipArchives

/// The payloads that were stored so far, so that equal ones are stored once.
struct PayloadIndex {
  /// A payload that is stored.
  struct Stored {
    let payload: BundledPayload
    /// Where its bytes are, for the sink.
    let position: UInt64
  }

  private struct Key: Hashable {
    let byteCount: UInt64
    let crc32: UInt32
  }

  private var stored: [Stored] = []
  /// The numbers of the payloads of a size and checksum.
  private var numbers: [Key: [Int]] = [:]
  private var byteCounts: Set<UInt64> = []

  /// The most payloads of one size and checksum that a new one is compared with.
  ///
  /// A CRC-32 is easily forged. Further payloads are stored without being compared.
  private static let candidateCount = 16

  /// Whether any payload has this size, so that the checksum is needed before the bytes are copied.
  func hasPayload(byteCount: UInt64) -> Bool { byteCounts.contains(byteCount) }

  /// The numbers of the payloads that may be equal: those of the same size and checksum.
  func candidates(byteCount: UInt64, crc32: UInt32) -> [Int] {
    numbers[Key(byteCount: byteCount, crc32: crc32)] ?? []
  }

  /// Adds a payload.
  ///
  /// - Returns: its number.
  mutating func insert(_ payload: BundledPayload, at position: UInt64) -> Int {
    let number = stored.count
    stored.append(Stored(payload: payload, position: position))
    byteCounts.insert(payload.byteCount)
    let key = Key(byteCount: payload.byteCount, crc32: payload.crc32)
    if numbers[key, default: []].count < PayloadIndex.candidateCount {
      numbers[key, default: []].append(number)
    }
    return number
  }

  /// A payload by its number.
  subscript(number: Int) -> Stored { stored[number] }
}
