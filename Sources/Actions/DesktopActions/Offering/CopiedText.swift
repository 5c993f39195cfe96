import ByteTools
import DesktopTransfer
import ItemProviders
import ProfferActions
import ProfferConversions
import UniformTypes

/// The plain text of an item, for programs that accept none of its other types.
///
/// The plain text of HTML, RTF and documents is their visible text. The plain text of any other text file is
/// the content of the file, for example the source code of a program.
struct CopiedText {
  let plan: ConversionPlan
  /// Opens the source document of the plan.
  let document: @Sendable () throws -> RepresentationSource
  /// Returns the stored bytes, which are used unchanged if they are UTF-8 without a byte order mark.
  ///
  /// Nil if the text is converted from a document or from XML.
  var stored: (@Sendable () throws -> RepresentationContents)?
  /// Opens the stored bytes of a file that is too large for a private copy; nil for all other text.
  var storedPieces: OfferedContent.Pieces?

  /// Opens the text of a large file whose bytes are used unchanged.
  var pieces: OfferedContent.Pieces? {
    guard let storedPieces else { return nil }
    return { () throws -> OfferedPieces? in
      guard let opened = try storedPieces(), try UTF8Check.canBeOffered(opened) else { return nil }
      return opened
    }
  }

  /// The text in UTF-8.
  func contents() throws -> RepresentationContents {
    if case .data(let data)? = try stored?(), UTF8Check.canBeOffered(data) { return .data(data) }
    switch try plan.run(on: document()).contents {
    case .data(let data): return .data(data)
    case .package: preconditionFailure("text is not a folder")
    }
  }
}

extension CopiedItem {
  /// Types of formatted text, whose markup is never pasted as plain text.
  private static let formattedTypes: [UTType] = [.html, .rtf]
  /// Types that are never pasted as text, even if all bytes are valid text, as in some small PDF files.
  private static let untypedTextExceptions: [UTType] = [
    .archive, .audiovisualContent, .compositeContent, .executable, .font, .image,
  ]

  /// Returns the plain text of the item; nil if the item has none.
  ///
  /// A plain-text representation is preferred to a conversion. A representation without a text type counts as
  /// text if its first mebibyte is text.
  func text(_ coders: inout AvailableCoders) throws -> CopiedText? {
    let types = coders.own.types
    let stored = representations.filter { !$0.isPromise }
    if let plain = stored.first(where: { $0.type.isPlainText(in: types) }) {
      return plan(to: .utf8PlainText, from: [plain], &coders).map {
        CopiedText(
          plan: $0.0, document: plain.document, stored: plain.contents, storedPieces: plain.pieces)
      }
    }
    for representation in stored {
      let isText = types.conforms(representation.type, to: .text)
      let isFormatted = CopiedItem.formattedTypes.contains { types.conforms(representation.type, to: $0) }
      if isText, !isFormatted { return written(representation, &coders) }
      if let (plan, source) = plan(to: .utf8PlainText, from: [representation], &coders), plan.isCertain {
        return CopiedText(plan: plan, document: source.document)
      }
    }
    if let (plan, source) = try officePlan(to: .utf8PlainText, &coders) {
      return CopiedText(plan: plan, document: source.document)
    }
    let untyped = stored.first { representation in
      representation.beginsWithText
        && !CopiedItem.untypedTextExceptions.contains { types.conforms(representation.type, to: $0) }
    }
    return untyped.flatMap { written($0, &coders) }
  }

  /// Returns the bytes of a representation as plain text in UTF-8, regardless of its type.
  private func written(_ representation: Representation, _ coders: inout AvailableCoders) -> CopiedText? {
    let plainText = UTType.plainText.identifier
    let isXML = coders.own.types.conforms(representation.type, to: .xml)
    let document = representation.document
    // Without a coder that reads plain text, no text can be offered.
    guard let plan = coders.ownPlan(from: [plainText], to: UTType.utf8PlainText.identifier) else {
      return nil
    }
    return CopiedText(
      plan: plan,
      document: {
        let source = try document()
        var text = RepresentationSource(
          source.contents, typeIdentifier: plainText, name: source.name, limits: source.limits)
        text.declaredEncodingName =
          source.declaredEncodingName ?? (isXML ? XMLDeclaration.encodingName(in: source.data) : nil)
        return text
      }, stored: isXML ? nil : representation.contents,
      storedPieces: isXML ? nil : representation.pieces)
  }
}
