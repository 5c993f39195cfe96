#if !canImport(Darwin)
  public import Foundation
  public import ItemProviders

  // Unchecked, because the lock protects the state, and outcomes are passed only to the test.
  /// Plays the host of an extension, such as the application whose Share button a user taps.
  ///
  /// The host makes one request, passes it to an extension, and records the result:
  ///
  /// ```swift
  /// let host = ExtensionHost(attachments: [NSItemProvider(object: url as NSURL)])
  /// host.begin(ActionRequestHandler())
  /// guard case .completed(let items) = await host.outcome() else { … }
  /// ```
  ///
  /// To run a view controller, use the method `present(_:)` of `UIKitNames`. Apple's API has no such type.
  public final class ExtensionHost: @unchecked Sendable {
    /// The end of a request.
    public enum Outcome {
      /// The extension completed the request with items for the host.
      case completed([NSExtensionItem])
      /// The extension cancelled the request.
      case cancelled(any Error)
    }

    /// The items of the request.
    public let items: [NSExtensionItem]
    private let answersOpening: @Sendable (URL) -> Bool
    private let expires: Bool
    private let lock = NSLock()
    private var state = State()

    private struct State {
      var context: NSExtensionContext?
      var outcome: Outcome?
      var openedURLs: [URL] = []
      var waiting: [@Sendable (LoadedOutcome) -> Void] = []
    }

    /// Makes a host with one request.
    ///
    /// - Parameters:
    ///   - items: the items of the request.
    ///   - expires: the argument of the extension's completion handler: whether the host ends the extension
    ///     when the request is completed.
    ///   - opensURL: decides whether the host opens a URL; by default, it opens every URL.
    public init(
      items: [NSExtensionItem], expires: Bool = false,
      opensURL: @escaping @Sendable (URL) -> Bool = { _ in true }
    ) {
      self.items = items
      self.expires = expires
      answersOpening = opensURL
    }

    /// Makes a host with a request of one item.
    ///
    /// - Parameters:
    ///   - attachments: the contents, each its own provider.
    ///   - title: the title; nil for none.
    ///   - text: the text; nil for none.
    public convenience init(attachments: [ItemProvider], title: String? = nil, text: String? = nil) {
      let item = NSExtensionItem()
      item.attachments = attachments
      item.attributedTitle = title.map { NSAttributedString(string: $0) }
      item.attributedContentText = text.map { NSAttributedString(string: $0) }
      self.init(items: [item])
    }

    /// The request that the extension receives; the same object on each access.
    public var context: NSExtensionContext {
      lock.withLock {
        if let context = state.context { return context }
        let context = NSExtensionContext(items: items, host: self)
        state.context = context
        return context
      }
    }

    /// Begins the request.
    ///
    /// - Parameter handler: the extension.
    public func begin(_ handler: any NSExtensionRequestHandling) { handler.beginRequest(with: context) }

    // MARK: The result

    /// The end of the request; nil while the request is running.
    public var currentOutcome: Outcome? { lock.withLock { state.outcome } }

    /// The URLs that the host opened, in order.
    public var openedURLs: [URL] { lock.withLock { state.openedURLs } }

    /// Waits for the end of the request; cancelling the task does not end the wait.
    ///
    /// - Returns: the end.
    public func outcome() async -> sending Outcome {
      let loaded = await withCheckedContinuation { continuation in
        let known: LoadedOutcome? = lock.withLock {
          if let outcome = state.outcome { return LoadedOutcome(outcome: outcome) }
          state.waiting.append { continuation.resume(returning: $0) }
          return nil
        }
        if let known { continuation.resume(returning: known) }
      }
      return loaded.outcome
    }

    // MARK: The application's state

    /// Notifies the extension that the application enters the foreground.
    public func enterForeground() {
      post(.NSExtensionHostWillEnterForeground)
      post(.NSExtensionHostDidBecomeActive)
    }

    /// Notifies the extension that the application enters the background.
    public func enterBackground() {
      post(.NSExtensionHostWillResignActive)
      post(.NSExtensionHostDidEnterBackground)
    }

    private func post(_ name: NSNotification.Name) {
      NotificationCenter.default.post(name: name, object: context)
    }
  }

  // Unchecked, because the extension does not use the items after the end of the request.
  /// An outcome for the tests that wait for it.
  private struct LoadedOutcome: @unchecked Sendable {
    let outcome: ExtensionHost.Outcome
  }

  extension ExtensionHost: ExtensionHosting {
    func requestEnded(_ outcome: Outcome, completionHandler: (@Sendable (Bool) -> Void)?) {
      let waiting = lock.withLock {
        state.outcome = outcome
        defer { state.waiting = [] }
        return state.waiting
      }
      for receiver in waiting { receiver(LoadedOutcome(outcome: outcome)) }
      let expires = expires
      if let completionHandler { DispatchQueue.global().async { completionHandler(expires) } }
    }

    func opens(_ url: URL) -> Bool {
      guard answersOpening(url) else { return false }
      lock.withLock { state.openedURLs.append(url) }
      return true
    }
  }

  extension ItemProvider {
    /// Makes a provider of the results of a script that ran on a web page.
    ///
    /// The provider offers a property list: a dictionary with the results under
    /// `NSExtensionJavaScriptPreprocessingResultsKey`. A browser passes such a provider to an extension that
    /// declares a script. Apple's API has no such initialiser; a test uses it as the browser.
    ///
    /// - Parameter results: the dictionary that the script passed to its completion function.
    public convenience init(javaScriptPreprocessingResults results: [String: any Sendable]) {
      self.init(
        item: [NSExtensionJavaScriptPreprocessingResultsKey: results] as NSDictionary,
        typeIdentifier: "com.apple.property-list")
    }
  }
#endif
