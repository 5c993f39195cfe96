// The code is in the style of applications, including forced casts and unwraps.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverForceUnwrap, NeverUseForceTry
// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

import MobileCoreServices
import Social
import UIKitNames

/// A share extension that sends a page or a text to a list, in the style of Apple's template.
open class ShareViewController: SLComposeServiceViewController {
  public var sent: [String] = []
  private var list = "Inbox"
  private var link: URL?
  private let limit = 40

  open override func viewDidLoad() {
    super.viewDidLoad()
    placeholder = "Add a note"
    guard let item = extensionContext?.inputItems.first as? NSExtensionItem,
      let attachments = item.attachments
    else { return }
    for provider in attachments where provider.hasItemConformingToTypeIdentifier(kUTTypeURL as String) {
      provider.loadItem(forTypeIdentifier: kUTTypeURL as String, options: nil) { [weak self] item, error in
        guard error == nil, let url = item as? URL else { return }
        DispatchQueue.main.async {
          self?.link = url
          self?.validateContent()
        }
      }
      break
    }
  }

  open override func isContentValid() -> Bool {
    charactersRemaining = NSNumber(value: limit - contentText.count)
    return charactersRemaining.intValue >= 0 && link != nil
  }

  open override func didSelectPost() {
    guard let link = link else {
      extensionContext?.cancelRequest(withError: NSError(domain: "org.example.share", code: 1))
      return
    }
    sent.append("\(list): \(contentText!) \(link.absoluteString)")
    extensionContext?.completeRequest(returningItems: [], completionHandler: nil)
  }

  open override func configurationItems() -> [Any]! {
    guard let item = SLComposeSheetConfigurationItem() else { return [] }
    item.title = "List"
    item.value = list
    item.tapHandler = { [weak self] in
      self?.pushConfigurationViewController(ListViewController())
    }
    return [item]
  }
}

/// The controller in which the user chooses a list.
final class ListViewController: UIViewController {}

/// A share extension with its own view, which collects the texts and links of all items.
open class CollectingViewController: UIViewController {
  public private(set) var found: [String] = []

  open override func viewDidLoad() {
    super.viewDidLoad()
    let items = extensionContext?.inputItems as? [NSExtensionItem] ?? []
    let providers = items.compactMap(\.attachments).flatMap { $0 }
    Task { await collect(providers) }
  }

  private func collect(_ providers: [NSItemProvider]) async {
    for provider in providers {
      if let text = try? await provider.loadItem(forTypeIdentifier: "public.plain-text") as? String {
        found.append(text)
      } else if let url = try? await provider.loadItem(forTypeIdentifier: "public.url", options: nil) as? URL
      {
        found.append(url.host ?? "")
      } else if let item = try? await provider.loadItem(forTypeIdentifier: "com.apple.property-list"),
        let dictionary = item as? NSDictionary,
        let results = dictionary[NSExtensionJavaScriptPreprocessingResultsKey] as? NSDictionary
      {
        found.append(results["title"] as? String ?? "")
      }
    }
    let answer = NSExtensionItem()
    answer.attributedTitle = NSAttributedString(string: found.joined(separator: ", "))
    extensionContext?.completeRequest(returningItems: [answer]) { expired in
      if expired { print("The host ended the extension.") }
    }
  }
}

/// An action without a screen.
public final class ActionRequestHandler: NSObject, NSExtensionRequestHandling {
  private var context: NSExtensionContext?

  public func beginRequest(with context: NSExtensionContext) {
    self.context = context
    let items = context.inputItems as! [NSExtensionItem]
    guard let provider = items.first?.attachments?.first else {
      context.cancelRequest(withError: CocoaError(.userCancelled))
      return
    }
    provider.loadItem(forTypeIdentifier: String(kUTTypePropertyList), options: nil) { item, _ in
      guard let page = item as? [String: Any],
        let results = page[NSExtensionJavaScriptPreprocessingResultsKey] as? [String: Any]
      else {
        context.cancelRequest(withError: CocoaError(.featureUnsupported))
        return
      }
      let arguments = [NSExtensionJavaScriptFinalizeArgumentKey: ["background": results["color"] ?? "red"]]
      let answer = NSExtensionItem()
      answer.attachments = [
        NSItemProvider(item: arguments as NSDictionary, typeIdentifier: kUTTypePropertyList as String)
      ]
      context.completeRequest(returningItems: [answer], completionHandler: nil)
    }
    self.context = nil
  }
}
