import ProviderBundles

/// An action that checks whether a bundle is intact: its structure, its manifest and its payload checksums.
///
/// The action reads the whole bundle. It does not write files.
public struct BundleVerification: Action {
  /// The result of the check.
  public struct Outcome: Sendable {
    /// The damaged payloads; all payloads if ``BundleVerification/keepsIntact`` is true.
    public let payloads: [CheckedPayload]
    /// The number of payloads that were checked.
    public let payloadCount: Int
    /// The error that ended the check; nil if everything was checked.
    public let failure: (any Error)?

    /// Whether the bundle is intact.
    public var isGood: Bool { failure == nil && payloads.allSatisfy { $0.failure == nil } }
  }

  /// The bundle to check.
  public var bundle: ActionInput
  /// Whether the outcome includes intact payloads.
  public var keepsIntact = false

  /// Creates an action that checks a bundle.
  ///
  /// - Parameter bundle: the bundle to check.
  public init(of bundle: ActionInput) { self.bundle = bundle }

  /// Reads the whole bundle and checks it.
  ///
  /// - Parameter context: the types, folders and callbacks that the action uses.
  /// - Returns: the result of the check. Damage to the bundle does not cause an error.
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

/// A payload or referenced file of a bundle, compared with the manifest.
public struct CheckedPayload: Sendable {
  /// The path of the entry in the bundle, or of the referenced file.
  public let path: String
  /// The size in bytes according to the manifest.
  public let byteCount: UInt64
  /// A description of the problem; nil if the payload is intact.
  public let failure: String?
  /// The name of the code of the problem; nil if the payload is intact, or if the problem has no code.
  public let failureCode: String?

  init(_ result: VerificationResult) {
    path = result.path
    byteCount = result.byteCount
    failure = result.failure
    failureCode = result.code?.rawValue
  }
}
