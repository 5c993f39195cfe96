package import ProfferFileSystem

/// A writer of archives that stores the sizes and the checksum of each entry in its local header.
///
/// The same input produces the same bytes, because entries are not compressed and their time is constant.
/// Small writes are buffered; `flush()` and `finish()` write the buffer to the file. Use only one copy of a
/// writer for an archive: each copy would overwrite the output of the other.
package struct ZipWriter {
  let output: OpenFile
  /// The buffered bytes, which belong at `pendingOffset` in the file.
  var pending: [UInt8] = []
  private var pendingOffset: UInt64
  /// The offset up to which the file is already being flushed to disk.
  private var synchronizingOffset: UInt64 = 0
  /// Copies data and computes its checksum; made when it is first needed.
  private var checksummedCopy: ChecksummedCopy?
  /// A buffer for the contents of small files; made when it is first needed.
  private var scratch: [UInt8] = []
  /// The encoded directory records of the entries that were added so far.
  var directory: DirectoryRecords
  /// The number of entries that were added so far.
  package internal(set) var entryCount: UInt64 = 0

  /// The maximum length of a buffered payload in bytes.
  private static let smallByteCount = 1 << 16
  /// The number of buffered bytes at which the buffer is written to the file.
  private static let pendingByteCount = 1 << 18
  /// The number of new bytes in the file at which flushing the bytes to disk is started.
  private static let synchronizingByteCount: UInt64 = 1 << 23
  /// The size in bytes of the pieces in which a large payload is copied.
  ///
  /// The size is small enough that a piece is still in memory when the piece is read a second time. The size
  /// is a multiple of every alignment, so that extents can be shared.
  private static let pieceByteCount: UInt64 = 1 << 25

  /// Begins an archive at the start of a file.
  ///
  /// - Parameter spoolFolder: the folder for a temporary file that holds a long directory; nil to keep the
  ///   directory in memory.
  package init(output: OpenFile, spoolingIn spoolFolder: FilePath? = nil) {
    self.output = output
    directory = DirectoryRecords(spoolingIn: spoolFolder)
    pendingOffset = 0
  }

  /// The offset in the file of the next byte that is added.
  var position: UInt64 { pendingOffset + UInt64(pending.count) }

  /// Writes the buffered bytes, so that the file contains everything that was added so far.
  package mutating func flush() throws(ZipError) {
    if pending.isEmpty { return }
    try writeNext(pending)
    pending.removeAll(keepingCapacity: true)
  }

  /// Writes bytes at `pendingOffset` and advances the offset.
  ///
  /// The buffer must be empty, or the bytes must be the buffered bytes themselves.
  mutating func writeNext(_ bytes: [UInt8]) throws(ZipError) {
    try write(bytes, at: pendingOffset)
    pendingOffset += UInt64(bytes.count)
    beginSynchronizing()
  }

  /// Copies the first bytes of another file to `pendingOffset` and advances the offset.
  ///
  /// The buffer must be empty.
  mutating func writeNext(_ source: OpenFile, byteCount: UInt64) throws(ZipError) {
    try ZipError.withFile { () throws(FileSystemError) in
      try output.copy(from: source, at: 0, to: pendingOffset, byteCount: byteCount)
    }
    pendingOffset += byteCount
    beginSynchronizing()
  }

  /// Starts flushing new bytes to disk if there are enough new bytes.
  private mutating func beginSynchronizing() {
    guard pendingOffset - synchronizingOffset >= Self.synchronizingByteCount else { return }
    output.beginSynchronizing(at: synchronizingOffset, byteCount: pendingOffset - synchronizingOffset)
    synchronizingOffset = pendingOffset
  }

  mutating func flushIfFull() throws(ZipError) {
    if pending.count >= Self.pendingByteCount { try flush() }
  }

  /// Adds an entry with bytes as its content.
  ///
  /// - Parameters:
  ///   - name: the name in the archive. The caller must ensure that the name is safe and unique.
  ///   - alignment: the alignment of the payload's offset, from 1 to 32,768.
  ///   - crc32: the checksum of the bytes; nil to compute it.
  ///   - unixMode: the Unix permissions and file type. A link has the type 0o120000, and its bytes are the
  ///     path of its target. If nil, the program that unpacks the archive chooses the permissions.
  /// - Throws: `limitExceeded` if the name exceeds the limit of the format.
  @discardableResult
  package mutating func add(
    name: [UInt8], bytes: UnsafeRawBufferPointer, crc32: UInt32? = nil, alignment: Int = 1,
    unixMode: UInt16? = nil
  ) throws(ZipError) -> ZipEntry {
    var entry = try newEntry(name, byteCount: UInt64(bytes.count), unixMode: unixMode)
    entry.crc32 = crc32 ?? CRC32.of(bytes)
    try appendHeader(of: &entry, alignment: alignment)
    if bytes.count <= Self.smallByteCount {
      pending.append(contentsOf: bytes)
      try flushIfFull()
    } else {
      try flush()
      try ZipError.withFile { () throws(FileSystemError) in try output.write(bytes, at: pendingOffset) }
      pendingOffset += UInt64(bytes.count)
      beginSynchronizing()
    }
    try take(entry)
    return entry
  }

  /// Adds a folder; a slash is appended to its name unless the name already ends in a slash.
  @discardableResult
  package mutating func addFolder(name: [UInt8], unixMode: UInt16? = nil) throws(ZipError) -> ZipEntry {
    var entry = try newEntry(
      name.last == 0x2F ? name : name + [0x2F], byteCount: 0,
      unixMode: unixMode.map { $0 & 0o7777 | 0o040000 })
    entry.versionNeeded = max(entry.versionNeeded, ZipFormat.folderVersion)
    // This is the DOS attribute for a folder, which every program understands.
    entry.externalAttributes |= 0x10
    try appendHeader(of: &entry, alignment: 1)
    try take(entry)
    return entry
  }

  /// Adds an entry with a range of a file as its content.
  ///
  /// Large payloads are copied by the kernel if possible. On a file system that can share extents, an aligned
  /// payload needs no additional space.
  ///
  /// - Parameters:
  ///   - crc32: the checksum of the range, if it is known; nil to compute it. A given checksum is stored
  ///     without being verified. If the bytes are damaged already, readers can therefore detect the damage.
  ///   - written: called with the number of bytes that were added to the archive since the last call.
  /// - Throws: `fileSystem` with the cause `changedWhileReading` if the source ends early. Changes that do
  ///   not shorten the source are not detected: the caller must compare its status before and after.
  @discardableResult
  package mutating func add(
    name: [UInt8], contentsOf source: OpenFile, at offset: UInt64 = 0, byteCount: UInt64,
    crc32: UInt32? = nil, alignment: Int = 1, unixMode: UInt16? = nil, written: (UInt64) -> Void = { _ in }
  ) throws(ZipError) -> ZipEntry {
    var entry = try newEntry(name, byteCount: byteCount, unixMode: unixMode)
    if byteCount <= UInt64(Self.smallByteCount) {
      try addSmall(&entry, from: source, at: offset, crc32: crc32, alignment: alignment)
      written(byteCount)
    } else {
      try addLarge(&entry, from: source, at: offset, crc32: crc32, alignment: alignment, written)
    }
    try take(entry)
    return entry
  }

  /// Copies an entry from another archive without decompressing or checking its payload.
  ///
  /// The method, checksum, sizes, attributes and time are preserved. The extra field is preserved if it is
  /// the same in the local header and in the directory record of the other archive. A difference between the
  /// two only concerns the way in which that archive was written.
  ///
  /// - Parameters:
  ///   - name: the new name; nil to keep the existing name.
  /// - Throws: `localHeaderDisagrees` if the archive has no local header at the stated offset of the entry.
  @discardableResult
  package mutating func addCopy(
    of entry: ZipEntry, in archive: OpenFile, named name: [UInt8]? = nil, alignment: Int = 1
  ) throws(ZipError) -> ZipEntry {
    guard let local = try TolerantZipReader.localEntry(at: entry.headerOffset, in: archive),
      let source = local.payloadOffset
    else {
      throw ZipError(.localHeaderDisagrees, "the local header of an entry is missing", entry: entry.name)
    }
    var copy = try newEntry(name ?? entry.name, byteCount: entry.byteCount, unixMode: nil)
    copy.compressedByteCount = entry.compressedByteCount
    copy.crc32 = entry.crc32
    copy.method = entry.method
    // The new local header contains the sizes, so no data descriptor follows the payload.
    copy.flags |= entry.flags & ~ZipFormat.dataDescriptorFlag
    copy.versionMadeBy = entry.versionMadeBy
    copy.externalAttributes = entry.externalAttributes
    copy.dosTime = entry.dosTime
    copy.dosDate = entry.dosDate
    copy.extraField = local.extraField == entry.extraField ? entry.extraField : []
    copy.versionNeeded = max(entry.versionNeeded, copy.needsZip64 ? ZipFormat.zip64Version : 0)
    try appendHeader(of: &copy, alignment: alignment)
    try flush()
    try copyPayload(of: copy, from: archive, at: source) { _ in }
    try take(copy)
    return copy
  }

  // MARK: - Steps of adding an entry

  /// Adds an entry to the directory after the payload was written or buffered.
  private mutating func take(_ entry: ZipEntry) throws(ZipError) {
    try directory.append(entry)
    entryCount += 1
  }

  private func newEntry(_ name: [UInt8], byteCount: UInt64, unixMode: UInt16?) throws(ZipError) -> ZipEntry {
    guard !name.isEmpty, name.count <= Int(ZipFormat.full16) else {
      throw ZipError(.limitExceeded, "a name in an archive has 1 to 65535 bytes", entry: name.prefix(64))
    }
    var entry = ZipEntry(
      name: name, crc32: 0, byteCount: byteCount, compressedByteCount: byteCount, headerOffset: position,
      payloadOffset: nil, method: ZipFormat.storedMethod,
      flags: name.contains { $0 >= 0x80 } ? ZipFormat.textFlag : 0, versionNeeded: ZipFormat.plainVersion,
      versionMadeBy: ZipFormat.zip64Version, externalAttributes: 0, dosTime: 0,
      dosDate: ZipFormat.constantDate,
      extraField: [])
    if entry.needsZip64 { entry.versionNeeded = ZipFormat.zip64Version }
    if let unixMode {
      let kind: UInt16 = unixMode & 0o170000 == 0 ? 0o100000 : 0
      entry.externalAttributes = UInt32(unixMode | kind) << 16
      entry.versionMadeBy |= UInt16(ZipFormat.unixHost) << 8
    }
    return entry
  }

  private mutating func appendHeader(of entry: inout ZipEntry, alignment: Int) throws(ZipError) {
    precondition((1...32_768).contains(alignment), "an alignment is from 1 to 32,768")
    let padding = entry.paddingByteCount(alignment: alignment)
    guard entry.localHeaderByteCount - entry.name.count + padding <= Int(ZipFormat.full16) else {
      throw ZipError(.limitExceeded, "the extra field of an entry is too long", entry: entry.name)
    }
    entry.appendLocalHeader(to: &pending, paddingByteCount: padding)
    entry.payloadOffset = position
  }

  private mutating func addSmall(
    _ entry: inout ZipEntry, from source: OpenFile, at offset: UInt64, crc32: UInt32?, alignment: Int
  ) throws(ZipError) {
    if scratch.isEmpty { scratch = [UInt8](repeating: 0, count: Self.smallByteCount) }
    let byteCount = Int(entry.byteCount)
    let read = scratch.withUnsafeMutableBytes { scratch in
      Result { () throws(FileSystemError) in
        let bytes = UnsafeMutableRawBufferPointer(rebasing: scratch[..<byteCount])
        guard try source.read(into: bytes, at: offset) == byteCount else {
          throw source.changedWhileReading()
        }
        return crc32 ?? CRC32.of(UnsafeRawBufferPointer(bytes))
      }
    }
    entry.crc32 = try ZipError.withFile { () throws(FileSystemError) in try read.get() }
    try appendHeader(of: &entry, alignment: alignment)
    pending += scratch[..<byteCount]
    try flushIfFull()
  }

  private mutating func addLarge(
    _ entry: inout ZipEntry, from source: OpenFile, at offset: UInt64, crc32: UInt32?, alignment: Int,
    _ written: (UInt64) -> Void
  ) throws(ZipError) {
    if let crc32 {
      entry.crc32 = crc32
      try appendHeader(of: &entry, alignment: alignment)
      try flush()
      return try copyPayload(of: entry, from: source, at: offset, written)
    }
    // The length of the header does not depend on the checksum. Space for the header is therefore reserved
    // here, and the header is written last, when the checksum is known.
    try flush()
    try appendHeader(of: &entry, alignment: alignment)
    pendingOffset += UInt64(pending.count)
    let headerByteCount = pending.count
    pending.removeAll(keepingCapacity: true)
    let isShared = output.sharesBlocks(
      of: source, at: offset, to: pendingOffset, byteCount: entry.byteCount)
    entry.crc32 =
      try isShared
      ? shareWithChecksum(byteCount: entry.byteCount, from: source, at: offset, written)
      : copyWithChecksum(byteCount: entry.byteCount, from: source, at: offset, written)
    entry.appendLocalHeader(
      to: &pending, paddingByteCount: headerByteCount - entry.localHeaderByteCount)
    try write(pending, at: entry.headerOffset)
    pending.removeAll(keepingCapacity: true)
  }

  private mutating func copyPayload(
    of entry: ZipEntry, from source: OpenFile, at offset: UInt64, _ written: (UInt64) -> Void
  ) throws(ZipError) {
    var done: UInt64 = 0
    while done < entry.compressedByteCount {
      let step = min(entry.compressedByteCount - done, Self.pieceByteCount)
      try ZipError.withFile { () throws(FileSystemError) in
        try output.copy(from: source, at: offset + done, to: pendingOffset, byteCount: step)
      }
      pendingOffset += step
      beginSynchronizing()
      done += step
      written(step)
    }
  }

  /// Copies a payload and computes its checksum, reading each byte once.
  ///
  /// Holes in the source are not read and become holes in the archive.
  private mutating func copyWithChecksum(
    byteCount: UInt64, from source: OpenFile, at offset: UInt64, _ written: (UInt64) -> Void
  ) throws(ZipError) -> UInt32 {
    let copy = checksummedCopy ?? ChecksummedCopy()
    checksummedCopy = copy
    var checksum = CRC32()
    let (start, (end, overflow)) = (pendingOffset, offset.addingReportingOverflow(byteCount))
    try ZipError.withFile { () throws(FileSystemError) in
      if overflow { throw source.changedWhileReading() }
      var position = offset
      while let extent = try source.nextExtent(from: position, to: end) {
        let holeByteCount = extent.lowerBound - position
        checksum.updateZeros(count: holeByteCount)
        written(holeByteCount)
        pendingOffset = start + (extent.lowerBound - offset)
        let part = try copy.copy(extent, of: source, to: output, at: pendingOffset) { byteCount in
          pendingOffset += byteCount
          beginSynchronizing()
          written(byteCount)
        }
        checksum.append(part.value, byteCount: UInt64(extent.count))
        position = extent.upperBound
      }
      // If the range ends in a hole, nothing was written for that hole, so the output must be extended. If
      // the source was truncated, the missing end looks like a hole.
      if position < end {
        if try source.status().byteCount < end { throw source.changedWhileReading() }
        checksum.updateZeros(count: end - position)
        try output.setByteCount(start + byteCount)
        written(end - position)
      }
    }
    pendingOffset = start + byteCount
    return checksum.value
  }

  /// Shares the blocks of a payload with the source, while another thread computes the checksum of the
  /// payload.
  ///
  /// Both are done piece by piece.
  private mutating func shareWithChecksum(
    byteCount: UInt64, from source: OpenFile, at offset: UInt64, _ written: (UInt64) -> Void
  ) throws(ZipError) -> UInt32 {
    var value: UInt32 = 0
    var done: UInt64 = 0
    while done < byteCount {
      let step = min(byteCount - done, Self.pieceByteCount)
      let (output, position, target) = (output, offset + done, pendingOffset)
      let halves = ParallelWork.results(count: 2) { index in
        Result { () throws(FileSystemError) -> UInt32 in
          if index == 0 { return try CRC32.ofPart(source, at: position, byteCount: step) }
          try output.copy(from: source, at: position, to: target, byteCount: step)
          return 0
        }
      }
      // If both fail, the error of the copy is thrown, because it may concern the output.
      _ = try ZipError.withFile { () throws(FileSystemError) in try halves[1].get() }
      let piece = try ZipError.withFile { () throws(FileSystemError) in try halves[0].get() }
      value = CRC32.combining(value, piece, byteCount: step)
      pendingOffset += step
      beginSynchronizing()
      done += step
      written(step)
    }
    return value
  }

  func write(_ bytes: [UInt8], at offset: UInt64) throws(ZipError) {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(FileSystemError) in try output.write(bytes, at: offset) }
    }
    try ZipError.withFile { () throws(FileSystemError) in try result.get() }
  }
}

extension ZipWriter {
  /// Writes the directory and the end records.
  ///
  /// No entries can be added afterwards.
  ///
  /// - Returns: the length of the archive in bytes.
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
