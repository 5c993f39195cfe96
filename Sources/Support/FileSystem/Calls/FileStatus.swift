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
  public init(seconds: Int64, nanoseconds: Int32 = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// Whether a time is before another.
  public static func < (left: Self, right: Self) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }
}

/// What the file system tells of a file without opening it.
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

  /// Whether anybody may execute it.
  package var isExecutable: Bool { permissions & 0o111 != 0 }

  /// Whether both tell of one and the same file, whatever changed in it.
  package func isSameFile(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }

  package static func of(
    _ path: FilePath, followingLinks: Bool = true
  ) throws(FileSystemError) -> FileStatus {
    try FileSystemError.naming("examine", path, followingLinks: followingLinks) { () throws(SystemFailure) in
      try SystemCalls.status(of: path, followingLinks: followingLinks)
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
