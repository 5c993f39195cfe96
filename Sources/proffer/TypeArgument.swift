import CommandLineArguments
import FileSystem
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
        registry.type(tag: text, tagClass: .mimeType, conformingTo: nil), "has the MIME type \(text)")
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
