public import Foundation
import ItemProviders
import ProfferFileSystem

/// Folders specified by file URL; a folder whose path is not UTF-8 has no URL and is specified by its
/// `FilePath`.
extension FolderDrop {
  /// Makes a drop into a folder at a file URL.
  ///
  /// - Parameters:
  ///   - folder: the folder that receives the files.
  ///   - acceptedTypeIdentifiers: the types to write, most preferred first; nil for every type.
  ///   - operation: whether the items are copied or moved.
  /// - Throws: `ItemProviderError` for a URL that is not a file URL.
  public init(
    into folder: URL, accepting acceptedTypeIdentifiers: [String]? = nil, operation: Operation = .copy
  ) throws {
    self.init(
      into: try FilePath(fileURL: folder), accepting: acceptedTypeIdentifiers, operation: operation)
  }
}

extension FolderDropDelegate {
  /// Makes a delegate for a folder at a file URL.
  ///
  /// - Parameters:
  ///   - folder: the folder that receives the files.
  ///   - acceptedTypeIdentifiers: the types to write, most preferred first; nil for every type.
  ///   - operation: the operation to propose; a copy if the session does not allow moves.
  ///   - history: the history that records each drop for undo.
  ///   - completion: called on the main actor with the report after placing all files, or with an error.
  /// - Throws: `ItemProviderError` for a URL that is not a file URL.
  public convenience init(
    into folder: URL, accepting acceptedTypeIdentifiers: [String]? = nil,
    operation: FolderDrop.Operation = .copy, recordingIn history: UndoHistory? = nil,
    completion: @escaping @MainActor @Sendable (Result<FolderDropReport, any Error>) -> Void = { _ in }
  ) throws {
    self.init(
      into: try FilePath(fileURL: folder), accepting: acceptedTypeIdentifiers, operation: operation,
      recordingIn: history, completion: completion)
  }
}

extension UndoHistory {
  /// Makes a history in a folder at a file URL; only histories may write to the folder.
  ///
  /// - Parameter folder: the folder; it is created with the first record.
  /// - Throws: `ItemProviderError` for a URL that is not a file URL.
  public init(in folder: URL) throws {
    self.init(in: try FilePath(fileURL: folder))
  }
}
