import ProfferActions

/// The completion candidates for a word of a command line, requested by `__complete KIND WORD WORDS…`.
enum CompletionCandidates {
  /// Prints the candidates that a completion script requests, each in a line, followed by a tab and a description.
  ///
  /// Returns false if no candidates are requested.
  static func print(
    for words: [[UInt8]], in environment: ActionEnvironment, on console: Console
  ) throws -> Bool {
    guard words.count > 2, words[0] == Array("__complete".utf8) else { return false }
    let texts = words[1...2].map { String(decoding: $0, as: UTF8.self) }
    if let kind = CompletionQuery.Kind(rawValue: texts[0]) {
      let query = CompletionQuery(kind, prefix: texts[1], words: Array(words.dropFirst(3)))
      try console.print(candidates: query.candidates(in: environment))
    }
    return true
  }
}
