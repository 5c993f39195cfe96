#if !canImport(Darwin)
  import AppleNames
  import AppleValues
  import DragAndDrop
  import Foundation
  import Pasteboards
  import UniformTypes

  /// The values in the dictionaries of `UIPasteboard.items`, and their data.
  enum PasteboardValue {
    /// A placeholder for the value's own types.
    static let automatic = "com.apple.uikit.type-automatic"

    /// Stores a value in an item.
    ///
    /// Data is stored as it is, text in the encoding of the type, a URL as its absolute string, and a picture encoded
    /// as the type. Numbers, dates, arrays and dictionaries are stored as a binary property list. A color is stored as
    /// CSS text, also under the types of color archives, because archives are not written. Attributed text is stored
    /// without its attributes under a type of plain text. Other values, and pictures and texts that cannot be written
    /// as the type, are not stored.
    ///
    /// - Parameter typeIdentifier: the type; `automatic` for the types that the value has itself.
    static func store(_ value: Any, as typeIdentifier: String, in item: PasteboardItem) {
      switch value {
      case let data as Data: item.set(data, for: typeIdentifier == automatic ? "public.data" : typeIdentifier)
      case let picture as UIImage: storeObject(picture, as: typeIdentifier, in: item)
      case let color as PreviewColor: storeObject(color, as: typeIdentifier, in: item)
      case let text as NSAttributedString
      where typeIdentifier != automatic && conforms(typeIdentifier, "public.plain-text"):
        item.set(PropertyListForm.encoded(text.string, as: typeIdentifier), for: typeIdentifier)
      case let text as NSAttributedString: storeObject(text, as: typeIdentifier, in: item)
      case let url as URL:
        if typeIdentifier == automatic {
          storeObject(url as NSURL, as: automatic, in: item)
        } else {
          item.set(Data(url.absoluteString.utf8), for: typeIdentifier)
        }
      case let text as String:
        let type = typeIdentifier == automatic ? "public.utf8-plain-text" : typeIdentifier
        item.set(PropertyListForm.encoded(text, as: type), for: type)
      default:
        let type = typeIdentifier == automatic ? "com.apple.binary-property-list" : typeIdentifier
        if let data = PropertyListForm.data(of: value, as: type) { item.set(data, for: type) }
      }
    }

    /// Stores an object under a type, or under all its types.
    private static func storeObject(
      _ object: any NSItemProviderWriting, as type: String, in item: PasteboardItem
    ) {
      let own = object.writableTypeIdentifiersForItemProvider
      guard type != automatic else {
        for identifier in own {
          if let data = written(object, as: identifier) { item.set(data, for: identifier) }
        }
        return
      }
      let exact = own.first { TypeIdentifier($0) == TypeIdentifier(type) }
      // Pictures and texts can also be written as types that they do not offer, and a color as any type.
      let source = exact ?? own.first { conforms($0, type) } ?? type
      if let data = written(object, as: source) { item.set(data, for: type) }
    }

    private static func written(_ object: any NSItemProviderWriting, as type: String) -> Data? {
      BlockingLoad.value { done in object.loadData(withTypeIdentifier: type) { data, _ in done(data) } }
    }

    /// Returns the value that data of a type has: a string, a URL, a picture, a color, an object of a property list, or
    /// the data itself if it is none of these.
    static func value(of data: Data, as typeIdentifier: String) -> Any {
      func read<Object: NSItemProviderReading>(_ type: Object.Type) -> Object? {
        let readable = Object.readableTypeIdentifiersForItemProvider
        guard readable.contains(where: { conforms(typeIdentifier, $0) }) else { return nil }
        // Data that is not what its type says is returned as data.
        return try? Object.object(withItemProviderData: data, typeIdentifier: typeIdentifier)
      }
      if let text = read(NSString.self) { return text as String }
      if let url = read(NSURL.self) { return url as URL }
      if let picture = read(UIImage.self) { return picture }
      if typeIdentifier.hasSuffix("color"), let color = read(PreviewColor.self) { return color }
      return PropertyListForm.value(of: data, as: typeIdentifier) ?? data
    }

    private static func conforms(_ identifier: String, _ other: String) -> Bool {
      TypeRegistry.current.conforms(identifier: identifier, to: other)
    }
  }
#endif
