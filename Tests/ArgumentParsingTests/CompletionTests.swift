import ArgumentParsing
import TestSupport
import Testing

@Suite struct CompletionTests {
  @Test(.enabled(if: Witness.bash.isInstalled, "needs bash"))
  func bashReadsItsScript() throws { try expectReadable(.bash, by: .bash) }

  @Test(.enabled(if: Witness.zsh.isInstalled, "needs zsh"))
  func zshReadsItsScript() throws { try expectReadable(.zsh, by: .zsh) }

  @Test(.enabled(if: Witness.fish.isInstalled, "needs fish"))
  func fishReadsItsScript() throws { try expectReadable(.fish, by: .fish) }

  private func expectReadable(_ shell: CompletionShell, by witness: Witness) throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(Sample.table.description.completions(for: shell), to: "script")
    let run = try ProgramRun.run(witness.path, ["-n", script])
    #expect(run.status == 0)
    #expect(run.errorText == "")
  }

  /// Command lines whose last word is completed, and what is offered.
  static let offers: [(words: [String], offered: [String])] = [
    (["sample", ""], ["pack", "unpack", "merge", "type", "help"]),
    (["sample", "p"], ["pack"]),
    (["sample", "-"], ["-h", "--help", "--version"]),
    (["sample", "type", ""], ["show", "names"]),
    (["sample", "type", "s"], ["show"]),
    (["sample", "help", "un"], ["unpack"]),
    (["sample", "pack", "--n"], ["--no-times"]),
    (["sample", "pack", "a.txt", "--as", ""], ["data", "file", "object"]),
    (["sample", "pack", "--as", "=", "o"], ["object"]),
    (["sample", "pack", "--as", "="], ["data", "file", "object"]),
    (["sample", "pack", "--as=d"], ["--as=data"]),
    (["sample", "pack", "--accept", "red,gr"], ["red,green"]),
    (["sample", "pack", "--level", ""], []),
    (["sample", "pack", "-o", "one"], ["one file.txt", "one folder"]),
    (["sample", "pack", "--as", "data", "one"], ["one file.txt", "one folder"]),
    (["sample", "pack", "--", "-"], ["-dash"]),
    (["sample", "unpack", "--into", ""], ["one folder"]),
    (["sample", "unpack", "x", ""], []),
    (["sample", "pack", "-t", "b"], ["beta"]),
    (["sample", "type", "show", ""], []),
  ]

  @Test(.enabled(if: Witness.bash.isInstalled, "needs bash"))
  func bashOffersWhatMayCome() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "one file.txt")
    try folder.write("", to: "-dash")
    let script = try folder.write(Sample.table.description.completions(for: .bash), to: ".script")
    // A program of that name answers for the computed kind; compopt works only while bash itself completes.
    let start = """
      sample() { [[ $1 == type && $2 == names ]] && printf '%s\\n' alpha beta; }
      compopt() { return 0; }
      mkdir -p 'one folder'
      source "$1"; shift
      COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
      _sample
      ((${#COMPREPLY[@]})) && printf '%s\\n' "${COMPREPLY[@]}"
      exit 0
      """
    for (words, offered) in CompletionTests.offers {
      let run = try ProgramRun.run(
        Witness.bash.path, ["--norc", "-c", start, "bash", script] + words, in: folder.path)
      #expect(run.errorText == "")
      let lines = run.text.split(separator: "\n").map(String.init)
      #expect(lines.sorted() == offered.sorted(), "\(words)")
    }
  }

  @Test(.enabled(if: Witness.fish.isInstalled, "needs fish"))
  func fishOffersWhatMayCome() throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(Sample.table.description.completions(for: .fish), to: "script")
    let environment = ["HOME": folder.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
    for (line, offered) in [
      ("sample ", ["pack", "unpack", "merge", "type", "help"]), ("sample type ", ["show", "names"]),
      ("sample pack --as ", ["data", "file", "object"]), ("sample pack --as=o", ["--as=object"]),
      ("sample help un", ["unpack"]), ("sample pack --no", ["--no-times"]), ("sample pack -t b", ["beta"]),
    ] {
      let program = """
        function sample; test "$argv[1..2]" = "type names"; and printf '%s\\n' alpha beta; end
        source '\(script)'
        complete -C '\(line)'
        """
      let run = try ProgramRun.run(
        Witness.fish.path, ["-c", program], in: folder.path, environment: environment)
      let words = run.text.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
      #expect(words.sorted() == offered.sorted(), "\(line): \(run.errorText)")
    }
  }

  @Test func quotesInHelpAreKeptFromTheShells() throws {
    let description = CommandTable<Int>("quo-te", version: "1", summary: "It's \\ a [b]: $x `y`.") {
      Command("it", QuotingArguments.self) { _ in 0 }
    }.description
    for (shell, witness) in [(CompletionShell.bash, Witness.bash), (.zsh, .zsh), (.fish, .fish)]
    where witness.isInstalled {
      let folder = try TemporaryFolder()
      let script = try folder.write(description.completions(for: shell), to: "script")
      let run = try ProgramRun.run(witness.path, ["-n", script])
      #expect(run.status == 0, "\(shell): \(run.errorText)")
    }
  }
}

private struct QuotingArguments: CommandArguments {
  var value: String?

  static var declaration: CommandDeclaration<QuotingArguments> {
    CommandDeclaration(summary: "It's \\ a [b]: $(x) `y` \"z\".") {
      Option("-v", "--value", "A:B", to: \.value, as: .text, help: "It's \\ a [b]: {c} $(x) `y` \"z\".")
    }
  }
}
