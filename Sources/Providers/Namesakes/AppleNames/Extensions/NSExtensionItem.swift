#if !canImport(Darwin)
  public import Foundation
  public import ItemProviders

  /// The key of a title, an `NSAttributedString`, in an item's `userInfo`.
  public let NSExtensionItemAttributedTitleKey = "NSExtensionItemAttributedTitleKey"
  /// The key of a text, an `NSAttributedString`, in an item's `userInfo`.
  public let NSExtensionItemAttributedContentTextKey = "NSExtensionItemAttributedContentTextKey"
  /// The key of the attachments, an array of providers, in an item's `userInfo`.
  public let NSExtensionItemAttachmentsKey = "NSExtensionItemAttachmentsKey"

  // Unchecked, because the lock protects the dictionary, and the values are those of Apple's interface.
  /// An item that a host passes to an extension, or that an extension returns.
  ///
  /// The title, the text and the attachments are stored in ``userInfo``, as on Apple's systems: setting
  /// `userInfo` replaces all three.
  open class NSExtensionItem: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    private let lock = NSLock()
    private var information: [AnyHashable: Any]?

    /// Makes an item without contents.
    public override init() { super.init() }

    /// The title; nil if not set.
    open var attributedTitle: NSAttributedString? {
      get { value(for: NSExtensionItemAttributedTitleKey) }
      set { set(newValue, for: NSExtensionItemAttributedTitleKey) }
    }

    /// The text, such as the text that a user selected; nil if not set.
    open var attributedContentText: NSAttributedString? {
      get { value(for: NSExtensionItemAttributedContentTextKey) }
      set { set(newValue, for: NSExtensionItemAttributedContentTextKey) }
    }

    /// The contents, such as the URL of a web page or pictures; nil if not set.
    ///
    /// Each provider is a separate piece of content.
    open var attachments: [ItemProvider]? {
      get { value(for: NSExtensionItemAttachmentsKey) }
      set { set(newValue, for: NSExtensionItemAttachmentsKey) }
    }

    /// All information, including the title, the text and the attachments; nil if nothing was set.
    open var userInfo: [AnyHashable: Any]? {
      get { lock.withLock { information } }
      set { lock.withLock { information = newValue } }
    }

    private func value<Value>(for key: String) -> Value? { lock.withLock { information?[key] as? Value } }

    private func set(_ value: Any?, for key: String) {
      lock.withLock {
        guard let value else {
          information?[key] = nil
          return
        }
        information = (information ?? [:]).merging([key: value]) { $1 }
      }
    }

    /// Copies the item; the copy has the same providers.
    ///
    /// - Parameter zone: not used.
    /// - Returns: an ``NSExtensionItem``.
    open func copy(with zone: NSZone? = nil) -> Any {
      let copy = NSExtensionItem()
      copy.userInfo = userInfo
      return copy
    }

    // MARK: Coding

    /// Always true.
    open class var supportsSecureCoding: Bool { true }

    /// Codes the title and the text.
    ///
    /// The attachments and other information are omitted, because a provider's handlers exist only in their
    /// process. To pass providers to another process, write a bundle.
    ///
    /// - Parameter coder: the coder.
    open func encode(with coder: NSCoder) {
      coder.encode(attributedTitle, forKey: NSExtensionItemAttributedTitleKey)
      coder.encode(attributedContentText, forKey: NSExtensionItemAttributedContentTextKey)
    }

    /// Decodes the title and the text.
    ///
    /// - Parameter coder: the coder.
    public required init?(coder: NSCoder) {
      super.init()
      attributedTitle = coder.decodeObject(
        of: NSAttributedString.self, forKey: NSExtensionItemAttributedTitleKey)
      attributedContentText = coder.decodeObject(
        of: NSAttributedString.self, forKey: NSExtensionItemAttributedContentTextKey)
    }
  }
#endif
