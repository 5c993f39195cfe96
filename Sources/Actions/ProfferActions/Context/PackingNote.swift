public import ProfferFileSystem

/// What is worth knowing about packing; more cases may be added.
public enum PackingNote: Sendable {
  /// What is neither a file nor a folder was left out; the first of it, and how many there are.
  case leftOut(FilePath, count: Int)
}
