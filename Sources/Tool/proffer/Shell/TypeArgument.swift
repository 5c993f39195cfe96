import ArgumentParsing
import FileSystem
import TextEncodings
import TypeDiscovery
import UniformTypes

/// A type as it was written on the command line: an identifier, a MIME type, an extension, or the path of a file.
struct TypeArgument: Sendable {
  /// The word as it was typed.
  let word: [UInt8]

  static var value: ArgumentValue<TypeArgument> {
    ArgumentValue(.text) { TypeArgument(word: $0) }
  }

  /// The type that the word stands for.
  ///
  /// - Parameter console: is told of an identifier that nobody declares.
  /// - Throws: a ``Failure`` that says what the word was taken for and why that is no type.
  func resolved(in registry: TypeRegistry = .current, console: Console) throws -> UTType {
    if isPath {
      guard let path = FilePath(bytes: word) else { throw Failure("\(printable) is no path") }
      return try ProgramTypes.detect(path).type
    }
    guard let text = String(validating: word, as: UTF8.self) else {
      throw Failure("\(printable) is no type identifier: it is not UTF-8")
    }
    if text.hasPrefix(".") {
      return try declared(
        registry.type(tag: String(text.dropFirst()), tagClass: .filenameExtension, conformingTo: nil),
        "has the extension \(text)")
    }
    if text.contains("/") {
      return try declared(
        mimeSpellings.lazy.compactMap { registry.type(tag: $0, tagClass: .mimeType, conformingTo: nil) }
          .first { !$0.isDynamic }, "has the MIME type \(text)")
    }
    guard let type = UTType(identifier: text, allowUndeclared: true) else {
      throw Failure(
        """
        \(printable) is no type identifier: one is made of letters, digits, hyphens and dots, such as public.html; \
        a path begins with ./ or /
        """)
    }
    if !type.isDeclared(in: registry) && !type.isDynamic {
      try ProgramTypes.askDesktop()
      console.note("nobody declares \(text); it conforms to itself only")
    }
    return type
  }

  /// The type to offer bytes under that are said to be of this one.
  ///
  /// Where a MIME type names an encoding that no declared type stands for, it is a dynamic type that conforms to the
  /// declared one and keeps the name, so that whoever reads the bytes is told.
  func resolvedForContent(in registry: TypeRegistry = .current, console: Console) throws -> UTType {
    let type = try resolved(in: registry, console: console)
    guard let spelling = mimeSpellings.dropLast().last,
      registry.type(tag: spelling, tagClass: .mimeType, conformingTo: nil)?.isDynamic ?? true
    else { return type }
    return registry.type(tag: spelling, tagClass: .mimeType, conformingTo: type) ?? type
  }

  /// The name of the encoding that a MIME type has as a parameter; nil where the word names none.
  ///
  /// - Throws: a ``Failure`` when nobody here knows an encoding of that name.
  var encodingName: String? {
    get throws {
      guard let mimeType, let name = MediaType(mimeType).charset else { return nil }
      guard TextEncoding(name: name) != nil else {
        if TextEncoding.isRefused(name: name) {
          throw Failure(
            "text in '\(name)' is not read, as markup can hide in it; convert it to UTF-8 with iconv first")
        }
        throw Failure("no encoding is known by the name of '\(name)', which \(printable) says")
      }
      return name
    }
  }

  /// What a MIME type may be declared as, its parameters left out at last; none for other words.
  private var mimeSpellings: [String] {
    guard let mimeType else { return [] }
    let parts = MediaType(mimeType)
    guard let charset = parts.charset else { return [mimeType, parts.essence] }
    return [mimeType, "\(parts.essence);charset=\(charset.lowercased())", parts.essence]
  }

  private var mimeType: String? {
    guard !isPath, let text = String(validating: word, as: UTF8.self), !text.hasPrefix("."),
      text.contains("/")
    else { return nil }
    return text
  }

  /// All declared types that carry the tag the word is, the best first; none for other words.
  func claims(in registry: TypeRegistry = .current) -> [UTType] {
    guard !isPath, let text = String(validating: word, as: UTF8.self) else { return [] }
    if text.hasPrefix(".") {
      return registry.types(tag: String(text.dropFirst()), tagClass: .filenameExtension, conformingTo: nil)
    }
    return text.contains("/") ? registry.types(tag: text, tagClass: .mimeType, conformingTo: nil) : []
  }

  private func declared(_ type: UTType?, _ tag: String) throws -> UTType {
    guard let type, !type.isDynamic else {
      try ProgramTypes.askDesktop()
      throw Failure("no declared type \(tag); name the type by its identifier")
    }
    return type
  }

  private var isPath: Bool {
    ["/", "./", "../"].contains { word.starts(with: $0.utf8) }
  }

  private var printable: String { PrintableText.escaped(word) }
}

extension [TypeArgument] {
  /// All types, in the order they were written.
  func resolved(console: Console) throws -> [UTType] { try map { try $0.resolved(console: console) } }
}
