extension ZipWriter {
  /// Writes the directory and the end records.
  ///
  /// Nothing can be added afterwards.
  ///
  /// - Returns: the length of the archive.
  package mutating func finish() throws(ZipError) -> UInt64 {
    let records = ZipEndRecords(
      entryCount: entryCount, directoryOffset: position, directoryByteCount: directory.byteCount)
    var end = directory.bytes
    records.append(to: &end, at: position + directory.byteCount)
    try flush()
    if let (file, byteCount) = directory.aside { try writeNext(file, byteCount: byteCount) }
    try writeNext(end)
    return position
  }
}
