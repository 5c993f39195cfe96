import ArgumentParsing
import JSONText
import ProfferActions
import ProfferFileSystem

/// The command `undo`: undoes the last drop or the drop with a given number, or changes the list of drops.
struct UndoArguments: ProgramCommand {
  var number: Int?
  var forgotten: Int?
  var keepsChanged = false
  var lists = false
  var isDryRun = false
  var isConfirmed = false
  var asJSON = false

  static var declaration: CommandDeclaration<UndoArguments> {
    CommandDeclaration(
      summary: "Undo the last drop, or another one.",
      details: """
        First, moved items are put back into their bundle. Then the files that the drop created are removed,
        and then the folders that it created, if they are empty. If a bundle cannot be restored, nothing is
        removed. A file is removed or replaced only if its size and CRC-32 are the same as after the drop;
        times and permissions are ignored. Changes that cannot be undone are reported, and the status is then
        1.

        The last 20 drops are recorded. --list shows their numbers, and why files cannot be undone. Without a
        number, undo undoes the last drop in the list. The numbers of the others do not change. On a terminal,
        undo asks for confirmation if the drop is older than an hour or was made in another folder. A drop
        that was interrupted can be undone; an undo that was interrupted is finished by the next one.

        If files have changed since the drop, --keep-changed leaves them, undoes the rest, and removes the
        drop from the list. --forget removes a drop from the list without undoing it, even if its record is
        damaged. In both cases, backups of bundles that were not restored are moved to a folder that no
        command removes. The path of this folder is printed.

        If neither XDG_STATE_HOME nor HOME is set, drops are not recorded and cannot be undone.
        """,
      examples: [
        "proffer undo": "Undo the last drop.",
        "proffer undo --list": "List the drops that can be undone, the last one first.",
        "proffer undo 12": "Undo the drop with the number 12.",
        "proffer undo --dry-run": "Show what would be removed and restored; change nothing.",
        "proffer undo --keep-changed": "Undo the last drop, except for files that were edited since.",
        "proffer undo --forget 12": "Remove a drop that cannot be undone from the list.",
      ]
    ) {
      flag("-l", "--list", to: \.lists, help: "List the drops that can be undone.")
      flag("-n", "--dry-run", to: \.isDryRun, help: "Print what would be undone; change nothing.")
      flag(
        "--keep-changed", to: \.keepsChanged,
        help: "Leave files that have changed, undo the rest, and remove the drop from the list.")
      option(
        "--forget", "N", to: \.forgotten, as: .integer(in: 1 ... .max),
        help: "Remove this drop from the list, and keep its backups.")
      flag("-y", "--yes", to: \.isConfirmed, help: "Undo without asking.")
      flag("--json", to: \.asJSON, help: "Print JSON.")
      operand(
        "N", to: \.number, as: .integer(in: 1 ... .max),
        help: "The number of the drop, as --list shows it (default: the last drop).")
    }
  }

  func check() throws(ArgumentProblem) {
    if forgotten != nil, number != nil || lists || isDryRun || keepsChanged {
      throw ArgumentProblem("--forget requires the number of a drop, and can be combined only with --json")
    }
    if lists, number != nil || isDryRun || keepsChanged {
      throw ArgumentProblem(
        "--list lists all drops, and cannot be combined with a number, --dry-run or --keep-changed")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    let console = program.console
    if let forgotten {
      try print(try DropForgetting(number: forgotten).run(in: program.actions), on: console)
    } else if lists {
      try print(try RecordedDrops().run(in: program.actions), program)
    } else {
      return try undo(program)
    }
    return .done
  }

  private func undo(_ program: ProgramContext) throws -> ExitStatus {
    let console = program.console
    var context = program.actions
    if !isConfirmed { context.confirm = { try console.confirm($0.text) } }
    let current = try program.actions.folders.current.resolvingLinks()
    var undo = DropUndo(number: number)
    undo.keepsChanged = keepsChanged
    undo.isDryRun = isDryRun
    let outcome = try undo.run(in: context) { drop in
      if !asJSON { console.note("\(isDryRun ? "would undo" : "undoing") \(drop.text(in: current))") }
    }
    try reporting(isDryRun ? "nothing was undone" : "the undo is done") {
      try asJSON ? console.printJSON("undo", outcome.members(in: current)) : print(outcome, program)
    }
    return outcome.isEnded ? .done : .negative
  }

  /// Prints a result.
  ///
  /// If printing fails, the error states that the operation is complete.
  private func reporting(_ whatIsDone: String, _ print: () throws -> Void) throws {
    do { try print() } catch let error as FileSystemError where error.code != .brokenPipe {
      throw ActionError.failure(
        "\(whatIsDone), but the result cannot be printed: \(error)", cause: error, isReported: true)
    }
  }

  // MARK: Text

  private func print(_ outcome: DropUndo.Outcome, _ program: ProgramContext) throws {
    let console = program.console
    let current = try program.actions.folders.current.resolvingLinks()
    if outcome.isEmpty { console.note("the drop was interrupted before it changed anything") }
    for path in outcome.removed { try console.tell("removed: \(path.typed(in: current))") }
    for path in outcome.restored { try console.tell("restored: \(path.typed(in: current))") }
    for problem in outcome.problems {
      if outcome.isEnded { console.note("\(problem.error)") } else { console.error("\(problem.error)") }
    }
    if let backups = outcome.keptBackups { try console.print("backups: \(backups)") }
    guard !outcome.isEnded, let number = outcome.number else { return }
    console.note(
      "undo --keep-changed \(number) leaves files that have changed and undoes the rest; undo --list shows other drops"
    )
  }

  private func print(_ drop: DropForgetting.Outcome, on console: Console) throws {
    let number = drop.number
    try reporting("drop \(number) is forgotten\(drop.backups.map { ", its backups are in \($0)" } ?? "")") {
      if asJSON {
        let folder = drop.backups.map { JSONMember.name("backups", $0.bytes) } ?? []
        return try console.printJSON("undo", [JSONMember("forgotten", .integer(number))] + folder)
      }
      console.note("drop \(number) is forgotten\(drop.backups == nil ? "; it had no backups" : "")")
      if let backups = drop.backups { try console.print("backups: \(backups)") }
    }
  }

  private func print(_ drops: [DropEntry], _ program: ProgramContext) throws {
    let console = program.console
    let current = try program.actions.folders.current.resolvingLinks()
    if asJSON {
      return try console.printJSON("undo", [], "drops", of: drops.forEach) { $0.json(in: current) }
    }
    for drop in drops {
      try console.print("\(drop.number)  \(drop.text(in: current))")
      for obstacle in drop.obstaclesInWords { try console.print("   blocked by: \(obstacle)") }
    }
  }
}

extension ActionQuestion {
  /// The text of the question.
  fileprivate var text: String {
    switch self {
    case .undoesOldDrop: "It is older than an hour. Undo it?"
    case .undoesDropElsewhere(let folder): "It was made in \(folder). Undo it?"
    }
  }
}
