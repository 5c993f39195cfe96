import ArgumentParsing
import DesktopActions
import Foundation
import ProfferActions
import ProfferFileSystem

/// The command `watch`: saves a history of the clipboard, with one bundle for each copy.
struct WatchArguments: ProgramCommand {
  var folder: FilePath?
  var command: String?
  var desktop = DesktopArguments()
  var keptCount = 100
  var endCount: Int?
  var takesUnknownTypes = false
  var timeLimit: Duration?
  var largestSize = LargestSize()

  static var declaration: CommandDeclaration<WatchArguments> {
    CommandDeclaration(
      summary: "Keep a history of the clipboard: one bundle for each copy.",
      details: """
        Each copy is saved in the folder as a bundle. The bundle is named after the time of the copy, and
        contains all declared types and copied files. To copy it again, run proffer copy BUNDLE. The current
        clipboard is saved first. Consecutive duplicates are saved once.

        With --exec, the shell runs COMMAND for each copy, with the content on its standard input: the
        text if text is offered, otherwise the best type. The variable PROFFER_TYPE contains the
        identifier of the type. Bundles are saved only if FOLDER is given.

        Content that is marked as sensitive, such as a password, is left out. Types and files that exceed --max-size are also left
        out. The oldest bundles beyond --keep are removed. The command runs until it is interrupted or the display closes.
        """,
      examples: [
        "proffer watch ~/clips": "Keep the last hundred copies.",
        "proffer watch clips --count 1 --primary": "Save the current selection, and exit.",
        "proffer watch --exec 'wc -c'": "Count the bytes of each copy.",
      ]
    ) {
      DesktopArguments.parameters(
        route: \.desktop.route, selection: \.desktop.selection, isVerbose: \.desktop.isVerbose)
      option(
        "--keep", "N", to: \.keptCount, as: .integer(in: 1...1_000_000),
        help: "The number of bundles to keep (default: 100).")
      option(
        "--count", "N", to: \.endCount, as: .integer(in: 1...1_000_000), help: "Exit after N copies.")
      option("--exec", "COMMAND", to: \.command, as: .text, help: "Run COMMAND for each copy.")
      flag("--all-types", to: \.takesUnknownTypes, help: "Also save undeclared types.").rare
      option(
        "--timeout", "SECONDS", to: \.timeLimit, as: .seconds,
        help: "Maximum idle time of the other program, in seconds (default: 10)."
      ).rare
      option(
        "--max-size", "SIZE", to: \.largestSize, as: LargestSize.argument,
        help: "Maximum size of a type or file, in bytes or with K, M, G or T (default: 64M).")
      operand(
        "FOLDER", to: \.folder, as: FilePath.argument(.folder),
        help: "The folder, created if needed; optional with --exec.")
    }
  }

  func check() throws(ArgumentProblem) {
    if folder == nil, command == nil {
      throw ArgumentProblem("give a folder for the bundles, or a command with --exec")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    let console = program.console
    var watch = ClipboardWatch(
      into: folder, watching: desktop.selection, on: desktop.context(on: console))
    if let command {
      let shell = ShellCommand(
        command, environment: ProcessInfo.processInfo.environment, output: .standardOutput,
        errors: .standardError)
      let folder = program.actions.folders.temporary
      watch.receive = { content in
        let input = try OpenFile.unnamed(in: folder)
        try content.data.withUnsafeBytes { try input.write($0, at: 0) }
        let end = try shell.run(input: input, adding: ["PROFFER_TYPE": content.typeIdentifier])
        if case .exited(0) = end { return }
        console.note("the command failed: \(end.text)")
      }
    }
    watch.keptCount = keptCount
    watch.endCount = endCount
    watch.takesUnknownTypes = takesUnknownTypes
    watch.timeLimit = timeLimit
    if let byteCount = largestSize.byteCount { watch.largestByteCount = byteCount }
    let progress = ReceivingProgress("watch", on: program.console)
    defer { progress.clear() }
    _ = try watch.run(in: progress.shown(by: program.actions)) { copy in
      progress.clear()
      switch copy {
      case .kept(let path): try console.tell(path.description)
      case .repeated, .passed: break
      case .sensitive: console.note("left out: it is marked as sensitive")
      case .leftOut(let error):
        let text = "left out: \(error.programText)"
        if let error = error as? ActionError, error.isNegative, !error.isOfReceiving {
          console.note(text)
        } else {
          console.error(text)
        }
      }
    }
    return .done
  }
}

extension StartedProgram.End {
  /// The end of a command, worded for a note.
  fileprivate var text: String {
    switch self {
    case .exited(let status): "status \(status)"
    case .killed(let signal): "ended by signal \(signal)"
    case .unknown: "its exit status is unknown"
    }
  }
}
