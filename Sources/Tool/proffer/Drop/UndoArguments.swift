import ArgumentParsing
import FolderDrops
import FileSystem

/// `undo`: the last drop taken back.
struct UndoArguments: CommandArguments {
  static var declaration: CommandDeclaration<UndoArguments> {
    CommandDeclaration(
      summary: "Take the last drop back.",
      details: """
        What a move took out of a bundle is put back first; then files that the drop made are removed, if they are as it made
        them. What cannot be taken back is reported and stays as it is; the status is then 1. While a bundle that items were
        moved out of cannot be put back, nothing is removed. A drop that was interrupted is taken back as far as it came,
        and an undo that was interrupted is finished by the next.
        """,
      examples: ["proffer undo": "The folder is as it was before the last drop."])
  }

  func run() throws -> ExitStatus {
    let console = Console()
    guard let report = try DropHistory(console: console).undoLastDrop() else {
      throw NegativeResult("there is no drop to take back")
    }
    if report.isEmpty { console.note("the last drop was interrupted before it changed anything") }
    for path in report.removed { try console.print("removed: \(path)") }
    for path in report.restored { try console.print("restored: \(path)") }
    for problem in report.problems { console.error("\(problem.error)") }
    return report.problems.isEmpty ? .done : .no
  }
}
