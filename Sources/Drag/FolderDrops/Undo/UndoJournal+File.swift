import Foundation
package import ProfferFileSystem
import ZipArchives

/// The file format of a journal: JSON lines.
///
/// The first line contains the version and the mark. Each of the following lines contains an entry. The last
/// line contains the checksum of all preceding bytes.
///
/// The file is read and written in pieces, so that the text of a long journal is never in memory as a whole.
///
/// A journal of version 3 has no checksum, and its fingerprints have no contents. Journals of version 3 can
/// be read, and are rewritten as version 4.
extension UndoJournal {
  /// The version of the format that is written.
  private static let version = 4
  /// The versions that can be read.
  private static let readableVersions = 3...version
  /// The number of bytes to read or write at once.
  private static let pieceByteCount = 1 << 16
  /// The maximum length of a line in bytes; enough for several escaped paths of the maximum length.
  private static let longestLine = 1 << 20

  private struct Head: Codable {
    let version: Int
    let mark: String?
  }

  /// The last line of a journal.
  private struct End: Codable {
    /// CRC-32 of the preceding lines, in hexadecimal.
    let checksum: String

    init(_ checksum: CRC32) { self.checksum = String(checksum.value, radix: 16) }
  }

  /// The part of a journal that is kept when the entries of replaced files are rewritten.
  struct Beginning {
    fileprivate let byteCount: UInt64
    fileprivate let checksum: CRC32
  }

  /// Returns the path of the journal in a record's folder.
  static func path(in place: FilePath) -> FilePath { place.appending(FileName(known: "journal")) }

  /// Removes the record of a drop.
  ///
  /// The journal is removed first, because a record without a journal needs no undo.
  static func removeRecord(at place: FilePath) throws {
    if try FileStatus.ifPresent(path(in: place)) != nil {
      try FileTree.removeFile(path(in: place))
      try Folder.synchronize(place)
    }
    try FileTree.remove(place)
  }

  /// Reads a journal.
  ///
  /// - Throws: `FileSystemError` if the file cannot be read; ``FolderDropError`` with code `badJournal` if
  ///   the file is not a valid journal.
  package init(readingFrom path: FilePath) throws {
    var entries: [Entry] = []
    let decoder = JSONDecoder()
    var head: Head?
    var (checksum, isEnded, number) = (CRC32(), false, 0)
    do {
      try Self.forEachLine(of: OpenFile.readingRegular(path)) { line in
        number += 1
        guard let version = head?.version else {
          head = try decoder.decode(Head.self, from: line)
          checksum.update(line: line)
          return
        }
        guard Self.readableVersions.contains(version) else { return }
        guard !isEnded else { throw Self.damage(to: path, "it has lines after its checksum") }
        if version > 3, line.starts(with: Self.endPrefix) {
          let end = try decoder.decode(End.self, from: line)
          guard end.checksum == End(checksum).checksum else {
            throw Self.damage(to: path, "its checksum is wrong")
          }
          isEnded = true
        } else {
          entries.append(try decoder.decode(Entry.self, from: line))
          checksum.update(line: line)
        }
      }
    } catch is DecodingError {
      throw Self.damage(to: path, "line \(number) is truncated or changed")
    }
    guard let head else { throw Self.damage(to: path, "it is empty") }
    guard Self.readableVersions.contains(head.version) else {
      throw FolderDropError(
        .badJournal, subject: path,
        "has version \(head.version), but this program reads only versions \(Self.readableVersions.lowerBound) to \(Self.version)"
      )
    }
    guard isEnded || head.version == 3 else { throw Self.damage(to: path, "its last line is missing") }
    // The mark is part of file names, so it must be a hexadecimal number.
    guard let mark = head.mark, UInt64(mark, radix: 16) != nil else {
      throw Self.damage(to: path, "line 1 is truncated or changed")
    }
    self.init(mark: mark)
    self.entries = entries
  }

  /// The beginning of the last line.
  private static let endPrefix = Array("{\"checksum\":".utf8)

