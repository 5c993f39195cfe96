import ArgumentParsing
import ProfferActions

/// A type, as given on the command line.
typealias TypeArgument = TypeReference

extension TypeReference {
  /// Parses a type.
  static var value: ArgumentValue<TypeReference> {
    ArgumentValue(.computed(.type)) { TypeReference(word: $0) }
  }

  /// Parses a type to which the input is converted.
  static var result: ArgumentValue<TypeReference> { value.completed(by: .computed(.result)) }

  /// Parses a type of a representation of the bundle.
  static var content: ArgumentValue<TypeReference> { value.completed(by: .computed(.content)) }
}

extension ValueKind {
  /// Words of the given kind, which a ``CompletionQuery`` finds.
  static func computed(_ kind: CompletionQuery.Kind) -> ValueKind { .computed(kind.rawValue) }
}
