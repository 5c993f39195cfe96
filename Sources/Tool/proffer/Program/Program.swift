import ArgumentParsing
import FileSystem
import Foundation

/// The program: its commands, and the exit status of each end.
enum Program {
  static let version = "0.2.0"

  static let table = CommandTable<(TypeContext) throws -> ExitStatus>(
    "proffer", version: version,
    summary: "Pack, ask, load and convert things that are offered in several forms.",
    details: """
      One thing (a note, a picture, a link) is offered in several representations, best first. A provider bundle
      (.dragbundle) keeps them all in one file. A receiver says which types it takes; proffer finds the best match,
      loads it, and converts where nothing matches.

      Wherever a type is expected: an identifier (public.html), a MIME type (text/html), an extension with its dot
      (.html), or the path of a file, which means that file's type (./notes.html).

      Types of your own are declared in files with the keys of an Info.plist, as a property list or JSON: those in
      $XDG_CONFIG_HOME/proffer/types are always known, and --types FILE before the command adds one for this run. A
      bundle carries the declarations of the types it uses. An undeclared type may have a name in the desktop's
      database of MIME types.
      """,
    options: [
      OptionDescription(
        ["--types", "FILE"], .file, isRepeatable: true,
        help: "Know the types that a file declares, for this run.")
    ],
    sections: [
      "EXIT STATUS": """
      0: done, or yes. 1: the answer is no. 2: it could not be done. 64: the command line is wrong.
      """
    ],
    commands: [
      Command("pack", run: PackArguments.run),
      Command("unpack", run: UnpackArguments.run),
      Command("list", run: ListArguments.run),
      Command("best", run: BestArguments.run),
      Command("load", run: LoadArguments.run),
      Command("convert", run: ConvertArguments.run),
      Command("add", run: AddArguments.run),
      Command("remove", run: RemoveArguments.run),
      Command("reorder", run: ReorderArguments.run),
      Command("rename", run: RenameArguments.run),
      Command("retype", run: RetypeArguments.run),
      Command("merge", run: MergeArguments.run),
      Command("split", run: SplitArguments.run),
      Command("verify", run: VerifyArguments.run),
      Command("drop", run: DropArguments.run),
      Command("undo", run: UndoArguments.run),
      Command("trace", run: TraceArguments.run),
      Command(
        "type", summary: "Ask about uniform types.",
        commands: [
          Command("show", run: TypeShowArguments.run),
          Command("tree", run: TypeTreeArguments.run),
          Command("conforms", run: TypeConformsArguments.run),
          Command("of", run: TypeOfArguments.run),
          Command("find", run: TypeFindArguments.run),
          Command("check", run: TypeCheckArguments.run),
          Command("dynamic", run: TypeDynamicArguments.run),
        ]),
      Command("coders", run: CodersArguments.run),
      Command("completions", run: CompletionsArguments.run),
      Command("manual", run: ManualArguments.run),
    ])

  /// Takes `--types FILE` off the beginning of a command line.
  private static func typeFiles(before words: [[UInt8]]) throws -> ([FilePath], [[UInt8]]) {
    var files: [FilePath] = []
    var rest = words[...]
    while rest.first == Array("--types".utf8) {
      guard let word = rest.dropFirst().first, let path = FilePath(bytes: word) else {
        throw ProgramError.usage("--types needs a file that declares types")
      }
      files.append(path)
      rest = rest.dropFirst(2)
    }
    return (files, Array(rest))
  }

  /// Runs a command line to its end.
  static func run(_ words: [[UInt8]]) -> ExitStatus {
    do {
      let (files, words) = try typeFiles(before: words)
      switch try table.parse(words) {
      case .help(let text), .version(let text):
        try Console.print(lines: text.lines)
        return .done
      case .run(let command):
        UnfinishedFiles.removeOnEndingSignals()
        return try command(TypeContext(declaredIn: files))
      }
    } catch let error as FileSystemError where error.code == .brokenPipe {
      return .done
    } catch let error as ProgramError {
      Console.error(error.description)
      return error.code
    } catch let error as CommandLineError {
      Console.error(error.description)
      return .usage
    } catch {
      Console.error(String(describing: error))
      return .failure
    }
  }
}

/// `manual`: the man page.
struct ManualArguments: CommandArguments {
  static var declaration: CommandDeclaration<ManualArguments> {
    CommandDeclaration(
      summary: "Print the man page.",
      examples: ["proffer manual > ~/.local/share/man/man1/proffer.1": "Install it for one user."])
  }

  func run(_ types: TypeContext) throws -> ExitStatus {
    try Console.print(lines: Program.table.description.manual().lines)
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
      operand(
        "SHELL", to: \.shell, as: .choice, help: "The shell.")
    }
  }

  func run(_ types: TypeContext) throws -> ExitStatus {
    try Console.print(lines: Program.table.description.completions(for: shell).lines)
    return .done
  }
}
