import ArgumentParsing

/// `manual`: the man page.
struct ManualArguments: CommandArguments {
  static var declaration: CommandDeclaration<ManualArguments> {
    CommandDeclaration(
      summary: "Print the man page.",
      examples: ["proffer manual > ~/.local/share/man/man1/proffer.1": "Install it for one user."])
  }

  func run() throws -> ExitStatus {
    try Console().print(lines: Program.table.description.manual().lines)
    return .done
  }
}

/// `completions`: what a shell completes.
struct CompletionsArguments: CommandArguments {
  var shell = CompletionShell.bash

  static var declaration: CommandDeclaration<CompletionsArguments> {
    CommandDeclaration(
      summary: "Print the completions for a shell.",
      examples: ["source <(proffer completions bash)": "Complete in this shell."]
    ) {
      Operand(
        "SHELL", to: \.shell, as: .choice(["bash": .bash, "zsh": .zsh, "fish": .fish]), help: "The shell.")
    }
  }

  func run() throws -> ExitStatus {
    try Console().print(lines: Program.table.description.completions(for: shell).lines)
    return .done
  }
}
