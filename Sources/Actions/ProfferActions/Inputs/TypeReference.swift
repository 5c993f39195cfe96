import ByteTools
import ProfferFileSystem
import TextEncodings
import TypeDiscovery
public import UniformTypes

/// A type, or a word that denotes a type: an identifier, a MIME type, an extension, or the path of a file.
///
/// The word `text` means plain text where content is written, and every kind of text (`public.text`) where
/// types are accepted.
///
/// A path begins with `/`, `./` or `../`. Any other word is interpreted according to the first rule that
/// applies: a declared identifier; a MIME type if the word contains a slash; an extension if the word begins
/// with a dot or contains no dot; the name of an existing file; an undeclared identifier.
public struct TypeReference: Sendable {
  /// The word, as the user typed it.
  package let word: [UInt8]

  /// Creates a reference from a word, as the user typed it.
  package init(word: [UInt8]) { self.word = word }

  /// Creates a reference from a word that denotes a type.
  ///
  /// - Parameter word: an extension such as `html`, a MIME type, an identifier, or the path of a file.
  public init(_ word: String) { self.word = Array(word.utf8) }

  /// Creates a reference to a type.
  ///
  /// - Parameter type: the type.
  public init(_ type: UTType) { self.init(type.identifier) }

  /// Returns the type that the word denotes.
  ///
  /// An undeclared identifier is accepted. In this case, a note reports the identifier, and the most similar
  /// declared identifier if there is one.
  ///
  /// - Throws: ``ActionError`` that states how the word was interpreted and why it does not denote a type.
  package func resolved(in context: ActionContext) throws -> UTType {
    if isPath {
      guard let path = FilePath(bytes: word) else { throw ActionError.usage("\(printable) is not a path") }
      return try context.types.detect(path).type
    }
    guard let text = String(validating: word, as: UTF8.self) else {
      if let type = try typeOfFile(in: context) { return type }
      throw ActionError.usage(
        "\(printable) is not a type identifier: it is not UTF-8", code: .unknownType)
    }
    let type = UTType(identifier: text, allowUndeclared: true, in: context.types.registry)
    if let type, type.isDynamic || type.isDeclared(in: context.types.registry) { return type }
    if let tag = Tag(text) { return try declared(in: context, tag) }
    if let type = try typeOfFile(in: context) { return type }
    guard let type else {
      throw ActionError.usage(
        """
        \(printable) is neither a type nor a file: an identifier consists of letters, digits, hyphens and dots, such as \
        public.html
        """, code: .unknownType)
    }
    if let type = try context.types.answer({ type.isDeclared(in: $0) ? type : nil }) { return type }
    let declared = context.types.registry.allTypes.lazy.map(\.identifier)
    context.note(
      .typeUndeclared(
        type, nearest: Spelling.nearest(to: Array(type.identifier.utf8), among: declared, within: 2)))
    return type
  }

  /// Returns the types that the word accepts, in order of preference.
  ///
  /// The word `text` accepts every type that conforms to `public.text`. If content must be converted, it is
  /// converted to plain text. Any other word accepts the type that it denotes.
  package func accepted(in context: ActionContext) throws -> [UTType] {
    word == Array("text".utf8) ? [.text, .plainText] : [try resolved(in: context)]
  }

  /// Returns the word without its dot if the word is a filename extension of the type; otherwise nil.
  ///
  /// The word `text` means plain text and is not treated as an extension. For the MIME types of the formats
  /// that share the type `public.pbm`, the extension of the format is returned.
  func fileExtension(of type: UTType, in registry: TypeRegistry) -> String? {
    guard !isPath, let text = String(validating: word, as: UTF8.self), text != "text" else { return nil }
    let spelled: String
    switch Tag(text) {
    case .fileExtension(let name)?: spelled = name
    case .mimeType(let name)?:
      guard let name = Self.anymaps[MediaType(name).essence] else { return nil }
      spelled = name
    case nil: return nil
    }
    let extensions = registry.tags(of: type)[.filenameExtension] ?? []
    return extensions.contains { $0.lowercased() == spelled.lowercased() } ? spelled : nil
  }

  private static let anymaps = [
    "image/x-portable-bitmap": "pbm", "image/x-portable-graymap": "pgm", "image/x-portable-pixmap": "ppm",
  ]

