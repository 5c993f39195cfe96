import ProfferFileSystem

/// A file that was opened to be stored.
struct OpenedSource: Sendable {
  let payload: PayloadSource
  /// The portable form of the file's name; nil if it is not needed.
  let portableName: String?
  /// The detected type; nil if it was not needed.
  let typeIdentifier: String?
}

/// The files of a bundle in the order in which they are stored.
///
/// If there are few files, they are opened one after the other. If there are many, other processors read
/// short files ahead while earlier files are written. Without reading ahead, packing 10,000 files takes
/// longer than with `tar`.
struct SourceQueue {
  /// A file to open.
  enum Request: Sendable {
    /// A file, or a link to a file.
    ///
    /// - Parameter name: the name from which a portable name is made; nil if no portable name is needed.
    case file(FilePath, name: FileName?)
    /// A file whose type is to be detected.
    case typed(FilePath)
    /// A file of a list; the type is to be detected.
    case listed(FileList, number: Int32)
    /// A file below a folder.
    case member(of: FolderListing, number: Int32)
  }

  /// The results of consecutive requests; nil for a long file, which is opened only when ``take()`` returns
  /// it.
  private typealias Batch = [Result<OpenedSource, any Error>?]

  private static let batchCount = 16
  /// The number of batches that may be read ahead; short files then take at most 8 MiB.
  private static let aheadCount = 8

  private let requests: [Request]
  private let typing: (any FileTyping)?
  private let spoolFolder: FilePath
  /// Reads batches ahead; nil if there are few files.
  private let ahead: OrderedPrefetcher<Batch>?
  private var batch: Batch = []
  private var next = 0

  /// - Parameter spoolFolder: the folder for copies of files whose stated size is wrong.
  init(_ requests: [Request], typing: (any FileTyping)?, spoolingIn spoolFolder: FilePath) {
    self.requests = requests
    self.typing = typing
    self.spoolFolder = spoolFolder
    guard requests.count > SourceQueue.batchCount else {
      ahead = nil
      return
    }
    let batchCount = (requests.count + SourceQueue.batchCount - 1) / SourceQueue.batchCount
    ahead = OrderedPrefetcher(count: batchCount, ahead: SourceQueue.aheadCount) { batch in
      let start = batch * SourceQueue.batchCount
      return requests[start..<min(start + SourceQueue.batchCount, requests.count)].map { request in
        do {
          return try SourceQueue.open(request, typing, spoolFolder, leavingLongFiles: true).map {
            .success($0)
          }
        } catch {
          return .failure(error)
        }
      }
    }
  }

  /// Opens and returns the next file.
  mutating func take() throws -> OpenedSource {
    defer { next += 1 }
    if let ahead {
      if next % SourceQueue.batchCount == 0 { batch = ahead.next() }
      let place = next % SourceQueue.batchCount
      let result = batch[place]
      // The reference in the batch is removed, so that the bytes are released after they are stored.
      batch[place] = nil
      if let result { return try result.get() }
    }
    let request = requests[next]
    guard let source = try SourceQueue.open(request, typing, spoolFolder, leavingLongFiles: false) else {
      preconditionFailure("long files are left only when reading ahead")
    }
    return source
  }

  private static func open(
    _ request: Request, _ typing: (any FileTyping)?, _ spoolFolder: FilePath, leavingLongFiles: Bool
  ) throws -> OpenedSource? {
    let path: FilePath
    var name: FileName?
    var followsLinks = true
    var isTyped = false
    switch request {
    case .file(let file, let fileName): (path, name) = (file, fileName)
    case .typed(let file): (path, name, followsLinks, isTyped) = (file, file.lastComponent, false, true)
    case .listed(let list, let number):
      (path, name) = (list.path(at: Int(number)), list.name(at: Int(number)))
      (followsLinks, isTyped) = (false, true)
    case .member(let listing, let number): (path, followsLinks) = (listing.path(of: Int(number)), false)
    }
    let contents: FileContents
    do {
      contents = try FileContents(of: path, followingLinks: followsLinks, spoolingIn: spoolFolder)
    } catch let error as FileSystemError where error.code == .changedWhileReading {
      throw BundleError.changedWhilePacking(path)
    }
    let isLong = contents.byteCount > UInt64(PayloadSource.largestInMemory)
    if isLong, leavingLongFiles { return nil }
    let payload = isLong ? PayloadSource(contents) : try PayloadSource(reading: contents)
    let (file, status) = (contents.file, contents.status)
    var type: String?
    if isTyped, let typing, let name {
      type =
        try payload.withBytesInMemory {
          try typing.typeIdentifier(of: file, named: name, status: status, bytes: $0)
        } ?? typing.typeIdentifier(of: file, named: name, status: status, bytes: nil)
    }
    return OpenedSource(
      payload: payload, portableName: name.map(EntryPaths.portable), typeIdentifier: type)
  }
}
