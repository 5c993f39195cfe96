extension FileTree {
  /// The lengths of all files below a folder added up, as far as a number; links are not followed.
  ///
  /// What comes and goes meanwhile may be counted or not.
  ///
  /// - Parameters:
  ///   - enough: where counting stops.
  ///   - entryCount: a folder with more entries counts as longer than any number.
  package static func byteCount(below root: FilePath, enough: UInt64, entryCount: Int = 100_000) -> UInt64 {
    var sum: UInt64 = 0
    var seen = 0
    var left = [root]
    while let folder = left.popLast() {
      let entries: [FolderEntry]
      do { entries = try Folder.entries(in: folder) } catch { continue }
      seen += entries.count
      if seen > entryCount { return .max }
      for entry in entries {
        let path = folder.appending(entry.name)
        do {
          let status = try FileStatus.of(path, followingLinks: false)
          if status.kind == .folder { left.append(path) } else { sum += status.byteCount }
        } catch { continue }
        if sum >= enough { return sum }
      }
    }
    return sum
  }
}
