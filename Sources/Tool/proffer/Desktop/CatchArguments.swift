import ArgumentParsing
import DesktopTransfer
import ProfferActions
import ProfferFileSystem

/// `catch`: a small window on which other programs drop what they drag.
struct CatchArguments: ReceivingCommand {
  var receiving = ReceivingArguments("catch", namingFiles: "dropped")
  var stays = false
  var desktop = DesktopArguments(selection: .drag)

  static var declaration: CommandDeclaration<CatchArguments> {
    CommandDeclaration(
      summary: "Catch what other programs drag: a small window to drop on.",
      details: """
        What is dropped on the window is taken like what paste takes: with --into FOLDER, dropped files are copied into the folder,
        and other content becomes a file there, with a number where the name is taken; with -o NAME.dragbundle, everything goes
        into a bundle, all types that are known and dropped files as items; else text goes to standard output. With --accept,
        only drags with one of the types are accepted, and the first of the types that fits is taken.

        The command ends with the first drop, with --keep when the window is closed. The status is 1 if nothing was dropped.
        Drags go through Wayland or X11; without a display, through terminals that have drags, such as kitty from 0.47 on, where
        the terminal is dropped on.
        """,
      examples: [
        "proffer catch --into inbox": "Copy the files that are dropped.",
        "proffer catch -o drop.dragbundle": "Everything that a drop has.",
        "proffer catch --accept md --convert --into notes --keep":
          "Parts of web pages as Markdown, one after the other.",
      ]
    ) {
      DesktopArguments.routeParameters(route: \.desktop.route, isVerbose: \.desktop.isVerbose)
      flag("--keep", to: \.stays, help: "Take drops until the window is closed; needs --into.")
      DesktopArguments.recordParameter(\.desktop.record)
      ReceivingArguments.parameters(
        timeout: "How long to wait for a drop, and for the program that it comes from.",
        json: "Print JSON; needs -o or --into.")
    }
  }

  func check() throws(ArgumentProblem) {
    try receiving.check()
    if stays, receiving.folder == nil {
      throw ArgumentProblem("--keep needs --into FOLDER, so that one drop does not replace the one before")
    }
    if receiving.asJSON, receiving.usesStandardOutput {
      throw ArgumentProblem(
        "--json needs -o PATH or --into FOLDER, so that the report does not mix with the content")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    let context = program.actions
    do {
      let limits = receiving.limits
      let place =
        receiving.folder?.description ?? receiving.output.map { "\($0)" } ?? "standard output"
      let (target, _) = try desktop.using(for: "catch") {
        try $0.dropTarget(calling: place, within: limits, recordedBy: nil)
      }
      try context.types.install()
      var count = 0
      repeat {
        guard let contents = try next(target, context) else { break }
        try take(contents, from: target, context)
        count += 1
      } while stays
      if count == 0 { throw ActionError.negative("nothing was dropped", code: .empty) }
    } catch let error as TransferError { throw error.ofCommand }
    return .done
  }

  /// The next drop; nil where the window was closed or the time is over.
  private func next(_ target: any DropTarget, _ context: ActionContext) throws -> (any SelectionContents)? {
    let deadline = receiving.timeLimit.map { ContinuousClock.now + $0 }
    let receiving = receiving
    let arrival = try target.next(until: deadline) { names in
      do { return try receiving.accepts(names, context) } catch {
        Console.shared.error("\(error)")
        return false
      }
    }
    guard case .dropped(let contents) = arrival else { return nil }
    return contents
  }

  /// Takes a drop; the program that it comes from is always told how that went.
  private func take(
    _ contents: any SelectionContents, from target: any DropTarget, _ context: ActionContext
  ) throws {
    do {
      if desktop.isVerbose { Console.shared.note("dropped: \(contents.names.joined(separator: ", "))") }
      try receiving.take(desktop.content(contents, in: context), context)
    } catch {
      try target.finish(false)
      guard stays else { throw error }
      // What one program does not give is no reason to miss the next.
      Console.shared.error("\((error as? TransferError)?.ofCommand ?? error)")
      return
    }
    try target.finish(true)
  }
}
