public import ProfferFileSystem

/// Where an action writes its result.
public enum ActionOutput: Sendable {
  /// A file, or the folder that is the result; where a folder exists at the path, a file in it.
  case path(FilePath)
  /// A file in a folder, which is created if needed with those above it.
  case folder(FilePath)
  /// A stream, which gets the bytes piece by piece; a result that is a folder cannot be written to it.
  case stream(@Sendable (UnsafeRawBufferPointer) throws -> Void)
}
