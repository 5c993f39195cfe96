import ArgumentParsing
import DesktopActions
import JSONText
import ProfferActions
import ProfferFileSystem

/// The command `copy`: copies files and bundles to the clipboard, in all their types.
struct CopyArguments: ProgramCommand {
  var files: [PathArgument] = []
  var offered: [TypeArgument] = []
  var inputType: TypeArgument?
  var desktop = DesktopArguments()
  var staysInForeground = false
  var endsAfterOneReceiver = false
  var isSensitive = false
  var timeLimit: Duration?
  var asJSON = false
  var clears = false

  static var declaration: CommandDeclaration<CopyArguments> {
    CommandDeclaration(
      summary: "Copy files and bundles to the clipboard, in all their types.",
      details: """
        The program that pastes chooses the type. For example, the file notes.md is offered as Markdown, HTML,
        RTF and plain text. A picture is offered as image data and as a file, and a bundle in all its types
        and as files. Text of any type, such as JSON or source code, is offered as plain text in UTF-8. Word
        and OpenDocument documents are offered as HTML, RTF and plain text if a converter is installed. If
        text is offered, the file is offered only in the formats that file managers read, so that editors
        paste the text and file managers paste the file. Everything is also offered as a bundle, which another
        instance of proffer can paste.

        The pasted content is the content at the time of the copy, even if the file changes later. There is
        one exception: if the file system cannot share extents, a file of more than 1 GiB is read when it is
        pasted. If such a file has changed, the paste fails and the offer ends; a Wayland program then
        receives only the beginning, without an error. Documents of up to 16 MiB are converted in the
        background, larger ones on request. This may be too late for programs that wait only one second.

        Several operands are offered together: their files as a list, and their texts joined. Without an
        operand, standard input is copied. Its type is determined by its contents, unless it is given with
        --from: --from txt copies the source of a page.

        The offer lasts until something else is copied; until then, proffer runs in the background. If
        proffer is interrupted or terminated, it first passes everything to the clipboard manager, if one is
        running. A terminal receives everything immediately and keeps it.
        """,
      examples: [
        "proffer copy notes.md": "Paste it with its formatting into a mail, or as text into an editor.",
        "proffer copy trip.dragbundle": "All representations of a bundle.",
        "proffer copy report.pdf photo.png": "Two files, for a file manager.",
        "date | proffer copy": "The output of a program.",
        "ssh -t host proffer copy log.txt": "From another machine, through the terminal.",
        "proffer copy table.csv --to html,text": "Only these types, best first.",
        "proffer copy --clear": "Empty the clipboard.",
      ]
    ) {
      DesktopArguments.offerParameters(offered: \.offered, inputType: \.inputType)
      DesktopArguments.parameters(
        route: \.desktop.route, selection: \.desktop.selection, isVerbose: \.desktop.isVerbose)
      flag(
        "--foreground", to: \.staysInForeground,
        help: "Stay in the foreground until something else is copied.")
      flag("--once", to: \.endsAfterOneReceiver, help: "End the offer after one paste.")
      flag("--clear", to: \.clears, help: "Empty the clipboard without copying anything.")
      option(
        "--timeout", "SECONDS", to: \.timeLimit, as: .seconds,
        help: "End the offer after this time; the clipboard is then empty.")
      flag(
        "--sensitive", to: \.isSensitive,
        help: "Ask clipboard managers not to keep the content, for example a password.")
      DesktopArguments.recordParameter(\.desktop.record)
      flag("--json", to: \.asJSON, help: "Print JSON.")
      operands(
        "FILE", appendingTo: \.files, as: PathArgument.input, count: 0 ... .max,
        help: "A file, a folder or a bundle; - is standard input.")
    }
  }

  func check() throws(ArgumentProblem) {
    if clears {
      guard files.isEmpty, offered.isEmpty, inputType == nil else {
        throw ArgumentProblem("--clear copies nothing; omit the files and types")
      }
      return
    }
    if files.filter({ $0 == .standardStream }).count > 1 {
      throw ArgumentProblem("standard input can be copied only once")
    }
    if inputType != nil, !files.isEmpty, !files.contains(.standardStream) {
      throw ArgumentProblem("--from sets the type of standard input and requires the operand -")
    }
    if files.isEmpty, OpenFile.standardInput.isTerminal {
      throw ArgumentProblem("nothing to copy: give a file or a bundle, or send something through a pipe")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    if clears {
      let clearing = ClipboardClearing(of: desktop.selection, on: desktop.context(on: program.console))
      let route = try clearing.run(in: program.actions)
      if asJSON { try report([], on: route, to: program.console) }
      return .done
    }
    if staysInForeground {
      try own(program) {}
      return .done
    }
    // The process must fork before it has threads. The original process waits until the offer is available or
    // an error occurs.
    switch try BackgroundProcess.divide() {
    case .first(let status): return ExitStatus(rawValue: status) ?? .failure
    case .copy(let process):
      return try process.run {
        try own(program) { try process.detach(reporting: UInt8(ExitStatus.done.rawValue)) }
        return .done
      }
    }
  }

  /// Offers the inputs, and serves requests until the offer ends.
  ///
  /// - Parameter didBegin: called after the offer has become available to other programs.
  private func own(_ program: ProgramContext, _ didBegin: () throws -> Void) throws {
    let inputs = files.isEmpty ? [PathArgument.standardStream] : files
    var offer = ClipboardOffer(of: inputs.map(\.actionInput), on: desktop.context(on: program.console))
    offer.selection = desktop.selection
    offer.types = offered
    offer.inputType = inputType
    offer.isSensitive = isSensitive
    offer.endsAfterOneReceiver = endsAfterOneReceiver
    offer.timeLimit = timeLimit
    let ownership = try offer.run(in: program.actions)
    try UnfinishedFiles.beforeEndingSignals { ownership.end(waitingAtMost: .seconds(12)) }
    if asJSON { try report(ownership.names, on: ownership.route, to: program.console) }
    try didBegin()
    try ownership.serve()
  }

  private func report(
    _ names: [ClipboardOwnership.Name], on route: DesktopRoute, to console: Console
  ) throws {
    let names = names.map { name in
      JSONNode.object([
        JSONMember("name", .string(name.text)), JSONMember("type", .string(name.typeIdentifier)),
      ])
    }
    try console.printJSON(
      "copy",
      [
        JSONMember("selection", .string(desktop.selection.rawValue)),
        JSONMember("route", .string(route.name)), JSONMember("names", .array(names)),
      ])
  }
}
