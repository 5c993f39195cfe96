import Foundation
package import ItemProviders
import ProfferFileSystem
package import UniformTypes

/// A name under which content is offered, with the bytes that a receiver gets.
package struct OfferedForm: Sendable {
  /// The name on the wire.
  package let name: String
  /// The type of the representation.
  package let typeIdentifier: String
  /// The bytes of the representation.
  let content: OfferedContent
  /// How they are written under the name.
  let form: WireForm

  /// The bytes that a receiver gets, of those of the representation.
  func written(_ data: Data) throws -> Data {
    guard let written = form.written(data) else {
      throw TransferError(
        .notRepresentable,
        "\(typeIdentifier) has what \(name) cannot hold; the receiver can ask for another name")
    }
    return written
  }
}

/// A file that a receiver may have the program that offers write.
struct OfferedFile: Sendable {
  /// The name without folders.
  let name: FileName
  /// The type of the representation.
  let typeIdentifier: String
  /// The bytes of the representation.
  let content: OfferedContent
}

/// What is offered to other programs: content under names, best first.
package struct TransferOffer: Sendable {
  private struct Representation: Sendable {
    let typeIdentifier: String
    let content: OfferedContent
  }

  /// The types of which several items are one text.
  private static let joined = [TypeIdentifier(UTType.utf8PlainText.identifier)] + references
  /// The types that say where something is.
  private static let references = [
    TypeIdentifier(UTType.fileURL.identifier), TypeIdentifier(UTType.url.identifier),
  ]

  private let representations: [Representation]
  /// The name of a file of the only item, and the place of the representation that it has; nil where there is none.
  private let named: (name: FileName, place: Int)?
  private let types: TypeRegistry
  /// Whether other programs are asked not to keep the content.
  private let isSensitive: Bool
  /// What gives files to programs in sandboxes; nil offers them in lists only.
  private let portal: DocumentPortal?

  /// An offer of items, as they are visible to every program.
  ///
  /// One selection holds one thing: of several items the texts and URLs are joined, and everything else is that of the
  /// first.
  ///
  /// - Parameters:
  ///   - providers: the items.
  ///   - types: knows the MIME types of the representations.
  ///   - isSensitive: whether other programs are asked not to keep the content.
  ///   - portal: gives the files of the items to programs in sandboxes, for each request anew; it runs.
  package init(
    _ providers: [ItemProvider], types: TypeRegistry, isSensitive: Bool = false, portal: DocumentPortal? = nil
  ) {
    self.portal = portal
    self.types = types
    self.isSensitive = isSensitive
    guard let first = providers.first else {
      (representations, named) = ([], nil)
      return
    }
    representations = first.offers.filter { $0.visibility == .all }.map { offer in
      let key = TypeIdentifier(offer.typeIdentifier)
      guard providers.count > 1, TransferOffer.joined.contains(key) else {
        return Representation(
          typeIdentifier: offer.typeIdentifier, content: OfferedContent(first, offer.typeIdentifier))
      }
      let sharing = providers.filter { provider in
        provider.offers.contains { $0.visibility == .all && TypeIdentifier($0.typeIdentifier) == key }
      }
      // A text of one item keeps its end.
      guard sharing.count > 1 else {
        return Representation(
          typeIdentifier: offer.typeIdentifier, content: OfferedContent(first, offer.typeIdentifier))
      }
      return Representation(
        typeIdentifier: offer.typeIdentifier,
        content: OfferedContent(joining: sharing.map { OfferedContent($0, offer.typeIdentifier) }))
    }
    let place = representations.firstIndex {
      !TransferOffer.references.contains(TypeIdentifier($0.typeIdentifier))
    }
    guard providers.count == 1, let place else {
      named = nil
      return
    }
    let name = FileNaming.name(
      suggested: first.suggestedName, sourceName: nil,
      typeIdentifier: representations[place].typeIdentifier, registry: types)
    named = (FileNaming.portable(name), place)
  }

  /// An offer of contents under their types.
  ///
  /// - Parameters:
  ///   - fileName: the name of a file of the first of them.
  ///   - portal: gives files to programs in sandboxes.
  init(
    contents: [(typeIdentifier: String, content: OfferedContent)], types: TypeRegistry,
    fileName: FileName? = nil, portal: DocumentPortal? = nil
  ) {
    self.portal = portal
    representations = contents.map { Representation(typeIdentifier: $0.typeIdentifier, content: $0.content) }
    named = fileName.map { ($0, 0) }
    self.types = types
    isSensitive = false
  }

  private init(_ offer: TransferOffer, _ representations: [Representation]) {
    self.representations = representations
    (named, types, isSensitive, portal) = (offer.named, offer.types, offer.isSensitive, offer.portal)
  }

  /// The same offer with other contents.
  func mapContents(_ change: (_ typeIdentifier: String, OfferedContent) -> OfferedContent) -> TransferOffer {
    TransferOffer(
      self,
      representations.map {
        Representation(typeIdentifier: $0.typeIdentifier, content: change($0.typeIdentifier, $0.content))
      })
  }

  /// The file that a receiver may have written; nil for several items, and for what has no bytes of its own.
  var file: OfferedFile? {
    named.map { name, place in
      OfferedFile(
        name: name, typeIdentifier: representations[place].typeIdentifier,
        content: representations[place].content)
    }
  }

  /// What is given of a representation in a form; nil for files through a portal that does not run.
  private func content(of representation: Representation, as form: WireForm) -> OfferedContent? {
    guard form == .fileTransfer else { return representation.content }
    return portal.map { OfferedContent.fileTransfer(of: representation.content, through: $0) }
  }

  /// The names and contents of a drag: without what says that files are copied or cut, which is for the clipboard alone.
  func draggedForms(on route: TransferRouteKind) -> [OfferedForm] {
    forms(on: route).filter { $0.form != .copiedFiles }
  }

  /// The names and contents on a route, best first; a name stands for the best representation that has it.
  ///
  /// A representation whose type has no name is left out, unless nothing else is offered.
  package func forms(on route: TransferRouteKind) -> [OfferedForm] {
    var taken: Set<String> = []
    var forms: [OfferedForm] = []
    for representation in representations {
      let names = WireNameTable.standard.names(of: representation.typeIdentifier, on: route, types: types)
      for (name, form) in names {
        guard let content = content(of: representation, as: form),
          taken.insert(name.lowercased()).inserted
        else { continue }
        forms.append(
          OfferedForm(
            name: name, typeIdentifier: representation.typeIdentifier, content: content, form: form))
      }
    }
    if forms.isEmpty, let only = representations.first {
      forms = [
        OfferedForm(
          name: "application/octet-stream", typeIdentifier: only.typeIdentifier, content: only.content,
          form: .bytes)
      ]
    }
    if isSensitive, !forms.isEmpty {
      forms.append(
        OfferedForm(
          name: "x-kde-passwordManagerHint", typeIdentifier: UTType.utf8PlainText.identifier,
          content: OfferedContent(Data("secret".utf8)), form: .bytes))
    }
    return forms
  }
}
