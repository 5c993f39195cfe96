package import ProfferFileSystem
import ZipArchives

/// The state of a file or folder: names, kinds, sizes, times, inodes and devices.
///
/// The state can be determined without reading the contents of files.
///
/// Programs can set the modification time of a file, but not the time of the last change (`ctime`). Therefore
/// every edit changes the state, even if the program restores the modification time. Changing the permissions
/// of a file and renaming a file also change the state. Renaming a folder does not change the state of the
/// folder.
package struct FileState: Hashable, Sendable {
  /// The digest of names, sizes, modification times and inodes.
  let times: UInt64
  /// The digest of devices and times of the last change.
  let changes: UInt64
  /// The total length of all files.
  let byteCount: UInt64

  /// Examines a file, link or folder; links are not followed.
  package init(of path: FilePath) throws {
    var (times, changes, byteCount) = (FNVHash(), FNVHash(), UInt64(0))
    try FileWalk.run(from: path) { entry in
      times.add(entry)
      switch entry.status.kind {
      case .folder: break
      case .link: times.add(try entry.linkTarget())
      default:
        times.add(entry.status.byteCount)
        times.add(entry.status.modification)
        times.add(entry.status.inode)
        changes.add(entry.status.device)
        changes.add(entry.status.change)
        byteCount &+= entry.status.byteCount
      }
    }
    self.times = times.value
    self.changes = changes.value
    self.byteCount = byteCount
  }

  /// Makes a recorded state; the total length is unknown, and 0 is used.
  init(times: UInt64, changes: UInt64) {
    self.times = times
    self.changes = changes
    byteCount = 0
  }

  /// Returns whether two states are equal, except for devices and for the time of the last change.
  ///
  /// Renaming a file sets the time of the last change.
  package func hasTimes(of other: FileState) -> Bool { times == other.times }

  /// Returns the state of the file or folder at a path, following links; nil if there is no file or folder.
  package static func ifPresent(_ path: FilePath) throws -> FileState? {
    try FileStatus.ifPresent(path) == nil ? nil : FileState(of: path.resolvingLinks())
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.times == right.times && left.changes == right.changes
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(times)
    hasher.combine(changes)
  }
}

