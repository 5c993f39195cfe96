import ArgumentParsing
import DesktopActions

/// The command `catch`: accepts drops from other programs, on a small window or on the terminal.
struct CatchArguments: ReceivingCommand {
  var receiving = ReceivingArguments("catch", namingFiles: "dropped")
  var stays = false
  var desktop = DesktopArguments()

  static var declaration: CommandDeclaration<CatchArguments> {
    CommandDeclaration(
      summary: "Catch what other programs drag: a small window to drop on.",
      details: """
        What is dropped on the window is taken like what paste takes: with --into FOLDER, dropped files are copied into the folder,
        and other content becomes a file there, with a number where the name is taken; with -o NAME.dragbundle, everything goes
        into a bundle, all types that are known and dropped files as items; else text goes to standard output. With --accept,
        only drags with one of the types are accepted, and the first of the types that fits is taken.

        The command ends with the first drop, with --stay when the window is closed. The status is 1 if nothing was dropped.
        Drags go through Wayland or X11; without a display, through terminals that have drags, such as kitty from 0.47 on, where
        the terminal is dropped on.
        """,
      examples: [
        "proffer catch --into inbox": "Copy the files that are dropped.",
        "proffer catch -o drop.dragbundle": "Everything that a drop has.",
        "proffer catch --accept md --convert --into notes --stay":
          "Parts of web pages as Markdown, one after the other.",
      ]
    ) {
      DesktopArguments.routeParameters(route: \.desktop.route, isVerbose: \.desktop.isVerbose)
      flag("--stay", to: \.stays, help: "Take drops until the window is closed; needs --into.")
        .formerly("--keep")
      DesktopArguments.recordParameter(\.desktop.record)
      ReceivingArguments.parameters(
        timeout: "How long to wait for a drop, and for the program that it comes from.",
        json: "Print JSON; needs -o or --into.")
    }
  }

  func check() throws(ArgumentProblem) {
    try receiving.check()
    if stays, receiving.folder == nil {
      throw ArgumentProblem("--stay needs --into FOLDER, so that one drop does not replace the one before")
    }
    if receiving.asJSON, receiving.usesStandardOutput {
      throw ArgumentProblem(
        "--json needs -o PATH or --into FOLDER, so that the report does not mix with the content")
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
