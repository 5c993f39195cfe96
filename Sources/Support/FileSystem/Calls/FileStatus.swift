#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What kind of thing a path names.
package enum FileKind: Sendable, Hashable {
  case regular, folder, link, pipe, socket, characterDevice, blockDevice
}

/// A moment as file systems keep it: since 1970-01-01 00:00 UTC.
public struct FileTime: Sendable, Hashable, Comparable {
  /// Whole seconds since 1970-01-01 00:00 UTC, negative before.
  public let seconds: Int64
  /// 0 to 999,999,999, counted forward from the second.
  public let nanoseconds: Int32

  /// Makes a time.
  ///
  /// - Parameters:
  ///   - seconds: the seconds since 1970, in UTC; negative before that.
  ///   - nanoseconds: the nanoseconds after that second, 0 to 999,999,999.
  public init(seconds: Int64, nanoseconds: Int32 = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// Whether a time is before another.
  public static func < (left: Self, right: Self) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }
}

/// What the file system knows of a file without opening it.
package struct FileStatus: Sendable, Equatable {
  package let kind: FileKind
  package let byteCount: UInt64
  /// The twelve permission bits.
  package let permissions: UInt16
  package let modification: FileTime
  /// When the file or anything about it last changed; programs cannot set this one.
  package let change: FileTime
  package let device: UInt64
  package let inode: UInt64
  /// How many names the file has; none when it was removed while open.
  package let linkCount: UInt64
  package let owner: UInt32

  /// Whether any user may execute it.
  package var isExecutable: Bool { permissions & 0o111 != 0 }

  /// The classes of other users that may read it.
  package var readers: FileReaders { FileReaders(permissions: permissions) }

  /// Whether both are the status of the same file, whatever changed in it.
  package func isSameFile(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }

  package static func of(
    _ path: FilePath, followingLinks: Bool = true
  ) throws(FileSystemError) -> FileStatus {
    do { return try SystemCalls.status(of: path, followingLinks: followingLinks) } catch {
      throw FileSystemError("examine", path, followingLinks: followingLinks, error.number)
    }
  }

  /// The status, or nil when there is nothing of that name: no such file, or no folder that could hold it.
  package static func ifPresent(
    _ path: FilePath, followingLinks: Bool = true
  ) throws(FileSystemError) -> FileStatus? {
    do {
      return try SystemCalls.status(of: path, followingLinks: followingLinks)
    } catch let error where error.number == .notFound || error.number == .notAFolder {
      return nil
    } catch {
      throw FileSystemError("examine", path, error.number)
    }
  }
}

/// A name in a folder and, where the file system says it for free, what is there.
package struct FolderEntry: Sendable, Hashable {
  package let name: FileName
  /// The kind of the entry itself, links not followed; nil when only `FileStatus` can tell.
  package let kind: FileKind?
}

// MARK: - As the system has it

extension FileTime {
  /// The current time, which is not before the time of any change that has happened on this machine.
  package static var now: FileTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return FileTime(time)
  }

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
