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

  /// - Parameter isDryRun: whether the bundle stays unlocked, because its items are not removed.
  init(_ input: ActionInput, isMoved: Bool, isDryRun: Bool, in context: ActionContext) throws {
    let input = try input.readable
    guard let path = input.path else {
      guard !isMoved else {
        throw ActionError.usage(
          "\(input) cannot be changed, so its items can only be copied", code: .unmovable)
      }
      (opened, moved, bundle) = (nil, nil, try input.openBundle(in: context))
      return
    }
    opened = try FileState.ifPresent(path)
    moved = try isMoved && !isDryRun ? LockedBundle(path, limits: context.limits) : nil
    bundle = try moved?.bundle ?? input.openBundle(in: context)
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
