public import Foundation
public import ItemProviders
import ProfferFileSystem

/// Writing bundles by file URL; a path that is not UTF-8 has no URL, so its `FilePath` must be used.
extension ProviderBundleWriter {
  /// Writes a draft as an archive file, which appears at its destination only when it is complete.
  ///
  /// - Parameters:
  ///   - draft: the draft to write.
  ///   - destination: the file URL of the bundle. A link at this URL is followed.
  ///   - replacing: whether to replace an existing file; if false, an existing file is an error.
  /// - Throws: `ItemProviderError` if the URL is not a file URL; ``BundleError`` if a source cannot be
  ///   packed; a file system error. In all these cases, nothing is created.
  public func write(_ draft: BundleDraft, to destination: URL, replacing: Bool = false) throws {
    try write(draft, to: FilePath(fileURL: destination), replacing: replacing)
  }

  /// Writes a draft as a folder with the same layout as the archive.
  ///
  /// - Parameters:
  ///   - draft: the draft to write.
  ///   - destination: the file URL of the folder.
  ///   - replacing: whether to replace an existing bundle; if false, an existing bundle is an error.
  /// - Throws: the errors of `write(_:to:replacing:)`.
  public func writeFolder(_ draft: BundleDraft, to destination: URL, replacing: Bool = false) throws {
    try writeFolder(draft, to: FilePath(fileURL: destination), replacing: replacing)
  }

  /// Packs providers into a bundle: each provider becomes an item, and all its visible representations are
  /// loaded.
  ///
  /// - Parameters:
  ///   - providers: the providers, one for each item.
  ///   - destination: the file URL of the bundle.
  ///   - replacing: whether to replace an existing file; if false, an existing file is an error.
  ///   - receiver: the receiver of the bundle. Only representations that the receiver may see are packed.
  /// - Returns: the representations that were left out, in the order of the items and their representations.
  /// - Throws: the error of the first load that fails, and the errors of `write(_:to:replacing:)`.
  @discardableResult
  public func write(
    _ providers: [ItemProvider], to destination: URL, replacing: Bool = false,
    visibleTo receiver: ReceiverIdentity = .other
  ) async throws -> [LeftOutRepresentation] {
    try await write(
      providers, to: FilePath(fileURL: destination), replacing: replacing, visibleTo: receiver)
  }

  /// Changes a bundle in place: makes a draft of the bundle, calls `change`, and writes the draft.
  ///
  /// - Parameters:
  ///   - url: the file URL of the bundle. A link at this URL is followed.
  ///   - limits: the limits for the bundle, before and after the change.
  ///   - change: changes the draft. If the closure throws, the bundle is unchanged.
  /// - Throws: ``BundleError/Code/beingChanged`` if another program is changing the bundle, and the errors of
  ///   opening and writing. In all these cases, the old bundle remains.
  public func edit(
    _ url: URL, limits: BundleLimits = .standard, _ change: (inout BundleDraft) throws -> Void
  ) throws {
    try edit(FilePath(fileURL: url), limits: limits, change)
  }

  /// Writes a new bundle with all intact payloads of a damaged or truncated bundle.
  ///
  /// - Parameters:
  ///   - damaged: the file URL of the damaged bundle, which is only read.
  ///   - destination: the file URL of the new bundle, an archive.
  ///   - replacing: whether to replace an existing file; if false, an existing file is an error.
  ///   - limits: the limits for reading the damaged bundle and for writing the new one.
  /// - Returns: the results.
  /// - Throws: ``BundleError/Code/notABundle`` if nothing is found; ``BundleError/Code/truncated`` if the
  ///   file ends inside its first payload; a file system error if a file cannot be read or written.
  @discardableResult
  public func salvage(
    _ damaged: URL, to destination: URL, replacing: Bool = false, limits: BundleLimits = .standard
  ) throws -> Salvage {
    try salvage(
      FilePath(fileURL: damaged), to: FilePath(fileURL: destination), replacing: replacing, limits: limits)
  }
}

extension BundleDraft.Content {
  /// Returns the content for a file, or for a folder with its contents.
  ///
  /// - Parameter url: a file URL.
  /// - Returns: the content.
  /// - Throws: `ItemProviderError` if the URL is not a file URL.
  public static func file(at url: URL) throws -> BundleDraft.Content { .file(try FilePath(fileURL: url)) }

  /// Returns the content for a file that remains at its location.
  ///
  /// The bundle contains only the path, size and time of the file.
  ///
  /// - Parameter url: the URL of a regular file.
  /// - Returns: the content.
  /// - Throws: `ItemProviderError` if the URL is not a file URL.
  public static func reference(at url: URL) throws -> BundleDraft.Content {
    .reference(try FilePath(fileURL: url))
  }
}
