import ArgumentParsing
import DescribedErrors
import DesktopTransfer
import ProfferActions
import ProfferFileSystem
import UniformTypes

/// `watch`: a history of the clipboard, a bundle for each thing that is copied.
struct WatchArguments: ProgramCommand {
  /// The most bytes of a value and of a file, where the command line names no other.
  private static let largestByteCount: UInt64 = 64 << 20

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
    let context = program.actions
    let (place, _) = try desktop.using { route in (route: route, watch: try route.watch(desktop.selection)) }
    try Folder.createWithParents(folder)
    try context.types.install()
    var history = ClipboardHistory(in: folder, keeping: keptCount)
    var count = 0
    while true {
      if let path = try keep(place.route, in: &history, context) {
        try Console.shared.tell(path.description)
        count += 1
        if count == endCount { return .done }
      }
      _ = try place.watch.wait(until: nil)
    }
  }

  /// Keeps what is offered now; nil where nothing is kept of it.
  ///
  /// What one program does not give is no reason to miss the next.
  private func keep(
    _ route: any TransferRoute, in history: inout ClipboardHistory, _ context: ActionContext
  ) throws -> FilePath? {
    var limits = TransferLimits()
    limits.byteCount = largestSize.byteCount ?? WatchArguments.largestByteCount
    if let timeLimit { limits.idle = timeLimit }
    do {
      let content = desktop.content(
        try route.offered(as: desktop.selection, within: limits), in: context)
      if content.names.isSensitive {
        Console.shared.note("left out: the program that offers it asks not to keep it")
        return nil
      }
      let bundle = PastedBundle(
        content, accepting: [], takingUnknownTypes: takesUnknownTypes, atMost: limits.byteCount,
        context: context)
      return try history.add { try bundle.write(to: $0, replacing: false) }
    } catch let error as TransferError {
      switch error.code {
      case .empty: return nil
      case .connectionLost, .cannotConnect: throw error
      default: Console.shared.error("left out: \(error.ofCommand.reason)")
      }
    } catch let error as ActionError where error.kind == .negative {
      Console.shared.note("left out: \(error.description)")
    } catch let error as FileSystemError
      where error.path.map({ !$0.bytes.starts(with: folder.bytes) }) ?? false
    {
      // A file that was copied and is gone.
      Console.shared.error("left out: \(error.message)")
    }
    return nil
  }
}
