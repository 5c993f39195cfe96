extension FilePath {
  /// Returns an absolute path: this path if it is absolute, otherwise the working directory and this path.
  ///
  /// Links and `..` are kept.
  package func absolute() throws(FileSystemError) -> FilePath {
    if isAbsolute { return self }
    let folder = try FileSystemError.naming("find the folder that holds", self) { () throws(SystemFailure) in
      try SystemCalls.currentFolder()
    }
    let slash: [UInt8] = folder.last == 0x2F ? [] : [0x2F]
    return FilePath(known: folder + slash + bytes)
  }

  /// Returns the absolute path without links, `.` and `..`.
  ///
  /// Every component must exist.
  package func resolvingLinks() throws(FileSystemError) -> FilePath {
    let resolved = try FileSystemError.naming("find", self) { () throws(SystemFailure) in
      try SystemCalls.realPath(self)
    }
    return FilePath(known: resolved)
  }
}
