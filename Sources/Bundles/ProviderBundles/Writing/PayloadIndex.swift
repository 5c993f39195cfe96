import ByteTools
import ZipArchives

/// An index of the payloads that were stored so far, used to store equal payloads only once.
struct PayloadIndex {
  /// A stored payload.
  struct Stored {
    let payload: BundledPayload
    /// The position of the bytes, as the sink returned it.
    let position: UInt64
  }

  private var stored: [Stored] = []
  /// The first payload with each combination of size and checksum.
  ///
  /// A dictionary of arrays would take four times the memory.
  private var numbers = HashIndex()
  /// For each payload, the next payload with the same size and checksum; -1 if there is none.
  private var following: [Int32] = []
  private var byteCounts: Set<UInt64> = []

  /// The maximum number of payloads with the same size and checksum that are compared with a new payload.
  ///
  /// A CRC-32 is easily forged. Payloads above this number are stored, but later payloads are not compared
  /// with them.
  private static let candidateCount = 16

  /// Returns whether a stored payload has this size.
  ///
  /// If so, the checksum of a new payload must be known before the payload is copied.
  func hasPayload(byteCount: UInt64) -> Bool { byteCounts.contains(byteCount) }

  /// Returns the indices of the payloads that may be equal, because their size and checksum are the same.
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

  /// Returns the hash of a size and checksum.
  ///
  /// The hash has a random seed, because both values may be chosen by the maker of a hostile bundle.
  private static func hash(_ byteCount: UInt64, _ crc32: UInt32) -> UInt32 {
    var hasher = Hasher()
    hasher.combine(byteCount)
    hasher.combine(crc32)
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }

  /// Adds a payload.
  ///
  /// - Returns: the index of the payload.
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

  /// Returns the payload at an index.
  subscript(number: Int) -> Stored { stored[number] }
}
