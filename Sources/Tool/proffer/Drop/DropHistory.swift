import ArgumentParsing
import FileSystem
import FolderDrops

/// The record of drops, from which undo takes the last one back.
struct DropHistory {
  private let history: UndoHistory?

  /// Finds the folder of the records; where the environment has none, reports that undo is not possible.
  init() {
    history = ProgramEnvironment.stateFolder.map { UndoHistory(in: $0.appending(Self.folderName)) }
    if history == nil {
      Console.note("neither XDG_STATE_HOME nor HOME is set, so that undo will not know of this")
    }
  }

  /// Runs a drop and records it.
  ///
  /// - Parameter body: gets the record, nil where there is no folder for it, and returns whether the drop changed
  ///   anything. When it throws or returns false, the record stays only if something was changed.
  func recording<Value>(_ body: (DropRecord?) throws -> (hasChanged: Bool, value: Value)) throws -> Value {
    do {
      let record = try history?.beginDrop()
      do {
        let (hasChanged, value) = try body(record)
        if hasChanged { record?.finish() } else { record?.abandon() }
        return value
      } catch {
        record?.abandon()
        throw error
      }
    } catch let error as FolderDropError where error.code == .notRecorded {
      throw ProgramError.failure("\(error); set XDG_STATE_HOME to a folder that can be written", cause: error)
    }
  }

  /// Takes the last drop back; nil when none is recorded.
  func undoLastDrop() throws -> UndoReport? { try history?.undoLastDrop() }

  private static let folderName: FileName = {
    guard let name = FileName("drops") else { preconditionFailure("a constant is not a name") }
    return name
  }()
}

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

  func run(_ types: TypeContext) throws -> ExitStatus {
    guard let report = try DropHistory().undoLastDrop() else {
      throw ProgramError.negative("there is no drop to take back")
    }
    if report.isEmpty { Console.note("the last drop was interrupted before it changed anything") }
    for path in report.removed { try Console.print("removed: \(path)") }
    for path in report.restored { try Console.print("restored: \(path)") }
    for problem in report.problems { Console.error("\(problem.error)") }
    return report.problems.isEmpty ? .done : .negative
  }
}
