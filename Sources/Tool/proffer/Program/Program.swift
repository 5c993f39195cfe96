import ArgumentParsing
import Foundation
import ProfferActions
import ProfferFileSystem

/// The program: its commands, and the exit status of each result.
enum Program {
  static let version = "0.2.0"

  static let table = CommandTable<CommandRun>(
    "proffer", version: version,
    summary: "Pack, query, load and convert content that has several representations.",
    details: """
      The same content (a note, a picture, a link) can have several representations, best first. A provider
      bundle (.dragbundle) keeps them in one file. A receiver lists the types that it accepts; proffer finds
      the best match and loads it, or converts if nothing matches.

      A type is given as an identifier (public.html), a MIME type (text/html), an extension (html or .html),
      or a file of that type (notes.html). An item of a bundle is given by its number (2), and a
      representation by two numbers (2.1), as list shows them.

      proffer help TOPIC explains more: types, bundles, fidelity, conversions, profiles, desktops, json.
      """,
    examples: [
      "proffer convert notes.md -o notes.html": "Convert a file.",
      "proffer pack notes.md map.png -o n.dragbundle": "Pack files into a bundle.",
      "proffer list n.dragbundle": "List what a bundle contains.",
      "proffer unpack n.dragbundle --into folder": "Write everything to files.",
      "proffer type notes.md": "Show the type of a file.",
      "proffer copy notes.md": "Copy a file to the clipboard.",
      "proffer paste --accept html": "Paste the best match for a type.",
    ],
    options: [
      OptionDescription(
        ["--types", "FILE"], .file, isRepeatable: true,
        help: "Use the type declarations in this file."),
      OptionDescription(
        ["--color", "WHEN"], .choice(Console.ColorChoice.allCases.map(\.rawValue)),
        help: "Color the output; by default on a terminal."),
      OptionDescription(
        flag: ["-q", "--quiet"], help: "Print no notes, no progress and no list of the files written."),
    ],
    sections: Manual.sections, pages: Manual.pages,
    topics: HelpTopic.summaries,
    groups: [
      CommandGroup(
        "Convert", [Command("convert", ConvertArguments.self), Command("coders", CodersArguments.self)]),
      CommandGroup(
        "Clipboard",
        [
          Command("copy", CopyArguments.self),
          Command("paste", PasteArguments.self),
          Command("watch", WatchArguments.self),
          Command("drag", DragArguments.self),
          Command("catch", CatchArguments.self),
        ]),
      CommandGroup(
        "Bundles",
        [
          Command("pack", PackArguments.self),
          Command("unpack", aliases: ["extract"], UnpackArguments.self),
          Command("list", aliases: ["ls", "info"], ListArguments.self),
          Command("view", ViewArguments.self),
          Command("load", aliases: ["cat -o -"], LoadArguments.self),
          Command("best", BestArguments.self),
          Command("add", AddArguments.self),
          Command("remove", aliases: ["rm"], RemoveArguments.self),
          Command("reorder", ReorderArguments.self),
          Command("rename", aliases: ["mv"], RenameArguments.self),
          Command("retype", RetypeArguments.self),
          Command("merge", MergeArguments.self),
          Command("split", SplitArguments.self),
          Command("verify", VerifyArguments.self),
          Command("drop", DropArguments.self),
          Command("undo", UndoArguments.self),
          Command("trace", isRare: true, TraceArguments.self),
        ]),
      CommandGroup(
        "Types",
        [
          Command(
            "type", summary: "Query uniform types.",
            commands: [
              Command("show", in: "type", TypeShowArguments.self),
              Command("tree", in: "type", TypeTreeArguments.self),
              Command("conforms", in: "type", TypeConformsArguments.self),
              Command("of", in: "type", TypeOfArguments.self),
              Command("find", in: "type", TypeFindArguments.self),
              Command("check", in: "type", TypeCheckArguments.self),
              Command("dynamic", in: "type", TypeDynamicArguments.self),
            ], fallback: Command.Fallback("of", where: PathArgument.isLikely))
        ]),
    ],
    commands: [
      Command("completions", CompletionsArguments.self),
      Command("manual", isRare: true, ManualArguments.self),
    ])

  /// The environment and the streams of a run of the program.
  struct Surroundings: Sendable {
    /// The properties of the terminal according to the environment.
    var terminal: TerminalEnvironment
    /// The environment variables on which actions depend.
    var environment: ActionEnvironment
    /// The output streams of the run.
    var streams: ConsoleStreams
    /// Whether standard input is a file, a pipe or a socket, and not a terminal or `/dev/null`.
    var hasInput = false
    /// Whether this is the only run of the program in the process.
    var isOnlyRun = false

    /// The environment and the standard streams of the process.
    static var process: Surroundings {
      Surroundings(
        terminal: .user, environment: .process, streams: .process,
        hasInput: OpenFile.standardInput.hasContents, isOnlyRun: true)
    }
  }

