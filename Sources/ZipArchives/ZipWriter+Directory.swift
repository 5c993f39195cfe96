extension ZipWriter {
  /// Writes the directory and the end records.
  ///
  /// Nothing can be added afterwards.
  ///
  /// - Returns: the length of the archive.
  package mutating func finish() throws(ZipError) -> UInt64 {
    let directoryOffset = position
    for entry in entries {
      entry.appendDirectoryRecord(to: &pending)
      try flushIfFull()
    }
    let endOffset = position
    let records = ZipEndRecords(
      entryCount: UInt64(entries.count), directoryOffset: directoryOffset,
      directoryByteCount: endOffset - directoryOffset)
    records.append(to: &pending, at: endOffset)
    try flush()
    return position
  }
}
