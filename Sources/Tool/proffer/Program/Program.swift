import ArgumentParsing
import FileSystem
import Foundation

/// The program: its commands, and what their ends mean to the shell.
enum Program {
  static let version = "0.1.0"

  static let table = CommandTable<ExitStatus>(
    "proffer", version: version,
    summary: "Pack, ask, load and convert things that are offered in several forms.",
    details: """
      One thing (a note, a picture, a link) is offered in several representations, best first. A provider bundle
      (.dragbundle) keeps them all in one file. A receiver says which types it takes; proffer finds the best match,
      loads it, and converts where nothing matches.

      Wherever a type is wanted: an identifier (public.html), a MIME type (text/html), an extension with its dot
      (.html), or the path of a file, which stands for that file's type (./notes.html).

      Types of your own are declared in files with the keys of an Info.plist, as a property list or JSON: those in
      $XDG_CONFIG_HOME/proffer/types are always known, and --types FILE before the command adds one for this run. A
      bundle carries the declarations of the types it uses. What nobody declares may have a name in the desktop's
      database of MIME types.
      """,
    options: [
      OptionDescription(
        programOption: "--types", "FILE", kind: .file, isRepeatable: true,
        help: "Know the types that a file declares, for this run.")
    ],
    sections: [
      "EXIT STATUS": """
      0: done, or yes. 1: an honest no. 2: it could not be done. 64: the command line is wrong.
      """
    ]
  ) {
    Command("pack", PackArguments.self) { try $0.run() }
    Command("unpack", UnpackArguments.self) { try $0.run() }
    Command("list", ListArguments.self) { try $0.run() }
    Command("best", BestArguments.self) { try $0.run() }
    Command("load", LoadArguments.self) { try $0.run() }
    Command("convert", ConvertArguments.self) { try $0.run() }
    Command("add", AddArguments.self) { try $0.run() }
    Command("remove", RemoveArguments.self) { try $0.run() }
    Command("reorder", ReorderArguments.self) { try $0.run() }
    Command("rename", RenameArguments.self) { try $0.run() }
    Command("retype", RetypeArguments.self) { try $0.run() }
    Command("merge", MergeArguments.self) { try $0.run() }
    Command("split", SplitArguments.self) { try $0.run() }
    Command("verify", VerifyArguments.self) { try $0.run() }
    Command("drop", DropArguments.self) { try $0.run() }
    Command("undo", UndoArguments.self) { try $0.run() }
    Command("trace", TraceArguments.self) { try $0.run() }
    CommandGroup("type", summary: "Ask about uniform types.") {
      Command("show", TypeShowArguments.self) { try $0.run() }
      Command("tree", TypeTreeArguments.self) { try $0.run() }
      Command("conforms", TypeConformsArguments.self) { try $0.run() }
      Command("of", TypeOfArguments.self) { try $0.run() }
      Command("find", TypeFindArguments.self) { try $0.run() }
      Command("check", TypeCheckArguments.self) { try $0.run() }
      Command("dynamic", TypeDynamicArguments.self) { try $0.run() }
    }
    Command("coders", CodersArguments.self) { try $0.run() }
    Command("completions", CompletionsArguments.self) { try $0.run() }
    Command("manual", ManualArguments.self) { try $0.run() }
  }

  /// Takes `--types FILE` off the beginning of a command line.
  private static func typeFiles(before words: [[UInt8]]) throws -> ([FilePath], [[UInt8]]) {
    var files: [FilePath] = []
    var rest = words[...]
    while rest.first == Array("--types".utf8) {
      guard let word = rest.dropFirst().first, let path = FilePath(bytes: word) else {
        throw UsageError("--types needs a file that declares types")
      }
      files.append(path)
      rest = rest.dropFirst(2)
    }
    return (files, Array(rest))
  }

  /// Runs a command line to its end.
  static func run(_ words: [[UInt8]]) -> ExitStatus {
    let console = Console()
    do {
      let (files, words) = try typeFiles(before: words)
      switch try table.parse(words) {
      case .help(let text), .version(let text):
        try console.print(lines: text.lines)
        return .done
      case .run(let action):
        UnfinishedFiles.removeOnEndingSignals()
        return try ProgramTypes.withUserTypes(files, action)
      }
    } catch let error as FileSystemError where error.code == .brokenPipe {
      return .done
    } catch let answer as NegativeResult {
      console.error(answer.description)
      return .no
    } catch let error as UsageError {
      console.error(error.description)
      return .usage
    } catch let error as CommandLineError {
      console.error(error.description)
      return .usage
    } catch {
      console.error(String(describing: error))
      return .failure
    }
  }
}
