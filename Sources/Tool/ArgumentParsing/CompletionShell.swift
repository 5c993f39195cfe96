/// A shell for which completion scripts can be generated.
package enum CompletionShell: String, CaseIterable, Sendable {
  case bash, zsh, fish
}

extension CommandDescription {
  /// Returns a script that makes a shell complete the program's command lines.
  ///
  /// The script requires only the shell, in this or a later version: bash 3.2, zsh 5, fish 3.
  package func completions(for shell: CompletionShell) -> String {
    switch shell {
    case .bash: bashCompletions
    case .zsh: zshCompletions
    case .fish: fishCompletions
    }
  }

  /// The name in a form that can be part of a function name in a shell.
  var functionName: String { "_\(name.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined())" }
}

/// Quotes text for shells.
enum ShellText {
  /// Returns text quoted for bash and zsh.
  ///
  /// Inside single quotes, only the quote itself is special.
  static func quoted(_ text: String) -> String {
    var quoted = "'"
    for character in text { quoted += character == "'" ? "'\\''" : String(character) }
    return quoted + "'"
  }

  /// Returns text quoted for fish.
  ///
  /// Inside single quotes, the quote and the backslash are special.
  static func fishQuoted(_ text: String) -> String {
    var quoted = "'"
    for character in text {
      if character == "'" || character == "\\" { quoted += "\\" }
      quoted.append(character)
    }
    return quoted + "'"
  }
}
