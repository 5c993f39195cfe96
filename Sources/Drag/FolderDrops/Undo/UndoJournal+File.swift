import Foundation
package import ProfferFileSystem

/// The file of a journal: JSON lines, first the version and the mark, then one entry in each line.
///
/// With lines, the journal of a drop of many items is never in memory as a whole.
extension UndoJournal {
  /// The version of the format that this program writes and reads.
  private static let version = 3
  /// The number of bytes that are read and written at once.
  private static let pieceByteCount = 1 << 16
  /// The maximum length of a line: enough for some paths of the maximum length, escaped.
  private static let longestLine = 1 << 20

  private struct Head: Codable {
    let version: Int
    let mark: String?
  }

  /// The path of the journal in a record's folder.
  static func path(in place: FilePath) -> FilePath { place.appending(FileName(known: "journal")) }

  /// Removes the record of a drop, the journal first: a record without a journal needs no undo.
  static func removeRecord(at place: FilePath) throws {
    if try FileStatus.ifPresent(path(in: place)) != nil {
      try FileTree.removeFile(path(in: place))
      try Folder.synchronize(place)
    }
    try FileTree.remove(place)
  }

  /// Reads a journal.
  ///
  /// - Throws: `FileSystemError` if it cannot be read; ``FolderDropError`` with code `badJournal` if it is not a
  ///   journal.
  package init(readingFrom path: FilePath) throws {
    var entries: [Entry] = []
    let decoder = JSONDecoder()
    var mark: String?
    do {
      try Self.forEachLine(of: OpenFile.readingRegular(path)) { line in
        if mark != nil {
          entries.append(try decoder.decode(Entry.self, from: line))
        } else {
          let head = try decoder.decode(Head.self, from: line)
          guard head.version == Self.version else {
            throw FolderDropError(
              .badJournal, subject: path, "was written by a different version of this program")
          }
          mark = head.mark
        }
      }
    } catch let error as DecodingError {
      throw FolderDropError(.badJournal, subject: path, "is not the journal of a drop", cause: error)
    }
    // The mark is a part of file names.
    guard let mark, UInt64(mark, radix: 16) != nil else {
      throw FolderDropError(.badJournal, subject: path, "is not the journal of a drop")
    }
    self.init(mark: mark)
    self.entries = entries
  }

  /// Writes the journal, replacing an existing one; after an error the old one is unchanged.
  func write(to path: FilePath) throws {
    _ = try Self.write(to: path, mark: mark, placed: entries, replaced: [])
  }

  /// Writes a journal of files that are placed and files that are replaced.
  ///
  /// - Parameter placed: iterated lazily, so that the entries of many items are never in memory together.
  /// - Returns: the length of the file before the entries of replaced files, for ``rewrite(_:keeping:replaced:)``.
  static func write(
    to path: FilePath, mark: String, placed: some Sequence<Entry>, replaced: [Replacement]
  ) throws -> UInt64 {
    var writer = try JournalWriter(replacing: path)
    try writer.add(Head(version: version, mark: mark))
    for entry in placed { try writer.add(entry) }
    let byteCount = writer.byteCount
    for replacement in replaced { try writer.add(Entry.replaced(replacement)) }
    try writer.commit()
    return byteCount
  }

  /// Rewrites the entries of replaced files and keeps the bytes before them.
  static func rewrite(_ path: FilePath, keeping byteCount: UInt64, replaced: [Replacement]) throws {
    var writer = try JournalWriter(replacing: path, startingWith: byteCount)
    for replacement in replaced { try writer.add(Entry.replaced(replacement)) }
    try writer.commit()
  }

  /// Writes the lines of a journal to a file.
  private struct JournalWriter {
    private let replacement: FileReplacement
    private let encoder = JSONEncoder()
    private var piece = Data()
    private var end: UInt64 = 0

    /// - Parameter byteCount: how many bytes of the existing file the new one begins with.
    init(replacing path: FilePath, startingWith byteCount: UInt64 = 0) throws {
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      replacement = try FileReplacement(at: path, replacing: true)
      guard byteCount > 0 else { return }
      try replacement.file.copy(from: OpenFile.readingRegular(path), at: 0, to: 0, byteCount: byteCount)
      end = byteCount
    }

    /// The current length of the file.
    var byteCount: UInt64 { end + UInt64(piece.count) }

    mutating func add(_ line: some Encodable) throws {
      piece += try encoder.encode(line)
      piece.append(UInt8(ascii: "\n"))
      if piece.count >= UndoJournal.pieceByteCount { try flush() }
    }

    private mutating func flush() throws {
      try piece.withUnsafeBytes { try replacement.file.write($0, at: end) }
      end += UInt64(piece.count)
      piece.removeAll(keepingCapacity: true)
    }

    /// Brings the file to the device and renames it.
    mutating func commit() throws {
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
      // The line after the last line break continues in the next piece.
      let last = lines.popLast() ?? []
      for line in lines {
        try body(rest + line)
        rest = Data()
      }
      rest += last
      guard rest.count <= longestLine else {
        throw FolderDropError(
          .badJournal, subject: file.path, "is not the journal of a drop: it has a line without an end")
      }
    }
    if !rest.isEmpty { try body(rest) }
  }
}
