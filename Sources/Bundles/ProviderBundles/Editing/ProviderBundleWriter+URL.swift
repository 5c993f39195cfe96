public import Foundation
public import ItemProviders
import ProfferFileSystem

/// Writing by file URL; a path that is not UTF-8 has no URL, and is written by its `FilePath`.
extension ProviderBundleWriter {
  /// Writes a draft as one file, which gets its name when it is complete.
  ///
  /// - Parameters:
  ///   - draft: the items.
  ///   - destination: the file URL of the bundle. A link there is followed.
  ///   - replacing: whether a file that is there already is replaced; otherwise it is an error.
  /// - Throws: `ItemProviderError` for a URL that is not a file's, ``BundleError`` for what cannot be packed, and the file
  ///   system's error. Then nothing is created.
  public func write(_ draft: BundleDraft, to destination: URL, replacing: Bool = false) throws {
    try write(draft, to: FilePath(fileURL: destination), replacing: replacing)
  }

  /// Writes a draft as a folder with the same layout as the archive.
  ///
  /// - Parameters:
  ///   - draft: the items.
  ///   - destination: the file URL of the folder.
  ///   - replacing: whether a bundle that is there already is replaced; otherwise it is an error.
  /// - Throws: what `write(_:to:replacing:)` throws.
  public func writeFolder(_ draft: BundleDraft, to destination: URL, replacing: Bool = false) throws {
    try writeFolder(draft, to: FilePath(fileURL: destination), replacing: replacing)
  }

  /// Packs providers: each is an item, with its representations in their order, all of them loaded.
  ///
  /// - Parameters:
  ///   - providers: the providers, an item each.
  ///   - destination: the file URL of the bundle.
  ///   - replacing: whether a file that is there already is replaced; otherwise it is an error.
  ///   - receiver: only representations that it may see are packed.
  /// - Returns: the representations that were left out, in the order of the items and their representations.
  /// - Throws: the error of the first load that fails, and what `write(_:to:replacing:)` throws.
  @discardableResult
  public func write(
    _ providers: [ItemProvider], to destination: URL, replacing: Bool = false,
    visibleTo receiver: ReceiverIdentity = .other
  ) async throws -> [LeftOutRepresentation] {
    try await write(
      providers, to: FilePath(fileURL: destination), replacing: replacing, visibleTo: receiver)
  }

  /// Changes a bundle in its place: makes a draft of it, calls `change`, and writes it again.
  ///
  /// - Parameters:
  ///   - url: the file URL of the bundle. A link there is followed.
  ///   - limits: the largest bundle that is accepted, before and after the change.
  ///   - change: changes the draft. When it throws, the bundle is unchanged.
  /// - Throws: ``BundleError/Code/beingChanged`` while another program is changing the bundle, and the errors of opening
  ///   and writing; then the old bundle stays.
  public func edit(
    _ url: URL, limits: BundleLimits = .standard, _ change: (inout BundleDraft) throws -> Void
  ) throws {
    try edit(FilePath(fileURL: url), limits: limits, change)
  }

  /// Writes a new bundle of every intact payload of a damaged or truncated bundle.
  ///
  /// - Parameters:
  ///   - damaged: the file URL of the bundle, which is only read.
  ///   - destination: the file URL of the new bundle, an archive.
  ///   - replacing: whether a file that is there already is replaced; otherwise it is an error.
  ///   - limits: the largest bundle that is accepted.
  /// - Returns: the results.
  /// - Throws: ``BundleError/Code/notABundle`` when nothing is found; the file system's error for what cannot be read or
  ///   written.
  @discardableResult
  public func salvage(
    _ damaged: URL, to destination: URL, replacing: Bool = false, limits: BundleLimits = .standard
  ) throws -> Salvage {
    try salvage(
      FilePath(fileURL: damaged), to: FilePath(fileURL: destination), replacing: replacing, limits: limits)
  }
}

extension BundleDraft.Content {
  /// A file, or a folder with its contents, by its URL.
  ///
  /// - Parameter url: a file URL.
  /// - Returns: the content.
  /// - Throws: `ItemProviderError` for a URL that is not a file's.
  public static func file(at url: URL) throws -> BundleDraft.Content { .file(try FilePath(fileURL: url)) }

  /// A file that stays where it is, by its URL; the bundle keeps its path, size and time.
  ///
  /// - Parameter url: the URL of a regular file.
  /// - Returns: the content.
  /// - Throws: `ItemProviderError` for a URL that is not a file's.
  public static func reference(at url: URL) throws -> BundleDraft.Content {
    .reference(try FilePath(fileURL: url))
  }
}
