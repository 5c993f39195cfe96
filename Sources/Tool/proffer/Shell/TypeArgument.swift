import ArgumentParsing
import ProfferActions

/// A type as it was written on the command line.
typealias TypeArgument = TypeReference

extension TypeReference {
  /// The word of a type.
  static var value: ArgumentValue<TypeReference> { ArgumentValue(.type) { TypeReference(word: $0) } }
}

extension ValueKind {
  /// A type; ``CompletionCandidates`` lists them for a shell.
  static let type = ValueKind.computed("type")
  /// A profile of a receiver; ``CompletionCandidates`` lists them for a shell.
  static let profile = ValueKind.computed("profile")
}
