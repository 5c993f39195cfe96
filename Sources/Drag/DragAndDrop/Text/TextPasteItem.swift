public import ItemProviders

/// One item that is pasted or dropped into text, waiting to become text.
///
/// A delegate calls one of the `set…` methods, once, at once or later; a second call changes nothing.
@MainActor
public final class TextPasteItem {
  /// What the item offers.
  public let itemProvider: ItemProvider
  /// What its source knows it by; nil from another application and from a pasteboard.
  public let localObject: Any?
  private var answer: (([TextElement]) -> Void)?
  private let loadDefault: (@escaping @MainActor @Sendable ([TextElement]) -> Void) -> Void

  init(
    _ provider: ItemProvider, localObject: Any?, answer: @escaping ([TextElement]) -> Void,
    loadDefault: @escaping (@escaping @MainActor @Sendable ([TextElement]) -> Void) -> Void
  ) {
    itemProvider = provider
    self.localObject = localObject
    self.answer = answer
    self.loadDefault = loadDefault
  }

  /// Takes this text.
  public func setResult(string: String) { finish(TextElement.elements(of: string)) }
  /// Takes these elements; plain text keeps the characters alone.
  public func setResult(elements: [TextElement]) { finish(elements) }
  /// Takes this attachment.
  public func setResult(attachment: TextAttachment) { finish([.attachment(attachment)]) }
  /// Takes what the view makes of the item by itself; to be called before loads are closed.
  public func setDefaultResult() {
    guard answer != nil else { return }
    loadDefault { self.finish($0) }
  }
  /// Takes nothing.
  public func setNoResult() { finish([]) }

  private func finish(_ elements: [TextElement]) {
    answer?(elements)
    answer = nil
  }
}

/// Has a say in what becomes of items that are pasted or dropped into text.
@MainActor
public protocol TextPasteDelegate: AnyObject {
  /// Sets one result of the item; by default what the view makes of it.
  func textPasteConfigurationSupporting(_ textView: TextInputView, transform item: TextPasteItem)
}

extension TextPasteDelegate {
  /// What the view makes of it.
  public func textPasteConfigurationSupporting(_ textView: TextInputView, transform item: TextPasteItem) {
    item.setDefaultResult()
  }
}
