public import ProfferFileSystem

/// The result of dropping an item into a folder.
public struct DroppedItem: Sendable {
  /// The result for one item; more cases may be added.
  public enum Result: Sendable {
    /// The item was written to this file or folder.
    case dropped(FilePath)
    /// The item could not be dropped.
    case failed(any Error)
    /// The item has no accepted type.
    case unmatched
  }

  /// The number of the item, from 1.
  public let number: Int
  /// The name of the item in messages.
  public let name: String
  /// The identifier of the chosen type; nil if none was chosen.
  public let typeIdentifier: String?
  /// The file outside the bundle that contains the bytes; nil if they are in the bundle.
  public let reference: FilePath?
  /// The result.
  public let result: Result
}
