import ArgumentParsing
import ProfferActions

/// A type, as given on the command line.
typealias TypeArgument = TypeReference

extension TypeReference {
  /// A type, read from a word.
  static var value: ArgumentValue<TypeReference> { ArgumentValue(.type) { TypeReference(word: $0) } }
}

extension ValueKind {
  /// A type; ``CompletionCandidates`` lists the types for a shell.
  static let type = ValueKind.computed("type")
  /// A profile of a receiver; ``CompletionCandidates`` lists the profiles for a shell.
  static let profile = ValueKind.computed("profile")
}
