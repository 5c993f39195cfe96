/// A shell for which completions can be written.
package enum CompletionShell: String, CaseIterable, Sendable {
  case bash, zsh, fish
}

extension CommandDescription {
  /// A script with which a shell completes the program's command lines.
  ///
  /// It needs nothing but the shell itself: bash 3.2, zsh 5 or fish 3 and later.
  package func completions(for shell: CompletionShell) -> String {
    switch shell {
    case .bash: bashCompletions
    case .zsh: zshCompletions
    case .fish: fishCompletions
    }
  }

  /// The name as a part of a function's name.
  var functionName: String { "_\(name.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined())" }
}

/// Quotes text for shells.
enum ShellText {
  /// For bash and zsh, where no character but the quote has a meaning in single quotes.
  static func quoted(_ text: String) -> String {
    var quoted = "'"
    for character in text { quoted += character == "'" ? "'\\''" : String(character) }
    return quoted + "'"
  }

  /// For fish, where a backslash keeps its meaning.
  static func fishQuoted(_ text: String) -> String {
    var quoted = "'"
    for character in text {
      if character == "'" || character == "\\" { quoted += "\\" }
      quoted.append(character)
    }
    return quoted + "'"
  }
}
