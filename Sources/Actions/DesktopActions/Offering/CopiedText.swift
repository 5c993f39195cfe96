import ProfferConversions
import UniformTypes

/// The plain text of an item, for programs that paste none of its other types.
///
/// Of HTML, RTF and documents it is the text that they show. Of every other text it is what is written in the file: the
/// source of Markdown, XML or a program.
struct CopiedText {
  let plan: ConversionPlan
  /// Opens the document that the plan starts from.
  let document: @Sendable () throws -> RepresentationSource
  /// Whether the item is text, as opposed to a document that shows text.
  let isItem: Bool
}

extension CopiedItem {
  /// Texts with instructions for their appearance, which are not pasted as they are written.
  private static let formattedTypes: [UTType] = [.html, .rtf]
  /// Types whose files are not pasted as text even where all their bytes are characters, as those of a small PDF may be.
  private static let untypedTextExceptions: [UTType] = [
    .archive, .audiovisualContent, .compositeContent, .executable, .font, .image,
  ]

  /// The plain text of the item; nil if it has none.
  ///
  /// A plain text among the representations comes before one that is made of others. What conforms to no text type is
  /// text if the first mebibyte of its bytes is.
  func text(_ coders: ConversionRegistry) -> CopiedText? {
    let types = coders.types
    let stored = representations.filter { !$0.isPromise }
    if let plain = stored.first(where: { $0.type.isPlainText(in: types) }) {
      return plan(to: .utf8PlainText, from: [plain], coders).map {
        CopiedText(plan: $0.0, document: plain.document, isItem: true)
      }
    }
    for representation in stored {
      let isText = types.conforms(representation.type, to: .text)
      let isFormatted = CopiedItem.formattedTypes.contains { types.conforms(representation.type, to: $0) }
      if isText, !isFormatted { return written(representation, coders) }
      if let (plan, source) = plan(to: .utf8PlainText, from: [representation], coders), plan.isCertain {
        return CopiedText(plan: plan, document: source.document, isItem: isText)
      }
    }
    return stored.first { representation in
      representation.beginsWithText
        && !CopiedItem.untypedTextExceptions.contains { types.conforms(representation.type, to: $0) }
    }.flatMap { written($0, coders) }
  }

  /// The bytes of a representation as text in UTF-8, whatever its type.
  private func written(_ representation: Representation, _ coders: ConversionRegistry) -> CopiedText? {
    let plainText = UTType.plainText.identifier
    let isXML = coders.types.conforms(representation.type, to: .xml)
    let document = representation.document
    do {
      let plan = try coders.plan(from: [plainText], to: UTType.utf8PlainText.identifier)
      return CopiedText(
        plan: plan,
        document: {
          let source = try document()
          var text = RepresentationSource(source.contents, typeIdentifier: plainText, name: source.name)
          text.declaredEncodingName =
            source.declaredEncodingName ?? (isXML ? XMLDeclaration.encodingName(in: source.data) : nil)
          return text
        }, isItem: true)
    } catch {
      // Without a reader of plain text there is no text to offer.
      return nil
    }
  }
}
