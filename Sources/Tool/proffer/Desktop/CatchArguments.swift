import ArgumentParsing
import DesktopActions

/// The command `catch`: accepts drops from other programs, on a small window or on the terminal.
struct CatchArguments: ReceivingCommand {
  var receiving = ReceivingArguments("catch", namingFiles: "dropped")
  var stays = false
  var desktop = DesktopArguments()

  static var declaration: CommandDeclaration<CatchArguments> {
    CommandDeclaration(
      summary: "Receive drops from other programs in a window.",
      details: """
        A window opens that names what it would take while something is dragged over it. Dropped
        content is written in the same way as by proffer paste. With --into FOLDER, dropped files are
        copied into the folder, and other content becomes a file there; if a name already exists, a
        number is added. With -o NAME.dragbundle, everything is written to a bundle: all known types,
        and dropped files as items. Otherwise, text is written to standard output. With --accept, only
        drags that offer one of these types are accepted, and the first matching type is taken.

        The command exits after the first drop or, with --stay, when the window is closed. With
        --stay, the window shows a row for each file that arrived, which can be dragged on. The exit
        status is 1 if nothing was dropped. Wayland or X11 is used. Without a display, drop the
        content on the terminal, if the terminal supports this, as kitty does from version 0.47.
        """,
      examples: [
        "proffer catch --into inbox": "Copy the files that are dropped.",
        "proffer catch -o drop.dragbundle": "Everything that is dropped, as a bundle.",
        "proffer catch --accept md --convert --into notes --stay":
          "Parts of web pages as Markdown, one after the other.",
      ]
    ) {
      DesktopArguments.routeParameters(route: \.desktop.route, isVerbose: \.desktop.isVerbose)
      flag("--stay", to: \.stays, help: "Accept drops until the window is closed; requires --into.")
        .formerly("--keep")
      DesktopArguments.recordParameter(\.desktop.record)
      ReceivingArguments.parameters(
        timeout: "How long to wait for a drop, and then for the source program.",
        json: "Print JSON; needs -o or --into.")
    }
  }

  func check() throws(ArgumentProblem) {
    try receiving.check()
    if stays, receiving.folder == nil {
      throw ArgumentProblem(
        "--stay requires --into FOLDER, because a single output file cannot hold several drops")
    }
    if receiving.asJSON, receiving.usesStandardOutput {
      throw ArgumentProblem(
        "--json requires -o PATH or --into FOLDER, because the report is written to standard output")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    let console = program.console
    var drops = DropCatch(receiving.receipt(on: program.console), on: desktop.context(on: console))
    drops.takesSeveral = stays
    let progress = ReceivingProgress("catch", on: program.console)
    defer { progress.clear() }
    _ = try drops.run(in: progress.shown(by: program.actions)) { drop in
      progress.clear()
      switch drop {
      case .success(let outcome): try receiving.print(outcome, on: console)
      case .failure(let error): console.error(error.programText)
      }
    }
    return .done
  }
}
