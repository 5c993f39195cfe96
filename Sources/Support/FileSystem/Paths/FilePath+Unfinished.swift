extension FilePath {
  /// What a path below an unfinished file or folder of this module has that people know: the folder that it lies in, and
  /// the names behind its temporary ones.
  ///
  /// Nil where no name of the path is a temporary one.
  package var knownParts: (folder: FilePath, rest: [FileName])? {
    let parts = bytes.split(separator: 0x2F, omittingEmptySubsequences: false)
    let isUnfinished = parts.map { part in FileName(bytes: part).map(TemporaryName.isUnfinished) ?? false }
    guard let first = isUnfinished.firstIndex(of: true), let last = isUnfinished.lastIndex(of: true) else {
      return nil
    }
    let above = Array(parts[..<first].joined(separator: [0x2F]))
    let folder = isAbsolute && above.isEmpty ? .root : FilePath(bytes: above) ?? .currentFolder
    return (folder, parts[(last + 1)...].compactMap { FileName(bytes: $0) })
  }
}
