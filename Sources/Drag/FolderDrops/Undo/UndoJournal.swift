package import ProfferFileSystem

/// A write-ahead journal of the changes of one drop, from which the drop can be undone.
///
/// A drop has the following steps. Each step is flushed to disk before the next step begins:
///
/// 1. Back up: files that will be replaced are copied into the record's folder. These files are the bundle to
///    which items are added, and the bundle from which items are moved. The state of a file (device, inode,
///    size, times) is determined before the file is opened, and is compared before and after copying. If
///    another program has replaced or changed the file, the drop stops. The files of items are staged in the
///    destination.
/// 2. Record: the journal lists the files that will be placed. For each file that will be replaced, the
///    journal contains the fingerprint of the file and the name of its backup. If the journal cannot be
///    written, the drop is not performed.
/// 3. Place: the files of items are renamed to their final names.
/// 4. Replace: directly before a file is replaced, its state is compared again, and the fingerprint of the
///    new file is added to the journal. At this point the new file is complete and flushed to disk, but has a
///    temporary name. Then the new file is renamed. The bundle from which items are moved is replaced last.
///
/// If a move fails before its source is replaced in step 4, the move is undone immediately and can be
/// repeated. If the undo is not possible, or if the drop is a copy, the record is kept.
///
/// Invariant: every file that the drop has placed or replaced is in the journal. After a crash, a full disk
/// or a power failure, each replaced file is in one of the following states. The fingerprints show which
/// state a file is in:
///
/// | the file has the contents of | state | undo |
/// |---|---|---|
/// | the old file | step 4 has not happened, or an earlier undo has restored it | nothing |
/// | the new file | step 4 has happened | restores the backup |
/// | neither | another program has changed it | reports a problem and changes nothing |
///
/// Invariant: undo removes or overwrites only contents that verifiably exist elsewhere. A placed file is
/// removed only if it has the contents that the drop placed, and a replaced file is overwritten only if it
/// has the contents that the drop wrote. A ``FileFingerprint`` verifies the contents. Equal states are
/// sufficient. If the states differ, the contents are compared by size and CRC-32. Renaming changes the
/// state, so the record also contains the states after renaming (``SettledFiles``). Without these states,
/// undo reads the contents. The source of a move is restored before anything is removed. If the source of a
/// copy has changed, undo removes only files whose size and CRC-32 are still in the manifest of the source.
///
/// Undo works backwards. It first restores replaced files, last file first, and then removes placed files. If
/// a replaced file cannot be restored, the entries before it are not undone, because a placed file may be the
/// only copy of data that the replaced file lacks.
///
/// Undo does not record its progress. A placed file that does not exist counts as removed. A folder is
/// renamed to a hidden name before it is removed. The hidden name consists of the journal's mark and a digest
/// of the path, so that the next undo can find the folder and continue.
///
/// The last line of a journal contains the checksum of all other lines. A truncated or damaged journal is not
/// undone at all, because the missing entries might have to be undone first. Such a drop can only be
/// forgotten, which keeps the backups.
package struct UndoJournal: Sendable {
  package enum Entry: Hashable, Codable, Sendable {
    /// A file or folder is created.
    case made(JournalPath, FileFingerprint)
    /// A file or folder of the source is moved.
    ///
    /// A file on the same device is renamed. A file on another device is copied, and then the original is
    /// removed.
    case moved(from: JournalPath, FileFingerprint, to: JournalPath, FileFingerprint)
    /// A file or folder is replaced; the old version is backed up in the record's folder.
    case replaced(Replacement)
  }

  /// A replaced file or folder, with the fingerprints of its states.
  package struct Replacement: Hashable, Codable, Sendable {
    let path: JournalPath
    let backupName: String
    let backupFingerprint: FileFingerprint
    /// The fingerprint of the old file.
    let before: FileFingerprint
    /// The fingerprint of the new file; nil until the file is complete.
    var after: FileFingerprint?

    private enum CodingKeys: String, CodingKey {
      case path, before, after
      case backupName = "kept"
      case backupFingerprint = "keptFingerprint"
    }
  }

  /// The prefix of the names of backups in the record's folder.
  static let backupPrefix = "kept-"

  /// The changes, in order.
  var entries: [Entry] = []
  /// A random number, in hexadecimal; part of the hidden names of folders that undo removes.
  let mark: String

  /// Returns a new random mark.
  static func freshMark() -> String { String(UInt64.random(in: 0...UInt64.max), radix: 16) }

  init(mark: String) { self.mark = mark }

  /// Whether the journal contains no entries, so that there is nothing to undo.
  package var isEmpty: Bool { entries.isEmpty }

  /// The files and folders that the drop creates or moves into the folder, in order.
  package var placedPaths: [FilePath] {
    entries.compactMap { entry in
      switch entry {
      case .made(let path, _), .moved(_, _, let path, _): path.path
      case .replaced: nil
      }
    }
  }

  /// The files and folders that the drop replaces, in order.
  var replacedPaths: [FilePath] {
    entries.compactMap { if case .replaced(let replacement) = $0 { replacement.path.path } else { nil } }
  }

  /// Replaces the fingerprints of files that an undo has restored.
  ///
  /// - Returns: whether any fingerprint was replaced.
  mutating func renewFingerprints(_ renewed: [UndoReport.RenewedFile]) -> Bool {
    let old = entries
    for file in renewed {
      for index in entries.indices where entries[index].path == file.path {
        switch entries[index] {
        case .made(let path, let known) where known.hasContents(of: file.before):
          entries[index] = .made(path, file.now)
        case .moved(let from, let original, let to, let known) where known.hasContents(of: file.before):
          entries[index] = .moved(from: from, original, to: to, file.now)
        case .replaced(var replacement) where replacement.after?.hasContents(of: file.before) == true:
          replacement.after = file.now
          entries[index] = .replaced(replacement)
        default: break
        }
      }
    }
    return entries != old
  }
}

extension UndoJournal.Entry {
  /// The path of the placed or replaced file.
  var path: FilePath {
    switch self {
    case .made(let path, _), .moved(_, _, let path, _): path.path
    case .replaced(let replacement): replacement.path.path
    }
  }
}

extension FileName {
  /// Makes a name from a string that is known to be valid.
  init(known text: String) {
    guard let name = FileName(text) else { preconditionFailure("\(text) is not a file name") }
    self = name
  }
}

/// A path in a journal: a string if it is UTF-8, otherwise bytes.
package struct JournalPath: Hashable, Codable, Sendable {
  let path: FilePath

  private enum Key: String, CodingKey { case bytes }

  init(_ path: FilePath) { self.path = path }

  package init(from decoder: any Decoder) throws {
    let bytes: [UInt8]
    do {
      bytes = Array(try decoder.singleValueContainer().decode(String.self).utf8)
    } catch DecodingError.typeMismatch {
      bytes = try decoder.container(keyedBy: Key.self).decode([UInt8].self, forKey: .bytes)
    }
    guard let path = FilePath(bytes: bytes), path.isAbsolute else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "this is not an absolute path"))
    }
    self.path = path
  }

  package func encode(to encoder: any Encoder) throws {
    if let text = path.string {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    } else {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(path.bytes, forKey: .bytes)
    }
  }
}
