import FileSystem

/// The files of a draft in the order they will be stored; the short ones are read ahead by other processors while
/// those before them are written.
struct SourcesAhead {
  /// A file to read and what its entry will be called.
  struct Request: Sendable {
    let path: FilePath
    let followingLinks: Bool
    /// The name to make a portable one of; nil where the caller has it already.
    let name: FileName?
  }

  /// What is known of a file when its turn comes.
  struct Source: Sendable {
    var payload: PayloadSource
    let portableName: String?
  }

  /// The most files that are read ahead; being short, they take 16 MiB at most.
  private static let batchCount = 256

  private let requests: [Request]
  private var next = 0
  private var ready: [Result<Source, any Error>?] = []
  private var readyStart = 0
  private var ahead: (range: Range<Int>, work: WorkAhead<[Result<Source, any Error>?]>)?

  init(_ requests: [Request]) {
    self.requests = requests
    ahead = SourcesAhead.begin(requests, from: 0)
  }

  /// The next file, opened and perhaps read.
  mutating func take(_ path: FilePath) throws -> Source {
    if next >= readyStart + ready.count { refill() }
    let request = requests[next]
    precondition(request.path == path, "files are taken in the order they were asked for")
    let result = ready[next - readyStart]
    ready[next - readyStart] = nil
    next += 1
    return try result?.get()
      ?? SourcesAhead.source(of: request) {
        try PayloadSource(fileAt: $0, followingLinks: $1)
      }
  }

  private mutating func refill() {
    guard let current = ahead else { preconditionFailure("no more files are taken than were asked for") }
    readyStart = current.range.lowerBound
    ready = current.work.results().flatMap(\.self)
    ahead = SourcesAhead.begin(requests, from: current.range.upperBound)
  }

  private static func begin(
    _ requests: [Request], from start: Int
  ) -> (range: Range<Int>, work: WorkAhead<[Result<Source, any Error>?]>)? {
    let range = start..<min(start + batchCount, requests.count)
    if range.isEmpty { return nil }
    let batch = requests[range]
    // One processor is left to the writing; threads are not worth a few files.
    let partCount = batch.count < 16 ? 0 : max(1, ParallelWork.partCount - 1)
    let work = WorkAhead(count: max(1, partCount), onThreads: partCount > 0) { part in
      let partCount = max(1, partCount)
      let start = batch.startIndex + batch.count * part / partCount
      return batch[start..<batch.startIndex + batch.count * (part + 1) / partCount].map(read)
    }
    return (range, work)
  }

  /// A short file; nil for a long one, which is opened when its turn comes.
  private static func read(_ request: Request) -> Result<Source, any Error>? {
    do {
      return try PayloadSource(shortFileAt: request.path, followingLinks: request.followingLinks).map {
        payload in
        Result { try source(of: request) { _, _ in payload } }
      }
    } catch {
      return .failure(error)
    }
  }

  private static func source(
    of request: Request, _ open: (FilePath, Bool) throws -> PayloadSource
  ) throws -> Source {
    Source(
      payload: try open(request.path, request.followingLinks),
      portableName: request.name.map(EntryPaths.portable))
  }
}
