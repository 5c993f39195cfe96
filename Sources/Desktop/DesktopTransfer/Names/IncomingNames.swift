package import Foundation
package import UniformTypes

/// The meanings of the format names that another program offers.
package struct IncomingNames: Sendable {
  /// The meaning of a format name.
  package enum Meaning: Sendable, Equatable {
    /// Content of a type.
    case type(String)
    /// A request of the protocol, not content.
    case question
    /// Content that only the offering program can read, or metadata about other content.
    case privateContent
    /// Content of an undeclared type. The associated value is a dynamic identifier, or nil if the name cannot
    /// be a type.
    case unknown(String?)
  }

  /// An offered name.
  package struct Name: Sendable {
    package let text: String
    package let meaning: Meaning
    let form: WireForm
    /// The priority of the name.
    ///
    /// If several names mean the same type, the value is fetched under the name with the lowest rank.
    let rank: Int
  }

  /// An offered type, and the name under which its value is fetched.
  package struct OfferedType: Sendable {
    package let typeIdentifier: String
    package let name: String
    /// Whether the type is declared.
    package let isKnown: Bool
    let form: WireForm

    /// Whether the received bytes are a representation of the type and need no conversion.
    package var isWrittenAsItIs: Bool { form == .bytes || form == .uriList }

    /// Whether the value of the name is the key of a document portal transfer.
    package var isFileTransfer: Bool { form == .fileTransfer }

    /// Converts the bytes received under the name to a representation of the type.
    ///
    /// - Throws: `notRepresentable` if the bytes are not in the form that belongs to the name.
    package func representation(of data: Data) throws -> Data {
      guard let data = form.read(data) else {
        throw TransferError(
          .notRepresentable,
          "the content offered as \(name) does not have the format of this name and cannot be used")
      }
      return data
    }
  }

  /// The offered names without duplicates, in the order in which they are offered.
  package let names: [Name]
  /// The offered types without duplicates, in the order in which they are offered.
  package let types: [OfferedType]

  /// The name under which files are offered through the document portal; nil if there is no such name.
  package var fileTransferName: String? { names.first { $0.form == .fileTransfer }?.text }

  /// Whether the offering program asks other programs not to save the content.
  package var isSensitive: Bool {
    names.contains { $0.text.lowercased() == "x-kde-passwordmanagerhint" }
  }

  /// Determines the meanings of names.
  ///
  /// - Parameters:
  ///   - texts: the offered names, at most several thousand.
  ///   - registry: the known types.
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
  /// Names that are requests of the protocol.
  private static let questions: Set<String> = [
    "targets", "multiple", "timestamp", "save_targets", "delete", "insert_selection", "insert_property",
    "atom", "atom_pair", "integer",
  ]
  /// Prefixes of names that a program uses only between its own windows.
  private static let privatePrefixes = [
    "chromium/", "application/x-gtk-", "application/glfw+clipboard-", "application/x-kde-onlyreplaceempty",
    "application/x-kde-cutselection", "x-kde-passwordmanagerhint", "application/vnd.portal.",
  ]
  /// The names for text, ordered by how precisely each name specifies the encoding.
  private static let textRanks = ["utf8_string", "text/plain;charset=utf-8", "text/plain", "text", "string"]

  fileprivate init(_ text: String, types registry: TypeRegistry) {
    self.text = text
    let folded = text.lowercased().filter { !$0.isWhitespace }
    if Self.questions.contains(folded) {
      (meaning, form) = (.question, .bytes)
    } else if Self.textRanks.contains(folded) {
      // Some programs write UTF-8 even under names that specify another encoding.
      let isUTF8 = folded == "utf8_string" || folded.hasSuffix("utf-8")
      (meaning, form) = (.type(UTType.utf8PlainText.identifier), isUTF8 ? .bytes : .latin1)
    } else if let row = WireNameTable.standard.row(named: folded) {
      // A value with such a name may contain several files, and also URLs that do not refer to files.
      let isList = row.typeIdentifier == UTType.fileURL.identifier
      (meaning, form) = (.type(isList ? UTType.uriList.identifier : row.typeIdentifier), row.form)
    } else if Self.privatePrefixes.contains(where: folded.hasPrefix) || folded == "compound_text" {
      // Compound text is ISO 2022. Programs that offer compound text also offer UTF-8.
      (meaning, form) = (.privateContent, .bytes)
    } else {
      (meaning, form) = (Self.meaning(of: text, types: registry), .bytes)
    }
    // A URL list is preferred to a portal transfer, because a list can be read even if no portal is running.
    let other = Self.textRanks.count + (form == .fileTransfer ? 1 : 0)
    rank = Self.textRanks.firstIndex(of: folded) ?? other
  }

  /// Returns the meaning of a MIME type (with or without parameters) or of a type identifier.
  private static func meaning(of text: String, types registry: TypeRegistry) -> IncomingNames.Meaning {
    guard text.contains("/") else {
      // Atoms of the X Window System are arbitrary text, so only declared identifiers are accepted as types.
      guard text.contains("."), let type = UTType(text), type.isDeclared(in: registry) else {
        return .unknown(nil)
      }
      return .type(type.identifier)
    }
    let parts = MediaType(text)
    var spellings = [text.lowercased()]
    if let charset = parts.charset { spellings.append("\(parts.essence);charset=\(charset.lowercased())") }
    // The charset may be ignored only if it is UTF-8. Bytes in another encoding are not of the declared type.
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
