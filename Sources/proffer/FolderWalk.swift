import FileSystem

/// The regular files below a folder, in the order of their paths' bytes; links are not followed.
func regularFiles(below folder: FilePath) throws -> [FilePath] {
  var files: [FilePath] = []
  var ahead = [folder]
  while let next = ahead.popLast() {
    switch try FileStatus.of(next, followingLinks: next == folder).kind {
    case .folder: ahead += try Folder.names(in: next).reversed().map(next.appending)
    case .regular: files.append(next)
    case .link, .pipe, .socket, .characterDevice, .blockDevice: break
    }
  }
  return files
}
