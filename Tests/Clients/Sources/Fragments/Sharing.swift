// The fragments are in the style of their time, including forced casts and unwraps.
// swift-format-ignore-file: NeverForceUnwrap, NeverUseImplicitlyUnwrappedOptionals

import UIKitNames
import UniformTypeIdentifiers

/// A text that is shared in a shorter form by message.
class QuoteSource: NSObject, UIActivityItemSource {
  let quote: String

  init(quote: String) { self.quote = quote }

  func activityViewControllerPlaceholderItem(_ activityViewController: UIActivityViewController) -> Any {
    return ""
  }

  func activityViewController(
    _ activityViewController: UIActivityViewController,
    itemForActivityType activityType: UIActivity.ActivityType?
  ) -> Any? {
    if activityType == .mail { return nil }
    return activityType == .message ? String(quote.prefix(4)) : quote
  }

  func activityViewController(
    _ activityViewController: UIActivityViewController,
    subjectForActivityType activityType: UIActivity.ActivityType?
  ) -> String {
    return "A quote"
  }
}

extension UIActivity.ActivityType {
  static let shout = UIActivity.ActivityType(rawValue: "example.shout")
}

/// A service of the program.
class ShoutActivity: UIActivity {
  var shouted: [String] = []
  private var texts: [String] = []

  override class var activityCategory: UIActivity.Category { return .share }
  override var activityType: UIActivity.ActivityType? { return .shout }
  override var activityTitle: String? { return "Shout" }

  override func canPerform(withActivityItems activityItems: [Any]) -> Bool {
    return activityItems.contains { $0 is String }
  }

  override func prepare(withActivityItems activityItems: [Any]) {
    texts = activityItems.compactMap { $0 as? String }
  }

  override func perform() {
    shouted += texts.map { $0.uppercased() }
    activityDidFinish(true)
  }
}

/// A controller that shares, opens and exports.
class QuoteViewController: UIViewController, UIDocumentPickerDelegate {
  let label = UILabel()
  let shout = ShoutActivity()
  var appearances: [String] = []
  var shared: [(type: UIActivity.ActivityType?, isCompleted: Bool)] = []
  var picked: [URL] = []
  var cancellations = 0

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    appearances.append("will appear")
    label.attributedText = NSAttributedString(
      string: "To be or not to be", attributes: [.link: "https://a.example"])
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    appearances.append("did appear")
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    appearances.append("layout")
  }

  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    appearances.append("will disappear")
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    appearances.append("did disappear")
  }

  func share() {
    let controller = UIActivityViewController(
      activityItems: [QuoteSource(quote: label.attributedText!.string), URL(string: "https://a.example")!],
      applicationActivities: [shout])
    controller.excludedActivityTypes = [.print, .airDrop]
    controller.popoverPresentationController?.sourceView = label
    controller.popoverPresentationController?.sourceRect = label.bounds
    controller.completionWithItemsHandler = { activityType, completed, returnedItems, error in
      self.shared.append((activityType, completed))
    }
    present(controller, animated: true, completion: nil)
  }

  func open() {
    let picker = UIDocumentPickerViewController(forOpeningContentTypes: [.plainText, .pdf], asCopy: true)
    picker.delegate = self
    picker.allowsMultipleSelection = false
    picker.modalPresentationStyle = .formSheet
    present(picker, animated: true)
  }

  func export(_ url: URL) {
    let picker = UIDocumentPickerViewController(forExporting: [url], asCopy: true)
    picker.delegate = self
    present(picker, animated: true)
  }

  func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL]) {
    picked += urls
  }

  func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController) {
    cancellations += 1
  }
}
