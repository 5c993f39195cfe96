package import ProfferFileSystem

/// Writes an archive, entry after entry, each with all its numbers in its local header.
///
/// The same input gives the same bytes: entries are stored and their time is constant. Small writes are
/// gathered; `flush()` or `finish()` brings them into the file. There is one value for one archive: a copy of
/// it would write over what the other writes.
package struct ZipWriter {
  let output: OpenFile
  /// What is to be written next, at `pendingOffset`.
  var pending: [UInt8] = []
  private var pendingOffset: UInt64
  /// Up to where the device was let begin.
  private var synchronizingOffset: UInt64 = 0
  /// Made when first needed.
  private var checksummedCopy: ChecksummedCopy?
  /// For the bytes of small files between reading and writing; made when first needed.
  private var scratch: [UInt8] = []
  /// The directory records of the entries so far, as they will be written.
  var directory: DirectoryRecords
  /// How many entries there are so far.
  package internal(set) var entryCount: UInt64 = 0

  /// Payloads up to this length are gathered.
  private static let smallByteCount = 1 << 16
  /// Gathered bytes are written when there are this many.
  private static let pendingByteCount = 1 << 18
  /// The device is let begin when there is this much for it.
  private static let synchronizingByteCount: UInt64 = 1 << 23
  /// A large payload is checksummed and copied by pieces of this length, so that each is still in memory when
  /// it is copied.
  ///
  /// It is a multiple of every alignment, and extents stay shareable.
  private static let pieceByteCount: UInt64 = 1 << 25

  /// Begins an archive at the beginning of a file.
  ///
  /// - Parameter spoolFolder: where the directory is kept aside while it is long; nil keeps it in memory.
  package init(output: OpenFile, spoolingIn spoolFolder: FilePath? = nil) {
    self.output = output
    directory = DirectoryRecords(spoolingIn: spoolFolder)
    pendingOffset = 0
  }

  /// Where the next byte goes.
  var position: UInt64 { pendingOffset + UInt64(pending.count) }

  /// Writes what was gathered, so that the file holds everything that was added.
  package mutating func flush() throws(ZipError) {
    if pending.isEmpty { return }
    try writeNext(pending)
    pending.removeAll(keepingCapacity: true)
  }

  /// Writes bytes after all others; nothing may be gathered that comes before them.
  mutating func writeNext(_ bytes: [UInt8]) throws(ZipError) {
    try write(bytes, at: pendingOffset)
    pendingOffset += UInt64(bytes.count)
    beginSynchronizing()
  }

  /// Writes a part of a file after all others; nothing may be gathered that comes before it.
  mutating func writeNext(_ source: OpenFile, byteCount: UInt64) throws(ZipError) {
    try ZipError.withFile { () throws(FileSystemError) in
      try output.copy(from: source, at: 0, to: pendingOffset, byteCount: byteCount)
    }
    pendingOffset += byteCount
    beginSynchronizing()
  }

  /// Lets the device begin with what was written, when there is enough of it.
  private mutating func beginSynchronizing() {
    guard pendingOffset - synchronizingOffset >= Self.synchronizingByteCount else { return }
    output.beginSynchronizing(at: synchronizingOffset, byteCount: pendingOffset - synchronizingOffset)
    synchronizingOffset = pendingOffset
  }

  mutating func flushIfFull() throws(ZipError) {
    if pending.count >= Self.pendingByteCount { try flush() }
  }

  /// Adds bytes.
  ///
  /// - Parameters:
  ///   - name: as it is to be in the archive. That it is safe and unique is the caller's business.
  ///   - alignment: the payload begins at a multiple of it, 1 to 32,768.
  ///   - crc32: the checksum of the bytes when it is known.
  ///   - unixMode: permissions and kind as Unix has them; a link has the kind 0o120000 and its target as
  ///     bytes. Nil leaves them to the program that unpacks.
  /// - Throws: `limitExceeded` when the name does not fit into the format.
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

  /// Adds a folder, which has a name only; a slash is put after it.
  @discardableResult
  package mutating func addFolder(name: [UInt8], unixMode: UInt16? = nil) throws(ZipError) -> ZipEntry {
    var entry = try newEntry(
      name.last == 0x2F ? name : name + [0x2F], byteCount: 0,
      unixMode: unixMode.map { $0 & 0o7777 | 0o040000 })
    entry.versionNeeded = max(entry.versionNeeded, ZipFormat.folderVersion)
    // The folder attribute of DOS, which every program understands.
    entry.externalAttributes |= 0x10
    try appendHeader(of: &entry, alignment: 1)
    try take(entry)
    return entry
  }

  /// Adds a range of a file.
  ///
  /// The kernel copies large payloads where it can; on a file system that shares extents an aligned payload
  /// takes no space of its own.
  ///
  /// - Parameters:
  ///   - crc32: the checksum when it is known, which spares reading the range for it. It is not compared with
  ///     the bytes: damaged ones stay recognisable as that.
  ///   - written: called with the number of bytes that are in the archive since the last call.
  /// - Throws: `fileSystem` with the cause `changedWhileReading` when the source is not what it was said to
  ///   be. Whether it changed in place is for the caller to find out, by its status before and after.
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

  /// Adds an entry of another archive as it is stored there, compressed or not; its bytes are not looked at.
  ///
  /// Its method, checksum, sizes, attributes and time stay. So does its extra field if both records of the
  /// other archive have the same; what differs between them is about how that archive was made.
  ///
  /// - Parameters:
  ///   - name: the new name, if it is to have one.
  /// - Throws: `localHeaderDisagrees` when the entry is not where it should be.
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
    // The sizes are known, so they go into the header.
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

  // MARK: - The parts of adding

  /// Takes note of an entry whose bytes are written, or gathered.
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
    // The header goes in last, when the checksum is known; its length does not depend on it.
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

  /// Copies a payload and computes its checksum, each byte read once; holes are not read and stay holes.
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
      // What ends in a hole has not become that long by writing; and a source that became shorter looks like one.
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

  /// Has a payload share the blocks of its source while another thread computes its checksum, piece by piece.
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
      // An error of the copy says more: it may be the output's.
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