  private static func damage(to path: FilePath, _ reason: String) -> FolderDropError {
    FolderDropError(.badJournal, subject: path, "is damaged: \(reason)")
  }

  /// Writes the journal, and replaces an existing journal; if writing fails, the existing journal is
  /// unchanged.
  func write(to path: FilePath) throws {
    _ = try Self.write(to: path, mark: mark, placed: entries, replaced: [])
  }

  /// Writes a journal of placed and replaced files.
  ///
  /// - Parameter placed: the entries of placed files; the sequence is read lazily, so that many entries are
  ///   never in memory together.
  /// - Returns: the part of the journal before the entries of replaced files, for
  ///   ``rewrite(_:keeping:replaced:)``.
  static func write(
    to path: FilePath, mark: String, placed: some Sequence<Entry>, replaced: [Replacement]
  ) throws -> Beginning {
    var writer = try JournalWriter(replacing: path)
    try writer.add(Head(version: version, mark: mark))
    for entry in placed { try writer.add(entry) }
    let beginning = writer.written
    for replacement in replaced { try writer.add(Entry.replaced(replacement)) }
    try writer.commit()
    return beginning
  }

  /// Rewrites the entries of replaced files and keeps all bytes before these entries.
  static func rewrite(_ path: FilePath, keeping beginning: Beginning, replaced: [Replacement]) throws {
    var writer = try JournalWriter(replacing: path, startingWith: beginning)
    for replacement in replaced { try writer.add(Entry.replaced(replacement)) }
    try writer.commit()
  }

  /// Writes the lines of a journal to a file.
  private struct JournalWriter {
    private let replacement: FileReplacement
    private let encoder = JSONEncoder()
    private var piece = Data()
    private var end: UInt64 = 0
    private var checksum = CRC32()

    /// - Parameter beginning: the part of the existing file to keep at the beginning of the new file.
    init(replacing path: FilePath, startingWith beginning: Beginning? = nil) throws {
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      replacement = try FileReplacement(at: path, replacing: true)
      guard let beginning else { return }
      try replacement.file.copy(
        from: OpenFile.readingRegular(path), at: 0, to: 0, byteCount: beginning.byteCount)
      (end, checksum) = (beginning.byteCount, beginning.checksum)
    }

    /// The part written so far.
    var written: Beginning { Beginning(byteCount: end + UInt64(piece.count), checksum: checksum) }

    mutating func add(_ line: some Encodable) throws {
      let line = try encoder.encode(line)
      checksum.update(line: line)
      piece += line
      piece.append(UInt8(ascii: "\n"))
      if piece.count >= UndoJournal.pieceByteCount { try flush() }
    }

    private mutating func flush() throws {
      try piece.withUnsafeBytes { try replacement.file.write($0, at: end) }
      end += UInt64(piece.count)
      piece.removeAll(keepingCapacity: true)
    }

    /// Adds the last line, flushes the file to disk and renames the file.
    mutating func commit() throws {
      try add(End(checksum))
      try flush()
      try replacement.commit()
    }
  }

  /// Calls a function with each line of a file, without the line break.
  private static func forEachLine(of file: OpenFile, _ body: (Data) throws -> Void) throws {
    let end = try file.status().byteCount
    var position: UInt64 = 0
    var rest = Data()
    while position < end {
      let piece = try file.bytes(at: position, count: Int(min(UInt64(pieceByteCount), end - position)))
      position += UInt64(piece.count)
      var lines = piece.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
      // The incomplete line after the last line break continues in the next piece.
      let last = lines.popLast() ?? []
      for line in lines {
        try body(rest + line)
        rest = Data()
      }
      rest += last
      guard rest.count <= longestLine else {
        throw FolderDropError(
          .badJournal, subject: file.path, "is damaged: a line is too long")
      }
    }
    if !rest.isEmpty { try body(rest) }
  }
}

extension CRC32 {
  /// Adds a line and its line break to the checksum.
  fileprivate mutating func update(line: Data) {
    line.withUnsafeBytes { update($0) }
    withUnsafeBytes(of: UInt8(ascii: "\n")) { update($0) }
  }
}
