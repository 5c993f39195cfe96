import ArgumentParsing
import DesktopActions
import JSONText
import ProfferActions

/// The command `paste`: pastes content that another program has copied, as one type or as a bundle.
struct PasteArguments: ReceivingCommand {
  var receiving = ReceivingArguments("paste", namingFiles: "pasted")
  var lists = false
  var desktop = DesktopArguments()

  static var declaration: CommandDeclaration<PasteArguments> {
    CommandDeclaration(
      summary: "Paste the content of the clipboard: the best type, or all types.",
      details: """
        If text is offered, it is written to standard output; otherwise, the best type is written. With
        --accept, the first matching type is pasted. With -o FILE, the extension of FILE determines the type.
        With --into FOLDER, copied files are copied into the folder, files that were cut in a file manager are
        moved there, and other content becomes a file. If a name already exists, a number is added. To move
        the files back, run proffer undo.

        With -o NAME.dragbundle, everything is pasted into a bundle: all known types, and copied files as
        items. With --list, nothing is pasted. Instead, each offered type is listed with one of its names.
        With --verbose, all names are listed.

        The exit status is 1 if the clipboard is empty or nothing matches. A file is written only after all
        data has arrived; standard output is written as the data arrives.
        """,
      examples: [
        "proffer paste": "The text on the clipboard.",
        "proffer paste --list": "All types on the clipboard, with their names.",
        "proffer paste --accept md --convert": "A part of a web page as Markdown.",
        "proffer paste -o clip.dragbundle": "Everything, for copying it again later.",
        "proffer paste --into photos": "The picture or the files that were copied.",
      ]
    ) {
      flag("-l", "--list", to: \.lists, help: "List the offered types; paste nothing.")
      DesktopArguments.parameters(
        route: \.desktop.route, selection: \.desktop.selection, isVerbose: \.desktop.isVerbose)
      DesktopArguments.recordParameter(\.desktop.record)
      ReceivingArguments.parameters(
        timeout: "Maximum idle time of the other program, in seconds (default: 10).",
        json: "Print JSON; needs -o, --into or --list.")
    }
  }

  func check() throws(ArgumentProblem) {
    try receiving.check()
    if lists, receiving.output != nil || receiving.folder != nil {
      throw ArgumentProblem("--list writes nothing; omit -o and --into")
    }
    if receiving.asJSON, !lists, receiving.usesStandardOutput {
      throw ArgumentProblem(
        "--json requires -o PATH, --into FOLDER or --list, because the report is written to standard output")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    let context = desktop.context(on: program.console)
    if lists {
      var listing = ClipboardListing(of: desktop.selection, on: context)
      listing.timeLimit = receiving.timeLimit
      try print(listing.run(in: program.actions), on: program.console)
      return .done
    }
    let paste = ClipboardPaste(receiving.receipt(on: program.console), from: desktop.selection, on: context)
    let progress = ReceivingProgress("paste", on: program.console)
    defer { progress.clear() }
    let outcome = try paste.run(in: progress.shown(by: program.actions))
    progress.clear()
    try receiving.print(outcome, on: program.console)
    return .done
  }

  /// The rows of a list: all names with --verbose, otherwise one name for each type with content.
  private func rows(of listing: ClipboardListing.Outcome, on console: Console) -> [[String]] {
    if desktop.isVerbose {
      return listing.names.map { [$0.text, $0.typeIdentifier ?? "-", $0.remark?.text ?? ""] }
    }
    return listing.names.compactMap { name -> [String]? in
      switch name.remark {
      case .question, .privateContent, .sameAs: return nil
      case .unknown, nil: break
      }
      let otherCount = listing.names.count { $0.remark == .sameAs(name.text) }
      let others =
        otherCount == 0 ? "" : otherCount == 1 ? "and another name" : "and \(otherCount) other names"
      return [name.text, name.typeIdentifier ?? "-", name.remark?.text ?? others]
    }
  }

  private func print(_ listing: ClipboardListing.Outcome, on console: Console) throws {
    guard receiving.asJSON else {
      return try console.print(lines: TextTable.lines(rows(of: listing, on: console)))
    }
    let names = listing.names.map { name in
      JSONNode.object([
        JSONMember("name", .string(name.text)),
        JSONMember("type", name.typeIdentifier.map(JSONNode.string) ?? .null),
        JSONMember("remark", name.remark.map { .string($0.text) } ?? .null),
      ])
    }
    try console.printJSON(
      "paste",
      [
        JSONMember("selection", .string(listing.selection.rawValue)),
        JSONMember("route", .string(listing.route.name)),
        JSONMember("names", .array(names)),
      ])
  }
}

extension ClipboardListing.Remark {
  /// A description of the remark.
  fileprivate var text: String {
    switch self {
    case .question: "a question"
    case .privateContent: "private to the program"
    case .unknown: "unknown"
    case .sameAs(let name): "the same as \(name)"
    }
  }
}
