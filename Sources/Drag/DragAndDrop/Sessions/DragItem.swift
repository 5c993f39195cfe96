public import ItemProviders

/// An item of a drag.
///
/// Offer each file as a separate item, and alternative formats of one file as representations of one
/// provider. If alternatives were separate items, receivers would import the same content twice.
///
/// Each receiver gets its own item. In the source's application, the receiver's item equals the source's
/// item.
@MainActor
public final class DragItem {
  /// The representations of the item.
  ///
  /// A receiver can read the types of the provider at any time, but can load only inside `performDrop`.
  public let itemProvider: ItemProvider
  /// An object that identifies the item in the source's application; nil in other applications.
  public var localObject: Any?
  /// A closure that makes the preview; nil for the default preview.
  ///
  /// If the closure returns nil, no preview is shown.
  ///
  /// The closure is called only for the visible items at the top of the stack.
  public var previewProvider: (() -> DragPreview?)?
  /// The number of calls of `setNeedsDropPreviewUpdate()` since a driver last requested the drop preview.
  var previewUpdateCount = 0
  /// The identity of the source's item; items with the same identity are equal.
  nonisolated let identity: ItemIdentity

  /// Makes an item with a provider.
  ///
  /// - Parameter itemProvider: the representations that the item offers.
  public init(itemProvider: ItemProvider) {
    self.itemProvider = itemProvider
    identity = ItemIdentity()
  }

  /// Makes a receiver's item from the source's item.
  init(of item: DragItem, offering provider: ItemProvider, isSameApplication: Bool) {
    itemProvider = provider
    identity = isSameApplication ? item.identity : ItemIdentity()
    if isSameApplication {
      localObject = item.localObject
      previewProvider = item.previewProvider
    }
  }

  /// Requests another call of `previewForDropping` during the drop animation.
  public func setNeedsDropPreviewUpdate() { previewUpdateCount += 1 }
}

/// The identity of a source's item.
final class ItemIdentity: Sendable {}

extension DragItem: Hashable {
  /// Returns whether both items have the same identity.
  public nonisolated static func == (left: DragItem, right: DragItem) -> Bool {
    left.identity === right.identity
  }

  /// Hashes the identity of the source's item.
  public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(identity)) }
}
