import FileSystem
import ItemProviders

extension FolderPlacement {
  /// An error about an item's file, told by the name that people know: while it is loaded and gathered, it lies aside
  /// under others.
  ///
  /// - Parameter name: the name that the file was to get in the folder; nil while it is not known.
  func told(_ error: any Error, name: FileName?) -> any Error {
    switch error {
    case let error as FileSystemError: return told(error, name)
    case let error as ItemProviderError:
      guard let cause = error.cause as? FileSystemError else { return error }
      return ItemProviderError(
        error.code, subject: error.subject, reason: error.reason, cause: told(cause, name))
    default: return error
    }
  }

  private func told(_ error: FileSystemError, _ name: FileName?) -> FileSystemError {
    guard let path = error.path, let (place, rest) = path.knownParts else { return error }
    // The first of the names is one that only this program knows, too: the number of an item or of a load.
    let known = rest.dropFirst()
    guard let name else {
      let file = known.map(\.description).joined(separator: "/")
      return error.renamed(
        from: path, to: place, calling: .name("\(file.isEmpty ? "a file" : file) aside in \(place)"))
    }
    return error.renamed(from: path, to: drop.folder.appending([name] + known))
  }
}
