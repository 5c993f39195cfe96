public import Foundation
public import ItemProviders

/// An item of a drag.
///
/// Offer each file as a separate item, and alternative formats of one file as representations of one
/// provider. If alternatives were separate items, receivers would import the same content twice.
///
/// Each receiver gets its own item. In the source's application, the receiver's item equals the source's
/// item, but is not the same object: the items of `localDragSession` are the source's own objects, of their own
/// class.
@preconcurrency @MainActor
open class DragItem: NSObject {
  /// The representations of the item.
  ///
  /// A receiver can read the types of the provider at any time, but can load only inside `performDrop`.
  public let itemProvider: ItemProvider
  /// An object that identifies the item in the source's application; nil in other applications.
  open var localObject: Any?
  /// A closure that makes the preview; nil for the default preview.
  ///
  /// If the closure returns nil, no preview is shown.
  ///
  /// The closure is called only for the visible items at the top of the stack.
  open var previewProvider: (() -> DragPreview?)?
  /// The number of calls of `setNeedsDropPreviewUpdate()` since a driver last requested the drop preview.
  var previewUpdateCount = 0
  /// The identity of the source's item; items with the same identity are equal.
  private nonisolated let identity: ItemIdentity

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
  open func setNeedsDropPreviewUpdate() { previewUpdateCount += 1 }

  /// Returns whether the other object is an item with the same identity.
  open override func isEqual(_ object: Any?) -> Bool { (object as? DragItem)?.identity === identity }

  /// A hash of the identity of the source's item.
  open override var hash: Int { ObjectIdentifier(identity).hashValue }
}

/// The identity of a source's item.
final class ItemIdentity: Sendable {}
