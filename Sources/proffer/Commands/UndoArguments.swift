import CommandLineArguments
import DragAndDrop
import FileSystem

/// `undo`: the last drop taken back.
struct UndoArguments: CommandArguments {
  static var declaration: CommandDeclaration<UndoArguments> {
    CommandDeclaration(
      summary: "Take the last drop back.",
      details: """
        Files that the drop made are removed if they are as it made them; what a move took away is put back. What could not
        be taken back is told of and stays as it is; the status is then 1.
        """,
      examples: ["proffer undo": "The folder is as it was before the last drop."])
  }

  func run() throws -> ExitStatus {
    let console = Console()
    guard let journal = DropHistory(console: console).journal,
      try FileStatus.ifPresent(journal) != nil
    else { throw HonestNo("there is no drop to take back") }
    let report = try UndoJournal.undoDrop(recordedIn: journal)
    for path in report.removed { try console.print("removed: \(path)") }
    for path in report.restored { try console.print("restored: \(path)") }
    for problem in report.problems { console.error("\(problem.error)") }
    return report.problems.isEmpty ? .done : .no
  }
}
