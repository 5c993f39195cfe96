import FolderDrops
import ProfferFileSystem
import ProviderBundles

/// A drop of items from one bundle into another.
///
/// The destination is locked before it is read, and unlocked after it is written. For a move, the source is
/// locked first. If another process holds a lock, the drop fails immediately, so that two moves in opposite
/// directions cannot wait for each other.
struct BundleItemDrop {
  let source: DropSource
  let items: [Int]
  let history: DropHistory
  let context: ActionContext

  /// Drops the items.
  ///
  /// - Parameter place: the index of the first dropped item in the destination; if nil, the items are added
  ///   at the end.
  func run(into destination: FilePath, at place: Int?) throws {
    let (bundle, moved) = (source.bundle, source.moved)
    let openedTarget = try FileState.ifPresent(destination)
    let isSame = try FileStatus.of(bundle.path).isSameFile(as: FileStatus.of(destination))
    let target = try isSame ? moved ?? LockedBundle(destination) : LockedBundle(destination)
    // If a move is repeated, there are no items left, and the repeated move must not be recorded.
    if items.isEmpty { return history.sweep() }
    try history.recording(isMove: moved != nil) { record in
      try record?.backUp(destination, opened: isSame && moved != nil ? source.opened : openedTarget)
      if moved != nil, !isSame { try record?.backUp(bundle.path, opened: source.opened) }
      try record?.describe(
        from: bundle.path, opened: source.opened, into: destination, itemCount: items.count,
        isMove: moved != nil, in: context)
      try record?.write()
      let writer = try ProviderBundleWriter.writer(in: context)
      try writer.edit(target, willReplace: { try record?.willReplace(destination, by: $0) }) { draft in
        if isSame, moved != nil {
          try reorder(&draft, at: place, of: destination)
        } else {
          try merge(into: &draft, at: place, of: destination)
        }
        context.expect(draft)
      }
      if let moved, !isSame {
        try writer.remove(Set(items), from: moved, record)
      }
      return (hasChanged: true, value: ())
    }
  }

  /// Throws the errors of a drop into a bundle that can be found without changing anything.
  func rehearse(into destination: FilePath, at place: Int?, isMove: Bool) throws {
    let target = try ProviderBundle(opening: destination)
    let isSame = try FileStatus.of(source.bundle.path).isSameFile(as: FileStatus.of(destination))
    let count = target.itemCount - (isSame && isMove ? items.count : 0)
    if let place { try require(place, in: count, of: destination) }
  }

  private func merge(into draft: inout BundleDraft, at place: Int?, of destination: FilePath) throws {
    let count = draft.items.count
    try draft.merge(BundleDraft(of: source.bundle).split([items])[0])
    guard let place else { return }
    try require(place, in: count, of: destination)
    try draft.reorder(
      items: Array(0..<place) + Array(count..<draft.items.count) + Array(place..<count))
  }

  /// Reorders the items, for a move within one bundle.
  private func reorder(_ draft: inout BundleDraft, at place: Int?, of destination: FilePath) throws {
    let moved = Set(items)
    let others = draft.items.indices.filter { !moved.contains($0) }
    let place = place ?? others.count
    try require(place, in: others.count, of: destination)
    try draft.reorder(items: others[..<place] + items + others[place...])
  }

  private func require(_ place: Int, in count: Int, of destination: FilePath) throws {
    guard 0...count ~= place else {
      throw ActionError.failure(
        "position \(place + 1) is past the end of \(destination); the positions are 1 to \(count + 1)",
        code: .noSuchPlace)
    }
  }
}
