import FolderDrops
import Foundation
import ProfferFileSystem

/// The records of drops, with which they can be undone.
struct DropHistory {
  private let history: UndoHistory?

  /// Finds the folder of the records; where the environment has none, reports that undo is not possible.
  init() {
    history = ProgramEnvironment.stateFolder.map { UndoHistory(in: $0.appending(Self.folderName)) }
    if history == nil {
      Console.note("neither XDG_STATE_HOME nor HOME is set, so this drop cannot be undone")
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

  /// The drops that can be undone, the last one first.
  func drops(atMost count: Int = .max) throws -> [RecordedDrop] { try history?.drops(atMost: count) ?? [] }

  /// Undoes the last drop; nil when none is recorded.
  func undoLastDrop() throws -> UndoReport? { try history?.undoLastDrop() }

  private static let folderName: FileName = {
    guard let name = FileName("drops") else { preconditionFailure("a constant is not a name") }
    return name
  }()
}

extension DropRecord {
  /// Records what a drop is, for undo to say.
  func describe(
    from source: FilePath, into destination: FilePath, itemCount: Int, isMove: Bool,
    createdFolders: [FilePath] = []
  ) throws {
    try describe(
      DropDescription(
        source: source.absolute(), destination: destination.absolute(),
        workingFolder: FilePath.currentFolder.resolvingLinks(), itemCount: itemCount, isMove: isMove,
        date: Date(),
        createdFolders: createdFolders.map { try $0.absolute() }))
  }
}
