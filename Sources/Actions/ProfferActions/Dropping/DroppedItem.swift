public import ProfferFileSystem

/// The result of dropping an item into a folder.
public struct DroppedItem: Sendable {
  /// The kind of result; more cases may be added.
  public enum Result: Sendable {
    /// The item was written to the file or folder at the given path.
    case dropped(FilePath)
    /// The item could not be dropped.
    case failed(any Error)
    /// The item has no representation of an accepted type.
    case unmatched
  }

  /// The number of the item, from 1.
  public let number: Int
  /// The name that messages use for the item.
  public let name: String
  /// The identifier of the type that was chosen; nil if none was chosen.
  public let typeIdentifier: String?
  /// The path of the file with the bytes, if the file is outside the bundle; otherwise nil.
  public let reference: FilePath?
  /// The result.
  public let result: Result
}
