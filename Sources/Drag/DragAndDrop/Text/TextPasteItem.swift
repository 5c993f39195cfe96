public import ItemProviders

/// An item that is pasted or dropped into text, and is to be converted to text.
///
/// A delegate calls one of the `set…` methods once, immediately or later; further calls have no effect.
@MainActor
public final class TextPasteItem {
  /// The provider of the item.
  public let itemProvider: ItemProvider
  /// The local object of the drag item; nil for items of another application or a pasteboard.
  public let localObject: Any?
  private var completion: (([TextElement]) -> Void)?
  private let loadDefault: (@escaping @MainActor @Sendable ([TextElement]) -> Void) -> Void

  init(
    _ provider: ItemProvider, localObject: Any?, completion: @escaping ([TextElement]) -> Void,
    loadDefault: @escaping (@escaping @MainActor @Sendable ([TextElement]) -> Void) -> Void
  ) {
    itemProvider = provider
    self.localObject = localObject
    self.completion = completion
    self.loadDefault = loadDefault
  }

  /// Inserts a string.
  public func setResult(string: String) { finish(TextElement.elements(of: string)) }
  /// Inserts elements; plain text views omit links and attachments.
  public func setResult(elements: [TextElement]) { finish(elements) }
  /// Inserts an attachment.
  public func setResult(attachment: TextAttachment) { finish([.attachment(attachment)]) }
  /// Inserts the view's own conversion of the item; must be called inside `performDrop` for a drop.
  public func setDefaultResult() {
    guard completion != nil else { return }
    loadDefault { self.finish($0) }
  }
  /// Inserts nothing.
  public func setNoResult() { finish([]) }

  private func finish(_ elements: [TextElement]) {
    completion?(elements)
    completion = nil
  }
}

/// Customises the conversion of items that are pasted or dropped into text.
@MainActor
public protocol TextPasteDelegate: AnyObject {
  /// Sets the result of an item.
  func textPasteConfigurationSupporting(_ textView: TextInputView, transform item: TextPasteItem)
}

extension TextPasteDelegate {
  /// Default implementation; sets the default result.
  public func textPasteConfigurationSupporting(_ textView: TextInputView, transform item: TextPasteItem) {
    item.setDefaultResult()
  }
}
