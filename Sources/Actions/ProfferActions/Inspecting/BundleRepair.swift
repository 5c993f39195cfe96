public import ProfferFileSystem
import ProviderBundles

/// An action that saves every intact payload of a damaged or truncated bundle in a new bundle.
///
/// The damaged bundle does not change. The new bundle is created only when it is complete.
public struct BundleRepair: Action {
  /// The result of a repair.
  public struct Outcome: Sendable {
    /// The entry that is incomplete because the damaged file ends within it.
    public struct Cut: Sendable {
      /// The path of the entry; nil if the header of the entry is incomplete.
      public let path: String?
      /// The size of the complete entry in bytes; nil if the header of the entry is incomplete.
      public let byteCount: UInt64?
      /// The number of bytes of the entry that are present.
      public let presentByteCount: UInt64
      /// Whether the entry is the manifest, which is always the last entry.
      public let isManifest: Bool
    }

    /// All payloads and references.
    ///
    /// Payloads without a failure are in the new bundle.
    public let payloads: [CheckedPayload]
    /// The number of payloads in the damaged bundle; nil if it is unknown because the manifest is lost.
    public let totalCount: Int?
    /// The error of a missing or invalid manifest; nil if the manifest was found.
    ///
    /// Without a manifest, names and types are derived from the names of the entries.
    public let manifestFailure: (any Error)?
    /// The paths of payloads that are not in the manifest.
    ///
    /// Each of these payloads is saved as a separate item.
    public let unnamedPaths: [String]
    /// The incomplete entry at the end of the damaged file.
    ///
    /// Nil if the file does not end within an entry, or if the manifest was found.
    public let cut: Cut?

    /// The payloads that could not be saved.
    public var lost: [CheckedPayload] { payloads.filter { $0.failure != nil } }
    /// The number of payloads that were saved.
    public var savedCount: Int { payloads.count { $0.failure == nil } }
    /// Whether the manifest and all payloads were saved.
    public var isComplete: Bool { manifestFailure == nil && lost.isEmpty }
  }

  /// The damaged bundle.
  public var bundle: ActionInput
  /// The path of the new bundle.
  public var destination: FilePath
  /// Whether to overwrite an existing file.
  public var replaces = false

  /// Creates an action that repairs a bundle.
  ///
  /// - Parameters:
  ///   - bundle: the damaged bundle.
  ///   - destination: the path of the new bundle.
  public init(of bundle: ActionInput, to destination: FilePath) {
    self.bundle = bundle
    self.destination = destination
  }

  /// Saves the intact payloads.
  ///
  /// - Parameter context: the types, folders and callbacks that the action uses.
  /// - Returns: the result of the repair. Lost payloads do not cause an error.
  /// - Throws: ``ActionError`` with the code `alreadyExists` or `notReplaceable` if the destination exists;
  ///   another error if a file cannot be read or written.
  public func run(in context: ActionContext) throws -> Outcome {
    let writer = try ProviderBundleWriter.writer(in: context)
    let salvage = try OutputPlace(destination).explainingReplacement {
      switch try bundle.readable.spooled(in: context).origin {
      case .path(let path): try writer.salvage(path, to: destination, replacing: replaces)
      case .contents(let file, let path):
        try writer.salvage(contents: file, of: path, to: destination, replacing: replaces)
      case .stream: preconditionFailure("a stream was read into a file")
      }
    }
    // Links and type declarations are not payloads. They have results only if they are unrecoverable.
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
