import FileSystem
import FolderDrops

/// Where the program records drops, so that they can be taken back.
struct DropHistory {
  private let history: UndoHistory?

  /// Finds the place; where there is none, says that a drop cannot be taken back.
  init(console: Console) {
    history = ProgramEnvironment.stateFolder.map { UndoHistory(in: $0.appending(Self.folderName)) }
    if history == nil {
      console.note("neither XDG_STATE_HOME nor HOME is set, so that undo will not know of this")
    }
  }

  /// Does a drop that is recorded.
  ///
  /// - Parameter body: gets the record, nil where there is no place for one, and says whether the drop changed anything.
  ///   When it throws or says no, the record stays only if something has been changed.
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
      throw Failure("\(error); set XDG_STATE_HOME to a folder that can be written")
    }
  }

  /// Takes the last drop back; nil when none is recorded.
  func undoLastDrop() throws -> UndoReport? { try history?.undoLastDrop() }

  private static let folderName: FileName = {
    guard let name = FileName("drops") else { preconditionFailure("the name is a name") }
    return name
  }()
}
