import FolderDrops
import ProfferFileSystem
import ProviderBundles

/// The bundle whose items are dropped.
///
/// For a move, the bundle is locked before it is read, so that no other program changes it before its items are
/// removed.
struct DropSource {
  let bundle: ProviderBundle
  /// The bundle, locked; nil for a copy.
  let moved: LockedBundle?
  /// The state that it had before it was opened.
  let opened: FileState?

  init(_ path: FilePath, isMoved: Bool, in context: ActionContext) throws {
    opened = try FileState.ifPresent(path)
    moved = try isMoved ? LockedBundle(path, limits: context.limits) : nil
    bundle = try moved?.bundle ?? ProviderBundle(opening: path, limits: context.limits)
  }
}

extension ProviderBundleWriter {
  /// Removes items that have arrived elsewhere from the bundle that they were moved from: the last step of a move.
  ///
  /// - Throws: ``FinishedMoveError`` if the error occurs after the bundle was replaced, otherwise the error of writing.
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
