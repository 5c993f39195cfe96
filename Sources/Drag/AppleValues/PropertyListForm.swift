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

    /// Returns the text that data of a type is; nil if it is none.
    package static func text(_ data: Data, as typeIdentifier: String) -> String? {
      // Data that is not text has no string, as on the system.
      try? String.object(withItemProviderData: data, typeIdentifier: typeIdentifier)
    }

    /// Returns the property list that data of a type is: a binary or XML list, or a string of a type of text or URLs;
    /// nil if it is none.
    package static func value(of data: Data, as typeIdentifier: String) -> Any? {
      if data.starts(with: Array("bplist00".utf8)) || data.starts(with: Array("<?xml".utf8)),
        let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
      {
        return list
      }
      let types = TypeRegistry.current
      let isText = ["public.text", "public.url"].contains {
        types.conforms(identifier: typeIdentifier, to: $0)
      }
      return isText ? text(data, as: typeIdentifier) : nil
    }
  }
#endif
