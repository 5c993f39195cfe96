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
  /// - Throws: `FileSystemError` when it cannot be read; ``DragAndDropError`` with code `badJournal` for a file
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
            throw DragAndDropError(.badJournal, "\(path) was written by another version of this program")
          }
          mark = head.mark
        }
      }
    } catch let error as DecodingError {
      throw DragAndDropError(.badJournal, "\(path) is not the journal of a drop", cause: error)
    }
    // The mark becomes a part of file names.
    guard let mark, UInt64(mark, radix: 16) != nil else {
      throw DragAndDropError(.badJournal, "\(path) is not the journal of a drop")
    }
    self.init(mark: mark)
    self.entries = entries
  }

  /// Writes the journal, in the place of one that is there; whole or not at all.
  func write(to path: FilePath) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let replacement = try FileReplacement(at: path, replacing: true)
    var piece = try encoder.encode(Head(version: Self.version, mark: mark))
    var end: UInt64 = 0
    func flush() throws {
      try piece.withUnsafeBytes { try replacement.file.write($0, at: end) }
      end += UInt64(piece.count)
      piece.removeAll(keepingCapacity: true)
    }
    piece.append(UInt8(ascii: "\n"))
    for entry in entries {
      piece += try encoder.encode(entry)
      piece.append(UInt8(ascii: "\n"))
      if piece.count >= Self.pieceByteCount { try flush() }
    }
    try flush()
    try replacement.commit()
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
        throw DragAndDropError(
          .badJournal, "\(file.path) is not the journal of a drop: it has a line without an end")
      }
    }
    if !rest.isEmpty { try body(rest) }
  }
}
