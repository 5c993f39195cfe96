public import ProfferFileSystem

/// A note about packing; more cases may be added.
public enum PackingNote: Sendable {
  /// Things that are neither files nor folders were left out: the first one, and their number.
  case leftOut(FilePath, count: Int)
}
