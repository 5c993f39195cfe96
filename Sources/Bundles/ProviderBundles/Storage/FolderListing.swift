import FileSystem

/// What lies below a folder at one moment: the names, kinds, sizes and times of everything in it.
///
/// A folder may have 100,000 members, each of which costs some dozens of bytes here.
final class FolderListing: Sendable {
  /// One file, folder or link.
  struct Entry {
    let name: FileName
    /// The number of the folder that it is in; nil for the listed folder itself.
    let parent: Int?
    let kind: FileKind
    let byteCount: UInt64
    let isExecutable: Bool
    let modification: FileTime
    /// The target of a link, else nil.
    let target: [UInt8]?
  }

  /// The listed folder.
  let root: FilePath
  /// The folder's own status.
  let status: FileStatus
  private let records: ListingRecords
  /// The record of each entry: folders before what is in them, names in the order of their bytes, so that the same folder
  /// gives the same list.
  private let order: [UInt32]

  /// Lists a folder without following the links in it.
  ///
  /// - Parameter note: is shown the status of the folder and of everything below it.
  /// - Throws: a ``BundleError`` for pipes, sockets and devices, which have no bytes to pack.
  init(of folder: FilePath, noting note: (FileStatus) -> Void = { _ in }) throws {
    root = folder
    status = try FileStatus.of(folder)
    note(status)
    var records = ListingRecords()
    var order: [UInt32] = []
    // What is still to be visited of each open folder, the innermost last, so that depth costs memory and not the stack.
    var ahead = [try records.list(folder, number: nil, noting: note)]
    while var rest = ahead.popLast() {
      guard let record = rest.popFirst() else { continue }
      ahead.append(rest)
      let number = order.count
      order.append(UInt32(record))
      guard records.kind(of: record) == .folder else { continue }
      let path = folder.appending(records.names(of: number, order))
      ahead.append(try records.list(path, number: number, noting: note))
    }
    self.records = records
    self.order = order
  }

  /// How many entries there are.
  var count: Int { order.count }

  /// An entry by its number, counted from 0.
  subscript(number: Int) -> Entry { records[Int(order[number])] }

  /// The kind of an entry.
  func kind(of number: Int) -> FileKind { records.kind(of: Int(order[number])) }

  /// The names from the listed folder down to an entry.
  func names(of number: Int) -> [FileName] { records.names(of: number, order) }

  /// Where an entry is.
  func path(of number: Int) -> FilePath { root.appending(names(of: number)) }

  /// Refuses a folder that is no longer as it was listed.
  func checkUnchanged() throws {
    try PayloadSource.checkUnchanged(root, before: status, after: FileStatus.of(root))
    for number in 0..<count {
      guard let before = records.folderStatus(of: Int(order[number])) else { continue }
      let path = path(of: number)
      try PayloadSource.checkUnchanged(
        path, before: before, after: FileStatus.of(path, followingLinks: false))
    }
  }
}

/// The entries of a listing in the order in which folders were listed, those of one folder together.
private struct ListingRecords {
  private struct Record {
    let nameEnd: Int
    let byteCount: UInt64
    let seconds: Int64
    let nanoseconds: Int32
    /// The number of the folder that it is in, counted from 1; 0 for the listed folder itself.
    let parent: UInt32
    /// The number of the status that is kept of a folder, counted from 1.
    let folder: UInt32
    let kind: FileKind
    let isExecutable: Bool
  }

  private var records: [Record] = []
  /// The names one behind the other.
  private var names: [UInt8] = []
  /// The targets of links by their records.
  private var targets: [Int: [UInt8]] = [:]
  private var folders: [FileStatus] = []

  /// Takes down the entries of one folder.
  ///
  /// - Returns: their places among the records.
  mutating func list(
    _ folder: FilePath, number: Int?, noting note: (FileStatus) -> Void
  ) throws -> Range<Int> {
    let start = records.count
    for name in try Folder.names(in: folder) {
      let path = folder.appending(name)
      let status = try FileStatus.of(path, followingLinks: false)
      switch status.kind {
      case .regular: break
      case .folder: folders.append(status)
      case .link: targets[records.count] = try FileTree.readLink(path)
      case .pipe, .socket, .characterDevice, .blockDevice:
        throw BundleError(
          .unsupportedFile,
          "\(path) is no file, folder or link and cannot be packed; move it out of its folder")
      }
      note(status)
      names += name.bytes
      records.append(
        Record(
          nameEnd: names.count, byteCount: status.byteCount, seconds: status.modification.seconds,
          nanoseconds: status.modification.nanoseconds, parent: UInt32(number.map { $0 + 1 } ?? 0),
          folder: UInt32(folders.count), kind: status.kind, isExecutable: status.isExecutable))
    }
    return start..<records.count
  }

  subscript(place: Int) -> FolderListing.Entry {
    let record = records[place]
    return FolderListing.Entry(
      name: name(of: place), parent: parent(of: place), kind: record.kind, byteCount: record.byteCount,
      isExecutable: record.isExecutable,
      modification: FileTime(seconds: record.seconds, nanoseconds: record.nanoseconds),
      target: targets[place])
  }

  func kind(of place: Int) -> FileKind { records[place].kind }

  /// The status of a folder; nil for what is none.
  func folderStatus(of place: Int) -> FileStatus? {
    let record = records[place]
    return record.kind == .folder ? folders[Int(record.folder) - 1] : nil
  }

  /// The names down to the entry of a number in an order of records.
  func names(of number: Int, _ order: [UInt32]) -> [FileName] {
    var names: [FileName] = []
    var next: Int? = number
    while let number = next {
      let place = Int(order[number])
      names.append(name(of: place))
      next = parent(of: place)
    }
    names.reverse()
    return names
  }

  private func name(of place: Int) -> FileName {
    let start = place == 0 ? 0 : records[place - 1].nameEnd
    guard let name = FileName(bytes: names[start..<records[place].nameEnd]) else {
      preconditionFailure("a name in a folder is a name")
    }
    return name
  }

  private func parent(of place: Int) -> Int? {
    let parent = records[place].parent
    return parent == 0 ? nil : Int(parent) - 1
  }
}
