public import ProfferFileSystem

extension ProviderBundleWriter {
  /// Changes a bundle in place: makes a draft of the bundle, calls `change`, and writes the draft.
  ///
  /// The kernel moves unchanged payloads, and their checksums are kept. An archive remains an archive, and a
  /// folder remains a folder. At every moment, the path leads either to the old bundle or to the new one.
  /// Only one writer can change a bundle at a time: a second writer fails, so no change is lost.
  ///
  /// - Parameters:
  ///   - path: the path of the bundle. A link at this path is followed.
  ///   - limits: the limits for the bundle, before and after the change.
  ///   - change: changes the draft. If the closure throws, the bundle is unchanged.
  /// - Throws: ``BundleError/Code/beingChanged`` if another program is changing the bundle, and the errors of
  ///   opening and writing. In all these cases, the old bundle remains.
  public func edit(
    _ path: FilePath, limits: BundleLimits = .standard, _ change: (inout BundleDraft) throws -> Void
  ) throws {
    try edit(LockedBundle(path, limits: limits), change)
  }

  /// Changes a locked bundle in place.
  ///
  /// - Parameters:
  ///   - willReplace: called with the path of the finished new bundle before the new bundle replaces the old
  ///     bundle. If the closure throws, the old bundle is unchanged.
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

/// A bundle that is locked against other writers while it is read and changed.
package final class LockedBundle: Sendable {
  /// The bundle at the time it was locked.
  package let bundle: ProviderBundle
  private let lock: FileLock
  /// The status of the bundle and, if the bundle is a folder, of its manifest.
  private let statuses: [FileStatus]

  /// Locks a bundle until this value is released, and opens the bundle.
  ///
  /// - Throws: ``BundleError/Code/beingChanged`` if another program is changing the bundle, and the errors of
  ///   opening.
  package init(_ path: FilePath, limits: BundleLimits = .standard) throws {
    lock = try FileLock.ofBundle(path)
    statuses = try [lock.status] + LockedBundle.manifestStatus(of: path)
    bundle = try ProviderBundle(opening: path, limits: limits)
  }

  /// Throws if a program that ignores locks has changed the bundle.
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
        .beingChanged, "another program has changed \(path), so it was left unchanged; try again")
    }
  }

  private static func manifestStatus(of path: FilePath) throws -> [FileStatus] {
    guard try FileStatus.of(path).kind == .folder else { return [] }
    let manifest = try FolderStorage.place(of: BundleMark.manifestName, in: path)
    return try FileStatus.ifPresent(manifest, followingLinks: false).map { [$0] } ?? []
  }
}
