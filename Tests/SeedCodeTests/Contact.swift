#if !canImport(Darwin)
  import AppleNames
  import Foundation
  import ItemProviders
  import MobileCoreServices

  /// A class whose instances offer more types than the class, and restrict their visibility.
  final class Contact: NSObject, NSItemProviderWriting {
    let name: String

    init(name: String) { self.name = name }

    static var writableTypeIdentifiersForItemProvider: [String] {
      return [kUTTypeVCard as String]
    }

    var writableTypeIdentifiersForItemProvider: [String] {
      return [kUTTypeVCard as String, kUTTypeUTF8PlainText as String]
    }

    func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
      -> NSItemProviderRepresentationVisibility
    {
      return typeIdentifier == kUTTypeVCard as String ? .ownProcess : .all
    }

    func loadData(
      withTypeIdentifier typeIdentifier: String,
      forItemProviderCompletionHandler completionHandler: @escaping (Data?, Error?) -> Void
    ) -> Progress? {
      let text = typeIdentifier == kUTTypeVCard as String ? "BEGIN:VCARD\nFN:\(name)\nEND:VCARD" : name
      completionHandler(text.data(using: .utf8), nil)
      return nil
    }
  }
#endif
