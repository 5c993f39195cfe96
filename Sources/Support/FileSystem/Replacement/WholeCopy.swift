/// Copies of files and folders that appear atomically and are flushed to disk.
package enum WholeCopy {
  /// Copies a file or folder to a destination, and replaces an existing entry of the same kind.
  ///
  /// Throws if the existing entry is of another kind. Extents are shared if the file system supports
  /// sharing.
  ///
  /// - Parameter willReplace: called when the copy is complete, before the copy gets its final name. If
  ///   this function throws, nothing is replaced.
  package static func make(
    of source: FilePath, at destination: FilePath, willReplace: () throws -> Void = {}
  ) throws {
    if try FileStatus.of(source).kind == .folder {
      let replacement = try FolderReplacement(at: destination, replacing: true)
      for name in try Folder.names(in: source) {
        do {
          try FileCopy.copy(source.appending(name), to: replacement.path.appending(name))
        } catch let error as FileSystemError {
          try replacement.naming { () throws(FileSystemError) in throw error }
        }
      }
      try willReplace()
      try replacement.commit()
    } else {
      let file = try OpenFile.readingRegular(source)
      let status = try file.status()
      let replacement = try FileReplacement(at: destination, replacing: true)
      try replacement.file.copy(from: file, at: 0, to: 0, byteCount: status.byteCount)
      // All other permission bits are kept, because they mark the file as unfinished.
      let marks = try replacement.file.status().permissions & ~0o777
      try replacement.file.setPermissions(marks | status.permissions & 0o777)
      try replacement.file.setModification(status.modification)
      try willReplace()
      try replacement.commit()
    }
  }

  /// Returns whether two files or folders have equal contents: names, bytes and link targets.
  package static func isEqual(_ first: FilePath, _ second: FilePath) throws -> Bool {
    var left = [(first, second)]
    while let (one, other) = left.popLast() {
      guard let status = try FileStatus.ifPresent(one, followingLinks: false),
        let otherStatus = try FileStatus.ifPresent(other, followingLinks: false),
        status.kind == otherStatus.kind
      else { return false }
      switch status.kind {
      case .folder:
        let names = try Folder.names(in: one)
        guard try names == Folder.names(in: other) else { return false }
        left += names.map { (one.appending($0), other.appending($0)) }
      case .link: guard try FileTree.readLink(one) == FileTree.readLink(other) else { return false }
      case .regular:
        guard status.byteCount == otherStatus.byteCount,
          try hasSameBytes(one, other, byteCount: status.byteCount)
        else { return false }
      default: return false
      }
    }
    return true
  }

  private static func hasSameBytes(_ one: FilePath, _ other: FilePath, byteCount: UInt64) throws -> Bool {
    let files = (try OpenFile.readingRegular(one), try OpenFile.readingRegular(other))
    var done: UInt64 = 0
    while done < byteCount {
      let count = Int(min(byteCount - done, 1 << 20))
      guard try files.0.bytes(at: done, count: count) == files.1.bytes(at: done, count: count) else {
        return false
      }
      done += UInt64(count)
    }
    return true
  }

  /// The maximum number of files and folders that are synchronized one by one.
  ///
  /// If there are more files and folders, the whole file system is synchronized.
  private static let mostFilesOneByOne = 64

  /// Flushes files, and folders with everything in them, to disk.
  package static func synchronize(_ paths: some Sequence<FilePath>, in folder: FolderReplacement) throws {
    var found: [(path: FilePath, isFolder: Bool)] = []
    for path in paths {
      var left = [path]
      while let path = left.popLast() {
        let kind = try FileStatus.of(path, followingLinks: false).kind
        guard kind == .folder || kind == .regular else { continue }
        found.append((path, kind == .folder))
        if found.count > mostFilesOneByOne { return try folder.synchronizeContents() }
        if kind == .folder { left += try Folder.names(in: path).map { path.appending($0) } }
      }
    }
    for (path, isFolder) in found {
      if isFolder { try Folder.synchronize(path) } else { try OpenFile.readingRegular(path).synchronize() }
    }
  }
}

/// A move of a file or folder to a free path, also between file systems.
package enum FileMove {
  /// Moves a file or folder, and returns when the new path is on disk.
  ///
  /// Between file systems, the original is removed only when the copy is complete and on disk.
  package static func run(from old: FilePath, to new: FilePath) throws {
    do {
      try FileTree.rename(from: old, to: new, replacing: false)
      try Folder.synchronize(new.parent)
    } catch let error where error.code == .crossDevice {
      let unfinished = try FolderReplacement(at: new, replacing: false)
      defer { unfinished.cancel() }
      let copy = unfinished.path.appending(FileName(known: Array("copy".utf8)))
      try FileCopy.copy(old, to: copy)
      try WholeCopy.synchronize([copy], in: unfinished)
      try FileTree.rename(from: copy, to: new, replacing: false)
      try Folder.synchronize(new.parent)
      try FileTree.remove(old)
    }
  }
}
