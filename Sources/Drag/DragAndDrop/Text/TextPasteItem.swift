public import ItemProviders

/// An item that is pasted or dropped into text and must be converted to text.
///
/// A delegate calls one of the `set…` methods once, immediately or later; further calls have no effect.
@MainActor
public protocol TextPasteItem: AnyObject, Sendable {
  /// The provider of the item.
  var itemProvider: ItemProvider { get }
  /// The local object of the drag item; nil for items from another application or a pasteboard.
  var localObject: Any? { get }
  /// Inserts a string.
  ///
  /// - Parameter string: the string.
  func setResult(string: String)
  /// Inserts elements; plain text views omit links and attachments.
  ///
  /// - Parameter elements: the elements.
  func setResult(elements: [TextElement])
  /// Inserts an attachment.
  ///
  /// - Parameter attachment: the attachment.
  func setResult(attachment: TextAttachment)
  /// Inserts the view's own conversion of the item; for a drop, call it inside `performDrop`.
  func setDefaultResult()
  /// Inserts nothing.
  func setNoResult()
}

/// An item whose result a text view is waiting for.
@MainActor
final class PendingTextPasteItem: TextPasteItem {
  let itemProvider: ItemProvider
  let localObject: Any?
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

  func setResult(string: String) { finish(TextElement.elements(of: string)) }
  func setResult(elements: [TextElement]) { finish(elements) }
  func setResult(attachment: TextAttachment) { finish([.attachment(attachment)]) }
  func setDefaultResult() {
    guard completion != nil else { return }
    loadDefault { self.finish($0) }
  }
  func setNoResult() { finish([]) }

  private func finish(_ elements: [TextElement]) {
    completion?(elements)
    completion = nil
  }
}

/// Customises the conversion of items that are pasted or dropped into text.
@MainActor
public protocol TextPasteDelegate: AnyObject {
  /// Sets the result of an item.
  ///
  /// - Parameters:
  ///   - textView: the text view or text field.
  ///   - item: the item to convert.
  func textPasteConfigurationSupporting(
    _ textView: any TextPasteConfigurationSupporting, transform item: any TextPasteItem
  )
}

extension TextPasteDelegate {
  /// Default implementation; sets the default result.
  public func textPasteConfigurationSupporting(
    _ textView: any TextPasteConfigurationSupporting, transform item: any TextPasteItem
  ) {
    item.setDefaultResult()
  }
}
