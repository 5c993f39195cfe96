import FolderDrops
import ProfferFileSystem
import ProviderBundles

/// The bundle whose items are dropped.
///
/// A move locks the bundle before it reads it, so that no other program can change the bundle before its
/// items are removed.
struct DropSource {
  let bundle: ProviderBundle
  /// The locked bundle; nil for a copy.
  let moved: LockedBundle?
  /// The state of the file before it was opened.
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
  /// - Throws: ``FinishedMoveError`` if the error occurs after the bundle was replaced, otherwise the error
  ///   of writing.
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