  /// Runs a command line and returns its exit status.
  static func run(_ words: [[UInt8]], in surroundings: Surroundings) -> ExitStatus {
    let terminal = surroundings.terminal
    var console = Console(terminal: terminal, on: surroundings.streams)
    if words.isEmpty {
      console.explain(table.shortHelp(width: console.helpWidth).lines)
      return .usage
    }
    do {
      if try CompletionCandidates.print(for: words, in: surroundings.environment, on: console) {
        return .done
      }
      if let topic = HelpTopic(requestedBy: words) {
        try console.print(lines: topic.lines(width: console.helpWidth))
        return .done
      }
      var shared = SharedArguments()
      switch try table.parse(
        words, helpWidth: console.helpWidth, hasInput: surroundings.hasInput, shared: &shared)
      {
      case .help(let text), .version(let text):
        try console.print(lines: text.lines)
        return .done
      case .run(let command):
        let options = try ProgramOptions(shared.options)
        console = Console(
          isQuiet: options.isQuiet, color: options.color, terminal: terminal, on: surroundings.streams)
        for name in shared.formerNames { console.note("\(name.typed) has been renamed to \(name.current)") }
        var program = try ProgramContext(
          declaring: options.typeFiles, environment: surroundings.environment, console: console)
        program.actions.startsOnlyConverters = surroundings.isOnlyRun
        return try command(program)
      }
    } catch {
      UnfinishedFiles.waitIfEnding()
      return report(error, on: console)
    }
  }

  /// Reports that the arguments of the program cannot be read, and returns the exit status.
  static func runWithoutArguments() -> ExitStatus {
    let console = Console(terminal: .user, on: .process)
    do throws(FileSystemError) {
      try ProcessFolder.requireReadable("cmdline")
      console.error("cannot read the arguments of the program: /proc/self/cmdline is empty")
    } catch {
      console.error("\(error)")
    }
    return .failure
  }

  /// Prints an error, and returns its exit status.
  private static func report(_ error: any Error, on console: Console) -> ExitStatus {
    switch error {
    case let error as FileSystemError where error.code == .brokenPipe: return .done
    case let error as ActionError:
      console.error(error.programText)
      return ExitStatus(of: error)
    case let error as CommandLineError:
      console.error(error.description + remedy(for: error))
      return .usage
    default:
      console.error(String(describing: error))
      return .failure
    }
  }

  /// Returns advice if the name of a file was given instead of the name of a command; otherwise empty.
  private static func remedy(for error: CommandLineError) -> String {
    guard error.code == .unknownCommand, error.suggestion == nil else { return "" }
    // The word after `type` can also be a file.
    if error.commandPath.count == 2, error.commandPath.last == "type" {
      return "; there is no file with this name either"
    }
    guard error.commandPath.count == 1, let word = error.word, let path = FilePath(bytes: word)
    else { return "" }
    if path.lastComponent?.string?.hasSuffix(".dragbundle") == true {
      return "; to see what the bundle contains: proffer list \(path)"
    }
    do {
      return try FileStatus.ifPresent(path) == nil ? "" : "; to see its type: proffer type of \(path)"
    } catch {
      // If the file cannot be examined, the word is reported as an unknown command, without advice.
      return ""
    }
  }
}

/// The program's own options, which can be given with every command.
private struct ProgramOptions {
  /// The paths of the files with type declarations.
  var typeFiles: [FilePath] = []
  var color = Console.ColorChoice.auto
  var isQuiet = false

  init(_ options: [GivenOption]) throws {
    for option in options {
      switch option.name {
      case "--types":
        guard let path = FilePath(bytes: option.value) else {
          throw ActionError.usage("--types requires a file with type declarations")
        }
        typeFiles.append(path)
      case "--color":
        let word = String(decoding: option.value, as: UTF8.self)
        guard let choice = Console.ColorChoice(rawValue: word) else {
          throw ActionError.usage(
            "\(word.debugDescription) is not a value of --color; use auto, always or never")
        }
        color = choice
      default: isQuiet = true
      }
    }
  }
}

/// The command `completions`: prints the completion script for a shell.
struct CompletionsArguments: ProgramCommand {
  var shell = CompletionShell.bash

  static var declaration: CommandDeclaration<CompletionsArguments> {
    CommandDeclaration(
      summary: "Print the completion script for a shell.",
      examples: [
        "source <(proffer completions bash)": "Enable completion in this shell.",
        "proffer completions fish > ~/.config/fish/completions/proffer.fish": "Install it for fish.",
      ]
    ) {
      operand("SHELL", to: \.shell, as: .choice, help: "The shell.")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    try program.console.print(lines: Program.table.description.completions(for: shell).lines)
    return .done
  }
}
