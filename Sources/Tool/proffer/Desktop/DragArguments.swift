import ArgumentParsing
import DesktopActions
import Foundation
import JSONText
import ProfferActions
import ProfferFileSystem

/// The command `drag`: shows a window or uses the terminal, to drag files and bundles into other programs.
struct DragArguments: ProgramCommand {
  var files: [PathArgument] = []
  var offered: [TypeArgument] = []
  var inputType: TypeArgument?
  var stays = false
  var desktop = DesktopArguments()
  var timeLimit: Duration?
  var asJSON = false

  static var declaration: CommandDeclaration<DragArguments> {
    CommandDeclaration(
      summary: "Drag files and bundles into other programs, in all their types.",
      details: """
        A window opens with a row for each item. Press the mouse button on a row and release it over another
        program; all rows are dragged together from the bar below them. Click with Control or Shift to select
        several rows. The arrow keys move, Enter copies the selected rows to the clipboard, Delete removes them
        from the window but does not change the files, and Escape cancels a drag or closes the window.

        The other program chooses the type: a file manager takes the files, an editor the text. The offered
        types are the same as for proffer copy, but files come first. If a program requests a file, an item of
        a bundle or the result of a conversion is written to a temporary file. This file is removed five
        minutes after the drop.

        The command exits after the first drag or, with --stay, when the window is closed. If rows were copied,
        it stays in the background until another program copies something. It prints the types that were taken.
        The exit status is 1 if nothing was dropped or copied. Wayland or X11 is used. Without a display, drag
        the content out of the terminal, if the terminal supports this, as kitty does from version 0.47.
        """,
      examples: [
        "proffer drag report.pdf photo.png": "Two files, into a mail or a web page.",
        "proffer drag trip.dragbundle": "All representations of a bundle.",
        "proffer drag notes.md --to html,rtf": "Only these types, and a file of the first type.",
      ]
    ) {
      DesktopArguments.offerParameters(offered: \.offered, inputType: \.inputType)
      DesktopArguments.routeParameters(route: \.desktop.route, isVerbose: \.desktop.isVerbose)
      DesktopArguments.recordParameter(\.desktop.record)
      flag("--stay", to: \.stays, help: "Allow drags until the window is closed.").formerly("--keep")
      option(
        "--timeout", "SECONDS", to: \.timeLimit, as: .seconds,
        help: "Exit if no drag begins within this time.")
      flag("--json", to: \.asJSON, help: "Print JSON.")
      operands(
        "FILE", appendingTo: \.files, as: PathArgument.input, count: 1 ... .max,
        help: "A file, a folder or a bundle; - is standard input.")
    }
  }

  func check() throws(ArgumentProblem) {
    if files.filter({ $0 == .standardStream }).count > 1 {
      throw ArgumentProblem("standard input can be dragged only once")
    }
    if inputType != nil, !files.contains(.standardStream) {
      throw ArgumentProblem("--from sets the type of standard input and requires the operand -")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    // A second process keeps the created files available after the original process has ended.
    switch try BackgroundProcess.divide() {
    case .first(let status): return ExitStatus(rawValue: status) ?? .failure
    case .copy(let process): return try process.run { try drag(in: program, process) }
    }
  }

  /// Shows the window, and serves drags from the window.
  private func drag(in program: ProgramContext, _ process: BackgroundProcess) throws -> ExitStatus {
    var offer = DragOffer(of: files.map(\.actionInput), on: desktop.context(on: program.console))
    offer.types = offered
    offer.inputType = inputType
    offer.timeLimit = timeLimit
    let window = try offer.run(in: program.actions)
    try UnfinishedFiles.beforeEndingSignals { window.end(waitingAtMost: .seconds(2)) }
    // If the original process is terminated, the window closes.
    Thread.detachNewThread { [console = program.console] in
      do { try process.waitUntilAlone() } catch {
        // If the wait fails, the window stays open until the user closes it.
        return console.note("\(error)")
      }
      // Rows that were copied can still be pasted.
      window.close()
    }
    try window.serve(allowingSeveral: stays) { try report($0, on: window.route, program.console) }
    if window.hasPendingContent {
      try process.detach(reporting: UInt8(ExitStatus.done.rawValue))
      window.keepContent()
    }
    return .done
  }

  private func report(_ types: [String], on route: DesktopRoute, _ console: Console) throws {
    guard asJSON else { return try console.tell("dropped: \(types.joined(separator: ", "))") }
    try console.printJSON(
      "drag",
      [
        JSONMember("route", .string(route.name)),
        JSONMember("types", .array(types.map(JSONNode.string))),
      ])
  }
}
