#if !canImport(Darwin)
  public import Foundation

  // Unchecked, because the lock protects the state, and the items are those of Apple's interface.
  /// The request of a host to an extension: the items, and the methods that end the request.
  ///
  /// A request ends once. Later calls of ``completeRequest(returningItems:completionHandler:)`` and
  /// ``cancelRequest(withError:)`` have no effect. A test plays the host with an ``ExtensionHost``.
  open class NSExtensionContext: NSObject, @unchecked Sendable {
    private let lock = NSLock()
    private let items: [NSExtensionItem]
    private var host: (any ExtensionHosting)?

    /// Makes a request without items, for a subclass that a test uses as a mock.
    public override init() {
      items = []
      super.init()
    }

    /// Makes a request of a host.
    init(items: [NSExtensionItem], host: any ExtensionHosting) {
      self.items = items
      self.host = host
      super.init()
    }

    /// The items of the request, each an ``NSExtensionItem``.
    open var inputItems: [Any] { items }

    /// Ends the request successfully.
    ///
    /// - Parameters:
    ///   - items: the items for the host, each an ``NSExtensionItem``; elements of other classes are omitted.
    ///   - completionHandler: called once on a background queue after the host was notified; not called if the
    ///     request has ended or has no host. The argument is true if the host ends the extension before
    ///     further work is done.
    @preconcurrency
    open func completeRequest(
      returningItems items: [Any]?, completionHandler: (@Sendable (_ expired: Bool) -> Void)? = nil
    ) {
      let items = (items ?? []).compactMap { $0 as? NSExtensionItem }
      end { $0.requestEnded(.completed(items), completionHandler: completionHandler) }
    }

    /// Ends the request with an error.
    ///
    /// - Parameter error: the reason.
    open func cancelRequest(withError error: any Error) {
      end { $0.requestEnded(.cancelled(error), completionHandler: nil) }
    }

    /// Asks the host to open a URL.
    ///
    /// - Parameters:
    ///   - url: the URL.
    ///   - completionHandler: called once on a background queue. The argument is true if the host opens the
    ///     URL; false after the end of the request, and for a request without a host.
    @preconcurrency
    open func open(_ url: URL, completionHandler: (@Sendable (_ success: Bool) -> Void)? = nil) {
      let isOpened = lock.withLock { host }?.opens(url) ?? false
      if let completionHandler { DispatchQueue.global().async { completionHandler(isOpened) } }
    }

    private func end(_ notify: (any ExtensionHosting) -> Void) {
      let host = lock.withLock {
        defer { self.host = nil }
        return self.host
      }
      if let host { notify(host) }
    }
  }

  /// An object that receives the requests of hosts: an action without a screen, or a view controller.
  public protocol NSExtensionRequestHandling: NSObjectProtocol {
    /// Called when the host begins the request.
    ///
    /// - Parameter context: the request.
    func beginRequest(with context: NSExtensionContext)
  }

  extension NSNotification.Name {
    /// Posted before the host application enters the foreground; the object is the context.
    public static let NSExtensionHostWillEnterForeground = NSNotification.Name(
      "NSExtensionHostWillEnterForegroundNotification")
    /// Posted when the host application has entered the background; the object is the context.
    public static let NSExtensionHostDidEnterBackground = NSNotification.Name(
      "NSExtensionHostDidEnterBackgroundNotification")
    /// Posted before the host application becomes inactive; the object is the context.
    public static let NSExtensionHostWillResignActive = NSNotification.Name(
      "NSExtensionHostWillResignActiveNotification")
    /// Posted when the host application has become active; the object is the context.
    public static let NSExtensionHostDidBecomeActive = NSNotification.Name(
      "NSExtensionHostDidBecomeActiveNotification")
  }

  /// The context's view of its host.
  protocol ExtensionHosting: AnyObject, Sendable {
    func requestEnded(
      _ outcome: ExtensionHost.Outcome, completionHandler: (@Sendable (Bool) -> Void)?)
    func opens(_ url: URL) -> Bool
  }
#endif
