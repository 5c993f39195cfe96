#if !canImport(Darwin)
  public import UIKitNames

  /// Types into the sheet of a share extension and presses its buttons, as a user does.
  ///
  /// ```swift
  /// let host = ExtensionHost(attachments: [provider], text: "A page")
  /// let controller = ShareViewController()
  /// host.present(controller)
  /// let sheet = ComposeSheet(controller)
  /// sheet.enter("A page to read")
  /// sheet.post()
  /// ```
  ///
  /// Apple's API has no such type.
  @preconcurrency @MainActor
  public struct ComposeSheet {
    private let controller: SLComposeServiceViewController

    /// Shows the sheet of a controller.
    ///
    /// - Parameter controller: a controller whose request has begun.
    public init(_ controller: SLComposeServiceViewController) {
      self.controller = controller
      controller.loadViewIfNeeded()
      controller.presentationAnimationDidFinish()
    }

    /// Whether the button Post is enabled.
    public var isPostEnabled: Bool { controller.isValid }

    /// The configuration items, from top to bottom.
    public var items: [SLComposeSheetConfigurationItem] { controller.items }

    /// The controller in which the user configures an item; nil if there is none.
    public var configurationViewController: UIViewController? { controller.pushed }

    /// Replaces the text; the content is validated afterwards.
    ///
    /// - Parameter text: the new text.
    public func enter(_ text: String) {
      controller.textView.text = text
      controller.validateContent()
    }

    /// Presses Post.
    ///
    /// - Returns: `false` if the button is disabled; the extension is then not notified.
    @discardableResult
    public func post() -> Bool {
      if isPostEnabled { controller.didSelectPost() }
      return isPostEnabled
    }

    /// Presses Cancel.
    public func cancel() { controller.didSelectCancel() }

    /// Taps a configuration item.
    ///
    /// - Parameter item: the item.
    /// - Returns: `false` if the item has no handler.
    @discardableResult
    public func tap(_ item: SLComposeSheetConfigurationItem) -> Bool {
      guard let handler = item.tapHandler else { return false }
      handler()
      return true
    }
  }
#endif