/// The state of a file or folder and a digest of its contents.
///
/// A fingerprint is used to determine whether the file or folder has changed.
///
/// If the state is equal, nothing has changed. If the state differs, the contents are read and compared by
/// size and CRC-32. This comparison detects accidental changes but not forgery. The following files count as
/// unchanged: a file that was touched, a file that was renamed and renamed back, and a file that was replaced
/// with a file of the same bytes. Permissions are not compared.
///
/// Some fingerprints contain only the digest ``FileState/times`` of the state, and no contents: the
/// fingerprints of files that are renamed from their source, and the fingerprints in journals of version 3.
/// These fingerprints do not detect a change by a program that restored the modification time.
package struct FileFingerprint: Hashable, Codable, Sendable {
  struct Contents: Hashable, Sendable {
    /// The digest of names, sizes and checksums.
    let digest: UInt64
    let byteCount: UInt64
  }

  private let times: UInt64
  private let changes: UInt64?
  /// The digest and size of the contents; nil if only times are compared.
  let contents: Contents?

  /// Examines and reads a file, link or folder; links are not followed.
  ///
  /// - Throws: ``FolderDropError`` with code `changedSinceDrop` if the file changes while it is read.
  init(of path: FilePath) throws {
    let state = try FileState(of: path)
    self.init(state, try Self.contents(of: path))
    guard try FileState(of: path) == state else {
      throw FolderDropError(.changedSinceDrop, subject: path, "changed while it was read; try again")
    }
  }

  /// Makes a fingerprint from a state and from the contents of the file in this state.
  init(_ state: FileState, _ contents: Contents?) {
    times = state.times
    changes = contents == nil ? nil : state.changes
    self.contents = contents
  }

  /// Returns whether a file or folder is unchanged.
  ///
  /// - Parameter states: other states in which the file had the same contents.
  func describes(_ path: FilePath, orOneOf states: Set<FileState> = []) throws -> Bool {
    let state = try FileState(of: path)
    guard let contents else { return state.times == times }
    if isState(state) || states.contains(state) { return true }
    guard state.byteCount == contents.byteCount, try Self.contents(of: path) == contents else { return false }
    // The comparison is valid only if the file did not change while it was read.
    return try FileState(of: path) == state
  }

  /// Returns whether a state equals the fingerprint's state, except for devices and for the time of the last
  /// change.
  ///
  /// Renaming a file sets the time of the last change.
  func hasTimes(of state: FileState) -> Bool { state.times == times }

  /// Returns whether a state equals the fingerprint's state.
  func isState(_ state: FileState) -> Bool { state.times == times && state.changes == changes }

  /// Returns whether both fingerprints have the same digest of contents, or the same digest of times.
  func hasContents(of other: FileFingerprint) -> Bool {
    contents != nil && contents == other.contents || times == other.times
  }

  private static func contents(of root: FilePath) throws -> Contents {
    var (hash, byteCount) = (FNVHash(), UInt64(0))
    try FileWalk.run(from: root) { entry in
      hash.add(entry)
      switch entry.status.kind {
      case .folder: break
      case .link: hash.add(try entry.linkTarget())
      case .regular:
        let checksum = try checksum(of: entry)
        hash.add(checksum.byteCount)
        hash.add(UInt64(checksum.crc32))
        byteCount &+= checksum.byteCount
      default: break
      }
    }
    return Contents(digest: hash.value, byteCount: byteCount)
  }

  /// Returns the checksums of all files in a file or folder.
  static func checksums(of root: FilePath) throws -> Set<FileChecksum> {
    var checksums: Set<FileChecksum> = []
    try FileWalk.run(from: root) { entry in
      if entry.status.kind == .regular { checksums.insert(try checksum(of: entry)) }
    }
    return checksums
  }

  private static func checksum(of entry: FileWalk.Entry) throws -> FileChecksum {
    let (file, status) = try entry.openRegular()
    let capacity = Int(min(max(status.byteCount, 1), 1 << 20))
    // Many small page-aligned blocks would fragment the heap.
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
    defer { buffer.deallocate() }
    var checksum = CRC32()
    var position: UInt64 = 0
    while position < status.byteCount {
      let count = try file.read(into: buffer, at: position)
      if count == 0 { break }
      checksum.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      position += UInt64(count)
    }
    return FileChecksum(byteCount: position, crc32: checksum.value)
  }

  private enum Key: String, CodingKey {
    case times = "digest"
    case changes, contents, byteCount
  }

  /// Decodes a fingerprint from hexadecimal numbers.
  ///
  /// The numbers are strings, because many JSON readers do not preserve 64-bit integers.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    func number(_ key: Key) throws -> UInt64 {
      let text = try values.decode(String.self, forKey: key)
      guard let number = UInt64(text, radix: 16) else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: values, debugDescription: "\(text) is not a number")
      }
      return number
    }
    times = try number(.times)
    if values.contains(.contents) {
      changes = try number(.changes)
      contents = Contents(digest: try number(.contents), byteCount: try number(.byteCount))
    } else {
      (changes, contents) = (nil, nil)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(String(times, radix: 16), forKey: .times)
    guard let changes, let contents else { return }
    try values.encode(String(changes, radix: 16), forKey: .changes)
    try values.encode(String(contents.digest, radix: 16), forKey: .contents)
    try values.encode(String(contents.byteCount, radix: 16), forKey: .byteCount)
  }
}

/// The size and checksum of a file.
package struct FileChecksum: Hashable, Sendable {
  let byteCount: UInt64
  let crc32: UInt32

  /// Makes the checksum of a file from its size and CRC-32.
  package init(byteCount: UInt64, crc32: UInt32) {
    self.byteCount = byteCount
    self.crc32 = crc32
  }
}

/// The 64-bit hash function FNV-1a (source: draft-eastlake-fnv).
struct FNVHash {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
  mutating func add(_ bytes: [UInt8]) { for byte in bytes { add(byte: byte) } }
  mutating func add(_ number: UInt64) {
    for shift in 0..<8 { add(byte: UInt8(truncatingIfNeeded: number >> (shift * 8))) }
  }
}

extension FNVHash {
  /// Adds the name and the kind of an entry.
  fileprivate mutating func add(_ entry: FileWalk.Entry) {
    add(entry.name)
    add(byte: 0)
    switch entry.status.kind {
    case .folder: add(byte: 1)
    case .link: break
    default: add(byte: 2)
    }
  }

  fileprivate mutating func add(_ time: FileTime) {
    add(UInt64(bitPattern: time.seconds))
    add(UInt64(truncatingIfNeeded: time.nanoseconds))
  }

  /// Returns the hash of bytes, in hexadecimal.
  static func digest(of bytes: [UInt8]) -> String {
    var hash = FNVHash()
    hash.add(bytes)
    return String(hash.value, radix: 16)
  }
}
