import ArgumentParsing
import DesktopTransfer
import Foundation
import JSONText
import ProfferActions
import ProfferFileSystem
import UniformTypes

/// `copy`: files and bundles on the clipboard, in all their types.
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

  static var declaration: CommandDeclaration<CopyArguments> {
    CommandDeclaration(
      summary: "Copy files and bundles to the clipboard, in all their types.",
      details: """
        A program that pastes takes the type that it likes best: notes.md is offered as Markdown, HTML, RTF and plain text, a
        picture as the picture and as a file, a bundle in everything it contains and as files, and all of them as a bundle for another
        proffer. A conversion is made when it is asked for, once. Text of any type, such as JSON or source code, is
        also offered as plain text in UTF-8. Its file is not offered, so that programs paste the text; --as public.file-url
        offers the file.

        Several operands are one offer: their files, and their texts joined. Without an operand standard input is copied.

        The offer lasts as long as a program keeps it up: proffer does so in the background, until something else is copied.
        Asked to end, it hands everything to a clipboard manager, if there is one. A terminal gets everything at once and keeps
        it: the command ends, and all conversions are made before.
        """,
      examples: [
        "proffer copy notes.md": "Paste it with its formatting into a mail, or as text into an editor.",
        "proffer copy trip.dragbundle": "All representations of a bundle.",
        "proffer copy report.pdf photo.png": "Two files, for a file manager.",
        "date | proffer copy": "The output of a program.",
        "ssh -t host proffer copy log.txt": "From another machine, through the terminal.",
        "proffer copy table.csv --as html,text": "Only these types, best first.",
      ]
    ) {
      DesktopArguments.offerParameters(offered: \.offered, inputType: \.inputType)
      DesktopArguments.parameters(
        route: \.desktop.route, selection: \.desktop.selection, isVerbose: \.desktop.isVerbose)
      flag(
        "--foreground", to: \.staysInForeground,
        help: "Stay in the foreground until something else is copied.")
      flag("--once", to: \.endsAfterOneReceiver, help: "End the offer when one program has pasted it.")
      option(
        "--timeout", "SECONDS", to: \.timeLimit, as: .seconds,
        help: "End the offer after this time; the clipboard is then empty.")
      flag(
        "--sensitive", to: \.isSensitive,
        help: "Ask clipboard managers not to keep the content, such as a password.")
      DesktopArguments.recordParameter(\.desktop.record)
      flag("--json", to: \.asJSON, help: "Print JSON.")
      operands(
        "FILE", appendingTo: \.files, as: PathArgument.input, count: 0 ... .max,
        help: "A file, a folder or a bundle; - is standard input.")
    }
  }

  func check() throws(ArgumentProblem) {
    if files.filter({ $0 == .standardStream }).count > 1 {
      throw ArgumentProblem("standard input can be copied only once")
    }
    if inputType != nil, !files.isEmpty, !files.contains(.standardStream) {
      throw ArgumentProblem("--type names the type of standard input; it needs the operand -")
    }
    if files.isEmpty, OpenFile.standardInput.isTerminal {
      throw ArgumentProblem("nothing to copy: name a file or a bundle, or send something through a pipe")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    let context = program.actions
    if staysInForeground {
      try own(context) {}
      return .done
    }
    // The process is copied before it has threads; whatever fails until the offer stands is seen by the caller.
    switch try BackgroundProcess.divide() {
    case .first(let status): return ExitStatus(rawValue: status) ?? .failure
    case .copy(let process):
      try own(context) { try process.detach(reporting: UInt8(ExitStatus.done.rawValue)) }
      return .done
    }
  }

  /// Offers everything until the offer ends.
  ///
  /// - Parameter didBegin: called when other programs find the offer.
  private func own(_ context: ActionContext, _ didBegin: () throws -> Void) throws {
    let portal = files.isEmpty ? nil : desktop.askedPortal()
    let sources = files.isEmpty ? [.standardStream] : files
    let items = try CopiedItems(sources, as: offered, inputType: inputType, context: context)
    try context.types.install()
    var options = OwnershipOptions()
    options.endsAfterOneReceiver = endsAfterOneReceiver
    options.timeLimit = timeLimit
    let offer = desktop.offer(items, isSensitive: isSensitive, through: portal, types: context.types.registry)
    let (ownership, route) = try desktop.using(for: "copy") {
      try $0.own(offer, as: desktop.selection, options)
    }
    let ending = ownership.ending
    try UnfinishedFiles.beforeEndingSignals { ending.request(waitingAtMost: .seconds(12)) }
    if desktop.isVerbose { Console.shared.note("offered: \(ownership.names.joined(separator: ", "))") }
    if asJSON {
      try report(offer.forms(on: route).filter { ownership.names.contains($0.name) }, route)
    }
    try didBegin()
    try withExtendedLifetime(items) {
      _ = try ownership.serve()
      // The last receiver may have a key only.
      portal?.waitUntilRetrieved()
    }
  }

  private func report(_ forms: [OfferedForm], _ route: TransferRouteKind) throws {
    let names = forms.map { form in
      JSONNode.object([
        JSONMember("name", .string(form.name)), JSONMember("type", .string(form.typeIdentifier)),
      ])
    }
    try Console.shared.print(
      JSONEnvelope.result(
        of: "copy",
        [
          JSONMember("selection", .string(desktop.selection.rawValue)),
          JSONMember("route", .string(route.rawValue)), JSONMember("names", .array(names)),
        ]))
  }
}