  /// Returns the word if it is the name of a missing file, such as `out.png`; otherwise nil.
  ///
  /// A word with one dot is such a name if it is not a declared identifier, and if its extension is declared.
  func missingFileName(in context: ActionContext) throws -> String? {
    guard !isPath, let text = String(validating: word, as: UTF8.self), Tag(text) == nil else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] != "public", !parts[1].isEmpty, try typeOfFile(in: context) == nil
    else { return nil }
    let isFileName = try context.types.answer { registry -> Bool? in
      if UTType(text, in: registry)?.isDeclared(in: registry) == true { return false }
      let type = registry.type(tag: String(parts[1]), tagClass: .filenameExtension, conformingTo: nil)
      return type?.isDynamic == false ? true : nil
    }
    return isFileName == true ? PrintableText.escaped(word) : nil
  }

  /// Returns the type of the file whose path is the word; nil if there is no such file.
  private func typeOfFile(in context: ActionContext) throws -> UTType? {
    guard let path = FilePath(bytes: word), try FileStatus.ifPresent(path) != nil else { return nil }
    return try context.types.detect(path).type
  }

  /// Returns the type under which content described by the word is registered.
  ///
  /// If a MIME type specifies an encoding that is not part of a declared type, the result is a dynamic type.
  /// The dynamic type conforms to the declared type, and preserves the encoding name for the coder that reads
  /// the bytes.
  package func resolvedForContent(in context: ActionContext) throws -> UTType {
    let type = try resolved(in: context)
    let registry = context.types.registry
    guard let spelling = mimeSpellings.dropLast().last,
      registry.type(tag: spelling, tagClass: .mimeType, conformingTo: nil)?.isDynamic ?? true
    else { return type }
    return registry.type(tag: spelling, tagClass: .mimeType, conformingTo: type) ?? type
  }

  /// The encoding name in the parameters of a MIME type; nil if the word specifies no encoding.
  ///
  /// - Throws: ``ActionError`` if the encoding is unknown or not supported.
  package var encodingName: String? {
    get throws {
      guard let mimeType, let name = MediaType(mimeType).charset else { return nil }
      guard TextEncoding(name: name) != nil else {
        if TextEncoding.isRefused(name: name) {
          throw ActionError.usage(
            "text in '\(name)' is not supported, because that encoding can hide markup; convert it to UTF-8 with iconv first"
          )
        }
        throw ActionError.usage("\(printable) contains the unknown encoding '\(name)'")
      }
      return name
    }
  }

  /// The format version in the parameters of a MIME type; nil if the word specifies no version.
  package var version: String? { mimeType.flatMap { MediaType($0).parameter(named: "version") } }

  /// The spellings of a MIME type to look up, from the most to the least specific; empty for other words.
  private var mimeSpellings: [String] {
    guard let mimeType else { return [] }
    let parts = MediaType(mimeType)
    guard let charset = parts.charset else { return [mimeType, parts.essence] }
    return [mimeType, "\(parts.essence);charset=\(charset.lowercased())", parts.essence]
  }

  private var mimeType: String? {
    guard !isPath, case .mimeType(let text)? = String(validating: word, as: UTF8.self).flatMap(Tag.init)
    else {
      return nil
    }
    return text
  }

  /// Returns all declared types that have the word as a tag, best first; empty if the word cannot be a tag.
  package func claims(in registry: TypeRegistry) -> [UTType] {
    guard !isPath, let text = String(validating: word, as: UTF8.self), let tag = Tag(text) else { return [] }
    return registry.types(tag: tag.text, tagClass: tag.tagClass, conformingTo: nil)
  }

  /// Returns the type that declares a tag, or the type of the file whose path is the word.
  private func declared(in context: ActionContext, _ tag: Tag) throws -> UTType {
    let spellings = tag.tagClass == .mimeType ? mimeSpellings : [tag.text]
    let declared = try context.types.answer { registry in
      spellings.lazy.compactMap { registry.type(tag: $0, tagClass: tag.tagClass, conformingTo: nil) }
        .first { !$0.isDynamic }
    }
    if let type = try declared ?? typeOfFile(in: context) { return type }
    let registry = context.types.registry
    // A word such as `image` or `movie` names a group of types.
    if tag.tagClass == .filenameExtension, let group = UTType("public.\(tag.text)", in: registry),
      group.isDeclared(in: registry)
    {
      return group
    }
    let known = registry.allTypes.lazy.flatMap { registry.tags(of: $0)[tag.tagClass] ?? [] }
    // Users may enter the last part of an identifier, such as `rtfd`, as the name of a type.
    let namesake = registry.allTypes.first { $0.identifier.hasSuffix(".\(tag.text)") }
    let near =
      namesake?.identifier ?? Spelling.nearest(to: Array(tag.text.utf8), among: known, within: 2)
    throw ActionError.usage(
      "no declared type has the \(tag); "
        + (near.map { "did you mean \($0)?" } ?? "give the identifier of the type, such as public.html"),
      code: .unknownType)
  }

  /// A tag of a type: an extension or a MIME type.
  private enum Tag: CustomStringConvertible {
    /// An extension, without its dot.
    case fileExtension(String)
    case mimeType(String)

    /// Creates a tag from a word; nil if the word can only be an identifier or a path.
    init?(_ word: String) {
      if word.hasPrefix(".") {
        self = .fileExtension(String(word.dropFirst()))
      } else if word.utf8.contains(UInt8(ascii: "/")) {
        self = .mimeType(word)
      } else if !word.isEmpty, !word.utf8.contains(UInt8(ascii: ".")) {
        self = .fileExtension(word)
      } else {
        return nil
      }
    }

    var text: String {
      switch self {
      case .fileExtension(let text), .mimeType(let text): text
      }
    }

    var tagClass: UTTagClass {
      switch self {
      case .fileExtension: .filenameExtension
      case .mimeType: .mimeType
      }
    }

    var description: String {
      switch self {
      case .fileExtension(let text): "extension .\(PrintableText.escaped(text.utf8))"
      case .mimeType(let text): "MIME type \(PrintableText.escaped(text.utf8))"
      }
    }
  }

  private var isPath: Bool {
    // A path begins with `/`, `./` or `../`.
    let dots = word.prefix { $0 == UInt8(ascii: ".") }.count
    return dots <= 2 && word.count > dots && word[dots] == UInt8(ascii: "/")
  }

  private var printable: String { PrintableText.escaped(word) }
}

extension [TypeReference] {
  /// Returns the filename extensions that the user typed, keyed by type.
  package func fileExtensions(in context: ActionContext) throws -> [UTType: String] {
    var extensions: [UTType: String] = [:]
    for word in self {
      let type = try word.accepted(in: context)[0]
      extensions[type] = extensions[type] ?? word.fileExtension(of: type, in: context.types.registry)
    }
    return extensions
  }
}
