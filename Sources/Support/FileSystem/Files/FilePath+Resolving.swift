extension FilePath {
  /// The path from the root: a relative one is joined to the folder the process works in.
  ///
  /// Links and `..` stay.
  package func absolute() throws(FileSystemError) -> FilePath {
    if isAbsolute { return self }
    let folder = try FileSystemError.naming("find the folder that holds", self) { () throws(SystemFailure) in
      try SystemCalls.currentFolder()
    }
    let slash: [UInt8] = folder.last == 0x2F ? [] : [0x2F]
    return FilePath(known: folder + slash + bytes)
  }

  /// The absolute path without links and dots.
  ///
  /// Every component must exist.
  package func resolvingLinks() throws(FileSystemError) -> FilePath {
    let resolved = try FileSystemError.naming("find", self) { () throws(SystemFailure) in
      try SystemCalls.realPath(self)
    }
    return FilePath(known: resolved)
  }

  /// The path that writing here would write to: while the last component is a link, the link's target.
  ///
  /// The target need not exist. A link's relative target starts at the link's own folder.
  func followingLastLink() throws(FileSystemError) -> FilePath {
    var path = self
    // The same bound as the kernel's own.
    for _ in 0..<40 {
      guard let status = try FileStatus.ifPresent(path, followingLinks: false), status.kind == .link else {
        return path
      }
      let target = try FileSystemError.naming("read the link", path) { () throws(SystemFailure) in
        try SystemCalls.readLink(path)
      }
      guard let next = FilePath(bytes: target) else { return path }
      if next.isAbsolute {
        path = next
      } else {
        let folder = path.parent
        let slash: [UInt8] = folder.hasTrailingSlash ? [] : [0x2F]
        path = FilePath(known: folder.bytes + slash + target)
      }
    }
    throw FileSystemError("follow", self, .tooManyLinks)
  }
}
