#if !canImport(Darwin)
  import AppleNames
  public import Foundation
  import ItemProviders

  /// A controller that shares items with a service, which a test or a client chooses.
  ///
  /// No services are shown. A test presents the controller as the program does, and calls ``choose(_:)`` or
  /// ``cancel()``, which stand for a tap of the user:
  ///
  /// ```swift
  /// let sharing = screen.presentedViewController as? UIActivityViewController
  /// sharing?.choose(.copyToPasteboard)
  /// ```
  @preconcurrency @MainActor
  open class UIActivityViewController: UIViewController {
    /// Called once at the end.
    ///
    /// The arguments are the service, whether it has handled the items, the items that it returns, and its error.
    /// A cancelled controller passes nil and false.
    public typealias CompletionWithItemsHandler = (
      UIActivity.ActivityType?, Bool, [Any]?, (any Error)?
    ) -> Void

    /// The items as they were passed to the initialiser, including item sources.
    public let activityItems: [Any]
    /// The services that the program offers.
    public let applicationActivities: [UIActivity]
    /// The services that are not offered; nil to exclude none.
    open var excludedActivityTypes: [UIActivity.ActivityType]?
    /// Called at the end.
    open var completionWithItemsHandler: CompletionWithItemsHandler?

    /// Makes a controller.
    ///
    /// - Parameters:
    ///   - activityItems: values, objects, item providers and item sources.
    ///   - applicationActivities: the services that the program offers.
    public init(activityItems: [Any], applicationActivities: [UIActivity]?) {
      self.activityItems = activityItems
      self.applicationActivities = applicationActivities ?? []
      super.init(nibName: nil, bundle: nil)
    }

    /// Makes a controller without items, without reading the archive.
    ///
    /// - Parameter coder: the archive.
    public required init?(coder: NSCoder) {
      activityItems = []
      applicationActivities = []
      super.init(coder: coder)
    }

    /// The program's services that can handle the items and are not excluded.
    ///
    /// Each item source is asked for a placeholder, and each service with `canPerform(withActivityItems:)`.
    public var availableActivities: [UIActivity] {
      let placeholders = activityItems.map { item in
        (item as? any UIActivityItemSource)?.activityViewControllerPlaceholderItem(self) ?? item
      }
      return applicationActivities.filter {
        !isExcluded($0.activityType) && $0.canPerform(withActivityItems: placeholders)
      }
    }

    /// Returns the items for a service; each item source is asked for its item.
    ///
    /// - Parameter activityType: the service.
    /// - Returns: the items, in order; an item source that returns nil is omitted.
    public func items(for activityType: UIActivity.ActivityType?) -> [Any] {
      sharedItems(for: activityType).map(\.item)
    }

    /// Returns the items for a service, each with its source; the source is nil for an item that was passed itself.
    private func sharedItems(
      for type: UIActivity.ActivityType?
    ) -> [(item: Any, source: (any UIActivityItemSource)?)] {
      activityItems.compactMap { item -> (item: Any, source: (any UIActivityItemSource)?)? in
        guard let source = item as? any UIActivityItemSource else { return (item, nil) }
        return source.activityViewController(self, itemForActivityType: type).map { ($0, source) }
      }
    }

    private func isExcluded(_ type: UIActivity.ActivityType?) -> Bool {
      type.map { excludedActivityTypes?.contains($0) ?? false } ?? false
    }

    /// Chooses a service, as a tap of the user would.
    ///
    /// A service of the program is prepared with the items. Then its controller is presented, or `perform()` is
    /// called; the controller ends when the service calls `activityDidFinish(_:)`. `copyToPasteboard` sets
    /// `UIPasteboard.general`; items that are not values, objects, data or providers are omitted. Other services of
    /// the system have no effect, and count as completed.
    ///
    /// - Parameter activityType: the service.
    /// - Returns: `false` if the service is excluded, or is the program's and cannot handle the items; nothing is
    ///   called then.
    @discardableResult
    public func choose(_ activityType: UIActivity.ActivityType) -> Bool {
      if isExcluded(activityType) { return false }
      if applicationActivities.contains(where: { $0.activityType == activityType }) {
        guard let chosen = availableActivities.first(where: { $0.activityType == activityType }) else {
          return false
        }
        perform(chosen, activityType)
        return true
      }
      let items = sharedItems(for: activityType)
      if activityType == .copyToPasteboard {
        UIPasteboard.general.itemProviders = items.compactMap { item, source in
          let type = source?.activityViewController(self, dataTypeIdentifierForActivityType: activityType)
          return Self.provider(of: item, dataType: type ?? "public.data")
        }
      }
      finish(activityType, true)
      return true
    }

    /// Closes the controller without a service, as a tap of the user would.
    public func cancel() { finish(nil, false) }

    private func perform(_ chosen: UIActivity, _ type: UIActivity.ActivityType) {
      chosen.whenFinished = { [weak self] completed in self?.finish(type, completed) }
      chosen.prepare(withActivityItems: items(for: type))
      if let controller = chosen.activityViewController {
        present(controller, animated: true)
      } else {
        chosen.perform()
      }
    }

    private func finish(_ type: UIActivity.ActivityType?, _ completed: Bool) {
      let completion = completionWithItemsHandler
      completionWithItemsHandler = nil
      presentingViewController?.dismiss(animated: true)
      completion?(type, completed, nil, nil)
    }

    private static func provider(of item: Any, dataType: String) -> ItemProvider? {
      func provider(_ value: some ItemProviderWriting) -> ItemProvider { ItemProvider(object: value) }
      switch item {
      case let provider as ItemProvider: return provider
      case let object as any NSItemProviderWriting: return ItemProvider(object: object)
      case let data as Data:
        let provider = ItemProvider()
        provider.registerDataRepresentation(forTypeIdentifier: dataType, visibility: .all) { completion in
          completion(data, nil)
          return nil
        }
        return provider
      case let value as any ItemProviderWriting: return provider(value)
      default: return nil
      }
    }
  }
#endif
