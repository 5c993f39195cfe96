import Foundation
package import ItemProviders
import ProfferFileSystem
package import UniformTypes

/// A name under which content is offered, and the bytes for receivers.
package struct OfferedForm: Sendable {
  /// The name in the transfer protocol.
  package let name: String
  /// The type of the representation.
  package let typeIdentifier: String
  /// The bytes of the representation.
  let content: OfferedContent
  /// The encoding of the bytes under the name.
  let form: WireForm

  /// Encodes the representation's bytes for a receiver.
  ///
  /// - Throws: `notRepresentable` if the form cannot hold the bytes.
  func written(_ data: Data) throws -> Data {
    guard let written = form.written(data) else {
      throw TransferError(
        .notRepresentable,
        "\(typeIdentifier) has content that \(name) cannot represent; the receiver can request another name")
    }
    return written
  }

  /// Encodes a value for a receiver.
  ///
  /// - Throws: `notRepresentable` if the form cannot hold the bytes.
  func written(_ value: OfferedValue) throws -> OfferedValue {
    switch value {
    case .data(let data): return .data(try written(data))
    case .pieces:
      precondition(form == .bytes, "only unchanged bytes are read piece by piece")
      return value
    }
  }

  /// Requests the bytes for a receiver that can take them piece by piece.
  func requestValue(_ answer: @escaping @Sendable (Result<OfferedValue, any Error>) -> Void) {
    if form == .bytes {
      content.requestValue(answer)
    } else {
      content.request { answer($0.map { .data($0) }) }
    }
  }
}

/// A file that the offering program writes at the request of a receiver.
struct OfferedFile: Sendable {
  /// The file name without folders.
  let name: FileName
  /// The type of the representation.
  let typeIdentifier: String
  /// The bytes of the representation.
  let content: OfferedContent
}

