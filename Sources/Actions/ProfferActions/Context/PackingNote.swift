public import ProfferFileSystem
public import UniformTypes

/// A note about packing; more cases may be added.
public enum PackingNote: Sendable {
  /// Files that are neither regular files nor folders were left out.
  ///
  /// The values are the path of the first file that was left out, and the number of files that were left out.
  case leftOut(FilePath, count: Int)
  /// The given number of hidden files and folders was left out, because the request skips them.
  case hiddenLeftOut(count: Int)
  /// The type of the given stream was detected from its contents.
  case typeGuessed(String, UTType)
}
