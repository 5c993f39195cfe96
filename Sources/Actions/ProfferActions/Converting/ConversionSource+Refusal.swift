import ProfferConversions
import ProfferFileSystem
import TypeDiscovery
import UniformTypes

extension ConversionSource {
  /// Returns the error for a source that cannot be converted to the wanted type.
  ///
  /// The error names what is missing: a program, a library, or contents of the type that the file name promises.
  func refusal(_ error: ConversionError, in context: ActionContext) -> ActionError {
    if error.code == .missingProgram {
      return .failure("\(name) \(error.reason)", cause: error, code: .missingProgram)
    }
    if error.code == .missingRequirement {
      return .failure(error.reason, of: name, cause: error, code: .missingLibrary)
    }
    if let contradiction = contradiction(in: context) {
      return .negative("\(name) \(contradiction.text(after: error.message))", code: .noConversion)
    }
    return .negative(error.message, of: name, code: .noConversion)
  }

  /// The types of the contents and of the name, if the contents are of another type than the name says.
  private func contradiction(in context: ActionContext) -> Contradiction? {
    let registry = context.types.registry
    guard let fileName = path?.lastComponent, let type = candidates.first,
      let named = TypeDetector(registry: registry).detect(name: fileName, prefix: nil).nameType,
      !named.isDynamic, !registry.conforms(identifier: named.identifier, to: type),
      !registry.conforms(identifier: type, to: named.identifier)
    else { return nil }
    return Contradiction(contents: type, name: named.identifier, registry: registry)
  }
}

/// The types of contents and of a file name that contradict each other.
private struct Contradiction {
  let contents: String
  let name: String
  let registry: TypeRegistry

  /// The kinds of files that people tell apart, with their names.
  private static let kinds = [
    ("public.image", "a picture"), ("public.movie", "a film"), ("public.audio", "a sound"),
    ("public.archive", "an archive"), ("public.font", "a font"),
  ]

  /// The contradiction as the end of a sentence.
  ///
  /// If the name is of another kind of file, this is the reason why there is no conversion.
  ///
  /// - Parameter message: the message that there is no conversion.
  func text(after message: String) -> String {
    let kind = Self.kinds.first { registry.conforms(identifier: name, to: $0.0) }
    if let kind, !registry.conforms(identifier: contents, to: kind.0) {
      let isText = ["public.plain-text", "public.utf8-plain-text"].contains(contents)
      return "contains \(isText ? "text" : TypeNames.name(of: contents, in: registry)), not \(kind.1)"
    }
    let names = TypeNames([contents, name], in: registry)
    return "contains \(names[contents]), not \(names[name]); \(message)"
  }
}
