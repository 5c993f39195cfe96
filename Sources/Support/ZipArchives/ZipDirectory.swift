import ByteTools
import ProfferFileSystem

/// The directory of an archive that was checked: its records as they stand, and where each payload is.
///
/// An archive may have a million entries; each takes a few numbers here and becomes a value only when it is needed.
package struct ZipDirectory: Sendable {
  /// What is known of a record while the directory is checked.
  struct Slot {
    /// Where the record begins in `bytes`.
    var recordOffset: Int
    var nameByteCount: Int
    var headerOffset: UInt64
    var byteCount: UInt64
    var payloadOffset: UInt64
  }

  /// What is kept of a record.
  private struct Place {
    /// Where the record begins in `bytes`.
    let recordOffset: UInt32
    let payloadOffset: UInt64
  }

  /// The longest directory, so that its records are told by numbers of 32 bits.
  static let longestByteCount = UInt64(UInt32.max)

  /// Where the directory begins.
  package let directoryOffset: UInt64
  /// Where the end records end, and the archive with them.
  package let endOffset: UInt64
  private let bytes: [UInt8]
  private let places: [Place]
  private let index: NameIndex

  /// - Throws: `duplicateName` when two entries have the same name.
  init(bytes: [UInt8], slots: [Slot], directoryOffset: UInt64, endOffset: UInt64) throws(ZipError) {
    let places = slots.map {
      Place(recordOffset: UInt32($0.recordOffset), payloadOffset: $0.payloadOffset)
    }
    var index = NameIndex(capacity: places.count)
    let duplicate = bytes.withUnsafeBytes { bytes -> Int? in
      let nameOf = { (number: Int) in Self.name(of: places[number], in: bytes) }
      for number in places.indices where index.insert(number, nameOf(number), nameOf: nameOf) != nil {
        return number
      }
      return nil
    }
    self.bytes = bytes
    self.places = places
    self.directoryOffset = directoryOffset
    self.endOffset = endOffset
    self.index = index
    if let duplicate {
      throw ZipError(.duplicateName, "two entries have the same name", entry: name(at: duplicate))
    }
  }

  package var directoryByteCount: UInt64 { UInt64(bytes.count) }

  /// How many entries there are.
  package var count: Int { places.count }

  /// The entries, in the order of the directory.
  package var entries: [ZipEntry] { places.indices.map(entry) }

  /// One entry, by its place in the directory.
  package func entry(at number: Int) -> ZipEntry {
    bytes.withUnsafeBytes { bytes in
      let start = Int(places[number].recordOffset)
      guard let header = ZipHeader(directoryRecord: bytes.slice(start, count: bytes.count - start)) else {
        preconditionFailure("the record was read before")
      }
      var entry = header.entry
      entry.payloadOffset = places[number].payloadOffset
      return entry
    }
  }

  /// The entry of exactly that name.
  package func entry(named name: [UInt8]) -> ZipEntry? {
    name.withUnsafeBytes { number(named: $0) }.map(entry)
  }

  /// The place of the entry of exactly that name.
  package func number(named name: UnsafeRawBufferPointer) -> Int? {
    bytes.withUnsafeBytes { bytes in
      index.number(of: name) { Self.name(of: places[$0], in: bytes) }
    }
  }

  /// The name of an entry, by its place.
  package func name(at number: Int) -> [UInt8] { withName(at: number) { Array($0) } }

  /// Shows the name of an entry, by its place.
  package func withName<Value>(at number: Int, _ body: (UnsafeRawBufferPointer) -> Value) -> Value {
    bytes.withUnsafeBytes { body(Self.name(of: places[number], in: $0)) }
  }

  /// The length of an entry, by its place.
  package func byteCount(at number: Int) -> UInt64 {
    let field = bytes.withUnsafeBytes {
      $0.littleEndian(UInt32.self, at: Int(places[number].recordOffset) + 24)
    }
    return field == ZipFormat.full32 ? entry(at: number).byteCount : UInt64(field)
  }

  /// The checksum of an entry, by its place.
  package func crc32(at number: Int) -> UInt32 {
    bytes.withUnsafeBytes { $0.littleEndian(UInt32.self, at: Int(places[number].recordOffset) + 16) }
  }

  /// Whether an entry says that it was made on Unix, by its place.
  ///
  /// Some programs take a name that is not ASCII for UTF-8 only then, whatever its flag says.
  package func isOfUnix(at number: Int) -> Bool {
    bytes.withUnsafeBytes { $0[Int(places[number].recordOffset) + 5] == ZipFormat.unixHost }
  }

  private static func name(of place: Place, in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let start = Int(place.recordOffset)
    return bytes.slice(
      start + ZipFormat.directoryRecordByteCount, count: Int(bytes.littleEndian(UInt16.self, at: start + 28)))
  }
}

/// The directory of an archive that is being written, in a file without a name while it is long.
struct DirectoryRecords {
  /// Records are put aside by pieces of this length.
  private static let pieceByteCount = 1 << 20

  private let spoolFolder: FilePath?
  /// The records that were put aside.
  private(set) var aside: (file: OpenFile, byteCount: UInt64)?
  /// The records after them.
  private(set) var bytes: [UInt8] = []

  /// - Parameter spoolFolder: where to put records aside; nil keeps all in memory.
  init(spoolingIn spoolFolder: FilePath?) { self.spoolFolder = spoolFolder }

  /// The length of all records.
  var byteCount: UInt64 { (aside?.byteCount ?? 0) + UInt64(bytes.count) }

  /// Adds the record of an entry.
  mutating func append(_ entry: ZipEntry) throws(ZipError) {
    entry.appendDirectoryRecord(to: &bytes)
    guard bytes.count >= DirectoryRecords.pieceByteCount, let spoolFolder else { return }
    let (file, end): (OpenFile, UInt64)
    if let aside { (file, end) = aside } else { (file, end) = (try makeFile(in: spoolFolder), 0) }
    let written = bytes.withUnsafeBytes { bytes in
      Result { () throws(FileSystemError) in try file.write(bytes, at: end) }
    }
    try ZipError.withFile { () throws(FileSystemError) in try written.get() }
    aside = (file, end + UInt64(bytes.count))
    bytes.removeAll(keepingCapacity: true)
  }

  private func makeFile(in folder: FilePath) throws(ZipError) -> OpenFile {
    try ZipError.withFile { () throws(FileSystemError) in try OpenFile.unnamed(in: folder) }
  }
}
