public import ItemProviders

/// An item that is dragged.
///
/// Several files are several items; alternative formats of one file are representations of one provider. Alternatives
/// in separate items make receivers import the same content twice.
///
/// A receiver has its own item, which is equal to the source's if both are in the same application.
@MainActor
public final class DragItem {
  /// The representations of the item.
  ///
  /// A receiver can read the types of the provider at any time, and can load only inside `performDrop`.
  public let itemProvider: ItemProvider
  /// An object that identifies the item in the application; other applications do not see it.
  public var localObject: Any?
  /// Makes the preview; nil for the default preview.
  ///
  /// A closure that returns nil shows no preview.
  ///
  /// Not called for items below the top of the stack.
  public var previewProvider: (() -> DragPreview?)?
  /// How often `setNeedsDropPreviewUpdate()` was called since a driver last asked for the drop preview.
  var previewUpdateCount = 0
  /// The identity of the source's item, which decides equality.
  nonisolated let identity: ItemIdentity

  /// Makes an item with a provider.
  ///
  /// - Parameter itemProvider: the representations that the item offers.
  public init(itemProvider: ItemProvider) {
    self.itemProvider = itemProvider
    identity = ItemIdentity()
  }

  /// Makes the item that a receiver sees.
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
  /// Whether both are the same item of the source.
  public nonisolated static func == (left: DragItem, right: DragItem) -> Bool {
    left.identity === right.identity
  }

  /// Hashes the identity of the source's item.
  public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(identity)) }
}
