public import Foundation

/// A context that replaces an inserted placeholder with a row, or deletes the placeholder.
@preconcurrency @MainActor
public protocol ListDropPlaceholderContext: DragAnimating {
  /// The item for which the placeholder was inserted.
  var dragItem: DragItem { get }
  /// Replaces the placeholder with a row.
  ///
  /// - Parameter dataSourceUpdates: a block that adds the row to the data, at the path that is passed to the
  ///   block. The path accounts for rows that were inserted or deleted since the placeholder was inserted.
  ///   The block must not insert the row into the list.
  /// - Returns: `false` if the placeholder was already removed by a reload or an earlier call. The block is
  ///   then not called.
  @discardableResult
  func commitInsertion(dataSourceUpdates: (IndexPath) -> Void) -> Bool
  /// Deletes the placeholder.
  ///
  /// - Returns: `false` if the placeholder was already removed.
  @discardableResult
  func deletePlaceholder() -> Bool
  /// Configures the cell again, unless the placeholder was removed.
  func setNeedsCellUpdate()
}

/// The context of a placeholder that a coordinator of this module inserted.
@MainActor
final class SimulatedListDropPlaceholderContext: ListDropPlaceholderContext {
  let dragItem: DragItem
  private let animation: any DragAnimating
  private let placeholder: ListDropPlaceholder
  private let slot: ListPresentation.Slot?
  private weak var list: ListView?

  init(
    dragItem: DragItem, placeholder: ListDropPlaceholder, slot: ListPresentation.Slot?, in list: ListView,
    animation: any DragAnimating
  ) {
    self.animation = animation
    self.dragItem = dragItem
    self.placeholder = placeholder
    self.slot = slot
    self.list = list
    setNeedsCellUpdate()
  }

  func commitInsertion(dataSourceUpdates: (IndexPath) -> Void) -> Bool {
    guard let slot, let list else { return false }
    return list.commit(slot, dataSourceUpdates)
  }

  func deletePlaceholder() -> Bool {
    guard let slot, let list else { return false }
    return list.delete(slot)
  }

  func setNeedsCellUpdate() {
    guard let slot, let cell = list?.cell(of: slot, placeholder.reuseIdentifier) else { return }
    placeholder.update(cell)
  }

  func addAnimations(_ animations: @escaping @MainActor () -> Void) { animation.addAnimations(animations) }

  func addCompletion(_ completion: @escaping @MainActor (AnimatingPosition) -> Void) {
    animation.addCompletion(completion)
  }
}

/// An inserted placeholder in a table.
public typealias TableViewDropPlaceholderContext = ListDropPlaceholderContext
/// An inserted placeholder in a collection.
public typealias CollectionViewDropPlaceholderContext = ListDropPlaceholderContext
