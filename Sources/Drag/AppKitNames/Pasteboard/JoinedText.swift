#if !canImport(Darwin)
  import ByteTools
  import Foundation
  import ItemProviders
  import RichTextFormats
  import ProvidedValues
  import UniformTypes

  /// The data of several items as one, for the types of text that a pasteboard joins.
  enum JoinedText {
    /// Returns the data of the first item, or for plain text, RTF and RTFD the joined data of all; nil if there is none.
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

    /// Joins formatted texts; returns nil if one of them cannot be read.
    private static func joined(_ parts: [Data], as identifier: String) -> Data? {
      let texts = parts.map { try? RichText.object(withItemProviderData: $0, typeIdentifier: identifier) }
      guard !texts.contains(where: { $0 == nil }) else { return nil }
      let whole = RichText(texts.flatMap { $0?.blocks ?? [] })
      let written = Locked<Data?>(nil)
      // The text is written before the call returns.
      _ = whole.loadData(withTypeIdentifier: identifier) { data, _ in written.withLock { $0 = data } }
      return written.withLock { $0 }
    }
  }
#endif
