import ProfferConversions
import UniformTypes

/// The plain text of an item, for programs that paste none of its other types.
///
/// For HTML, RTF and documents, it is the visible text. For any other text, it is the text of the file, for
/// example the source of Markdown, XML or a program.
struct CopiedText {
  let plan: ConversionPlan
  /// Opens the source document of the plan.
  let document: @Sendable () throws -> RepresentationSource
  /// Whether the item is text rather than a document that contains text.
  let isItem: Bool
}

extension CopiedItem {
  /// Types of formatted text, whose source is not pasted as plain text.
  private static let formattedTypes: [UTType] = [.html, .rtf]
  /// Types that are never pasted as text, even if all bytes are characters, as in a small PDF.
  private static let untypedTextExceptions: [UTType] = [
    .archive, .audiovisualContent, .compositeContent, .executable, .font, .image,
  ]

  /// The plain text of the item; nil if it has none.
  ///
  /// A plain text among the representations is preferred to a conversion. A representation without a text
  /// type counts as text if its first mebibyte is text.
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
