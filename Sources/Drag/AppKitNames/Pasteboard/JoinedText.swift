#if !canImport(Darwin)
  import Foundation
  import ItemProviders
  import Pasteboards
  import RichTextFormats
  import ProvidedValues
  import UniformTypes

  /// The data of several items as one, for the types of text that a pasteboard joins.
  enum JoinedText {
    /// Joins the data of all items for plain text, RTF and RTFD; for other types, returns the data of the first item.
    static func data(_ parts: [Data], as identifier: String) -> Data? {
      guard parts.count > 1 else { return parts.first }
      switch TypeIdentifier(identifier) {
      case TypeIdentifier(NSPasteboard.PasteboardType.string.rawValue):
        return Data(parts.joined(separator: [UInt8(ascii: "\n")]))
      case TypeIdentifier(NSPasteboard.PasteboardType.rtf.rawValue),
        TypeIdentifier(NSPasteboard.PasteboardType.rtfd.rawValue):
        return joined(parts, as: identifier) ?? parts.first
      default: return parts.first
      }
    }

    /// Joins the formatted texts that can be read; returns nil if there are none.
    private static func joined(_ parts: [Data], as identifier: String) -> Data? {
      // The documentation of the pasteboard says that text which cannot be read is left out.
      let texts = parts.compactMap { part in
        try? RichText.object(withItemProviderData: part, typeIdentifier: identifier)
      }
      guard !texts.isEmpty else { return nil }
      let whole = RichText(texts.flatMap(\.blocks))
      return BlockingLoad.value { done in
        whole.loadData(withTypeIdentifier: identifier) { data, _ in done(data) }
      }
    }
  }
#endif
