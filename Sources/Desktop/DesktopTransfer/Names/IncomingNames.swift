package import Foundation
package import UniformTypes

/// The meanings of the format names that another program offers.
package struct IncomingNames: Sendable {
  /// The meaning of a format name.
  package enum Meaning: Sendable, Equatable {
    /// Content of a type.
    case type(String)
    /// A question of the protocol and not content.
    case question
    /// Content that only the program itself can read, or that describes other content.
    case privateContent
    /// Content of a type that nothing here declares; the identifier is a dynamic one, nil where the name cannot be a type.
    case unknown(String?)
  }

  /// A name as it is offered.
  package struct Name: Sendable {
    package let text: String
    package let meaning: Meaning
    let form: WireForm
    /// Where several names stand for one type, the one of the lowest rank is fetched.
    let rank: Int
  }

  /// A type that is offered, and the name under which it is fetched.
  package struct OfferedType: Sendable {
    package let typeIdentifier: String
    package let name: String
    /// Whether a program here declares the type.
    package let isKnown: Bool
    let form: WireForm

    /// Whether the bytes that come are those of a representation.
    package var isWrittenAsItIs: Bool { form == .bytes || form == .uriList }

    /// Whether what comes under the name is the key of a transfer of the document portal.
    package var isFileTransfer: Bool { form == .fileTransfer }

    /// The bytes of a representation of the type, made of those that came under the name.
    package func representation(of data: Data) throws -> Data {
      guard let data = form.read(data) else {
        throw TransferError(
          .notRepresentable, "what is offered as \(name) is not in the form of that name; it cannot be used")
      }
      return data
    }
  }

  /// All names in the order in which they are offered, each once.
  package let names: [Name]
  /// The types in the order in which they are offered, each once.
  package let types: [OfferedType]

  /// The name under which files are offered through the document portal; nil if they are not.
  package var fileTransferName: String? { names.first { $0.form == .fileTransfer }?.text }

  /// Whether the program that offers asks that the content is not kept.
  package var isSensitive: Bool {
    names.contains { $0.text.lowercased() == "x-kde-passwordmanagerhint" }
  }

  /// Finds out what names stand for.
  ///
  /// - Parameters:
  ///   - texts: the names as they are offered, at most some thousand.
  ///   - registry: the types that are known.
  package init(_ texts: [String], types registry: TypeRegistry) {
    var seen: Set<String> = []
    names = texts.filter { seen.insert($0).inserted }.map { Name($0, types: registry) }
    var types: [OfferedType] = []
    var ranks: [TypeIdentifier: (place: Int, rank: Int)] = [:]
    for name in names {
      let identifier: String
      let isKnown: Bool
      switch name.meaning {
      case .type(let known): (identifier, isKnown) = (known, true)
      case .unknown(let dynamic?): (identifier, isKnown) = (dynamic, false)
      case .unknown(nil), .question, .privateContent: continue
      }
      let type = OfferedType(
        typeIdentifier: identifier, name: name.text, isKnown: isKnown, form: name.form)
      let key = TypeIdentifier(identifier)
      if let known = ranks[key] {
        guard name.rank < known.rank else { continue }
        types[known.place] = type
        ranks[key] = (known.place, name.rank)
      } else {
        ranks[key] = (types.count, name.rank)
        types.append(type)
      }
    }
    self.types = types
  }
}

extension IncomingNames.Name {
  /// Names that ask the other program something.
  private static let questions: Set<String> = [
    "targets", "multiple", "timestamp", "save_targets", "delete", "insert_selection", "insert_property",
    "atom", "atom_pair", "integer",
  ]
  /// Beginnings of names that one program uses between its own windows.
  private static let privatePrefixes = [
    "chromium/", "application/x-gtk-", "application/glfw+clipboard-", "application/x-kde-onlyreplaceempty",
    "application/x-kde-cutselection", "x-kde-passwordmanagerhint", "application/vnd.portal.",
  ]
  /// The names of text, the one that says most about its encoding first.
  private static let textRanks = ["utf8_string", "text/plain;charset=utf-8", "text/plain", "text", "string"]

  fileprivate init(_ text: String, types registry: TypeRegistry) {
    self.text = text
    let folded = text.lowercased().filter { !$0.isWhitespace }
    if Self.questions.contains(folded) {
      (meaning, form) = (.question, .bytes)
    } else if Self.textRanks.contains(folded) {
      // Programs write UTF-8 also under the names that mean another encoding.
      let isUTF8 = folded == "utf8_string" || folded.hasSuffix("utf-8")
      (meaning, form) = (.type(UTType.utf8PlainText.identifier), isUTF8 ? .bytes : .latin1)
    } else if let row = WireNameTable.standard.row(named: folded) {
      // The names of files stand for several, and for other URLs.
      let isList = row.typeIdentifier == UTType.fileURL.identifier
      (meaning, form) = (.type(isList ? UTType.uriList.identifier : row.typeIdentifier), row.form)
    } else if Self.privatePrefixes.contains(where: folded.hasPrefix) || folded == "compound_text" {
      // Compound text is ISO 2022, which the program offers as UTF-8 too.
      (meaning, form) = (.privateContent, .bytes)
    } else {
      (meaning, form) = (Self.meaning(of: text, types: registry), .bytes)
    }
    // A list can be read even if no portal runs.
    let other = Self.textRanks.count + (form == .fileTransfer ? 1 : 0)
    rank = Self.textRanks.firstIndex(of: folded) ?? other
  }

  /// A MIME type, with and without its parameters, else an identifier.
  private static func meaning(of text: String, types registry: TypeRegistry) -> IncomingNames.Meaning {
    guard text.contains("/") else {
      // Atoms of the X Window System are free text: only a name that is declared stands for a type.
      guard text.contains("."), let type = UTType(text), type.isDeclared(in: registry) else {
        return .unknown(nil)
      }
      return .type(type.identifier)
    }
    let parts = MediaType(text)
    var spellings = [text.lowercased()]
    if let charset = parts.charset { spellings.append("\(parts.essence);charset=\(charset.lowercased())") }
    // Only UTF-8 may be left out: bytes in another encoding are not the declared type's.
    if parts.charset.map({ $0.lowercased() == "utf-8" }) ?? true { spellings.append(parts.essence) }
    for spelling in spellings {
      if let type = registry.type(tag: spelling, tagClass: .mimeType, conformingTo: nil), !type.isDynamic {
        return .type(type.identifier)
      }
    }
    let dynamic = registry.type(tag: text.lowercased(), tagClass: .mimeType, conformingTo: nil)
    return .unknown(dynamic?.identifier)
  }
}
