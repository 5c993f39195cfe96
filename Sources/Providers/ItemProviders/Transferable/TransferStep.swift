import FileSystem
public import Foundation
public import UniformTypes

/// A file that a source gives to whoever asked.
public struct SentTransferredFile: Sendable {
  /// Where it is.
  public let file: URL
  /// Whether a receiver may open it where it is, instead of a copy.
  public let allowAccessingOriginalFile: Bool

  /// Names a file.
  public init(_ file: URL, allowAccessingOriginalFile: Bool = false) {
    self.file = file
    self.allowAccessingOriginalFile = allowAccessingOriginalFile
  }
}

/// A file that arrived; valid only inside the closure that imports it.
public struct ReceivedTransferredFile: Sendable {
  /// Where it is until the closure returns.
  ///
  /// Copy or move it to keep it.
  public let file: URL
  /// Whether it is the source's own file: nothing deletes it, and writing to it changes what the source
  /// offers.
  public let isOriginalFile: Bool
  /// The type that the source registered the file under; nil where that is no declared type.
  public let contentType: UTType?
}

/// One way in which values of a type travel, in one type, out or in or both.
///
/// Values are made by the representations of this library, and joined and changed by builder and modifiers.
public struct TransferStep<Item: Sendable>: Sendable {
  /// What exporting makes.
  enum Exported: Sendable {
    case data(Data)
    case file(SentTransferredFile)
  }

  struct Export: Sendable {
    let type: UTType
    var isFile = false
    /// Whether another value travels in this one's place.
    var isProxy = false
    var allowsOpenInPlace = false
    var visibility = RepresentationVisibility.all
    /// Nil offers every value.
    var condition: (@Sendable (Item) -> Bool)?
    var suggestedFileName: (@Sendable (Item) -> String?)?
    let run: @Sendable (Item) async throws -> Exported
  }

  /// How importing reads: of bytes or of a file.
  enum Reading: Sendable {
    case data(@Sendable (Data) async throws -> Item)
    case file(attemptsInPlace: Bool, @Sendable (ReceivedTransferredFile) async throws -> Item)
  }

  struct Import: Sendable {
    let type: UTType
    let reading: Reading
  }

  var export: Export?
  var importing: Import?
}

extension TransferStep.Exported {
  /// The bytes; those of a file stay as they are whatever becomes of it.
  func data(named typeIdentifier: String) throws -> Data {
    switch self {
    case .data(let data): return data
    case .file(let sent):
      let path = try FilePath(fileURL: sent.file)
      if try FileStatus.of(path).kind == .folder {
        return try FolderArchive.data(
          of: path,
          named: FileNaming.name(
            suggested: nil, sourceName: path.lastComponent, typeIdentifier: typeIdentifier, isFolder: true),
          check: { try Task.checkCancellation() })
      }
      let file = try OpenFile.readingRegular(path)
      return try Data(keeping: file, at: 0, byteCount: file.status().byteCount)
    }
  }
}
