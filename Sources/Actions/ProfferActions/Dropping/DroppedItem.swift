public import ProfferFileSystem

/// What became of an item that was to be dropped into a folder.
public struct DroppedItem: Sendable {
  /// The result for one item; more cases may be added.
  public enum Result: Sendable {
    /// The item is a file or folder now.
    case dropped(FilePath)
    /// The item could not be dropped.
    case failed(any Error)
    /// The item has no accepted type.
    case unmatched
  }

  /// The number of the item, from 1.
  public let number: Int
  /// What messages call the item.
  public let name: String
  /// The identifier of the type that was chosen; nil if none was.
  public let typeIdentifier: String?
  /// The file outside the bundle that the bytes are from; nil if they are in the bundle.
  public let reference: FilePath?
  /// What became of it.
  public let result: Result
}
