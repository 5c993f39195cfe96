extension ZipWriter {
  /// Writes the directory and the end records.
  ///
  /// Nothing can be added afterwards.
  ///
  /// - Returns: the length of the archive.
  package mutating func finish() throws(ZipError) -> UInt64 {
    let records = ZipEndRecords(
      entryCount: entryCount, directoryOffset: position, directoryByteCount: UInt64(directory.count))
    let endOffset = position + UInt64(directory.count)
    records.append(to: &directory, at: endOffset)
    try flush()
    try writeNext(directory)
    directory = []
    return position
  }
}
