public import ProfferFileSystem
import ProviderBundles

/// Every intact payload of a damaged or truncated bundle, saved in a new bundle.
///
/// The damaged bundle does not change. The new one appears whole or not at all.
public struct BundleRepair: Action {
  /// What was saved.
  public struct Outcome: Sendable {
    /// The entry in which a damaged file ends.
    public struct Cut: Sendable {
      /// The path of the entry; nil if the file ends within its header.
      public let path: String?
      /// The size of the whole entry in bytes; nil if the file ends within its header.
      public let byteCount: UInt64?
      /// The number of bytes that are present.
      public let presentByteCount: UInt64
      /// Whether the entry is the manifest, which no entry follows.
      public let isManifest: Bool
    }

    /// Each payload and reference; those without a failure are in the new bundle.
    public let payloads: [CheckedPayload]
    /// How many payloads the bundle had; nil if that is unknown, because its manifest is lost.
    public let totalCount: Int?
    /// The error of a manifest that is missing or not valid; nil if it was found.
    ///
    /// Without it, names and types are guessed from the names of the entries.
    public let manifestFailure: (any Error)?
    /// The paths of payloads that the manifest does not name, each saved as an item of its own.
    public let unnamedPaths: [String]
    /// The entry in which the damaged file ends; nil if it does not end within one, or if the manifest was found.
    public let cut: Cut?

    /// The payloads that are lost.
    public var lost: [CheckedPayload] { payloads.filter { $0.failure != nil } }
    /// How many payloads were saved.
    public var savedCount: Int { payloads.count { $0.failure == nil } }
    /// Whether everything was saved.
    public var isComplete: Bool { manifestFailure == nil && lost.isEmpty }
  }

  /// The damaged bundle.
  public var bundle: FilePath
  /// The place of the new bundle.
  public var destination: FilePath
  /// Whether an existing file is replaced.
  public var replaces = false

  /// Repairs a bundle.
  ///
  /// - Parameters:
  ///   - bundle: the path of the damaged bundle.
  ///   - destination: the path of the new bundle.
  public init(of bundle: FilePath, to destination: FilePath) {
    self.bundle = bundle
    self.destination = destination
  }

  /// Saves what is intact.
  ///
  /// - Parameter context: what the action needs besides its inputs.
  /// - Returns: what was saved; what is lost is not an error.
  /// - Throws: `alreadyExists` and `notReplaceable` for what is at the destination, and the errors of files.
  public func run(in context: ActionContext) throws -> Outcome {
    let writer = try ProviderBundleWriter.writer(in: context)
    let salvage = try OutputPlace(destination).explainingReplacement {
      try writer.salvage(bundle, to: destination, replacing: replaces)
    }
    // Links and declarations of types are not payloads; they are reported only when they are unrecoverable.
    let total = salvage.results.count { $0.code != .linkLeadsOut && $0.code != .malformedDeclaration }
    return Outcome(
      payloads: salvage.results.map { CheckedPayload($0) },
      totalCount: salvage.hasFoundManifest ? total : nil, manifestFailure: salvage.manifestFailure,
      unnamedPaths: salvage.unnamedPaths,
      cut: salvage.cut.map {
        Outcome.Cut(
          path: $0.path, byteCount: $0.byteCount, presentByteCount: $0.presentByteCount,
          isManifest: $0.isManifest)
      })
  }
}
