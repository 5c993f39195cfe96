package import Foundation
package import ProfferFileSystem
import ZipArchives

/// Options for loading the bytes of a representation.
public struct ItemProviderDataOptions: OptionSet, Sendable, Hashable {
  /// The options as bits.
  public let rawValue: Int

  /// Creates options from their raw value; unknown bits are preserved and have no effect.
  ///
  /// - Parameter rawValue: the options as bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Maps the source's own file instead of copying it.
  ///
  /// Bytes are read from the file on access, so they change when the file changes. If the file is
  /// truncated, access to bytes beyond its end terminates the process with the signal `SIGBUS`, which
  /// cannot be caught as an error. Use this option only for files that do not change.
  public static let mapsSourceFile = ItemProviderDataOptions(rawValue: 1)
}

extension Data {
  /// The size, in bytes, below which reading is faster than copying and mapping whole pages.
  private static let smallestCopiedByteCount: UInt64 = 64 << 10

  /// Creates data from a part of a file; later changes to the file do not affect the data.
  ///
  /// A small part is read into memory. A larger part is copied into an unnamed file that no other process
  /// can change, and the copy is mapped. The copy uses no anonymous memory. It also uses no disk space if
  /// the file system can share extents and contains the folder for temporary files. If the folder is full
  /// or not writable, the bytes are read into memory.
  ///
  /// - Throws: `FileSystemError`, with code `changedWhileReading` or `unexpectedEnd` if the file is
  ///   truncated during the call.
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

  /// Creates data from all bytes of a regular file, even if the size in the file's metadata is wrong.
  ///
  /// Later changes to the file do not affect the data.
  ///
  /// - Throws: the same errors as ``init(keeping:at:byteCount:)``.
  package init(keepingAllOf file: OpenFile) throws {
    let contents = try FileContents(of: file, file.status(), spoolingIn: LoadFolders.systemFolder())
    try self.init(keeping: contents.file, at: 0, byteCount: contents.byteCount)
  }

  /// Creates data by mapping a part of a file; the bytes change when the file changes.
  ///
  /// If the file is truncated, access to bytes beyond its end terminates the process. Use this initialiser
  /// only for files that no other process can change, or if the caller requests mapping.
  package init(mapping file: OpenFile, at offset: UInt64, byteCount: UInt64) throws {
    let mapped = try file.map(at: offset, count: Int(clamping: byteCount))
    guard let start = mapped.buffer.baseAddress else {
      self = Data()
      return
    }
    // The deallocator retains the mapping until the last copy of the data is released.
    self = Data(
      bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: mapped.count,
      deallocator: .custom { _, _ in withExtendedLifetime(mapped) {} })
  }
}

/// Converts a folder to bytes: a ZIP archive with the folder as its only top-level entry.
///
/// Source: Apple's reference page of `loadDataRepresentation`.
enum FolderArchive {
  /// Archives a folder.
  ///
  /// The members of each folder are sorted by the bytes of their names, and all times are constant. The same
  /// folder therefore always produces the same bytes.
  ///
  /// - Parameters:
  ///   - name: the name of the top-level entry.
  ///   - check: called before each member is added; throws an error to stop.
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
