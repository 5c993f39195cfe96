// Apple's declarations are implicitly unwrapped, and overrides in existing source repeat that.
// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

// Apple's module name for the sheet of a share extension, so that existing imports work elsewhere.
#if !canImport(Darwin)
  @_exported public import AppleNames
  public import Foundation
  @_exported public import UIKitNames

  /// The controller of a share extension: a text that the user edits, configuration items, and the buttons
  /// Cancel and Post.
  ///
  /// Nothing is drawn. A test uses a ``ComposeSheet`` to type and to press the buttons.
  @preconcurrency @MainActor
  open class SLComposeServiceViewController: UIViewController {
    private let editor = UITextView(
      name: "content", frame: CGRect(x: 0, y: 0, width: 320, height: 120), allowsRichContent: false)
    private(set) var isValid = false
    private(set) var items: [SLComposeSheetConfigurationItem] = []
    private(set) var pushed: UIViewController?

    /// The view of the text.
    public var textView: UITextView! { editor }

    /// The text that the user edits; at first the text of the request's first item.
    public var contentText: String! { editor.text ?? "" }

    /// The text that is shown while the user has not entered any; nil by default.
    open var placeholder: String!

    /// The number of characters that the user may still enter; nil if the service has no limit.
    ///
    /// The number is only shown. To reject a text that is too long, override ``isContentValid()``.
    open var charactersRemaining: NSNumber!

    /// The controller that suggests completions of the text; not shown.
    open var autoCompletionViewController: UIViewController!

    /// Loads the view, the text of the request, and the configuration items.
    open override func viewDidLoad() {
      super.viewDidLoad()
      let item = extensionContext?.inputItems.first as? NSExtensionItem
      if let text = item?.attributedContentText?.string { editor.text = text }
      view.addSubview(editor)
      reloadConfigurationItems()
      validateContent()
    }

    // MARK: Content

    /// Returns whether the user can post the content.
    ///
    /// Default implementation; returns true.
    ///
    /// - Returns: `true` if the button Post is enabled.
    open func isContentValid() -> Bool { true }

    /// Calls ``isContentValid()``, and enables or disables the button Post.
    public func validateContent() { isValid = isContentValid() }

    /// Called when the user presses Post.
    ///
    /// Default implementation; completes the request without items. An override either completes the request
    /// itself or calls the method of this class.
    open func didSelectPost() { extensionContext?.completeRequest(returningItems: []) }

    /// Called when the user presses Cancel.
    ///
    /// Default implementation; cancels the request with the error of a cancellation by the user.
    open func didSelectCancel() { extensionContext?.cancelRequest(withError: CocoaError(.userCancelled)) }

    /// Cancels in the same way as the user.
    public func cancel() { didSelectCancel() }

    // MARK: The sheet

    /// Called when the sheet has been shown.
    ///
    /// Default implementation; does nothing.
    open func presentationAnimationDidFinish() {}

    /// Returns a view that shows the content.
    ///
    /// Default implementation; returns nil, because nothing is drawn.
    ///
    /// - Returns: the view; nil for none.
    open func loadPreviewView() -> UIView! { nil }

    /// Returns the items that the user can configure, each an ``SLComposeSheetConfigurationItem``.
    ///
    /// Default implementation; returns no items.
    ///
    /// - Returns: the items, from top to bottom.
    open func configurationItems() -> [Any]! { [] }

    /// Calls ``configurationItems()`` and shows the result.
    public func reloadConfigurationItems() {
      items = (configurationItems() ?? []).compactMap { $0 as? SLComposeSheetConfigurationItem }
    }

    /// Shows a controller in which the user configures an item, in place of a controller that is shown.
    ///
    /// - Parameter viewController: the controller.
    public func pushConfigurationViewController(_ viewController: UIViewController!) {
      popConfigurationViewController()
      guard let viewController else { return }
      addChild(viewController)
      viewController.loadViewIfNeeded()
      pushed = viewController
    }

    /// Removes the controller that was shown last.
    public func popConfigurationViewController() {
      pushed?.removeFromParent()
      pushed = nil
    }
  }
#endif
