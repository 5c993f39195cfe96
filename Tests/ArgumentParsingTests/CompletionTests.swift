import ArgumentParsing
import TestSupport
import Testing

@Suite struct CompletionTests {
  @Test(.requires(.program("bash")))
  func bashReadsItsScript() async throws { try await expectReadable(.bash, by: "bash") }

  @Test(.requires(.program("zsh")))
  func zshReadsItsScript() async throws { try await expectReadable(.zsh, by: "zsh") }

  @Test(.requires(.program("fish")))
  func fishReadsItsScript() async throws { try await expectReadable(.fish, by: "fish") }

  /// Fish before 3.4 does not load a script with a command substitution in quotation marks.
  @Test func fish3_3LoadsItsScript() {
    #expect(!Sample.table.description.completions(for: .fish).contains("\"$("))
  }

  private func expectReadable(_ shell: CompletionShell, by program: String) async throws {
    let quoting = CommandTable<Int>(
      "quo-te", version: "1", summary: "It's \\ a [b]: $x `y`.",
      commands: [Command("it") { (_: QuotingArguments) in 0 }])
    for description in [Sample.table.description, quoting.description] {
      let folder = try TemporaryFolder()
      let script = try folder.write(description.completions(for: shell), to: "script")
      let run = try await ProgramRun.run("/usr/bin/env", [program, "-n", script])
      expect(run.status == 0 && run.errorText == "", "\(run.errorText)")
    }
  }

  /// Command lines whose last word is completed, and the offered words.
  static let offers: [(words: [String], offered: [String])] = [
    (["sample", ""], ["pack", "unpack", "merge", "type", "help"]),
    (["sample", "p"], ["pack"]),
    (["sample", "-"], ["-h", "--help", "-V", "--version"]),
    (["sample", "type", ""], ["show", "names"]),
    (["sample", "type", "s"], ["show"]),
    (["sample", "help", "un"], ["unpack"]),
    (["sample", "help", "type", ""], ["show", "names"]),
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
    (["sample", "pack", "-d"], ["./-dash"]),
    (["sample", "pack", "--as", "data", "-d"], ["./-dash"]),
    (["sample", "unpack", "--into", "-d"], []),
    (["sample", "unpack", "--into", ""], ["one folder"]),
    (["sample", "unpack", "x", ""], []),
    (["sample", "pack", "-t", "b"], []),
    (["sample", "type", "show", ""], []),
  ]

  @Test(.requires(.program("bash")))
  func bashCompletesWords() async throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "one file.txt")
    try folder.write("", to: "-dash")
    let script = try folder.write(Sample.table.description.completions(for: .bash), to: ".script")
    // compopt works only during a completion by bash itself.
    let start = """
      compopt() { return 0; }
      mkdir -p 'one folder'
      source "$1"; shift
      COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
      _sample
      ((${#COMPREPLY[@]})) && printf '%s\\n' "${COMPREPLY[@]}"
      exit 0
      """
    for (words, offered) in CompletionTests.offers {
      let run = try await ProgramRun.run(
        "/usr/bin/env", ["bash", "--norc", "-c", start, "bash", script] + words, in: folder.path)
      expectEqual(run.errorText, "")
      let lines = run.text.split(separator: "\n").map(String.init)
      expectEqual(lines.sorted(), offered.sorted(), "\(words)")
    }
  }

  @Test(.requires(.program("fish")))
  func fishCompletesWords() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(Sample.table.description.completions(for: .fish), to: "script")
    let environment = ["HOME": folder.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
    for (line, offered) in [
      ("sample ", ["pack", "unpack", "merge", "type", "help"]), ("sample type ", ["show", "names"]),
      ("sample pack --as ", ["data", "file", "object"]), ("sample pack --as=o", ["--as=object"]),
      ("sample help un", ["unpack"]), ("sample pack --no", ["--no-times"]),
    ] {
      let program = """
        source '\(script)'
        complete -C '\(line)'
        """
      let run = try await ProgramRun.run(
        "/usr/bin/env", ["fish", "-c", program], in: folder.path, environment: environment)
      let words = run.text.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
      expectEqual(words.sorted(), offered.sorted(), "\(line): \(run.errorText)")
    }
  }
}

/// Arguments whose help contains characters with a meaning for shells.
private struct QuotingArguments: CommandArguments {
  var value: String?

  static var declaration: CommandDeclaration<QuotingArguments> {
    CommandDeclaration(summary: "It's \\ a [b]: $(x) `y` \"z\".") {
      option("-v", "--value", "A:B", to: \.value, as: .text, help: "It's \\ a [b]: {c} $(x) `y` \"z\".")
    }
  }
}
