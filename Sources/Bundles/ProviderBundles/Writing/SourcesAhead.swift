import FileSystem

/// The files of a bundle in the order they will be stored; the short ones are read ahead by other processors while
/// those before them are written.
struct SourcesAhead {
  /// A file to read and what its entry will be called.
  enum Request: Sendable {
    /// A file, or a link to one, with the name to make a portable one of; nil where the caller has it already.
    case file(FilePath, name: FileName?)
    /// A file below a folder.
    case member(of: FolderListing, number: Int32)

    /// Opens the file; nil for a long one when there is a buffer.
    fileprivate func open(readingInto buffer: ReadBuffer?) throws -> Source? {
      let opened: OpenedSource?
      var portableName: String?
      switch self {
      case .file(let path, let name):
        opened = try OpenedSource(path, followingLinks: true, readingInto: buffer)
        portableName = opened == nil ? nil : name.map(EntryPaths.portable)
      case .member(let listing, let number):
        opened = try OpenedSource(
          listing.path(of: Int(number)), followingLinks: false, readingInto: buffer)
      }
      return opened.map { Source(payload: $0.payload, portableName: portableName) }
    }
  }

  /// Files that follow each other.
  enum Requests: Sendable {
    case paths([Request])
    /// Files whose types are told as they are read.
    case list(FileList, any FileTyping)

    var count: Int {
      switch self {
      case .paths(let requests): requests.count
      case .list(let list, _): list.count
      }
    }
  }

  /// What is known of a file when its turn comes.
  struct Source: Sendable {
    var payload: PayloadSource
    let portableName: String?
    /// The name and type of a file of a list.
    var listed: (name: FileName, typeIdentifier: String)?
  }

  /// Neighbours, the unit of work: enough of them to be worth handing over, and few enough to fit into a cache.
  private struct Batch: Sendable {
    let block: Int
    let range: Range<Int>
  }

  /// What came of a batch; nil stands for a long file, which is opened when its turn comes.
  private struct Ready: Sendable {
    var sources: [Result<Source, any Error>?]
    var buffer: ReadBuffer?
  }

  private static let batchCount = 16
  /// How many batches may be read ahead, so that the longest of short files take 8 MiB.
  private static let aheadCount = 8

  private let blocks: [Requests]
  private let batches: [Batch]
  private let buffers = ReadBuffers(byteCount: batchCount * PayloadSource.largestInMemory)
  private let values: OrderedPrefetcher<Ready>
  private var batch = -1
  private var place = 0
  private var ready = Ready(sources: [], buffer: nil)

  init(_ blocks: [Requests]) {
    self.blocks = blocks
    let batches = blocks.indices.flatMap { block in
      stride(from: 0, to: blocks[block].count, by: SourcesAhead.batchCount).map { start in
        Batch(
          block: block, range: start..<min(start + SourcesAhead.batchCount, blocks[block].count))
      }
    }
    self.batches = batches
    values = OrderedPrefetcher(count: batches.count, ahead: SourcesAhead.aheadCount) { [buffers] number in
      SourcesAhead.read(batches[number].range, of: blocks[batches[number].block], buffers)
    }
  }

  /// The next file, opened and perhaps read.
  mutating func take() throws -> Source {
    if place == ready.sources.count { advance() }
    let result = ready.sources[place]
    // The buffer is free when nobody has a part of it any more.
    ready.sources[place] = nil
    let number = batches[batch].range.lowerBound + place
    place += 1
    if let result { return try result.get() }
    let source = try SourcesAhead.source(at: number, of: blocks[batches[batch].block], readingInto: nil)
    guard let source else { preconditionFailure("only reading ahead leaves a file out") }
    return source
  }

  private mutating func advance() {
    buffers.giveBack(&ready.buffer)
    ready = values.next()
    batch += 1
    place = 0
  }

  /// Reads the short files of a batch.
  private static func read(_ range: Range<Int>, of requests: Requests, _ buffers: ReadBuffers) -> Ready {
    let buffer = buffers.take()
    return Ready(
      sources: range.map { number in
        do {
          return try source(at: number, of: requests, readingInto: buffer).map { .success($0) }
        } catch {
          return .failure(error)
        }
      }, buffer: buffer)
  }

  /// What is known of a file; nil when it is long and was to be read into a buffer.
  private static func source(
    at number: Int, of requests: Requests, readingInto buffer: ReadBuffer?
  ) throws -> Source? {
    switch requests {
    case .paths(let requests): return try requests[number].open(readingInto: buffer)
    case .list(let list, let typing):
      let name = list.name(at: number)
      guard let opened = try OpenedSource(list.path(at: number), followingLinks: false, readingInto: buffer)
      else { return nil }
      let type = try opened.typeIdentifier(named: name, typing)
      return Source(payload: opened.payload, portableName: EntryPaths.portable(name), listed: (name, type))
    }
  }
}
