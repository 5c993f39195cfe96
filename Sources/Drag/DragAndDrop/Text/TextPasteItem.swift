public import ItemProviders

/// An item that is pasted or dropped into text and must be converted to text.
///
/// A delegate must call one of the `set…` methods once, immediately or later. Further calls have no effect.
@preconcurrency @MainActor
public protocol TextPasteItem: AnyObject, Sendable {
  /// The provider of the item.
  var itemProvider: ItemProvider { get }
  /// The local object of the drag item; nil for items from another application or a pasteboard.
  var localObject: Any? { get }
  /// Inserts a string.
  ///
  /// - Parameter string: the string.
  func setResult(string: String)
  /// Inserts elements; a view that does not allow rich content converts links to plain text.
  ///
  /// - Parameter elements: the elements.
  func setResult(elements: [TextElement])
  /// Inserts an attachment.
  ///
  /// - Parameter attachment: the attachment.
  func setResult(attachment: TextAttachment)
  /// Inserts the result of the view's own conversion of the item.
  ///
  /// The conversion loads the item, so for a drop this method must be called inside `performDrop`.
  func setDefaultResult()
  /// Inserts nothing.
  func setNoResult()
}

/// An item for which a text view is waiting for a result.
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
@preconcurrency @MainActor
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
