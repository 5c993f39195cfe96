public import ProfferFileSystem

extension ProviderBundleWriter {
  /// Changes a bundle in its place: makes a draft of it, calls `change`, and writes it again.
  ///
  /// The kernel moves payloads that stay, and their checksums are kept; an archive stays an archive and a folder a folder.
  /// The bundle is the old one or the new one at every moment. Writers exclude each other: the second one fails, and no
  /// change is lost.
  ///
  /// - Parameters:
  ///   - path: the bundle. A link there is followed.
  ///   - limits: the largest bundle that is accepted, before and after the change.
  ///   - change: changes the draft. When it throws, the bundle is unchanged.
  /// - Throws: ``BundleError/Code/beingChanged`` while another program is changing the bundle, and the errors of opening
  ///   and writing; then the old bundle stays.
  public func edit(
    _ path: FilePath, limits: BundleLimits = .standard, _ change: (inout BundleDraft) throws -> Void
  ) throws {
    try edit(LockedBundle(path, limits: limits), change)
  }

  /// Changes a bundle that is locked.
  ///
  /// - Parameters:
  ///   - willReplace: called with the path of the finished new bundle before it replaces the old one. When it throws, the
  ///     bundle is unchanged.
  ///   - change: changes the draft.
  package func edit(
    _ locked: LockedBundle, willReplace: @escaping (FilePath) throws -> Void = { _ in },
    _ change: (inout BundleDraft) throws -> Void
  ) throws {
    defer { withExtendedLifetime(locked) {} }
    let bundle = locked.bundle
    var draft = try BundleDraft(of: bundle)
    try change(&draft)
    var writer = self
    writer.limits = bundle.limits
    let approve = { (prepared: FilePath) in
      try willReplace(prepared)
      try locked.requireUnchanged()
    }
    if bundle.storage.isFolder {
      try writer.writeLayout(
        PackingList(draft), to: bundle.path, replacing: true, trusting: bundle, willReplace: approve)
    } else {
      try writer.writeArchive(
        PackingList(draft), to: bundle.path, replacing: true, trusting: bundle, willReplace: approve)
    }
  }
}

/// A bundle that is locked against other writers from the time it is read until it is changed.
package final class LockedBundle: Sendable {
  /// The bundle as it was when it was locked.
  package let bundle: ProviderBundle
  private let lock: FileLock
  /// The status of the bundle's file, and of the manifest of a bundle folder.
  private let statuses: [FileStatus]

  /// Locks a bundle until the value is released, and opens it.
  ///
  /// - Throws: ``BundleError/Code/beingChanged`` while another program is changing the bundle, and the errors of opening.
  package init(_ path: FilePath, limits: BundleLimits = .standard) throws {
    lock = try FileLock.ofBundle(path)
    statuses = try [lock.status] + LockedBundle.manifestStatus(of: path)
    bundle = try ProviderBundle(opening: path, limits: limits)
  }

  /// Refuses a bundle that a program which ignores locks has changed.
  fileprivate func requireUnchanged() throws {
    let path = bundle.path
    let now = try [FileStatus.of(path)] + LockedBundle.manifestStatus(of: path)
    let isUnchanged =
      now.count == statuses.count
      && zip(now, statuses).allSatisfy { now, before in
        now.isSameFile(as: before) && now.byteCount == before.byteCount
          && now.modification == before.modification
      }
    guard isUnchanged else {
      throw BundleError(
        .beingChanged, "another program has changed \(path), so it was left as it is; try again")
    }
  }

  private static func manifestStatus(of path: FilePath) throws -> [FileStatus] {
    guard try FileStatus.of(path).kind == .folder else { return [] }
    let manifest = try FolderStorage.place(of: BundleMark.manifestName, in: path)
    return try FileStatus.ifPresent(manifest, followingLinks: false).map { [$0] } ?? []
  }
}
