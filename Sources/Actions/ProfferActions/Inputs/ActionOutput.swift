public import ProfferFileSystem

/// Where an action writes its result.
public enum ActionOutput: Sendable {
  /// The path of the resulting file or folder; if a folder exists at the path, a file inside it.
  case path(FilePath)
  /// A file in a folder; the folder and its parents are created if needed.
  case folder(FilePath)
  /// A stream, which receives the bytes in pieces; a result that is a folder cannot be written to it.
  case stream(@Sendable (UnsafeRawBufferPointer) throws -> Void)
}
