public import ItemProviders

/// An item of a drag.
///
/// Several files are several items; alternative formats of one file are representations of one
/// provider. Alternatives in separate items make receivers import the same content twice.
///
/// A receiver has its own item, which equals the source's item if both are in the same application.
@MainActor
public final class DragItem {
  /// The representations of the item.
  ///
  /// A receiver can read the types of the provider at any time, but can load only inside `performDrop`.
  public let itemProvider: ItemProvider
  /// An object that identifies the item in the application; other applications do not see it.
  public var localObject: Any?
  /// Makes the preview; nil for the default preview.
  ///
  /// If the closure returns nil, no preview is shown.
  ///
  /// Not called for items below the top of the stack.
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

  /// Makes the item for a receiver.
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
  /// Returns whether both are the same item of the source.
  public nonisolated static func == (left: DragItem, right: DragItem) -> Bool {
    left.identity === right.identity
  }

  /// Hashes the identity of the source's item.
  public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(identity)) }
}
