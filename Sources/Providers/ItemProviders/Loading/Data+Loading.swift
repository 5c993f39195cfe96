package import Foundation
package import ProfferFileSystem
import ZipArchives

/// How the bytes of a representation are loaded.
public struct ItemProviderDataOptions: OptionSet, Sendable, Hashable {
  /// The options as bits.
  public let rawValue: Int

  /// Makes options of their raw value; unknown bits are kept and have no effect.
  ///
  /// - Parameter rawValue: the options as bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The source's own file is mapped instead of copied.
  ///
  /// A byte is read when it is accessed. In return the bytes change when the file does, and a process that accesses
  /// bytes beyond the end of a file that was truncated is ended by the signal `SIGBUS`, which cannot be caught as an
  /// error. Use this where the receiver knows that the file does not change.
  public static let mapsSourceFile = ItemProviderDataOptions(rawValue: 1)
}

extension Data {
  /// Below this size, reading costs less than a copy and a mapping of whole pages.
  private static let smallestCopiedByteCount: UInt64 = 64 << 10

  /// The bytes of a part of a file, unaffected by later changes to the file.
  ///
  /// Few bytes are read. More are copied into an unnamed file, which no other process can change, and that is mapped:
  /// they take no anonymous memory, and no space on disk either where the folder for temporary files is on the same file
  /// system and it shares extents. Where that folder is full or cannot be written, the bytes are read into memory.
  ///
  /// - Throws: `FileSystemError`; `changedWhileReading` or `unexpectedEnd` when the file is truncated meanwhile.
  package init(keeping file: OpenFile, at offset: UInt64, byteCount: UInt64) throws {
    if byteCount < Self.smallestCopiedByteCount {
      self = Data(try file.bytes(at: offset, count: Int(byteCount)))
      return
    }
    let folder = try LoadFolders.systemFolder()
    do {
      let copy = try OpenFile.unnamed(in: folder)
      try copy.copy(from: file, at: offset, to: 0, byteCount: byteCount)
      try self.init(mapping: copy, at: 0, byteCount: byteCount)
    } catch let error as FileSystemError where error.path == folder {
      self = Data(try file.bytes(at: offset, count: Int(clamping: byteCount)))
    }
  }

  /// All bytes of a regular file, unaffected by later changes to it, also where its stated size is wrong.
  ///
  /// - Throws: as ``init(keeping:at:byteCount:)``.
  package init(keepingAllOf file: OpenFile) throws {
    let contents = try FileContents(of: file, file.status(), spoolingIn: LoadFolders.systemFolder())
    try self.init(keeping: contents.file, at: 0, byteCount: contents.byteCount)
  }

  /// The bytes of a part of a file, mapped: they change when the file does.
  ///
  /// Accessing bytes that were truncated meanwhile ends the process, so this is for files that no other process can
  /// change, and for callers that ask for it.
  package init(mapping file: OpenFile, at offset: UInt64, byteCount: UInt64) throws {
    let mapped = try file.map(at: offset, count: Int(clamping: byteCount))
    guard let start = mapped.buffer.baseAddress else {
      self = Data()
      return
    }
    // The deallocator keeps the mapping until the last copy of the value is released.
    self = Data(
      bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: mapped.count,
      deallocator: .custom { _, _ in withExtendedLifetime(mapped) {} })
  }
}

/// A folder as bytes: a zip archive whose single top-level entry is the folder (source: the reference page of
/// `loadDataRepresentation`).
enum FolderArchive {
  /// Archives a folder.
  ///
  /// Members are in the byte order of their names, and times are constant: the same folder gives the same bytes.
  ///
  /// - Parameters:
  ///   - name: the name of the top-level entry.
  ///   - check: called before each member; throws to stop.
  static func data(of folder: FilePath, named name: FileName, check: () throws -> Void) throws -> Data {
    let output = try OpenFile.unnamed(in: LoadFolders.systemFolder())
    var writer = ZipWriter(output: output)
    try writer.addFolder(name: name.bytes + [0x2F])
    var left = [(path: folder, entryName: name.bytes)]
    while let current = left.popLast() {
      for name in try Folder.names(in: current.path) {
        try check()
        let path = current.path.appending(name)
        let entryName = current.entryName + [0x2F] + name.bytes
        let status = try FileStatus.of(path, followingLinks: false)
        switch status.kind {
        case .folder:
          try writer.addFolder(name: entryName + [0x2F])
          left.append((path, entryName))
        case .link:
          try FileTree.readLink(path).withUnsafeBytes { target in
            _ = try writer.add(name: entryName, bytes: target, unixMode: 0o120777)
          }
        default:
          let contents = try FileContents(of: path, spoolingIn: LoadFolders.systemFolder())
          _ = try writer.add(
            name: entryName, contentsOf: contents.file, byteCount: contents.byteCount,
            unixMode: 0o100000 | status.permissions & 0o777)
        }
      }
    }
    let byteCount = try writer.finish()
    return try Data(mapping: output, at: 0, byteCount: byteCount)
  }
}
