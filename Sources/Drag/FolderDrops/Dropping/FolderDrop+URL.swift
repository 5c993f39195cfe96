public import Foundation
import ItemProviders
import ProfferFileSystem

/// Folders by file URL; a path that is not UTF-8 has no URL, and is named by its `FilePath`.
extension FolderDrop {
  /// Makes a drop into a folder at a file URL.
  ///
  /// - Parameters:
  ///   - folder: the folder that receives the files.
  ///   - acceptedTypeIdentifiers: the types to write, most wanted first; nil for every type.
  ///   - operation: whether the items are copied or moved.
  /// - Throws: `ItemProviderError` for a URL that is not a file's.
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
  ///   - acceptedTypeIdentifiers: the types to write, most wanted first; nil for every type.
  ///   - operation: the operation to propose; a copy if the session does not allow moves.
  ///   - history: where to record each drop for undo.
  ///   - completion: called with the report on the main actor when everything is in place.
  /// - Throws: `ItemProviderError` for a URL that is not a file's.
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
  /// Makes a history in a folder at a file URL, which only histories write to.
  ///
  /// - Parameter folder: the folder; it is created with the first record.
  /// - Throws: `ItemProviderError` for a URL that is not a file's.
  public init(in folder: URL) throws {
    self.init(in: try FilePath(fileURL: folder))
  }
}
