#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension FileTime {
  fileprivate init(_ time: timespec) {
    self.init(seconds: Int64(time.tv_sec), nanoseconds: Int32(truncatingIfNeeded: time.tv_nsec))
  }
}

extension FileStatus {
  init(_ status: stat) {
    #if canImport(Darwin)
      let (modification, change) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modification, change) = (status.st_mtim, status.st_ctim)
    #endif
    self.init(
      kind: FileKind(mode: UInt32(status.st_mode)), byteCount: UInt64(max(0, status.st_size)),
      permissions: UInt16(truncatingIfNeeded: status.st_mode & 0o7777), modification: FileTime(modification),
      change: FileTime(change), device: UInt64(truncatingIfNeeded: status.st_dev),
      inode: UInt64(status.st_ino), linkCount: UInt64(status.st_nlink), owner: UInt32(status.st_uid))
  }
}

extension FileKind {
  fileprivate init(mode: UInt32) {
    switch mode & UInt32(S_IFMT) {
    case UInt32(S_IFDIR): self = .folder
    case UInt32(S_IFLNK): self = .link
    case UInt32(S_IFIFO): self = .pipe
    case UInt32(S_IFSOCK): self = .socket
    case UInt32(S_IFCHR): self = .characterDevice
    case UInt32(S_IFBLK): self = .blockDevice
    default: self = .regular
    }
  }

  /// Nil when the file system does not say the kind along with the name.
  init?(folderEntryType type: UInt8) {
    if type == UInt8(DT_UNKNOWN) { return nil }
    // The two numberings are the same, twelve bits apart.
    self.init(mode: UInt32(type) << 12)
  }
}
