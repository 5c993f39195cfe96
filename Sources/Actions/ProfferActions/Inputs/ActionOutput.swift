public import ProfferFileSystem

/// The destination of the result of an action.
public enum ActionOutput: Sendable {
  /// The path of the result.
  ///
  /// If a folder exists at the path, the result is written into the folder.
  case path(FilePath)
  /// A folder for the result.
  ///
  /// The folder and its parents are created if needed.
  case folder(FilePath)
  /// A function that receives the bytes in chunks.
  ///
  /// If the result is a folder, the action throws `needsPlace`.
  case stream(@Sendable (UnsafeRawBufferPointer) throws -> Void)
}
