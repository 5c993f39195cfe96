import ArgumentParsing
import FolderDrops
import Foundation
import JSONText
import ProfferActions
import ProfferFileSystem

/// `undo`: undoes the last drop, or the one with a number.
struct UndoArguments: ProgramCommand {
  var number: Int?
  var forgotten: Int?
  var keepsChanged = false
  var lists = false
  var isDryRun = false
  var isConfirmed = false
  var asJSON = false

  /// How old a drop is, in seconds, that is undone only after a question.
  private static let questionedAge = 3_600.0

  static var declaration: CommandDeclaration<UndoArguments> {
    CommandDeclaration(
      summary: "Undo the last drop, or another one.",
      details: """
        First, moved items are put back into the bundle that they came from. Then the files that the drop created are
        removed, and then the folders that it created, if they are empty. If a bundle cannot be restored, nothing is
        removed. A file is removed or replaced only if it has the contents that the drop wrote, by size and CRC-32; times
        and permissions do not matter. Changes that cannot be undone are reported, and the status is then 1.

        The last 20 drops are recorded. --list shows their numbers, and why files cannot be undone. Without a number, undo
        undoes the last drop in the list. The numbers of the others do not change. On a terminal, it asks before it undoes
        a drop that is older than an hour or was made in another folder. A drop that was interrupted can be undone; an
        undo that was interrupted is finished by the next one.

        If files have changed since the drop, --keep-changed leaves them, undoes the rest, and removes the drop from the
        list. --forget removes a drop from the list without undoing it, even if its record is damaged. In both cases,
        backups of bundles that were not restored are moved to a folder, whose path is printed. No command removes it.

        If neither XDG_STATE_HOME nor HOME is set, drops are not recorded and cannot be undone.
        """,
      examples: [
        "proffer undo": "Undo the last drop.",
        "proffer undo --list": "List the drops that can be undone, the last one first.",
        "proffer undo 12": "Undo the drop with the number 12.",
        "proffer undo --dry-run": "Show what would be removed and restored; change nothing.",
        "proffer undo --keep-changed": "Undo the last drop, except for files that were edited since.",
        "proffer undo --forget 12": "Remove a drop from the list that cannot be undone.",
      ]
    ) {
      flag("--list", to: \.lists, help: "List the drops that can be undone.")
      flag("-n", "--dry-run", to: \.isDryRun, help: "Show what would be undone; change nothing.")
      flag(
        "--keep-changed", to: \.keepsChanged,
        help: "Leave files that have changed, undo the rest, and remove the drop from the list.")
      option(
        "--forget", "N", to: \.forgotten, as: .integer(in: 1 ... .max),
        help: "Remove this drop from the list, and keep its backups.")
      flag("-y", "--yes", to: \.isConfirmed, help: "Undo without a question.")
      flag("--json", to: \.asJSON, help: "Print JSON.")
      operand(
        "N", to: \.number, as: .integer(in: 1 ... .max),
        help: "The number of the drop, as --list shows it; by default the last one.")
    }
  }

