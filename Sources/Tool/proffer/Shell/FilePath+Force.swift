import FileSystem
import ProviderBundles

/// Places that a command with `--force` writes to: an error about what is in the way says whether that would help.
extension FilePath {
  /// Writes a file to this path.
  func explainingForce<Result>(_ writeFile: () throws -> Result) throws -> Result {
    try OutputPlace(self).explainingForce(writeFile)
  }

  /// Writes a bundle to this path.
  func explainingForce<Result>(asFolder: Bool, _ writeBundle: () throws -> Result) throws -> Result {
    guard asFolder else { return try explainingForce(writeBundle) }
    return try OutputPlace(self).explainingForce(writeBundle) { kind in
      try kind == .folder && ProviderBundleWriter.isReplaceable(folder: self)
    }
  }
}

extension OutputPlace {
  /// Writes a file to this place.
  func explainingForce<Result>(_ writeFile: () throws -> Result) throws -> Result {
    try explainingForce(writeFile) { $0 == .regular || $0 == .link }
  }

  /// Writes something to this place.
  ///
  /// - Parameter isReplaceable: whether `--force` replaces what is there, which is of a kind.
  func explainingForce<Result>(
    _ write: () throws -> Result, where isReplaceable: (FileKind) throws -> Bool
  ) throws -> Result {
    do {
      return try write()
    } catch let error as FileSystemError where error.code == .alreadyExists && error.path == path {
      // Where a link leads nowhere, what is written will be at its end.
      guard let kind = try kind, try !isReplaceable(kind) else {
        throw Failure("\(error.message); --force replaces it")
      }
      throw Failure("\(error.message): \(kind.words), which --force does not replace; name another place")
    }
  }
}

extension FileKind {
  /// What people call such a thing.
  fileprivate var words: String {
    switch self {
    case .regular: "a file"
    case .folder: "a folder"
    case .link: "a link"
    case .pipe: "a pipe"
    case .socket: "a socket"
    case .characterDevice, .blockDevice: "a device"
    }
  }
}
