public import Foundation
import ItemProviders
import ProfferFileSystem

/// Initialisers for folders that are specified by file URL.
///
/// A folder with a path that is not UTF-8 has no URL, and must be specified by its `FilePath`.
extension FolderDrop {
  /// Makes a drop into a folder at a file URL.
  ///
  /// - Parameters:
  ///   - folder: the folder that receives the files.
  ///   - acceptedTypeIdentifiers: the types to write, most preferred first; nil for every type.
  ///   - operation: whether the items are copied or moved.
  /// - Throws: `ItemProviderError` if the URL is not a file URL.
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
  ///   - operation: the operation to propose; if the session does not allow moves, a copy is proposed.
  ///   - history: the history that records each drop for undo.
  ///   - completion: called on the main actor with the report after all files are placed, or with an error.
  /// - Throws: `ItemProviderError` if the URL is not a file URL.
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
  /// - Parameter folder: the folder, which is created with the first record.
  /// - Throws: `ItemProviderError` if the URL is not a file URL.
  public init(in folder: URL) throws {
    self.init(in: try FilePath(fileURL: folder))
  }
}
