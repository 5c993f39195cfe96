import DesktopTransfer
import Foundation
import ItemProviders
public import ProfferActions
import ProfferFileSystem

/// The contents of a file at the time when the user copied it.
///
/// Programs that paste later receive these contents. A private copy of the file is made immediately if the
/// file is not larger than 1 GiB, or if the file system can share the blocks between the file and the copy.
/// No other program can change the private copy. The contents of any other file are read in pieces while a
/// program takes them. A piece is refused if the file has changed, because a mixture of old and new bytes
/// would be worse.
struct FileSnapshot: Sendable {
  /// The size above which a file is copied only if the copy shares its blocks.
  static let mostCopiedByteCount: UInt64 = 1 << 30
  /// The size below which the bytes are read into memory.
  private static let mostReadByteCount: UInt64 = 64 << 10

  /// The contents; nil if they are read when a program requests them.
  private let kept: Data?
  private let original: OpenFile
  private let byteCount: UInt64
  private let status: FileStatus
  private let folder: FilePath

  /// - Parameters:
  ///   - folder: the folder for the copy.
  ///   - limit: the size above which a file is copied only if the copy shares its blocks.
  init(
    of contents: FileContents, in folder: FilePath, copyingAtMost limit: UInt64 = mostCopiedByteCount
  ) throws {
    original = contents.file
    byteCount = contents.byteCount
    status = try contents.file.status()
    self.folder = folder
    if byteCount < FileSnapshot.mostReadByteCount {
      kept = Data(try original.bytes(at: 0, count: Int(byteCount)))
    } else if contents.isCopied {
      kept = try Data(mapping: original, at: 0, byteCount: byteCount)
    } else {
      kept = try FileSnapshot.copy(of: original, byteCount, in: folder, atMost: limit).map {
        try Data(mapping: $0, at: 0, byteCount: contents.byteCount)
      }
    }
  }

  /// Returns the contents at the time of the copy, in memory or in a memory-mapped private file.
  ///
  /// - Throws: `changedSinceCopied` if there is no private copy and the file has changed.
  func data() throws -> Data {
    if let kept { return kept }
    try requireUnchanged()
    let copy = try OpenFile.unnamed(in: folder)
    try copy.copy(from: original, at: 0, to: 0, byteCount: byteCount)
    try requireUnchanged()
    return try Data(mapping: copy, at: 0, byteCount: byteCount)
  }

  /// The contents in pieces; nil if there is a private copy.
  ///
  /// The size and the times of the file are compared before and after each piece is read.
  private var pieces: OfferedPieces? {
    guard kept == nil else { return nil }
    return OfferedPieces(byteCount: Int(byteCount)) { [self] offset, count in
      try requireUnchanged()
      let bytes = try original.bytes(at: UInt64(offset), count: count)
      try requireUnchanged()
      return Data(bytes)
    }
  }

  /// Returns ``pieces`` if the file has not changed; nil if there is a private copy.
  var checkedPieces: OfferedContent.Pieces? {
    guard let pieces else { return nil }
    return { () throws -> OfferedPieces? in
      try requireUnchanged()
      return pieces
    }
  }

  /// Throws `changedSinceCopied` if the file has changed.
  private func requireUnchanged() throws {
    guard try original.status() == status else {
      throw ActionError.failure(
        "\(original.path) has changed since it was copied; copy it again", code: .changedSinceCopied)
    }
  }

  /// Returns a private copy; nil if the copy would take too much space or time, or does not fit in the
  /// folder.
  private static func copy(
    of file: OpenFile, _ byteCount: UInt64, in folder: FilePath, atMost limit: UInt64
  ) throws(FileSystemError) -> OpenFile? {
    do throws(FileSystemError) {
      let copy = try OpenFile.unnamed(in: folder)
      guard
        byteCount <= limit || copy.sharesBlocks(of: file, at: 0, to: 0, byteCount: byteCount)
      else { return nil }
      try copy.copy(from: file, at: 0, to: 0, byteCount: byteCount)
      return copy
    } catch  where error.path == folder {
      // The folder for temporary files is full or not writable.
      return nil
    }
  }
}

extension ActionError.Code {
  /// A file that is too large for a private copy has changed since it was copied to the clipboard.
  public static let changedSinceCopied = Self(rawValue: "changedSinceCopied")
}
