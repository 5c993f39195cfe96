import ArgumentParsing
import ProfferActions

/// A type, as given on the command line.
typealias TypeArgument = TypeReference

extension TypeReference {
  /// Parses a type.
  static var value: ArgumentValue<TypeReference> { ArgumentValue(.type) { TypeReference(word: $0) } }
}

extension ValueKind {
  /// A type.
  ///
  /// ``CompletionCandidates`` computes the candidates.
  static let type = ValueKind.computed("type")
  /// The name of a receiver profile.
  ///
  /// ``CompletionCandidates`` computes the candidates.
  static let profile = ValueKind.computed("profile")
}
