import ByteTools
import ProfferFileSystem

/// The directory of an archive that ``StrictZipReader`` has checked: its records and the offset of each
/// payload.
///
/// An archive can have a million entries. Each entry is stored as a few numbers, and is converted to a
/// ``ZipEntry`` only on request.
package struct ZipDirectory: Sendable {
  /// The data about a record while the directory is being checked.
  struct Slot {
    /// The offset of the record in `bytes`.
    var recordOffset: Int
    var nameByteCount: Int
    var headerOffset: UInt64
    var byteCount: UInt64
    var payloadOffset: UInt64
  }

  /// The data about a record that is kept after the check.
  private struct Place {
    /// The offset of the record in `bytes`.
    let recordOffset: UInt32
    let payloadOffset: UInt64
  }

  /// The maximum length of a directory in bytes; record offsets must fit into 32 bits.
  static let longestByteCount = UInt64(UInt32.max)

  /// The offset of the directory in the file.
  package let directoryOffset: UInt64
  /// The offset after the end records, where the archive ends.
  package let endOffset: UInt64
  private let bytes: [UInt8]
  private let places: [Place]
  private let index: NameIndex

  /// - Throws: `duplicateName` if two entries have the same name.
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

  /// The number of entries.
  package var count: Int { places.count }

  /// The entries, in the order of the directory.
  package var entries: [ZipEntry] { places.indices.map(entry) }

  /// Returns the entry at an index in the directory.
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

  /// Returns the entry with exactly this name; nil if there is none.
  package func entry(named name: [UInt8]) -> ZipEntry? {
    name.withUnsafeBytes { number(named: $0) }.map(entry)
  }

  /// Returns the index of the entry with exactly this name; nil if there is none.
  package func number(named name: UnsafeRawBufferPointer) -> Int? {
    bytes.withUnsafeBytes { bytes in
      index.number(of: name) { Self.name(of: places[$0], in: bytes) }
    }
  }

  /// Returns the name of the entry at an index.
  package func name(at number: Int) -> [UInt8] { withName(at: number) { Array($0) } }

  /// Calls `body` with the name of the entry at an index.
  package func withName<Value>(at number: Int, _ body: (UnsafeRawBufferPointer) -> Value) -> Value {
    bytes.withUnsafeBytes { body(Self.name(of: places[number], in: $0)) }
  }

  /// Calls `body` with the index and the name of each entry.
  package func forEachName(_ body: (_ number: Int, _ name: UnsafeRawBufferPointer) -> Void) {
    bytes.withUnsafeBytes { bytes in
      for (number, place) in places.enumerated() { body(number, Self.name(of: place, in: bytes)) }
    }
  }

  /// Returns the uncompressed length in bytes of the entry at an index.
  package func byteCount(at number: Int) -> UInt64 {
    let field = bytes.withUnsafeBytes {
      $0.littleEndian(UInt32.self, at: Int(places[number].recordOffset) + 24)
    }
    return field == ZipFormat.full32 ? entry(at: number).byteCount : UInt64(field)
  }

  /// Returns the checksum of the entry at an index.
  package func crc32(at number: Int) -> UInt32 {
    bytes.withUnsafeBytes { $0.littleEndian(UInt32.self, at: Int(places[number].recordOffset) + 16) }
  }

  /// Returns whether the entry at an index is marked as made on Unix.
  ///
  /// Some programs ignore the UTF-8 flag of a name and interpret a non-ASCII name as UTF-8 only if the entry
  /// is marked as made on Unix.
  package func isOfUnix(at number: Int) -> Bool {
    bytes.withUnsafeBytes { $0[Int(places[number].recordOffset) + 5] == ZipFormat.unixHost }
  }

  private static func name(of place: Place, in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let start = Int(place.recordOffset)
    return bytes.slice(
      start + ZipFormat.directoryRecordByteCount, count: Int(bytes.littleEndian(UInt16.self, at: start + 28)))
  }
}

/// The directory of an archive that is being written.
///
/// If the directory is long, its records are moved to an unnamed file.
struct DirectoryRecords {
  /// The number of bytes in memory at which the records are moved to the file.
  private static let pieceByteCount = 1 << 20

  private let spoolFolder: FilePath?
  /// The file with the records that were moved, and their total length; nil if no records were moved.
  private(set) var aside: (file: OpenFile, byteCount: UInt64)?
  /// The records in memory, which follow the records in the file.
  private(set) var bytes: [UInt8] = []

  /// - Parameter spoolFolder: the folder for the file; nil to keep all records in memory.
  init(spoolingIn spoolFolder: FilePath?) { self.spoolFolder = spoolFolder }

  /// The total length of all records.
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
