#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The kind of file system object at a path.
package enum FileKind: Sendable, Hashable {
  case regular, folder, link, pipe, socket, characterDevice, blockDevice
}

/// A file timestamp, counted from 1970-01-01 00:00 UTC.
public struct FileTime: Sendable, Hashable, Comparable {
  /// Whole seconds since 1970-01-01 00:00 UTC; negative for earlier times.
  public let seconds: Int64
  /// The nanoseconds after ``seconds``, 0 to 999,999,999.
  public let nanoseconds: Int32

  /// Makes a time.
  ///
  /// - Parameters:
  ///   - seconds: the whole seconds since 1970-01-01 00:00 UTC; negative for earlier times.
  ///   - nanoseconds: the nanoseconds after `seconds`, 0 to 999,999,999.
  public init(seconds: Int64, nanoseconds: Int32 = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// Returns whether the left time is earlier than the right time.
  public static func < (left: Self, right: Self) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }
}

/// The metadata of a file, available without opening the file.
package struct FileStatus: Sendable, Equatable {
  package let kind: FileKind
  package let byteCount: UInt64
  /// The twelve permission bits.
  package let permissions: UInt16
  package let modification: FileTime
  /// The time of the last change to the contents or metadata; programs cannot set this time.
  package let change: FileTime
  package let device: UInt64
  package let inode: UInt64
  /// The number of hard links; 0 if the file was removed while open.
  package let linkCount: UInt64
  package let owner: UInt32

  /// Whether the permission bits allow any user to execute the file.
  package var isExecutable: Bool { permissions & 0o111 != 0 }

  /// The classes of users, other than the owner, that can read the file.
  package var readers: FileReaders { FileReaders(permissions: permissions) }

  /// Returns whether both values describe the same file; the file may have changed in the meantime.
  package func isSameFile(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }

  package static func of(
    _ path: FilePath, followingLinks: Bool = true
  ) throws(FileSystemError) -> FileStatus {
    do { return try SystemCalls.status(of: path, followingLinks: followingLinks) } catch {
      throw FileSystemError("examine", path, followingLinks: followingLinks, error.number)
    }
  }

  /// Returns the status of the file at a path; nil if the file does not exist.
  ///
  /// Also returns nil if a parent in the path is missing or is not a folder.
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

/// A name in a folder, with the kind of the entry if the file system lists kinds.
package struct FolderEntry: Sendable, Hashable {
  package let name: FileName
  /// The kind of the entry, without following links; nil if only `FileStatus` can determine the kind.
  package let kind: FileKind?
}

// MARK: - Conversion from system types

extension FileTime {
  /// The current time, never earlier than the time of a change that this machine has already made.
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

  /// Makes the kind for a directory entry type; nil if the type is `DT_UNKNOWN`.
  ///
  /// A file system that does not list kinds reports this type.
  init?(folderEntryType type: UInt8) {
    if type == UInt8(DT_UNKNOWN) { return nil }
    // A directory entry type consists of the file type bits of the mode, shifted right by 12 bits.
    self.init(mode: UInt32(type) << 12)
  }
}
