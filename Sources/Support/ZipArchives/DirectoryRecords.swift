import FileSystem

/// The directory of an archive that is being written, in a file without a name while it is long.
struct DirectoryRecords {
  /// Records are put aside by pieces of this length.
  private static let pieceByteCount = 1 << 20

  private let spoolFolder: FilePath?
  /// The records that were put aside.
  private(set) var aside: (file: OpenFile, byteCount: UInt64)?
  /// The records behind them.
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
