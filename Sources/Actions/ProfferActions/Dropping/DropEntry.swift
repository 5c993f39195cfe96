import FolderDrops
public import Foundation
public import ProfferFileSystem

/// A recorded drop, which can be undone or forgotten.
public struct DropEntry: Sendable {
  /// A description of a drop.
  public struct Summary: Sendable {
    /// The path of the source bundle.
    public let source: FilePath
    /// The path of the destination folder or bundle.
    public let destination: FilePath
    /// The working folder of the process at the time of the drop.
    public let workingFolder: FilePath
    /// The number of items to drop.
    public let itemCount: Int
    /// Whether the items were moved rather than copied.
    public let isMove: Bool
    /// The time at which the drop began.
    public let date: Date
  }

  /// The number of the drop; later drops have higher numbers.
  public let number: Int
  /// The description of the drop; nil if the drop was interrupted or was recorded by an earlier version.
  public let summary: Summary?
  /// The files and folders that the drop created and that still exist.
  public let placed: [FilePath]
  /// The files and folders that the drop replaced.
  public let replaced: [FilePath]
  /// The reason why the record cannot be read; nil if the record can be read.
  ///
  /// A drop whose record is unreadable cannot be undone, only forgotten.
  public let damage: ActionError?
  /// The files for which an undo would currently fail, with the reasons; empty unless requested.
  public let obstacles: [DropProblem]

  init(_ drop: RecordedDrop) {
    number = drop.number
    summary = drop.description.map {
      Summary(
        source: $0.source, destination: $0.destination, workingFolder: $0.workingFolder,
        itemCount: $0.itemCount, isMove: $0.isMove, date: $0.date)
    }
    placed = drop.placed
    replaced = drop.replaced
    damage = drop.damage.map { ActionError.failure($0.message, cause: $0) }
    obstacles = drop.obstacles.map { DropProblem(path: $0.path, error: $0.error) }
  }
}

/// A file that an undo leaves unchanged, and the reason.
public struct DropProblem: Sendable {
  /// The path of the file.
  public let path: FilePath
  /// The reason why the file is left unchanged.
  public let error: any Error
}
