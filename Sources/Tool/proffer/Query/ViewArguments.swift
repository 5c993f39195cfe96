import ArgumentParsing
import DesktopActions
import ProfferActions

/// The command `view`: shows a bundle as a page in the browser.
struct ViewArguments: ProgramCommand {
  var bundle = PathArgument.standardStream
  var output: PathArgument?
  var side: Int?
  var replaces = false
  var team: String?
  var group: String?

  static var declaration: CommandDeclaration<ViewArguments> {
    CommandDeclaration(
      summary: "Show a bundle as a page in the browser.",
      details: """
        The page shows the pictures and texts of the items, their types and sizes, and what conversions would
        lose. It has no scripts and loads nothing from the network. Without -o, the page is a temporary file
        that only you can read; after an hour, the next view command removes it.
        """,
      examples: [
        "proffer view trip.dragbundle": "Open the page.",
        "proffer view trip.dragbundle -o t.html": "Keep it.",
      ]
    ) {
      option(
        "-o", "--output", "PATH", to: \.output, as: PathArgument.output,
        help: "Write to this file or folder, and open nothing; - is standard output.")
      option(
        "--thumbnail", "SIZE", to: \.side, as: .integer(in: 1...4096),
        help: "With -o: write a PNG of at most SIZE pixels a side, for file managers.")
      flag("-f", "--force", to: \.replaces, help: "With -o: overwrite an existing file.")
      option("--team", "NAME", to: \.team, as: .text, help: "Show content visible to this team.").rare
      option(
        "--group", "NAME", to: \.group, as: .text, help: "Show content visible to this visibility group."
      ).rare
      operand("BUNDLE", to: \.bundle, as: PathArgument.bundle, orInput: true, help: "The bundle.")
    }
  }

  func check() throws(ArgumentProblem) {
    if output == nil, replaces || side != nil {
      throw ArgumentProblem("--force and --thumbnail need -o PATH")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    var program = program
    program.actions = program.actions.asMember(ofTeam: team, group: group)
    let destination: ActionOutput? = output.map { output in
      if case .path(let path) = output { return .path(path) }
      return .stream(PayloadStream(on: program.console, isNamed: side == nil).write)
    }
    if let side, let destination {
      var thumbnail = BundleThumbnail(of: bundle.actionInput, side: side, to: destination)
      thumbnail.replaces = replaces
      _ = try thumbnail.run(in: program.actions)
      return .done
    }
    var view = BundleView(of: bundle.actionInput, to: destination)
    view.replaces = replaces
    let path = try program.showingProgress("view") { try view.run(in: $0) }.path
    guard output == nil, let path else { return .done }
    switch try PageOpening(of: path, on: .user).run(in: program.actions) {
    case .opened: break
    case .noDisplay: program.console.note("there is no display; open this page in a browser")
    case .noOpener: program.console.note("xdg-open is not installed; open this page in a browser")
    case .failed: program.console.note("xdg-open cannot open the page; open it in a browser")
    }
    try program.console.print("\(path)")
    return .done
  }
}
