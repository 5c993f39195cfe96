import ZipArchives

/// The payloads a bundle has so far, in few bytes each, so that equal ones are stored once.
struct PayloadIndex {
  /// A payload that is stored, and where its bytes are, for the sink.
  struct Stored {
    let number: Int
    let payload: BundledPayload
    let position: UInt64
  }

  /// One payload without its path, which ends where it says.
  private struct Record {
    let pathEnd: UInt32
    let crc32: UInt32
    let position: UInt64
    let byteCount: UInt64
    /// The payload before it in its chain; -1 for none.
    var previous: Int32 = -1
    /// How many payloads of its size and checksum there are with it.
    let order: Int32
  }

  /// The paths one behind the other.
  private var paths: [UInt8] = []
  private var records: [Record] = []
  /// The last payload of each chain, or -1.
  ///
  /// Payloads of one size and checksum are in one chain; few others are, as nobody outside knows the seeds.
  private var chains = [Int32](repeating: -1, count: 64)
  private let seed = UInt64.random(in: 0...UInt64.max)
  private let key = UInt64.random(in: 0...UInt64.max) | 1 << 63 | 1
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
    numbers(byteCount: byteCount, crc32: crc32).map(stored)
  }

  /// The numbers of the payloads of a size and checksum, the last one first.
  private func numbers(byteCount: UInt64, crc32: UInt32) -> [Int] {
    var numbers: [Int] = []
    var next = chains[chain(byteCount: byteCount, crc32: crc32)]
    while next >= 0 {
      let record = records[Int(next)]
      if record.crc32 == crc32, record.byteCount == byteCount { numbers.append(Int(next)) }
      next = record.previous
    }
    return numbers
  }

  private func chain(byteCount: UInt64, crc32: UInt32) -> Int {
    let product = (byteCount ^ UInt64(crc32) << 32 ^ seed).multipliedFullWidth(by: key)
    return Int(truncatingIfNeeded: product.high ^ product.low) & (chains.count - 1)
  }

  /// Remembers a payload that was stored.
  ///
  /// - Returns: its number.
  mutating func insert(_ payload: BundledPayload, at position: UInt64) -> Int {
    let number = records.count
    let order = numbers(byteCount: payload.byteCount, crc32: payload.crc32).count + 1
    byteCounts.insert(payload.byteCount)
    paths += payload.path.utf8
    guard let pathEnd = UInt32(exactly: paths.count) else {
      preconditionFailure("a manifest, which has all paths, is far below four gigabytes")
    }
    records.append(
      Record(
        pathEnd: pathEnd, crc32: payload.crc32, position: position, byteCount: payload.byteCount,
        order: Int32(order)))
    link(number)
    if records.count > chains.count { grow() }
    return number
  }

  /// Puts a payload into its chain, unless there are enough of its size and checksum: then it is stored without being found
  /// again.
  private mutating func link(_ number: Int) {
    guard records[number].order <= PayloadIndex.candidateCount else { return }
    let chain = chain(byteCount: records[number].byteCount, crc32: records[number].crc32)
    records[number].previous = chains[chain]
    chains[chain] = Int32(number)
  }

  private mutating func grow() {
    chains = [Int32](repeating: -1, count: chains.count * 2)
    for number in records.indices { link(number) }
  }

  /// A payload by its number.
  subscript(number: Int) -> BundledPayload { stored(number).payload }

  private func stored(_ number: Int) -> Stored {
    let record = records[number]
    let start = number == 0 ? 0 : Int(records[number - 1].pathEnd)
    let path = paths[start..<Int(record.pathEnd)]
    return Stored(
      number: number,
      payload: BundledPayload(
        path: String(decoding: path, as: UTF8.self), byteCount: record.byteCount, crc32: record.crc32),
      position: record.position)
  }
}
