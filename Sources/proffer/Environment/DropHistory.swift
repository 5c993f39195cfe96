import DragAndDrop
import FileSystem

/// Where the last drop is remembered, so that it can be taken back.
struct DropHistory {
  private let folder: FilePath?
  private let console: Console

  /// Finds the place; where there is none, says that a drop could not be taken back.
  init(console: Console) {
    self.console = console
    folder = ProgramEnvironment.stateFolder
    if folder == nil {
      console.note("neither XDG_STATE_HOME nor HOME is set, so that undo will not know of this")
    }
  }

  /// The journal of the last drop.
  var journal: FilePath? { folder?.appending(DropHistory.journalName) }

  /// The journal's place in a folder that is there.
  func prepared() throws -> FilePath? {
    guard let folder else { return nil }
    try Folder.createWithParents(folder)
    return journal
  }

  /// Changes a file in a way that can be taken back, and writes the journal.
  func replace(_ path: FilePath, in journal: inout UndoJournal, _ edit: () throws -> Void) throws {
    guard let folder, let place = try prepared() else { return try edit() }
    guard try FileStatus.of(path).kind != .folder else {
      console.note(
        "\(path) is a bundle in the form of a folder; undo will not put back what this changes in it")
      return try edit()
    }
    try journal.recordReplacement(
      of: path, keptIn: folder.appending(DropHistory.keptName), recordingIn: place, edit)
  }

  private static let journalName = name("last-drop.json")
  private static let keptName = name("kept")

  private static func name(_ text: String) -> FileName {
    guard let name = FileName(text) else { preconditionFailure("\(text) is a name") }
    return name
  }
}
