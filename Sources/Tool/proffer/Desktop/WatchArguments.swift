import ArgumentParsing
import DesktopActions
import ProfferActions
import ProfferFileSystem

/// The command `watch`: saves a history of the clipboard, with one bundle for each copy.
struct WatchArguments: ProgramCommand {
  var folder = FilePath.currentFolder
  var desktop = DesktopArguments()
  var keptCount = 100
  var endCount: Int?
  var takesUnknownTypes = false
  var timeLimit: Duration?
  var largestSize = LargestSize()

  static var declaration: CommandDeclaration<WatchArguments> {
    CommandDeclaration(
      summary: "Keep a history of the clipboard: a bundle for each thing that is copied.",
      details: """
        Whenever a program copies something, everything that it offers becomes a bundle in the folder, named after the time:
        all types that are known, and copied files. proffer copy BUNDLE copies it again. What is on the clipboard already is
        the first. Of the same thing twice in a row, one is kept.

        What a program asks not to keep, such as a password, is left out. A type or a file that is larger than --max-size is left
        out too, and the oldest bundles are removed beyond --keep. The command ends by an interrupt, or with the display.
        """,
      examples: [
        "proffer watch ~/clips": "Keep the last hundred things that were copied.",
        "proffer watch clips --count 1 --primary": "Keep what is selected now, and end.",
      ]
    ) {
      DesktopArguments.parameters(
        route: \.desktop.route, selection: \.desktop.selection, isVerbose: \.desktop.isVerbose)
      option(
        "--keep", "N", to: \.keptCount, as: .integer(in: 1...1_000_000),
        help: "How many bundles stay; 100 by default.")
      option(
        "--count", "N", to: \.endCount, as: .integer(in: 1...1_000_000), help: "End when so many were kept.")
      flag("--all-types", to: \.takesUnknownTypes, help: "Take types that nothing here declares too.")
      option(
        "--timeout", "SECONDS", to: \.timeLimit, as: .seconds,
        help: "How long the other program may do nothing; 10 by default.")
      option(
        "--max-size", "SIZE", to: \.largestSize, as: LargestSize.argument,
        help: "The largest type and file that are kept: bytes, or 5M, 20G; 64M by default.")
      operand(
        "FOLDER", to: \.folder, as: FilePath.argument(.folder), help: "The folder; it is created if needed.")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    let console = program.console
    var watch = ClipboardWatch(
      into: folder, watching: desktop.selection, on: desktop.context(on: console))
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
      case .repeated: break
      case .sensitive: console.note("left out: the program that offers it asks not to keep it")
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
