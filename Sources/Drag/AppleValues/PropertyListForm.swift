#if !canImport(Darwin)
  package import Foundation
  import ItemProviders
  import UniformTypes

  /// The property lists that pasteboards take and return, and the data that is stored for them.
  package enum PropertyListForm {
    /// Returns the data of a property list; nil if the value cannot be part of one.
    ///
    /// - Parameter typeIdentifier: the type, which says how a string is encoded.
    package static func data(of value: Any, as typeIdentifier: String) -> Data? {
      if let data = value as? Data { return data }
      if let text = value as? String { return encoded(text, as: typeIdentifier) }
      if let url = value as? URL { return Data(url.absoluteString.utf8) }
      guard PropertyListSerialization.propertyList(value, isValidFor: .binary) else { return nil }
      return try? PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0)
    }

    /// Returns text in the encoding of a type: UTF-16 with a byte order mark for its types, otherwise UTF-8.
    package static func encoded(_ text: String, as typeIdentifier: String) -> Data {
      let types = TypeRegistry.current
      let isUTF16 = ["public.utf16-plain-text", "public.utf16-external-plain-text"].contains {
        types.conforms(identifier: typeIdentifier, to: $0)
      }
      return isUTF16
        ? Data([0xFE, 0xFF]) + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } : Data(text.utf8)
    }

    /// Decodes data of a type as text; nil if the data is not text.
    package static func text(_ data: Data, as typeIdentifier: String) -> String? {
      // Data that is not text has no string, as on the system.
      try? String.object(withItemProviderData: data, typeIdentifier: typeIdentifier)
    }

    /// Decodes data of a type as a property list: a binary or XML list, or a string for types of text or URLs; nil
    /// otherwise.
    package static func value(of data: Data, as typeIdentifier: String) -> Any? {
      let types = TypeRegistry.current
      func conforms(_ other: String) -> Bool { types.conforms(identifier: typeIdentifier, to: other) }
      let isText = conforms("public.text") || conforms("public.url")
      // The source of an XML list is text unless the type is that of lists. A binary list is never text.
      let isXML = data.starts(with: Array("<?xml".utf8)) && (!isText || conforms("com.apple.property-list"))
      if data.starts(with: Array("bplist00".utf8)) || isXML,
        let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
      {
        return list
      }
      return isText ? text(data, as: typeIdentifier) : nil
    }
  }
#endif
