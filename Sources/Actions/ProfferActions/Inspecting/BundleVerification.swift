import ProviderBundles

/// Whether a bundle is intact: its structure, its manifest and the checksum of each payload.
///
/// All of the bundle is read, and nothing is written.
public struct BundleVerification: Action {
  /// What was found.
  public struct Outcome: Sendable {
    /// The damaged payloads; with ``BundleVerification/keepsIntact``, all payloads.
    public let payloads: [CheckedPayload]
    /// How many payloads were checked.
    public let payloadCount: Int
    /// Why the rest could not be checked; nil if all was.
    public let failure: (any Error)?

    /// Whether the bundle is intact.
    public var isGood: Bool { failure == nil && payloads.allSatisfy { $0.failure == nil } }
  }

  /// The bundle.
  public var bundle: ActionInput
  /// Whether the outcome also has the payloads that are intact.
  public var keepsIntact = false

  /// Checks a bundle.
  ///
  /// - Parameter bundle: the bundle.
  public init(of bundle: ActionInput) { self.bundle = bundle }

  /// Reads all of the bundle.
  ///
  /// - Parameter context: what the action needs besides its inputs.
  /// - Returns: what was found; a damaged bundle is not an error.
  /// - Throws: the error of a file that cannot be read.
  public func run(in context: ActionContext) throws -> Outcome {
    var kept: [CheckedPayload] = []
    var count = 0
    var failure: BundleError?
    do {
      try bundle.openBundle(in: context).verify { progress in
        try context.checkCancellation()
        context.progress(.bytes(progress.byteCount, of: progress.totalByteCount))
      } _: { result in
        count += 1
        if keepsIntact || result.failure != nil { kept.append(CheckedPayload(result)) }
      }
    } catch let error as BundleError where error.code != .fileSystem {
      failure = error
    }
    return Outcome(payloads: kept, payloadCount: count, failure: failure)
  }
}

/// A payload of a bundle, or a file that it refers to, after its bytes were compared with the manifest.
public struct CheckedPayload: Sendable {
  /// The path of the entry, or of the file that is offered in place.
  public let path: String
  /// The size in bytes that the manifest states.
  public let byteCount: UInt64
  /// What is wrong; nil if the payload is intact.
  public let failure: String?
  /// The name of the code of what is wrong; nil if the payload is intact.
  public let failureCode: String?

  init(_ result: VerificationResult) {
    path = result.path
    byteCount = result.byteCount
    failure = result.failure
    failureCode = result.code?.rawValue
  }
}
