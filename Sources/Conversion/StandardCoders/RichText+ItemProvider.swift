public import Foundation
import ImageCoders
public import ItemProviders
import ProfferConversions
public import RichTextFormats
import TextEncodings
import UniformTypes

extension RichText: ItemProviderWriting {
  /// Flat RTFD, RTF, HTML, a web archive, and plain text last.
  public static var writableTypeIdentifiersForItemProvider: [String] {
    ["com.apple.flat-rtfd", "public.rtf", "public.html", "com.apple.webarchive", "public.utf8-plain-text"]
  }

  /// The same without flat RTFD, unless the text has attachments, which alone need it.
  public var writableTypeIdentifiersForItemProvider: [String] {
    let types = RichText.writableTypeIdentifiersForItemProvider
    return hasAttachments ? types : Array(types.dropFirst())
  }

  /// Gives the text as one of its types; what that cannot say is left out.
  ///
  /// `writeRTF()` and the other writers also report what was left out.
  public func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress? {
    do {
      completionHandler(try data(as: typeIdentifier), nil)
    } catch {
      completionHandler(nil, error)
    }
    return nil
  }

  private func data(as typeIdentifier: String) throws -> Data {
    switch TypeIdentifier(typeIdentifier) {
    case "com.apple.flat-rtfd": return writeRTFD(flat: true).data
    case "public.rtf": return writeRTF(pictures: Image.pngOfPicture).data
    case "public.html": return writeHTML().data
    case "com.apple.webarchive": return try writeWebArchive().data
    case "public.utf8-plain-text": return Data(plainText().utf8)
    default:
      throw ItemProviderError(
        .unavailableCoercionError, reason: "formatted text has no form as \(typeIdentifier)")
    }
  }

  private var hasAttachments: Bool { blocks.contains(where: \.hasAttachments) }
}

extension RichText: ItemProviderReading {
  /// The types of formatted text, the most faithful first, and then those of plain text.
  public static var readableTypeIdentifiersForItemProvider: [String] {
    [
      "com.apple.flat-rtfd", "public.rtf", "public.html", "com.apple.webarchive",
      "net.daringfireball.markdown",
      "public.utf8-plain-text", "public.plain-text",
    ]
  }

  /// Reads formatted text of the bytes of a type.
  ///
  /// - Throws: what the reader of the type throws; `ItemProviderError` with code `unavailableCoercionError` for a type
  ///   that none reads.
  public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> RichText {
    let source = RepresentationSource(data, typeIdentifier: typeIdentifier)
    let registry = ConversionRegistry(.richTexts)
    if let reader = registry.readers(of: typeIdentifier).first(where: { $0.kind == ValueKind.richText.erased }
    ),
      let text = try reader.read(source).value as? RichText
    {
      return text
    }
    if registry.types.conforms(identifier: typeIdentifier, to: UTType.plainText.identifier) {
      return RichText(plainText: source.textEncoding.decode(data).value)
    }
    throw ItemProviderError(
      .unavailableCoercionError, reason: "nothing reads \(typeIdentifier) as formatted text")
  }
}

extension RichText.Block {
  fileprivate var hasAttachments: Bool {
    switch self {
    case .paragraph(let paragraph), .heading(_, let paragraph):
      paragraph.content.contains(where: \.hasAttachments)
    case .list(let list): list.items.contains { $0.blocks.contains(where: \.hasAttachments) }
    case .blockQuote(let blocks): blocks.contains(where: \.hasAttachments)
    case .table(let table):
      table.rows.joined().contains { $0.blocks.contains(where: \.hasAttachments) }
        || table.caption.contains(where: \.hasAttachments)
    case .definitions(let definitions):
      definitions.contains { definition in
        definition.terms.contains { $0.contains(where: \.hasAttachments) }
          || definition.meanings.contains { $0.contains(where: \.hasAttachments) }
      }
    case .codeBlock, .rule, .pageBreak: false
    }
  }
}

extension RichText.Inline {
  fileprivate var hasAttachments: Bool {
    switch self {
    case .attachment(let attachment): if case .data = attachment.source { true } else { false }
    case .styled(_, let content): content.contains(where: \.hasAttachments)
    case .note(let blocks): blocks.contains(where: \.hasAttachments)
    case .text, .softBreak, .hardBreak, .anchor: false
    }
  }
}
