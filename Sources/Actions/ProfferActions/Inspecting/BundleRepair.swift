public import ProfferFileSystem
import ProviderBundles

/// An action that saves every intact payload of a damaged or truncated bundle in a new bundle.
///
/// The damaged bundle does not change. The new bundle appears only when it is complete.
public struct BundleRepair: Action {
  /// The result of a repair.
  public struct Outcome: Sendable {
    /// The entry in which a damaged file ends.
    public struct Cut: Sendable {
      /// The path of the entry; nil if the file ends within its header.
      public let path: String?
      /// The size of the whole entry in bytes; nil if the file ends within its header.
      public let byteCount: UInt64?
      /// The number of bytes that are present.
      public let presentByteCount: UInt64
      /// Whether the entry is the manifest, which is always the last entry.
      public let isManifest: Bool
    }

    /// All payloads and references; those without a failure are in the new bundle.
    public let payloads: [CheckedPayload]
    /// The number of payloads in the damaged bundle; nil if it is unknown because the manifest is lost.
    public let totalCount: Int?
    /// The error of a missing or invalid manifest; nil if the manifest was found.
    ///
    /// Without a manifest, names and types are guessed from the names of the entries.
    public let manifestFailure: (any Error)?
    /// The paths of payloads that the manifest does not name; each is saved as a separate item.
    public let unnamedPaths: [String]
    /// The entry in which the damaged file ends; nil if it does not end within one, or if the manifest was
    /// found.
    public let cut: Cut?

    /// The payloads that are lost.
    public var lost: [CheckedPayload] { payloads.filter { $0.failure != nil } }
    /// The number of payloads that were saved.
    public var savedCount: Int { payloads.count { $0.failure == nil } }
    /// Whether everything was saved.
    public var isComplete: Bool { manifestFailure == nil && lost.isEmpty }
  }

  /// The damaged bundle.
  public var bundle: FilePath
  /// The path of the new bundle.
  public var destination: FilePath
  /// Whether to overwrite an existing file.
  public var replaces = false

  /// Creates a repair of a bundle.
  ///
  /// - Parameters:
  ///   - bundle: the path of the damaged bundle.
  ///   - destination: the path of the new bundle.
  public init(of bundle: FilePath, to destination: FilePath) {
    self.bundle = bundle
    self.destination = destination
  }

  /// Saves the intact payloads.
  ///
  /// - Parameter context: the types, folders and callbacks that the action uses.
  /// - Returns: the result of the repair; lost payloads are not an error.
  /// - Throws: `alreadyExists` or `notReplaceable` if the destination is occupied, or the error of a file.
  public func run(in context: ActionContext) throws -> Outcome {
    let writer = try ProviderBundleWriter.writer(in: context)
    let salvage = try OutputPlace(destination).explainingReplacement {
      try writer.salvage(bundle, to: destination, replacing: replaces)
    }
    // Links and type declarations are not payloads; they are reported only if they are unrecoverable.
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
