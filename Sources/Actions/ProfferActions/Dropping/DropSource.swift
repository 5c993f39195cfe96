import FolderDrops
import ProfferFileSystem
import ProviderBundles

/// The bundle from which items are dropped.
///
/// For a move, the bundle is locked before it is read, so that no other program can change it before its
/// items are removed.
struct DropSource {
  let bundle: ProviderBundle
  /// The bundle with its lock; nil for a copy.
  let moved: LockedBundle?
  /// The state of the bundle file before it was opened; nil if there was no file.
  let opened: FileState?

  init(_ path: FilePath, isMoved: Bool, in context: ActionContext) throws {
    opened = try FileState.ifPresent(path)
    moved = try isMoved ? LockedBundle(path, limits: context.limits) : nil
    bundle = try moved?.bundle ?? ProviderBundle(opening: path, limits: context.limits)
  }
}

extension ProviderBundleWriter {
  /// Removes moved items from their source bundle, as the last step of a move.
  ///
  /// - Throws: ``FinishedMoveError`` if the error occurs after the bundle was replaced. Otherwise, the error
  ///   of writing the bundle is thrown.
  func remove(_ items: Set<Int>, from source: LockedBundle, _ record: DropRecord?) throws {
    let path = source.bundle.path
    var prepared: FileState?
    do {
      try edit(
        source,
        willReplace: {
          prepared = try FileState(of: $0)
          try record?.willReplace(path, by: $0)
        }
      ) { try $0.remove(itemsAt: items) }
    } catch {
      let now = try FileState.ifPresent(path)
      if let prepared, now?.hasTimes(of: prepared) == true { throw FinishedMoveError(cause: error) }
      throw error
    }
  }
}
