#if !canImport(Darwin)
  import ByteTools
  public import Foundation

  /// An item source that makes its item when a service has been chosen; a subclass overrides ``item``.
  ///
  /// As in UIKit, the class is an operation whose work is to make the item. UIKit runs it in a queue of its own. Here
  /// the activity controller asks for the item at once, on the main actor, and does not start the operation.
  open class UIActivityItemProvider: Operation, @unchecked Sendable {
    /// The object that stands for the item until the item is made, as it was passed to the initializer.
    public let placeholderItem: Any?
    /// The chosen service while ``item`` is asked for, and afterwards; nil before.
    public var activityType: UIActivity.ActivityType? { chosenType.withLock { $0 } }
    private let chosenType = Locked<UIActivity.ActivityType?>(nil)

    /// Makes a source.
    ///
    /// - Parameter placeholderItem: an object of the class of the item.
    public init(placeholderItem: Any) { self.placeholderItem = placeholderItem }

    /// The item for ``activityType``; ``placeholderItem`` unless overridden.
    open var item: Any { placeholderItem ?? NSNull() }

    /// Makes the item and discards it.
    open override func main() { _ = item }

    /// Returns ``placeholderItem``.
    ///
    /// - Parameter activityViewController: the activity controller.
    @preconcurrency @MainActor
    open func activityViewControllerPlaceholderItem(_ activityViewController: UIActivityViewController) -> Any
    {
      placeholderItem ?? NSNull()
    }

    /// Sets ``activityType`` and returns ``item``.
    ///
    /// - Parameters:
    ///   - activityViewController: the activity controller.
    ///   - activityType: the service.
    /// - Returns: the item; nil if the operation was cancelled.
    @preconcurrency @MainActor
    open func activityViewController(
      _ activityViewController: UIActivityViewController,
      itemForActivityType activityType: UIActivity.ActivityType?
    ) -> Any? {
      if isCancelled { return nil }
      chosenType.withLock { $0 = activityType }
      return item
    }
  }

  extension UIActivityItemProvider: UIActivityItemSource {}
#endif