/// An offer to other programs: content under names, best first.
package struct TransferOffer: Sendable {
  private struct Representation: Sendable {
    let typeIdentifier: String
    let content: OfferedContent
  }

  /// The types whose values are joined into one text if there are several items.
  private static let joined = [text] + references
  private static let text = TypeIdentifier(UTType.utf8PlainText.identifier)
  /// The types whose values are locations.
  private static let references = [
    TypeIdentifier(UTType.fileURL.identifier), TypeIdentifier(UTType.url.identifier),
  ]

  private let representations: [Representation]
  /// The file name of the only item, and the index of the file's representation; nil if there is no file.
  private let named: (name: FileName, place: Int)?
  private let types: TypeRegistry
  /// Whether other programs are asked not to save the content.
  private let isSensitive: Bool
  /// The document portal for sandboxed programs; nil to offer files only as URL lists.
  private let portal: DocumentPortal?

  /// Creates an offer of the representations that the items make visible to all programs.
  ///
  /// A selection holds only one item. If there are several items, their texts and URLs are joined, and all
  /// other representations are taken from the first item.
  ///
  /// - Parameters:
  ///   - providers: the items.
  ///   - types: contains the MIME types of the representations.
  ///   - isSensitive: whether other programs are asked not to save the content.
  ///   - portal: grants sandboxed programs access to the items' files, with a new transfer for each request.
  ///     The portal must be running.
  ///   - pieces: opens files of the first item that are too large for a private copy, by type identifier.
  package init(
    _ providers: [ItemProvider], types: TypeRegistry, isSensitive: Bool = false,
    portal: DocumentPortal? = nil, pieces: [String: OfferedContent.Pieces] = [:]
  ) {
    self.portal = portal
    self.types = types
    self.isSensitive = isSensitive
    guard let first = providers.first else {
      (representations, named) = ([], nil)
      return
    }
    func ofFirst(_ typeIdentifier: String) -> Representation {
      Representation(
        typeIdentifier: typeIdentifier,
        content: OfferedContent(first, typeIdentifier, pieces: pieces[typeIdentifier]))
    }
    representations = first.offers.filter { $0.visibility == .all }.map { offer in
      let key = TypeIdentifier(offer.typeIdentifier)
      guard providers.count > 1, TransferOffer.joined.contains(key) else {
        return ofFirst(offer.typeIdentifier)
      }
      let sharing = providers.filter { provider in
        provider.offers.contains { $0.visibility == .all && TypeIdentifier($0.typeIdentifier) == key }
      }
      // The text of a single item keeps its final line break.
      guard sharing.count > 1 else { return ofFirst(offer.typeIdentifier) }
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

  /// Creates an offer of contents and their types.
  ///
  /// - Parameters:
  ///   - fileName: the name of a file with the first content; nil to offer no file.
  ///   - portal: grants sandboxed programs access to files.
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

  /// Returns a copy of the offer in which each content is replaced by the result of a function.
  func mapContents(_ change: (_ typeIdentifier: String, OfferedContent) -> OfferedContent) -> TransferOffer {
    TransferOffer(
      self,
      representations.map {
        Representation(typeIdentifier: $0.typeIdentifier, content: change($0.typeIdentifier, $0.content))
      })
  }

  /// The file that a receiver can request; nil for several items, and for an item that only refers to a
  /// location.
  var file: OfferedFile? {
    named.map { name, place in
      OfferedFile(
        name: name, typeIdentifier: representations[place].typeIdentifier,
        content: representations[place].content)
    }
  }

  /// Returns the content of a representation in a form; nil for `fileTransfer` without a portal.
  private func content(of representation: Representation, as form: WireForm) -> OfferedContent? {
    guard form == .fileTransfer else { return representation.content }
    return portal.map { OfferedContent.fileTransfer(of: representation.content, through: $0) }
  }

  /// Produces the contents of some types before a receiver requests them, one after the other.
  ///
  /// A content that cannot be produced is refused when it is requested.
  package func prepare(_ typeIdentifiers: [String]) {
    let wanted = Set(typeIdentifiers.map { TypeIdentifier($0) })
    for representation in representations where wanted.contains(TypeIdentifier(representation.typeIdentifier))
    {
      let done = DispatchSemaphore(value: 0)
      representation.content.request { _ in done.signal() }
      done.wait()
    }
  }

  /// Returns the names and contents of a drag.
  ///
  /// Names that only file managers read are omitted, because file managers use them only on the clipboard.
  func draggedForms(on route: TransferRouteKind) -> [OfferedForm] {
    forms(on: route) { !$0.isForFileManagersOnly }
  }

  /// Returns the names and contents on a route, best first.
  ///
  /// If several representations have the same name, only the first representation is offered under the name.
  /// A representation without a name on the route is omitted. If no representation has a name, the first is
  /// offered as `application/octet-stream`.
  package func forms(on route: TransferRouteKind) -> [OfferedForm] {
    let isFirst = representations.first.map {
      TransferOffer.references.contains(TypeIdentifier($0.typeIdentifier))
    }
    let hasText = representations.contains { TypeIdentifier($0.typeIdentifier) == TransferOffer.text }
    let isBesideText = hasText && isFirst == false
    return forms(on: route) { form in
      isBesideText ? form != .uriList && form != .fileTransfer : true
    }
  }

  /// - Parameter offersFiles: returns whether to offer a list of files in the given form.
  private func forms(
    on route: TransferRouteKind, offeringFilesIn offersFiles: (WireForm) -> Bool
  ) -> [OfferedForm] {
    var taken: Set<String> = []
    var forms: [OfferedForm] = []
    for representation in representations {
      let names = WireNameTable.standard.names(of: representation.typeIdentifier, on: route, types: types)
      let isFile = TypeIdentifier(representation.typeIdentifier) == TypeIdentifier(UTType.fileURL.identifier)
      for (name, form) in names where !isFile || offersFiles(form) {
        guard let content = content(of: representation, as: form),
          taken.insert(name.lowercased()).inserted
        else { continue }
        forms.append(
          OfferedForm(
            name: name, typeIdentifier: representation.typeIdentifier, content: content, form: form))
      }
    }
    TransferOffer.moveMarkdown(in: &forms)
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

  /// Moves Markdown behind the web page if Markdown comes first.
  ///
  /// Text fields of Qt 6 interpret Markdown if it is the first name, so that a plain text field loses its marks.
  private static func moveMarkdown(in forms: inout [OfferedForm]) {
    guard let first = forms.first, first.name == "text/markdown",
      let page = forms.lastIndex(where: { $0.typeIdentifier == UTType.html.identifier })
    else { return }
    forms.remove(at: 0)
    forms.insert(first, at: page)
  }
}
