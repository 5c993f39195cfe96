/// A shell for which completions can be written.
package enum CompletionShell: String, CaseIterable, Sendable {
  case bash, zsh, fish
}

extension CommandDescription {
  /// A script that makes a shell complete the program's command lines.
  ///
  /// It requires only the shell itself: bash 3.2, zsh 5, fish 3, or a later version.
  package func completions(for shell: CompletionShell) -> String {
    switch shell {
    case .bash: bashCompletions
    case .zsh: zshCompletions
    case .fish: fishCompletions
    }
  }

  /// The name as part of a function's name.
  var functionName: String { "_\(name.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined())" }
}

/// Quotes text for shells.
enum ShellText {
  /// Quotes text for bash and zsh, where only the quote is special inside single quotes.
  static func quoted(_ text: String) -> String {
    var quoted = "'"
    for character in text { quoted += character == "'" ? "'\\''" : String(character) }
    return quoted + "'"
  }

  /// Quotes text for fish, where a backslash is also special inside single quotes.
  static func fishQuoted(_ text: String) -> String {
    var quoted = "'"
    for character in text {
      if character == "'" || character == "\\" { quoted += "\\" }
      quoted.append(character)
    }
    return quoted + "'"
  }
}
