import ArgumentParsing
import DesktopTransfer
import Foundation
import JSONText
import ProfferActions
import ProfferFileSystem
import UniformTypes

/// `drag`: a small window from which files and bundles are dragged into other programs, in all their types.
struct DragArguments: ProgramCommand {
  /// How long files that were made for a drag stay: a file manager copies them after the drop.
  private static let fileLimit: Duration = .seconds(300)

  var files: [PathArgument] = []
  var offered: [TypeArgument] = []
  var inputType: TypeArgument?
  var stays = false
  var desktop = DesktopArguments(selection: .drag)
  var timeLimit: Duration?
  var asJSON = false

  static var declaration: CommandDeclaration<DragArguments> {
    CommandDeclaration(
      summary: "Drag files and bundles into other programs, in all their types.",
      details: """
        A small window opens. Press the mouse button in it and let go over another program: that takes the type that it likes
        best, a file manager the files, an editor the text. What is offered is what copy offers, files first; an item of a bundle
        and the result of a conversion become a file when a program asks for one. Such files are removed five minutes after
        the drop. Escape calls the drag off, where the display allows it.

        The command ends with the first drag and prints the types that were taken, with --keep when the window is closed. The
        status is 1 if nothing was dropped. Drags go through Wayland or X11; without a display, through terminals that have
        drags, such as kitty from 0.47 on, out of which everything is dragged.
        """,
      examples: [
        "proffer drag report.pdf photo.png": "Two files, into a mail or a web page.",
        "proffer drag trip.dragbundle": "All representations of a bundle.",
        "proffer drag notes.md --as html,rtf": "Only these types, and a file of the first.",
      ]
    ) {
      DesktopArguments.offerParameters(offered: \.offered, inputType: \.inputType)
      DesktopArguments.routeParameters(route: \.desktop.route, isVerbose: \.desktop.isVerbose)
      DesktopArguments.recordParameter(\.desktop.record)
      flag("--keep", to: \.stays, help: "Allow drags until the window is closed.")
      option(
        "--timeout", "SECONDS", to: \.timeLimit, as: .seconds,
        help: "End if there was no drag within this time.")
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
      throw ArgumentProblem("--type names the type of standard input; it needs the operand -")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    let context = program.actions
    // A second process keeps the files that were made, while the caller goes on.
    switch try BackgroundProcess.divide() {
    case .first(let status): return ExitStatus(rawValue: status) ?? .failure
    case .copy(let process):
      let portal = desktop.askedPortal()
      let items = try CopiedItems(files, as: offered, inputType: inputType, asFiles: true, context: context)
      let wasDropped = try drag(items, portal, process, context)
      let status = wasDropped ? ExitStatus.done : .negative
      let hasMadeFiles = items.madeFiles.isUsed
      guard wasDropped, hasMadeFiles || portal?.hasTransfers == true else { return status }
      try process.detach(reporting: UInt8(status.rawValue))
      portal?.waitUntilRetrieved()
      guard hasMadeFiles else { return status }
      // No program says when it has copied a file that was dropped on it, so that nothing else can be waited for.
      withExtendedLifetime(items) {
        Thread.sleep(forTimeInterval: TimeInterval(DragArguments.fileLimit.components.seconds))
      }
      return status
    }
  }

  /// Serves drags until one has ended, or the window is closed.
  ///
  /// - Returns: whether anything was dropped.
  private func drag(
    _ items: CopiedItems, _ portal: DocumentPortal?, _ process: BackgroundProcess, _ context: ActionContext
  ) throws -> Bool {
    try context.types.install()
    var options = DragOptions()
    options.timeLimit = timeLimit
    let offer = desktop.offer(items, through: portal, types: context.types.registry)
    let label = files.map { $0.fileNameText }.joined(separator: ", ")
    let (source, route) = try desktop.using(for: "drag") {
      try $0.dragSource(offer, calling: label, options)
    }
    let ending = source.ending
    try UnfinishedFiles.beforeEndingSignals { ending.request(waitingAtMost: .seconds(2)) }
    // The window of a caller that was ended closes too.
    Thread.detachNewThread {
      do { try process.waitUntilAlone() } catch {
        // The window stays until a person closes it.
        return Console.shared.note("\(error)")
      }
      ending.request(waitingAtMost: .zero)
    }
    if desktop.isVerbose { Console.shared.note("offered: \(source.names.joined(separator: ", "))") }
    var count = 0
    while true {
      let outcome = try source.run()
      if outcome.end == .dropped {
        count += 1
        try report(outcome, route)
      }
      let isOver = [.closed, .timeLimit, .requested].contains(outcome.end)
      if isOver, count > 0 { break }
      if outcome.end != .dropped {
        let message = "nothing was dropped: \(outcome.end.explanation)"
        guard stays, !isOver else {
          throw ActionError.negative(message, code: .init(rawValue: "\(outcome.end)"))
        }
        Console.shared.note(message)
      }
      if !stays { break }
    }
    return count > 0
  }

  private func report(_ outcome: DragOutcome, _ route: TransferRouteKind) throws {
    guard asJSON else {
      return try Console.shared.tell("dropped: \(outcome.types.joined(separator: ", "))")
    }
    try Console.shared.print(
      JSONEnvelope.result(
        of: "drag",
        [
          JSONMember("route", .string(route.rawValue)),
          JSONMember("types", .array(outcome.types.map(JSONNode.string))),
        ]))
  }
}

extension DragOutcome.End {
  /// What a message says of it.
  fileprivate var explanation: String {
    switch self {
    case .dropped: "it was"
    case .refused: "the program on which it was dropped did not take it"
    case .cancelled: "the drag was let go where no program takes it, or called off"
    case .unanswered: "the program on which it was dropped does not answer"
    case .closed: "the window was closed"
    case .timeLimit: "there was no drag within the time"
    case .requested: "the end was asked for"
    }
  }
}

extension PathArgument {
  /// The name of the file, for people.
  fileprivate var fileNameText: String {
    guard case .path(let path) = self else { return "standard input" }
    return path.lastComponent.map { "\($0)" } ?? "\(path)"
  }
}
