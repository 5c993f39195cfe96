public import FileSystem
import Foundation

/// What one drop into a folder did, so that it can be taken back.
///
/// A journal is written before the files get their names, so that a drop that was interrupted can be taken
/// back as far as it came.
public struct UndoJournal: Sendable {
  enum Entry: Hashable, Codable, Sendable {
    /// A file or folder was made.
    case made(JournalPath, FileFingerprint)
    /// The source's own file was moved here.
    case moved(from: JournalPath, to: JournalPath, FileFingerprint)
    /// A file was replaced by another; the old one is kept.
    case replaced(JournalPath, kept: JournalPath, FileFingerprint)
  }

  /// The version of the format that this program writes and reads.
  private static let version = 1

  private struct Stored: Codable {
    let version: Int
    let entries: [Entry]
  }

  /// What was done, in order.
  var entries: [Entry] = []

  /// A journal of nothing.
  public init() {}

  /// Whether nothing is left to take back.
  public var isEmpty: Bool { entries.isEmpty }

  /// The files and folders that the drop made or moved into place, in order.
  public var placedPaths: [FilePath] {
    entries.compactMap { entry in
      switch entry {
      case .made(let path, _), .moved(_, let path, _): path.path
      case .replaced: nil
      }
    }
  }

  /// Reads a journal.
  ///
  /// - Throws: `FileSystemError` when it cannot be read; ``DragAndDropError`` with code `badJournal` for a file
  ///   that is none.
  public init(readingFrom path: FilePath) throws {
    let file = try OpenFile.readingRegular(path)
    let bytes = try file.bytes(at: 0, count: Int(file.status().byteCount))
    do {
      let stored = try JSONDecoder().decode(Stored.self, from: Data(bytes))
      guard stored.version == Self.version else {
        throw DragAndDropError(.badJournal, "\(path) was written by another version of this program")
      }
      entries = stored.entries
    } catch let error as DecodingError {
      throw DragAndDropError(.badJournal, "\(path) is no journal of a drop", cause: error)
    }
  }

  /// Writes the journal, in the place of one that is there; whole or not at all.
  public func write(to path: FilePath) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(Stored(version: Self.version, entries: entries))
    let replacement = try FileReplacement(at: path, replacing: true)
    try data.withUnsafeBytes { try replacement.file.write($0, at: 0) }
    try replacement.commit()
  }

  /// Changes a file in a way that can be taken back, such as the bundle that items were moved out of.
  ///
  /// - Parameters:
  ///   - path: a file, no folder.
  ///   - folder: where the file as it is now is kept; made where it is missing.
  ///   - edit: replaces the file. When it throws, nothing is recorded.
  public mutating func recordReplacement(
    of path: FilePath, keptIn folder: FilePath, _ edit: () throws -> Void
  ) throws {
    let path = try path.absolute()
    try Folder.createWithParents(folder)
    let kept = try Folder.createUnique(in: folder.absolute())
      .appending(path.lastComponent ?? FileName(known: "file"))
    try Self.copyFile(path, to: kept)
    do {
      try edit()
      entries.append(.replaced(JournalPath(path), kept: JournalPath(kept), try FileFingerprint(of: path)))
    } catch {
      try FileTree.remove(kept.parent)
      throw error
    }
  }

  /// Removes the old files that are kept for replaced ones, when the drop will not be taken back any more.
  public func discardKeptFiles() throws {
    for case .replaced(_, let kept, _) in entries
    where try FileStatus.ifPresent(kept.path.parent) != nil {
      try FileTree.remove(kept.path.parent)
    }
  }

  /// Copies one file, sharing extents where the file system can, with its permissions and time.
  static func copyFile(_ source: FilePath, to destination: FilePath) throws {
    let file = try OpenFile.readingRegular(source)
    let status = try file.status()
    let replacement = try FileReplacement(at: destination, replacing: true)
    try replacement.file.copy(from: file, at: 0, to: 0, byteCount: status.byteCount)
    try replacement.file.setPermissions(status.permissions)
    try replacement.file.setModification(status.modification)
    try replacement.commit()
  }
}

extension FileName {
  /// A name that is one.
  init(known text: String) {
    guard let name = FileName(text) else { preconditionFailure("\(text) is no name") }
    self = name
  }
}