  func check() throws(ArgumentProblem) {
    if forgotten != nil, number != nil || lists || isDryRun || keepsChanged {
      throw ArgumentProblem("--forget takes the number of a drop, and no other option but --json")
    }
    if lists, number != nil || isDryRun || keepsChanged {
      throw ArgumentProblem("--list lists all drops; it takes no number, --dry-run or --keep-changed")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    let context = program.actions
    let history = DropHistory(in: context)
    if !history.hasFolder {
      Console.shared.note("neither XDG_STATE_HOME nor HOME is set, so drops are not recorded")
    }
    if let forgotten { return try forget(forgotten, history) }
    if lists { return try list(history.drops(findingObstacles: true)) }
    let drop = try history.drop(number, findingObstacles: isDryRun)
    if let drop, let damage = drop.damage {
      let remedy =
        "undo --forget \(drop.number) removes it from the list and keeps its backups; undo N undoes another drop"
      throw ActionError.failure(
        "drop \(drop.number) cannot be undone: \(damage.message); \(remedy)", cause: damage)
    }
    if isDryRun {
      guard let drop else { throw noDrop }
      return try preview(drop)
    }
    let current = try FilePath.currentFolder.resolvingLinks()
    if let drop {
      if !asJSON { Console.shared.note("undoing \(drop.summary(in: current))") }
      if number == nil { try confirm(drop) }
    }
    guard let report = try history.undo(number ?? drop?.number, keepingChanged: keepsChanged) else {
      throw noDrop
    }
    try Self.reporting("the undo is done") {
      if asJSON { return try printJSON(report, of: drop?.number) }
      if report.isEmpty { Console.shared.note("the drop was interrupted before it changed anything") }
      for path in report.removed { try Console.shared.tell("removed: \(path.typed(in: current))") }
      for path in report.restored { try Console.shared.tell("restored: \(path.typed(in: current))") }
      try tellProblems(of: report, number: drop?.number)
    }
    return report.isEnded ? .done : .negative
  }

  /// The error if there is no such drop.
  private var noDrop: ActionError {
    let reason = number.map { "there is no drop \($0) to undo; undo --list shows the numbers" }
    return ActionError.negative(reason ?? "there is no drop to undo", code: .noDrop)
  }

  /// Prints a result; if printing fails, the error says that the work is done.
  private static func reporting(_ whatIsDone: String, _ print: () throws -> Void) throws {
    do { try print() } catch let error as FileSystemError where error.code != .brokenPipe {
      throw ActionError.failure(
        "\(whatIsDone), but the result cannot be printed: \(error)", cause: error, isReported: true)
    }
  }

  private func tellProblems(of report: UndoReport, number: Int?) throws {
    for problem in report.problems {
      if report.isEnded {
        Console.shared.note("\(problem.error)")
      } else {
        Console.shared.error("\(problem.error)")
      }
    }
    if let backups = report.keptBackups { try tellBackups(backups) }
    guard !report.isEnded, let number else { return }
    Console.shared.note(
      "undo --keep-changed \(number) leaves files that have changed and undoes the rest; undo --list shows other drops"
    )
  }

  private func tellBackups(_ folder: FilePath) throws { try Console.shared.print("backups: \(folder)") }

  private func forget(_ number: Int, _ history: DropHistory) throws -> ExitStatus {
    guard let drop = try history.forget(number) else {
      throw ActionError.negative(
        "there is no drop \(number) to forget; undo --list shows the numbers", code: .noDrop)
    }
    try Self.reporting(
      "drop \(number) is forgotten\(drop.backups.map { ", its backups are in \($0)" } ?? "")"
    ) {
      if asJSON {
        let folder = drop.backups.map { JSONMember.name("backups", $0.bytes) } ?? []
        return try Console.shared.print(
          JSONEnvelope.result(of: "undo", [JSONMember("forgotten", .integer(number))] + folder))
      }
      Console.shared.note("drop \(number) is forgotten\(drop.backups == nil ? "; it had no backups" : "")")
      if let backups = drop.backups { try tellBackups(backups) }
    }
    return .done
  }

  /// Asks about a drop that is not obviously the one that is meant.
  private func confirm(_ drop: RecordedDrop) throws {
    guard !isConfirmed, let description = drop.description else { return }
    let isOld = Date().timeIntervalSince(description.date) > UndoArguments.questionedAge
    let isElsewhere = try description.workingFolder != FilePath.currentFolder.resolvingLinks()
    guard isOld || isElsewhere else { return }
    let reason = isElsewhere ? "It was made in \(description.workingFolder)." : "It is older than an hour."
    if try Console.shared.confirm("\(reason) Undo it?") == false {
      throw ActionError.negative("nothing was undone", code: .declined)
    }
  }

  private func list(_ drops: [RecordedDrop]) throws -> ExitStatus {
    if asJSON {
      try Console.shared.print(
        JSONEnvelope.result(of: "undo", [JSONMember("drops", .array(drops.map(\.node)))]))
    } else {
      let current = try FilePath.currentFolder.resolvingLinks()
      for drop in drops {
        try Console.shared.print("\(drop.number)  \(drop.summary(in: current))")
        for obstacle in drop.obstaclesInWords { try Console.shared.print("   in the way: \(obstacle)") }
      }
    }
    return .done
  }

  private func preview(_ drop: RecordedDrop) throws -> ExitStatus {
    if asJSON {
      try Console.shared.print(JSONEnvelope.result(of: "undo", [JSONMember("drop", drop.node)]))
      return .done
    }
    let current = try FilePath.currentFolder.resolvingLinks()
    Console.shared.note("would undo \(drop.summary(in: current))")
    let left = Set(drop.obstacles.map(\.path))
    for path in drop.placed.reversed() where !left.contains(path) {
      try Console.shared.print("would remove: \(path.typed(in: current))")
    }
    for path in drop.replaced.reversed() where !left.contains(path) {
      try Console.shared.print("would restore: \(path.typed(in: current))")
    }
    for obstacle in drop.obstaclesInWords { try Console.shared.print("would leave: \(obstacle)") }
    return .done
  }

  private func printJSON(_ report: UndoReport, of number: Int?) throws {
    try Console.shared.print(
      JSONEnvelope.result(
        of: "undo",
        (number.map { [JSONMember("number", .integer($0))] } ?? []) + [
          JSONMember("removed", .array(report.removed.map { .string($0.description) })),
          JSONMember("restored", .array(report.restored.map { .string($0.description) })),
          JSONMember("problems", JSONNode.problems(report.problems)),
          JSONMember("ended", .boolean(report.isEnded)),
        ] + (report.keptBackups.map { JSONMember.name("backups", $0.bytes) } ?? [])))
  }
}

extension JSONNode {
  /// Paths with errors.
  fileprivate static func problems(_ problems: [(path: FilePath, error: any Error)]) -> JSONNode {
    .array(
      problems.map { problem in
        .object([
          JSONMember("path", .string(problem.path.description)),
          JSONMember("error", JSONEnvelope.errorNode(problem.error)),
        ])
      })
  }
}

extension RecordedDrop {
  /// The drop in a line: what went from where to where, and when.
  ///
  /// - Parameter folder: the current folder, below which paths are short.
  fileprivate func summary(in folder: FilePath) -> String {
    guard let description else {
      return damage == nil ? "a drop of \(placed.count + replaced.count) files" : "a drop"
    }
    let items = description.itemCount == 1 ? "1 item" : "\(description.itemCount) items"
    let verb = description.isMove ? "the move of" : "the drop of"
    let (source, destination) = (
      description.source.typed(in: folder), description.destination.typed(in: folder)
    )
    return "\(verb) \(items) from \(source) into \(destination), "
      + RecordedDrop.age(Date().timeIntervalSince(description.date))
  }

