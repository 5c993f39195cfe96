package import FileSystem

/// What one drop is about to do or has done, so that it can be taken back: a write-ahead journal.
///
/// A drop goes through these steps, and each is on the device before the next begins:
///
/// 1. What will be replaced (the bundle that items go into, the bundle that they are moved out of) is copied into the
///    drop's own folder. The items' files are written aside, next to where they will be.
/// 2. The journal says what will be placed where, and for each file that will be replaced what it is now and where its
///    copy is kept. When this cannot be written the drop does not start.
/// 3. The items' files get their names.
/// 4. Just before a file is replaced, the journal says what the new one is: it is finished and on the device, but has a
///    temporary name. Then it is renamed. The bundle that items are moved out of is the last to be replaced.
///
/// A process that is killed, a disk that is full or a power failure therefore leaves one of these states, and the
/// journal tells which by comparing fingerprints:
///
/// | state of a replaced file | meaning | to take back |
/// |---|---|---|
/// | as it was before | step 4 did not happen to it | nothing |
/// | as the journal says the new one is | step 4 happened | the kept copy is put back |
/// | same contents as the kept copy | an earlier undo has put it back | nothing |
/// | anything else | others changed it | nothing is touched; a problem |
///
/// Taking back goes the other way: replaced files first, the last replaced one first, then the placed files. When a
/// replaced file cannot be put back, nothing that was done before it is taken back: its new contents may lack what only
/// a placed file, or another bundle, still has. A placed file is removed only while it is as the drop left it.
///
/// Undo needs no notes of its own progress. What is gone counts as taken back; a file goes at once, and a folder gets a
/// hidden name first, which is made of the journal's mark and the folder's path, so that the next undo finds it and
/// goes on removing what is left.
package struct UndoJournal: Sendable {
  package enum Entry: Hashable, Codable, Sendable {
    /// A file or folder is made.
    case made(JournalPath, FileFingerprint)
    /// The source's own file or folder is moved here: renamed, or copied where the device is another and then removed.
    case moved(from: JournalPath, FileFingerprint, to: JournalPath, FileFingerprint)
    /// A file or folder is replaced by another; a copy of the old one is kept under a name in the journal's folder.
    case replaced(Replacement)
  }

  /// A file or folder that is replaced, as it is told apart at each moment.
  package struct Replacement: Hashable, Codable, Sendable {
    let path: JournalPath
    /// The name of the kept copy.
    let kept: String
    let keptFingerprint: FileFingerprint
    /// What is replaced.
    let before: FileFingerprint
    /// What takes its place; nil until that is finished.
    var after: FileFingerprint?
  }

  /// What is done, in the order in which it is done.
  var entries: [Entry] = []
  /// Tells this journal from all others, in names that are made for it.
  let mark: String

  /// A new mark.
  static func freshMark() -> String { String(UInt64.random(in: 0...UInt64.max), radix: 16) }

  init(mark: String) { self.mark = mark }

  /// Whether nothing is left to take back.
  package var isEmpty: Bool { entries.isEmpty }

  /// The files and folders that the drop makes or moves into place, in order.
  package var placedPaths: [FilePath] {
    entries.compactMap { entry in
      switch entry {
      case .made(let path, _), .moved(_, _, let path, _): path.path
      case .replaced: nil
      }
    }
  }
}

extension UndoJournal.Entry {
  /// What the entry is about.
  var path: FilePath {
    switch self {
    case .made(let path, _), .moved(_, _, let path, _): path.path
    case .replaced(let replacement): replacement.path.path
    }
  }
}

extension FileName {
  /// A name that is one.
  init(known text: String) {
    guard let name = FileName(text) else { preconditionFailure("\(text) is not a name") }
    self = name
  }
}

/// A path in a journal: text where it is UTF-8, otherwise its bytes.
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
