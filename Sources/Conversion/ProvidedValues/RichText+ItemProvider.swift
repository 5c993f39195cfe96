public import Foundation
import ImageCoders
public import ItemProviders
import ProfferConversions
public import RichTextFormats
import TextEncodings
import UniformTypes

extension RichText: ItemProviderWriting {
  /// The types that formatted text can be written as: flat RTFD, RTF, HTML, web archive and plain text.
  public static var writableTypeIdentifiersForItemProvider: [String] {
    ["com.apple.flat-rtfd", "public.rtf", "public.html", "com.apple.webarchive", "public.utf8-plain-text"]
  }

  /// The types that this text can be written as; flat RTFD is included only if the text has attachments.
  public var writableTypeIdentifiersForItemProvider: [String] {
    let types = RichText.writableTypeIdentifiersForItemProvider
    return hasAttachments ? types : Array(types.dropFirst())
  }

  /// Passes the text in one of its types to the completion handler.
  ///
  /// Content that the type cannot represent is dropped. `writeRTF()` and the other writers also report the
  /// dropped content.
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
        .unavailableCoercionError, reason: "formatted text cannot be written as \(typeIdentifier)")
    }
  }

  private var hasAttachments: Bool { blocks.contains(where: \.hasAttachments) }
}

extension RichText: ItemProviderReading {
  /// The types of formatted text, the most faithful first, followed by the types of plain text.
  public static var readableTypeIdentifiersForItemProvider: [String] {
    [
      "com.apple.flat-rtfd", "public.rtf", "public.html", "com.apple.webarchive",
      "org.openxmlformats.wordprocessingml.document", "org.oasis-open.opendocument.text",
      "net.daringfireball.markdown", "public.utf8-plain-text", "public.plain-text",
    ]
  }

  /// Reads formatted text from the bytes of a type.
  ///
  /// - Throws: the error of the type's reader; `ItemProviderError` with the code `unavailableCoercionError`
  ///   if no reader reads the type.
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
      .unavailableCoercionError, reason: "cannot read \(typeIdentifier) as formatted text")
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
