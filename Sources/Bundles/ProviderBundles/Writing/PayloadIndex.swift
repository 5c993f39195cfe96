import ByteTools
import ZipArchives

/// The payloads that were stored so far, so that equal ones are stored once.
struct PayloadIndex {
  /// A payload that is stored.
  struct Stored {
    let payload: BundledPayload
    /// Where its bytes are, for the sink.
    let position: UInt64
  }

  private var stored: [Stored] = []
  /// The first payload of each size and checksum.
  ///
  /// A dictionary of arrays would take four times the memory.
  private var numbers = HashIndex()
  /// For each payload, the next candidate with the same size and checksum; -1 if there is none.
  private var following: [Int32] = []
  private var byteCounts: Set<UInt64> = []

  /// The most payloads of one size and checksum that a new one is compared with.
  ///
  /// A CRC-32 is easily forged. Further payloads are stored without being compared.
  private static let candidateCount = 16

  /// Whether any payload has this size, so that the checksum is needed before the bytes are copied.
  func hasPayload(byteCount: UInt64) -> Bool { byteCounts.contains(byteCount) }

  /// The numbers of the payloads that may be equal: those of the same size and checksum.
  func candidates(byteCount: UInt64, crc32: UInt32) -> [Int] {
    var candidates: [Int] = []
    var next = first(byteCount, crc32)
    while let number = next {
      candidates.append(number)
      next = following[number] < 0 ? nil : Int(following[number])
    }
    return candidates
  }

  private func first(_ byteCount: UInt64, _ crc32: UInt32) -> Int? {
    numbers.number(PayloadIndex.hash(byteCount, crc32)) { number in
      stored[number].payload.byteCount == byteCount && stored[number].payload.crc32 == crc32
    }
  }

  /// The hash of a size and checksum, with a random seed because both may come from a hostile bundle.
  private static func hash(_ byteCount: UInt64, _ crc32: UInt32) -> UInt32 {
    var hasher = Hasher()
    hasher.combine(byteCount)
    hasher.combine(crc32)
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }

  /// Adds a payload.
  ///
  /// - Returns: its number.
  mutating func insert(_ payload: BundledPayload, at position: UInt64) -> Int {
    let number = stored.count
    let candidates = candidates(byteCount: payload.byteCount, crc32: payload.crc32)
    stored.append(Stored(payload: payload, position: position))
    following.append(-1)
    byteCounts.insert(payload.byteCount)
    if let last = candidates.last {
      if candidates.count < PayloadIndex.candidateCount { following[last] = Int32(number) }
    } else {
      numbers.insert(number, PayloadIndex.hash(payload.byteCount, payload.crc32))
    }
    return number
  }

  /// A payload by its number.
  subscript(number: Int) -> Stored { stored[number] }
}
