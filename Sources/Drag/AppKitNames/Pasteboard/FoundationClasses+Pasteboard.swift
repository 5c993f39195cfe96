#if !canImport(Darwin)
  import AppleNames
  import AppleValues
  public import DragAndDrop
  public import Foundation
  import ItemProviders
  import Pasteboards

  /// An implementation detail: a class of Foundation, or a color, that can be read from a pasteboard.
  ///
  /// Do not conform to this protocol; conform to ``NSPasteboardReading``.
  public protocol PasteboardReadable: NSPasteboardReadingInitializer {
    /// Makes an object; an object of the class, or nil.
    ///
    /// - Parameters:
    ///   - propertyList: the data, or a string.
    ///   - type: the type of the data.
    /// - Returns: nil if the property list is not such an object.
    static func object(fromPasteboard propertyList: Any, ofType type: NSPasteboard.PasteboardType) -> Any?
  }

  extension NSPasteboardReadingInitializer where Self: PasteboardReadable {
    /// Makes an object from a property list of a type.
    ///
    /// - Parameters:
    ///   - propertyList: the data, or a string.
    ///   - type: the type of the data.
    /// - Returns: nil if the property list is not an object of this class.
    public init?(pasteboardPropertyList propertyList: Any, ofType type: NSPasteboard.PasteboardType) {
      guard let object = Self.object(fromPasteboard: propertyList, ofType: type) as? Self else { return nil }
      self = object
    }
  }

  /// The forms of the classes that providers read and write too.
  private enum ProviderForm {
    static func types(_ identifiers: [String]) -> [NSPasteboard.PasteboardType] {
      identifiers.map { NSPasteboard.PasteboardType($0) }
    }

    /// Writes an object as a provider does; nil if it cannot be written.
    static func data(of object: any NSItemProviderWriting, _ type: NSPasteboard.PasteboardType) -> Data? {
      BlockingLoad.value { done in
        object.loadData(withTypeIdentifier: type.rawValue) { data, _ in done(data) }
      }
    }

    /// Reads an object as a provider does; nil if the property list is not such an object.
    static func object<Object: NSItemProviderReading>(
      _ class: Object.Type, _ list: Any, _ type: NSPasteboard.PasteboardType
    ) -> Object? {
      guard let data = PropertyListForm.data(of: list, as: type.rawValue) else { return nil }
      // Data that is not such an object is not read, as on the system.
      return try? Object.object(withItemProviderData: data, typeIdentifier: type.rawValue)
    }
  }

  extension NSString: NSPasteboardWriting, NSPasteboardReading, PasteboardReadable {
    /// Plain text.
    public func writableTypes(for pasteboard: NSPasteboard) -> [NSPasteboard.PasteboardType] { [.string] }

    /// Returns the string.
    public func pasteboardPropertyList(forType type: NSPasteboard.PasteboardType) -> Any? { self as String }

    /// The types of plain text.
    public class func readableTypes(for pasteboard: NSPasteboard) -> [NSPasteboard.PasteboardType] {
      ProviderForm.types(readableTypeIdentifiersForItemProvider)
    }

    /// Makes a string; nil if the property list is not text.
    public class func object(
      fromPasteboard propertyList: Any, ofType type: NSPasteboard.PasteboardType
    ) -> Any? { ProviderForm.object(self, propertyList, type) }
  }

  extension NSAttributedString: NSPasteboardWriting, NSPasteboardReading, PasteboardReadable {
    /// RTF, HTML and plain text.
    public func writableTypes(for pasteboard: NSPasteboard) -> [NSPasteboard.PasteboardType] {
      ProviderForm.types(type(of: self).writableTypeIdentifiersForItemProvider)
    }

    /// Returns the text with the attributes that `AppleValues` declares.
    public func pasteboardPropertyList(forType type: NSPasteboard.PasteboardType) -> Any? {
      ProviderForm.data(of: self, type)
    }

    /// The types of formatted text, followed by the types of plain text.
    public class func readableTypes(for pasteboard: NSPasteboard) -> [NSPasteboard.PasteboardType] {
      ProviderForm.types(readableTypeIdentifiersForItemProvider)
    }

    /// Makes attributed text; nil if the property list is not attributed text.
    public class func object(
      fromPasteboard propertyList: Any, ofType type: NSPasteboard.PasteboardType
    ) -> Any? { ProviderForm.object(self, propertyList, type) }
  }

  extension NSURL: NSPasteboardWriting, NSPasteboardReading, PasteboardReadable {
    /// `public.url`; for a file, `public.file-url` comes first.
    public func writableTypes(for pasteboard: NSPasteboard) -> [NSPasteboard.PasteboardType] {
      ProviderForm.types(writableTypeIdentifiersForItemProvider)
    }

    /// Returns the absolute URL as a string.
    public func pasteboardPropertyList(forType type: NSPasteboard.PasteboardType) -> Any? { absoluteString }

    /// The type of URLs, to which the type of file URLs conforms.
    public class func readableTypes(for pasteboard: NSPasteboard) -> [NSPasteboard.PasteboardType] {
      ProviderForm.types(readableTypeIdentifiersForItemProvider)
    }

    /// Makes a URL; nil if the property list is not a URL.
    public class func object(
      fromPasteboard propertyList: Any, ofType type: NSPasteboard.PasteboardType
    ) -> Any? { ProviderForm.object(self, propertyList, type) }

    /// Reads the first URL of a pasteboard.
    ///
    /// - Parameter pasteBoard: the pasteboard.
    /// - Returns: nil if no item has a URL.
    public convenience init?(from pasteBoard: NSPasteboard) {
      let urls = pasteBoard.readObjects(forClasses: [NSURL.self])
      guard let url = urls?.first as? URL else { return nil }
      self.init(string: url.absoluteString)
    }

    /// Stores the URL in the first item of a pasteboard, under the types that were declared.
    ///
    /// - Parameter pasteBoard: the pasteboard.
    public func write(to pasteBoard: NSPasteboard) {
      for type in writableTypes(for: pasteBoard) where pasteBoard.types?.contains(type) == true {
        pasteBoard.setString(absoluteString, forType: type)
      }
    }
  }

  extension PreviewColor: NSPasteboardWriting, NSPasteboardReading, PasteboardReadable {
    /// The type of colors and plain text; the data of both is CSS text.
    public func writableTypes(for pasteboard: NSPasteboard) -> [NSPasteboard.PasteboardType] {
      [.color, .string]
    }

    /// Returns the color as CSS text, such as `rgb(255 0 0)`.
    public func pasteboardPropertyList(forType type: NSPasteboard.PasteboardType) -> Any? {
      ProviderForm.data(of: self, .string)
    }

    /// The types of archives of colors, and of text with a CSS color.
    public static func readableTypes(for pasteboard: NSPasteboard) -> [NSPasteboard.PasteboardType] {
      [.color] + ProviderForm.types(readableTypeIdentifiersForItemProvider)
    }

    /// Makes a color; nil if the property list is not a color.
    public static func object(
      fromPasteboard propertyList: Any, ofType type: NSPasteboard.PasteboardType
    ) -> Any? { ProviderForm.object(self, propertyList, type) }

    /// Reads the first color of a pasteboard.
    ///
    /// - Parameter pasteBoard: the pasteboard.
    /// - Returns: nil if no item has a color.
    public convenience init?(from pasteBoard: NSPasteboard) {
      let colors = pasteBoard.readObjects(forClasses: [PreviewColor.self])
      guard let color = colors?.first as? PreviewColor else { return nil }
      self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
    }

    /// Stores the color in the first item of a pasteboard.
    ///
    /// - Parameter pasteBoard: the pasteboard.
    public func write(to pasteBoard: NSPasteboard) {
      for type in writableTypes(for: pasteBoard) {
        if let data = ProviderForm.data(of: self, .string) { pasteBoard.setData(data, forType: type) }
      }
    }
  }
#endif
