import ByteTools
import FileSystem

/// The files below the `items` of a bundle folder, at one moment, and which of them the manifest names.
struct FolderRoll: PayloadInventory {
  private let folder: FilePath
  private var paths: [UInt8] = []
  private var files: [File] = []
  private var index: NameIndex
  /// The first thing that is neither a file nor a folder.
  private var stray: [UInt8]?

  private struct File {
    let pathEnd: Int
    let byteCount: UInt64
    /// The checksum that the manifest names; nil as long as it names none.
    var crc32: UInt32?
  }

  /// Looks through a bundle folder.
  init(of folder: FilePath) throws {
    self.folder = folder
    index = NameIndex(capacity: 0)
    guard let items = FileName("items"),
      try FileStatus.ifPresent(folder.appending(items), followingLinks: false) != nil
    else { return }
    try FolderStorage.checkNoLink(folder.appending(items), of: folder)
    try look(into: items)
    var index = NameIndex(capacity: files.count)
    paths.withUnsafeBytes { paths in
      // Names in a folder differ, so that no two paths are equal.
      for number in files.indices {
        _ = index.insert(number, path(number, in: paths)) { path($0, in: paths) }
      }
    }
    self.index = index
  }

  /// Takes down all files below a folder.
  private mutating func look(into items: FileName) throws {
    // The folders on the way down, each with the names in it that are still to be looked at, the next one last.
    var open: [(path: [FileName], names: [FileName])] = [
      ([items], try Folder.names(in: folder.appending(items)).reversed())
    ]
    while let innermost = open.indices.last {
      guard let name = open[innermost].names.popLast() else {
        open.removeLast()
        continue
      }
      let path = open[innermost].path + [name]
      let place = folder.appending(path)
      let status = try FileStatus.of(place, followingLinks: false)
      switch status.kind {
      case .folder: open.append((path, try Folder.names(in: place).reversed()))
      case .regular:
        paths += path.map(\.bytes).joined(separator: [UInt8(ascii: "/")])
        files.append(File(pathEnd: paths.count, byteCount: status.byteCount, crc32: nil))
      default: if stray == nil { stray = Array(path.map(\.bytes).joined(separator: [UInt8(ascii: "/")])) }
      }
    }
  }

  mutating func call(_ payload: BundledPayload) throws -> Bool {
    var name = payload.path
    let found = name.withUTF8 { name in
      paths.withUnsafeBytes { paths in
        index.number(of: UnsafeRawBufferPointer(name)) { path($0, in: paths) }
      }
    }
    guard let number = found else { throw FolderStorage.missing(payload, in: folder) }
    try FolderStorage.checkSize(files[number].byteCount, of: payload, in: folder)
    if let crc32 = files[number].crc32 {
      guard crc32 == payload.crc32 else { throw payload.claimedTwice }
      return false
    }
    files[number].crc32 = payload.crc32
    return true
  }

  func finish() throws {
    let unnamed = files.indices.first { files[$0].crc32 == nil }.map { number in
      paths.withUnsafeBytes { Array(path(number, in: $0)) }
    }
    if let path = unnamed ?? stray {
      throw BundleError(
        .unnamedEntry, "\(folder): the manifest does not name \(PrintableText.escaped(path))")
    }
  }

  private func path(_ number: Int, in paths: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let start = number == 0 ? 0 : files[number - 1].pathEnd
    return UnsafeRawBufferPointer(rebasing: paths[start..<files[number].pathEnd])
  }
}
