import ByteTools
import ProfferFileSystem
import UniformTypes
import ZipArchives

/// The result of verifying a payload or a reference of a bundle.
public struct VerificationResult: Sendable {
  /// The path of the payload's entry, or of the file that is offered in place.
  public let path: String
  /// The size in bytes that the manifest states.
  public let byteCount: UInt64
  /// The description of the error; nil if the payload or reference is valid.
  public let failure: String?
  /// The code of the error; nil if the payload or reference is valid.
  public let code: BundleError.Code?

  init(path: String, byteCount: UInt64, failure: BundleError? = nil) {
    self.path = path
    self.byteCount = byteCount
    self.failure = failure?.message
    code = failure?.code
  }
}

/// The progress of a verification.
public struct VerificationProgress: Sendable {
  /// The number of bytes that were read so far.
  public let byteCount: UInt64
  /// The total number of bytes to read.
  public let totalByteCount: UInt64
}

extension ProviderBundle {
  /// Reads all payloads and compares them with the manifest, using all processors.
  ///
  /// - Parameters:
  ///   - progress: called at the beginning and then repeatedly, on the caller's thread.
  ///   - report: called with the result for each payload in the order of the manifest, and then for each file
  ///     that is offered in place.
  /// - Throws: ``BundleError`` if the archive violates a rule that opening does not check. After all results
  ///   have been reported, throws ``BundleError`` if the type declarations are invalid, or if the type of a
  ///   preview is not a type of images.
  public func verify(
    progress: (VerificationProgress) throws -> Void = { _ in },
    _ report: (VerificationResult) throws -> Void
  ) throws {
    try storage.checkWhole()
    let bundle = try whole()
    var total: UInt64 = 0
    try bundle.eachPayload { total.addSaturating($0.byteCount) }
    try progress(VerificationProgress(byteCount: 0, totalByteCount: total))
    var done: UInt64 = 0
    var batch = Verification.Batch()
    func readBatch() throws {
      let failures = try bundle.failures(of: batch.payloads) { byteCount in
        try progress(VerificationProgress(byteCount: done &+ byteCount, totalByteCount: total))
      }
      for (payload, failure) in zip(batch.payloads, failures) {
        try report(VerificationResult(path: payload.path, byteCount: payload.byteCount, failure: failure))
        done.addSaturating(payload.byteCount)
      }
      try progress(VerificationProgress(byteCount: done, totalByteCount: total))
    }
    try bundle.eachPayload { payload in
      if batch.isFull(before: payload) {
        try readBatch()
        batch = Verification.Batch()
      }
      batch.add(payload)
    }
    if !batch.payloads.isEmpty { try readBatch() }
    for representation in bundle.items.lazy.flatMap(\.representations) {
      guard case .inPlace(let reference) = representation.storage else { continue }
      try report(
        VerificationResult(
          path: reference.path.description, byteCount: reference.byteCount,
          failure: Verification.failure { try reference.checkFresh() }))
    }
    try types.check()
    try bundle.checkPreviewTypes()
  }

  /// Throws if the type of a preview does not conform to `public.image`.
  ///
  /// Conformance is determined by the standard types and the types that the bundle declares.
  private func checkPreviewTypes() throws(BundleError) {
    guard items.contains(where: { $0.preview != nil }) else { return }
    let registry = try types.carried().get().registry(beyond: .standard)
    for (place, item) in items.enumerated() { try item.preview?.check(registry, at: place) }
  }

  /// Calls `body` once for each payload, in the order of first mention in the manifest.
  private func eachPayload(_ body: (BundledPayload) throws -> Void) throws {
    var claims = PayloadClaims()
    for item in items {
      try item.eachPayload { if try claims.add($0) { try body($0) } }
    }
  }

  /// Returns the error of each payload; nil for an intact payload.
  private func failures(
    of payloads: [BundledPayload], progress: (UInt64) throws -> Void
  ) throws -> [BundleError?] {
    if let payload = payloads.first, payloads.count == 1 {
      return [try failure(of: payload, progress: progress)]
    }
    return ParallelWork.map(count: payloads.count) { failure(of: payloads[$0]) }
  }

  /// Reads a payload on the current thread and returns its error; nil if the payload is intact.
  private func failure(of payload: BundledPayload) -> BundleError? {
    Verification.failure {
      let stored = try stored(payload)
      guard
        try CRC32.ofPart(stored.file, at: stored.offset, byteCount: payload.byteCount) == payload.crc32
      else { throw stored.mismatch }
    }
  }

  /// Reads a payload with all processors, one stretch at a time, and returns its error; nil if the payload is
  /// intact.
  private func failure(
    of payload: BundledPayload, progress: (UInt64) throws -> Void
  ) throws -> BundleError? {
    let stored: StoredPayload
    do { stored = try self.stored(payload) } catch { return BundleError(describing: error) }
    var checksum: UInt32 = 0
    var failure: BundleError?
    try StoredPayload.stretches(of: payload.byteCount) { start, byteCount in
      if failure != nil { return }
      do {
        let part = try CRC32.of(stored.file, at: stored.offset + start, byteCount: byteCount)
        checksum = CRC32.combining(checksum, part, byteCount: byteCount)
      } catch {
        failure = BundleError(describing: error)
        return
      }
      try progress(start + byteCount)
    }
    return failure ?? (checksum == payload.crc32 ? nil : stored.mismatch)
  }
}

/// The division of a verification into batches.
private enum Verification {
  /// The maximum number of payloads, and the approximate maximum number of bytes, between two reports.
  private static let batchCount = 1024
  private static let batchByteCount: UInt64 = 1 << 27

  /// The payloads to read next: one long payload, or many short payloads.
  struct Batch {
    private(set) var payloads: [BundledPayload] = []
    private var byteCount: UInt64 = 0

    /// Returns whether a payload must be in the next batch.
    func isFull(before payload: BundledPayload) -> Bool {
      !payloads.isEmpty
        && (payloads.count == batchCount || byteCount &+ payload.byteCount > batchByteCount)
    }

    mutating func add(_ payload: BundledPayload) {
      payloads.append(payload)
      byteCount &+= payload.byteCount
    }
  }

  static func failure(of check: () throws -> Void) -> BundleError? {
    do {
      try check()
      return nil
    } catch {
      return BundleError(describing: error)
    }
  }
}
