public import FileSystem

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

  /// Changes a file in a way that can be taken back, such as the bundle that items were moved out of.
  ///
  /// - Parameters:
  ///   - path: a file, no folder.
  ///   - folder: where the file as it is now is kept; made where it is missing.
  ///   - journalPath: where this journal is then written, in the place of that of the drop before; nil writes none.
  ///   - edit: replaces the file. When it throws, nothing is recorded.
  public mutating func recordReplacement(
    of path: FilePath, keptIn folder: FilePath, recordingIn journalPath: FilePath? = nil,
    _ edit: () throws -> Void
  ) throws {
    let path = try path.absolute()
    try Folder.createWithParents(folder)
    let place = try KeptFiles(folder: folder.absolute()).makePlace()
    // Held until the journal names the place, so that nobody takes it for one that a killed drop left.
    defer { withExtendedLifetime(place.lock) {} }
    let kept = place.path.appending(path.lastComponent ?? FileName(known: "file"))
    do {
      try Self.copyFile(path, to: kept)
      try edit()
      entries.append(.replaced(JournalPath(path), kept: JournalPath(kept), try FileFingerprint(of: path)))
    } catch {
      try FileTree.remove(place.path)
      throw error
    }
    if let journalPath {
      try record(at: journalPath)
      try KeptFiles(folder: folder.absolute()).sweep(exceptThoseNamedIn: journalPath)
    }
  }

  /// Writes the journal in the place of the one of the drop before, and lets go of what that one kept.
  func record(at path: FilePath) throws {
    var last = UndoJournal()
    if try FileStatus.ifPresent(path) != nil {
      do { last = try UndoJournal(readingFrom: path) } catch let error as DragAndDropError
        where error.code == .badJournal
      {
        // What cannot be read keeps nothing that could be found.
      }
    }
    try write(to: path)
    // A drop that replaces two files writes its journal twice.
    let kept = Set(keptPlaces)
    last.entries.removeAll { entry in
      if case .replaced(_, let place, _) = entry { kept.contains(place.path.parent) } else { false }
    }
    try last.discardKeptFiles()
  }

  /// The folders in which replaced files are kept.
  var keptPlaces: [FilePath] {
    entries.compactMap { if case .replaced(_, let kept, _) = $0 { kept.path.parent } else { nil } }
  }

  /// Removes the old files that are kept for replaced ones, when the drop will not be taken back any more.
  public func discardKeptFiles() throws {
    for place in keptPlaces where try FileStatus.ifPresent(place) != nil { try FileTree.remove(place) }
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