  /// The reasons why the drop cannot be undone completely, a line each.
  fileprivate var obstaclesInWords: [String] {
    if let damage { return ["\(damage.message); undo --forget \(number) removes the drop from the list"] }
    return obstacles.map { "\($0.error)" }
  }

  /// A time that has passed, in words.
  private static func age(_ seconds: Double) -> String {
    let minutes = Int(seconds / 60)
    func ago(_ count: Int, _ unit: String) -> String { "\(count) \(unit)\(count == 1 ? "" : "s") ago" }
    switch minutes {
    case ..<1: return "just now"
    case ..<60: return ago(minutes, "minute")
    case ..<1_440: return ago(minutes / 60, "hour")
    default: return ago(minutes / 1_440, "day")
    }
  }

  fileprivate var node: JSONNode {
    var members: [JSONMember] = [JSONMember("number", .integer(number))]
    if let description {
      members += JSONMember.name("source", description.source.bytes)
      members += JSONMember.name("destination", description.destination.bytes)
      members += JSONMember.name("workingFolder", description.workingFolder.bytes)
      members += [
        JSONMember("items", .integer(description.itemCount)),
        JSONMember("operation", .string(description.isMove ? "move" : "copy")),
        JSONMember("time", .integer(Int64(description.date.timeIntervalSince1970))),
      ]
    }
    members.append(JSONMember("placed", .array(placed.map { .string($0.description) })))
    members.append(JSONMember("replaced", .array(replaced.map { .string($0.description) })))
    members.append(JSONMember("obstacles", .problems(obstacles)))
    if let damage { members.append(JSONMember("damage", JSONEnvelope.errorNode(damage))) }
    return .object(members)
  }
}
