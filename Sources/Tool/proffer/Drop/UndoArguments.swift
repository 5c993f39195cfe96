import ArgumentParsing
import FolderDrops
import Foundation
import JSONText
import ProfferFileSystem

/// `undo`: the last drop undone.
struct UndoArguments: ProgramCommand {
  var lists = false
  var isDryRun = false
  var isConfirmed = false
  var asJSON = false

  /// How old a drop is, in seconds, that is undone only after a question.
  private static let questionedAge = 3_600.0

  static var declaration: CommandDeclaration<UndoArguments> {
    CommandDeclaration(
      summary: "Undo the last drop.",
      details: """
        Items that a move took out of a bundle are put back first; then the files that the drop created are removed, if
        they have not changed, and then the folders that it created, if they are empty. What cannot be undone is reported
        and stays as it is; the status is then 1. While a bundle that items were moved out of cannot be restored, nothing
        is removed.

        The last 20 drops are recorded, and each undo undoes the last one that is left. On a terminal, a drop that is older
        than an hour, or was made in another folder, is undone only after a question. An interrupted drop is undone as far
        as it came, and an interrupted undo is finished by the next one.
        """,
      examples: [
        "proffer undo": "Undo the last drop.",
        "proffer undo --dry-run": "What would be removed and restored.",
        "proffer undo --list": "The drops that can be undone, the last one first.",
      ]
    ) {
      flag("--list", to: \.lists, help: "List the drops that can be undone.")
      flag("-n", "--dry-run", to: \.isDryRun, help: "Show what would be undone; change nothing.")
      flag("-y", "--yes", to: \.isConfirmed, help: "Undo without a question.")
      flag("--json", to: \.asJSON, help: "Print JSON.")
    }
  }

  func run(_ types: TypeContext) throws -> ExitStatus {
    let history = DropHistory()
    if lists { return try list(history.drops()) }
    let last = try history.drops(atMost: 1).first
    if isDryRun { return try preview(last) }
    let current = try FilePath.currentFolder.resolvingLinks()
    if let last {
      if !asJSON { Console.note("undoing \(last.summary(in: current))") }
      try confirm(last)
    }
    guard let report = try history.undoLastDrop() else {
      throw ProgramError.negative("there is no drop to undo", name: "noDrop")
    }
    if asJSON { return try printJSON(report) }
    if report.isEmpty { Console.note("the last drop was interrupted before it changed anything") }
    for path in report.removed { try Console.tell("removed: \(path.typed(in: current))") }
    for path in report.restored { try Console.tell("restored: \(path.typed(in: current))") }
    for problem in report.problems { Console.error("\(problem.error)") }
    return report.problems.isEmpty ? .done : .negative
  }

  /// Asks about a drop that is not obviously the one that is meant.
  private func confirm(_ drop: RecordedDrop) throws {
    guard !isConfirmed, let description = drop.description else { return }
    let isOld = Date().timeIntervalSince(description.date) > UndoArguments.questionedAge
    let isElsewhere = try description.workingFolder != FilePath.currentFolder.resolvingLinks()
    guard isOld || isElsewhere else { return }
    let reason = isElsewhere ? "It was made in \(description.workingFolder)." : "It is older than an hour."
    if try Console.confirm("\(reason) Undo it?") == false {
      throw ProgramError.negative("nothing was undone", name: "declined")
    }
  }

  private func list(_ drops: [RecordedDrop]) throws -> ExitStatus {
    if asJSON {
      try Console.print(
        JSONEnvelope.result(of: "undo", [JSONMember("drops", .array(drops.map(\.node)))]))
    } else {
      let current = try FilePath.currentFolder.resolvingLinks()
      for drop in drops { try Console.print(drop.summary(in: current)) }
    }
    return .done
  }

  private func preview(_ drop: RecordedDrop?) throws -> ExitStatus {
    guard let drop else { throw ProgramError.negative("there is no drop to undo", name: "noDrop") }
    if asJSON {
      try Console.print(JSONEnvelope.result(of: "undo", [JSONMember("drop", drop.node)]))
      return .done
    }
    let current = try FilePath.currentFolder.resolvingLinks()
    Console.note("would undo \(drop.summary(in: current))")
    for path in drop.placed.reversed() { try Console.print("would remove: \(path.typed(in: current))") }
    for path in drop.replaced.reversed() { try Console.print("would restore: \(path.typed(in: current))") }
    return .done
  }

  private func printJSON(_ report: UndoReport) throws -> ExitStatus {
    try Console.print(
      JSONEnvelope.result(
        of: "undo",
        [
          JSONMember("removed", .array(report.removed.map { .string($0.description) })),
          JSONMember("restored", .array(report.restored.map { .string($0.description) })),
          JSONMember(
            "problems",
            .array(
              report.problems.map { problem in
                .object([
                  JSONMember("path", .string(problem.path.description)),
                  JSONMember("error", JSONEnvelope.errorNode(problem.error)),
                ])
              })),
        ]))
    return report.problems.isEmpty ? .done : .negative
  }
}

extension RecordedDrop {
  /// The drop in a line: what went from where to where, and when.
  ///
  /// - Parameter folder: the current folder, below which paths are short.
  fileprivate func summary(in folder: FilePath) -> String {
    guard let description else { return "a drop of \(placed.count + replaced.count) files" }
    let items = description.itemCount == 1 ? "1 item" : "\(description.itemCount) items"
    let verb = description.isMove ? "the move of" : "the drop of"
    let (source, destination) = (
      description.source.typed(in: folder), description.destination.typed(in: folder)
    )
    return "\(verb) \(items) from \(source) into \(destination), "
      + RecordedDrop.age(Date().timeIntervalSince(description.date))
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
    return .object(members)
  }
}
