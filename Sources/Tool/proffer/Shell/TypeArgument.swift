import ArgumentParsing
import FileSystem
import TextEncodings
import TypeDiscovery
import UniformTypes

/// A type as it was written on the command line: an identifier, a MIME type, an extension, or the path of a file.
struct TypeArgument: Sendable {
  /// The word as it was typed.
  let word: [UInt8]

  static var value: ArgumentValue<TypeArgument> { ArgumentValue(.text) { TypeArgument(word: $0) } }

  /// The type that the word means.
  ///
  /// An identifier that is not declared is accepted and reported.
  ///
  /// - Throws: a failure that says how the word was interpreted and why that is not a type.
  func resolved(in types: TypeContext) throws -> UTType {
    if isPath {
      guard let path = FilePath(bytes: word) else { throw ProgramError.failure("\(printable) is not a path") }
      return try types.detect(path).type
    }
    guard let text = String(validating: word, as: UTF8.self) else {
      throw ProgramError.failure("\(printable) is not a type identifier: it is not UTF-8")
    }
    if text.hasPrefix(".") {
      return try declared(in: types, "has the extension \(text)") {
        $0.type(tag: String(text.dropFirst()), tagClass: .filenameExtension, conformingTo: nil)
      }
    }
    if text.utf8.contains(UInt8(ascii: "/")) {
      return try declared(in: types, "has the MIME type \(text)") { registry in
        mimeSpellings.lazy.compactMap { registry.type(tag: $0, tagClass: .mimeType, conformingTo: nil) }
          .first { !$0.isDynamic }
      }
    }
    guard let type = UTType(identifier: text, allowUndeclared: true, in: types.registry) else {
      throw ProgramError.failure(
        """
        \(printable) is not a type identifier: one is made of letters, digits, hyphens and dots, such as public.html; \
        a path begins with ./ or /
        """)
    }
    if type.isDynamic || type.isDeclared(in: types.registry) { return type }
    if let type = try types.answer({ type.isDeclared(in: $0) ? type : nil }) { return type }
    Console.note("\(text) is not declared; it conforms to itself only")
    return type
  }

  /// The type to offer bytes under that are said to be of this one.
  ///
  /// Where a MIME type names an encoding that no declared type has, it is a dynamic type that conforms to the declared
  /// one and keeps the name, so that the reader of the bytes knows it.
  func resolvedForContent(in types: TypeContext) throws -> UTType {
    let type = try resolved(in: types)
    let registry = types.registry
    guard let spelling = mimeSpellings.dropLast().last,
      registry.type(tag: spelling, tagClass: .mimeType, conformingTo: nil)?.isDynamic ?? true
    else { return type }
    return registry.type(tag: spelling, tagClass: .mimeType, conformingTo: type) ?? type
  }

  /// The name of the encoding that a MIME type has as a parameter; nil where the word names none.
  ///
  /// - Throws: a failure when the encoding is not known.
  var encodingName: String? {
    get throws {
      guard let mimeType, let name = MediaType(mimeType).charset else { return nil }
      guard TextEncoding(name: name) != nil else {
        if TextEncoding.isRefused(name: name) {
          throw ProgramError.failure(
            "text in '\(name)' is not read, as markup can hide in it; convert it to UTF-8 with iconv first")
        }
        throw ProgramError.failure("no encoding is known by the name of '\(name)', which \(printable) says")
      }
      return name
    }
  }

  /// The spellings under which a MIME type may be declared, the one without its parameters last; empty for other words.
  private var mimeSpellings: [String] {
    guard let mimeType else { return [] }
    let parts = MediaType(mimeType)
    guard let charset = parts.charset else { return [mimeType, parts.essence] }
    return [mimeType, "\(parts.essence);charset=\(charset.lowercased())", parts.essence]
  }

  private var mimeType: String? {
    guard !isPath, let text = String(validating: word, as: UTF8.self), !text.hasPrefix("."),
      text.utf8.contains(UInt8(ascii: "/"))
    else { return nil }
    return text
  }

  /// All declared types that have the word as a tag, the best first; empty for a word that is not a tag.
  func claims(in registry: TypeRegistry) -> [UTType] {
    guard !isPath, let text = String(validating: word, as: UTF8.self) else { return [] }
    if text.hasPrefix(".") {
      return registry.types(tag: String(text.dropFirst()), tagClass: .filenameExtension, conformingTo: nil)
    }
    return text.contains("/") ? registry.types(tag: text, tagClass: .mimeType, conformingTo: nil) : []
  }

  private func declared(
    in types: TypeContext, _ tag: String, _ find: (TypeRegistry) -> UTType?
  ) throws -> UTType {
    let declared = try types.answer { registry -> UTType? in
      guard let type = find(registry), !type.isDynamic else { return nil }
      return type
    }
    guard let declared else {
      throw ProgramError.failure("no declared type \(tag); name the type by its identifier")
    }
    return declared
  }

  private var isPath: Bool {
    // A path begins with `/`, `./` or `../`.
    let dots = word.prefix { $0 == UInt8(ascii: ".") }.count
    return dots <= 2 && word.count > dots && word[dots] == UInt8(ascii: "/")
  }

  private var printable: String { PrintableText.escaped(word) }
}
