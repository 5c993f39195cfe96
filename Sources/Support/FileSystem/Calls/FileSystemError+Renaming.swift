extension FileSystemError {
  /// The error as it is told of a file that people know by another path.
  ///
  /// - Parameter name: what to call it where the path is not what people would say.
  package func renamed(
    from path: FilePath, to known: FilePath, calling name: String? = nil
  ) -> FileSystemError {
    FileSystemError(
      code: code, path: known, message: message.replacing(path.description, with: name ?? known.description),
      systemError: systemError)
  }
}
