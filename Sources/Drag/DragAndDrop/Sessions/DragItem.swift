public import ItemProviders

/// One thing that is dragged.
///
/// One thing is one item, whatever the number of its formats: several files are several items, and the
/// alternatives of one thing are representations of one provider. Whoever puts alternatives into items of
/// their own makes receivers import the thing twice.
///
/// A receiver gets an item of its own that is equal to the source's as long as it is in the same application.
@MainActor
public final class DragItem {
  /// What the item offers.
  ///
  /// The provider that a receiver sees answers every question at any time, and loads only what is asked for
  /// inside `performDrop`.
  public let itemProvider: ItemProvider
  /// Anything the application wants to know the item by; it never leaves the application.
  public var localObject: Any?
  /// Makes the preview; nil takes the default one, and a closure that answers nil shows none.
  ///
  /// It may never be called for an item that lies deep in the stack.
  public var previewProvider: (() -> DragPreview?)?
  /// How often `setNeedsDropPreviewUpdate()` was called since a driver last asked for the drop preview.
  var previewUpdateCount = 0
  /// What makes two items one: the source's item.
  nonisolated let identity: ItemIdentity

  /// Makes an item of what a provider offers.
  public init(itemProvider: ItemProvider) {
    self.itemProvider = itemProvider
    identity = ItemIdentity()
  }

  /// The item as a receiver has it.
  init(of item: DragItem, offering provider: ItemProvider, isSameApplication: Bool) {
    itemProvider = provider
    identity = isSameApplication ? item.identity : ItemIdentity()
    if isSameApplication {
      localObject = item.localObject
      previewProvider = item.previewProvider
    }
  }

  /// Asks for `previewForDropping` to be called again while the drop is shown.
  public func setNeedsDropPreviewUpdate() { previewUpdateCount += 1 }
}

/// Stands for a source's item; equal to itself alone.
final class ItemIdentity: Sendable {}

extension DragItem: Hashable {
  /// Whether both are the source's one item.
  public nonisolated static func == (left: DragItem, right: DragItem) -> Bool {
    left.identity === right.identity
  }

  /// Hashes the source's item.
  public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(identity)) }
}
