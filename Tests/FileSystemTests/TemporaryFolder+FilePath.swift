import ProfferFileSystem
import TestSupport
import Testing

extension TemporaryFolder {
  /// The path of a name inside the folder, or of the folder itself.
  func filePath(_ name: String? = nil) throws -> FilePath {
    try #require(FilePath(name.map { path($0) } ?? path))
  }

  /// Creates a file with these bytes and opens it.
  func openFile(_ name: String, _ bytes: [UInt8]) throws -> OpenFile {
    let file = try OpenFile.creating(filePath(name))
    try bytes.withUnsafeBytes { try file.write($0, at: 0) }
    return file
  }
}

/// The code of the error that the body throws; nil if it throws none.
func code(of body: () throws -> Void) throws -> FileSystemError.Code? {
  do {
    try body()
    return nil
  } catch let error as FileSystemError {
    return error.code
  }
}
