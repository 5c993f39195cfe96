package import FileSystem

/// A bundle that other writers are kept away from while it is read and then changed, so that what is changed is what
/// was read.
package final class LockedBundle: Sendable {
  /// The bundle as it was when it was locked.
  package let bundle: ProviderBundle
  private let lock: FileLock
  /// What the bundle's file was like, and its manifest's where it is a folder.
  private let marks: [FileStatus]

  /// Locks a bundle until the value is released, and opens it.
  ///
  /// - Throws: ``BundleError/Code/beingChanged`` while another program is changing the bundle, and what opening throws.
  package init(_ path: FilePath, limits: BundleLimits = .standard) throws {
    lock = try BundleLock.locking(path)
    marks = try [lock.status] + LockedBundle.manifestMark(of: path)
    bundle = try ProviderBundle(opening: path, limits: limits)
  }

  /// Refuses a bundle that a program which asks for no lock has changed meanwhile.
  func requireUnchanged() throws {
    let path = bundle.path
    let now = try [FileStatus.of(path)] + LockedBundle.manifestMark(of: path)
    let isUnchanged =
      now.count == marks.count
      && zip(now, marks).allSatisfy { now, mark in
        now.isSameFile(as: mark) && now.byteCount == mark.byteCount && now.modification == mark.modification
      }
    guard isUnchanged else {
      throw BundleError(
        .beingChanged, "another program has changed \(path) meanwhile, so it was left as it is; try again")
    }
  }

  private static func manifestMark(of path: FilePath) throws -> [FileStatus] {
    guard try FileStatus.of(path).kind == .folder else { return [] }
    let manifest = try FolderStorage.place(of: BundleMark.manifestName, in: path)
    return try FileStatus.ifPresent(manifest, followingLinks: false).map { [$0] } ?? []
  }
}
