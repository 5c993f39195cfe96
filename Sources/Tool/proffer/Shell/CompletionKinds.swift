import ArgumentParsing

/// What the program computes while a shell completes a command line; ``CompletionCandidates`` prints it.
extension ValueKind {
  static let bundle = ValueKind.document("dragbundle")
  static let type = ValueKind.computed("type")
  /// A place in the bundle that is on the command line.
  static let place = ValueKind.computed("place")
  static let profile = ValueKind.computed("profile")
}
