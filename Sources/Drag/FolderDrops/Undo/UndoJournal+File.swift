package import FileSystem
import Foundation

/// A journal as a file: JSON lines, the first of them the version, then an entry each.
///
/// Lines, as a drop of many items would have to be in memory as a whole to be one value.
extension UndoJournal {
  /// The version of the format that this program writes and reads.
  private static let version = 3
  /// How much is read and written at once, in bytes.
  private static let pieceByteCount = 1 << 16
  /// The longest line that is taken for one of a journal: some paths of the greatest length, escaped.
  private static let longestLine = 1 << 20

  private struct Head: Codable {
    let version: Int
    let mark: String?
  }

  /// Where the journal is in the folder of a drop's record.
  static func path(in place: FilePath) -> FilePath { place.appending(FileName(known: "journal")) }

  /// Removes the record of a drop: first the journal, without which the rest means nothing.
  static func removeRecord(at place: FilePath) throws {
    if try FileStatus.ifPresent(path(in: place)) != nil {
      try FileTree.removeFile(path(in: place))
      try Folder.synchronize(place)
    }
    try FileTree.remove(place)
  }

  /// Reads a journal.
  ///
  /// - Throws: `FileSystemError` when it cannot be read; ``FolderDropError`` with code `badJournal` for a file
  ///   that is none.
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
              .badJournal, subject: path, "was written by another version of this program")
          }
          mark = head.mark
        }
      }
    } catch let error as DecodingError {
      throw FolderDropError(.badJournal, subject: path, "is not the journal of a drop", cause: error)
    }
    // The mark becomes a part of file names.
    guard let mark, UInt64(mark, radix: 16) != nil else {
      throw FolderDropError(.badJournal, subject: path, "is not the journal of a drop")
    }
    self.init(mark: mark)
    self.entries = entries
  }

  /// Writes the journal, in the place of one that is there; whole or not at all.
  func write(to path: FilePath) throws {
    _ = try Self.write(to: path, mark: mark, placed: entries, replaced: [])
  }

  /// Writes a journal of what is placed and what is then replaced.
  ///
  /// - Parameter placed: asked for one by one, so that a drop of many items is never in memory as a whole.
  /// - Returns: how many bytes of the file come before what is replaced, for ``rewrite(_:keeping:replaced:)``.
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

  /// Writes a journal anew that differs from the one that is there in what is replaced only.
  static func rewrite(_ path: FilePath, keeping byteCount: UInt64, replaced: [Replacement]) throws {
    var writer = try JournalWriter(replacing: path, startingWith: byteCount)
    for replacement in replaced { try writer.add(Entry.replaced(replacement)) }
    try writer.commit()
  }

  /// The lines of a journal on their way into a file.
  private struct JournalWriter {
    private let replacement: FileReplacement
    private let encoder = JSONEncoder()
    private var piece = Data()
    private var end: UInt64 = 0

    /// - Parameter byteCount: how much of the file that is there the new one begins with.
    init(replacing path: FilePath, startingWith byteCount: UInt64 = 0) throws {
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      replacement = try FileReplacement(at: path, replacing: true)
      guard byteCount > 0 else { return }
      try replacement.file.copy(from: OpenFile.readingRegular(path), at: 0, to: 0, byteCount: byteCount)
      end = byteCount
    }

    /// How long the file is now.
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

    /// Brings the file to the device and gives it its name.
    mutating func commit() throws {
      try flush()
      try replacement.commit()
    }
  }

  /// Calls a function with each line of a file, without its end.
  private static func forEachLine(of file: OpenFile, _ body: (Data) throws -> Void) throws {
    let end = try file.status().byteCount
    var position: UInt64 = 0
    var rest = Data()
    while position < end {
      let piece = try file.bytes(at: position, count: Int(min(UInt64(pieceByteCount), end - position)))
      position += UInt64(piece.count)
      var lines = piece.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
      // What follows the last line break goes on in the next piece.
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
