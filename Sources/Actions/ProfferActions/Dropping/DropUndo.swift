import FolderDrops
import Foundation
public import ProfferFileSystem

/// An action that undoes a drop.
///
/// It returns moved items to their source bundle, then removes the files that the drop created. A file is
/// removed or replaced only if its contents are those that the drop wrote. If a bundle cannot be restored,
/// nothing is removed. The next undo completes an interrupted one.
public struct DropUndo: Action {
  /// The result of an undo.
  public struct Outcome: Sendable {
    /// The number of the drop; nil if an interrupted undo was finished instead.
    public let number: Int?
    /// The removed files and folders, which the drop had created.
    public let removed: [FilePath]
    /// The restored files and folders, which the drop had moved or replaced.
    public let restored: [FilePath]
    /// The files that could not be undone.
    public let problems: [DropProblem]
    /// Whether the drop was removed from the list, because everything was undone or changed files are kept.
    public let isEnded: Bool
    /// The folder with the backups of replaced files that have changed; nil if there are none.
    public let keptBackups: FilePath?

    /// Whether there was nothing to undo.
    public var isEmpty: Bool { removed.isEmpty && restored.isEmpty && problems.isEmpty }
  }

  /// The age of a drop, in seconds, above which an undo requires confirmation.
  private static let questionedAge = 3_600.0

  /// The number of the drop; nil undoes the last one.
  public var number: Int?
  /// Whether to leave changed files as they are, undo the rest, and remove the drop from the list.
  public var keepsChanged = false

  /// Creates an action that undoes a drop.
  ///
  /// - Parameter number: the number of the drop; nil for the last one.
  public init(number: Int? = nil) { self.number = number }

  /// Undoes the drop.
  ///
  /// If ``number`` is nil, the action calls ``ActionContext/confirm`` for a drop that is older than an hour
  /// or was made in another folder.
  ///
  /// - Parameter context: the types, folders and callbacks that the action uses.
  /// - Returns: the files that were undone, and those that could not be.
  /// - Throws: the negative error `noDrop`, `noSuchDrop` or `declined`, or the failure `damagedDrop`.
  public func run(in context: ActionContext) throws -> Outcome { try run(in: context) { _ in } }

  /// Undoes the drop after passing it to a function.
  ///
  /// - Parameters:
  ///   - context: the types, folders and callbacks that the action uses.
  ///   - willUndo: called with the drop before the user is asked and before anything changes.
  /// - Returns: the files that were undone, and those that could not be.
  /// - Throws: the errors of ``run(in:)`` and those of `willUndo`.
  public func run(in context: ActionContext, willUndo: (DropEntry) throws -> Void) throws -> Outcome {
    let history = DropHistory(in: context)
    history.noteMissingFolder()
    let drop = try history.drop(number).map { DropEntry($0) }
    if let drop {
      try history.requireReadable(drop)
      try willUndo(drop)
      if number == nil { try confirm(drop, in: context) }
    }
    guard let report = try history.undo(number ?? drop?.number, keepingChanged: keepsChanged) else {
      throw history.noDrop(number)
    }
    return Outcome(
      number: drop?.number, removed: report.removed, restored: report.restored,
      problems: report.problems.map { DropProblem(path: $0.path, error: $0.error) },
      isEnded: report.isEnded, keptBackups: report.keptBackups)
  }

  /// Asks for confirmation if the drop is old or was made in another folder.
  private func confirm(_ drop: DropEntry, in context: ActionContext) throws {
    guard let summary = drop.summary else { return }
    let isOld = context.now().timeIntervalSince(summary.date) > DropUndo.questionedAge
    let isElsewhere = try summary.workingFolder != context.folders.current.resolvingLinks()
    guard isOld || isElsewhere else { return }
    let question: ActionQuestion =
      isElsewhere ? .undoesDropElsewhere(summary.workingFolder) : .undoesOldDrop
    if try context.confirm(question) == false {
      throw ActionError.negative("nothing was undone", code: .declined)
    }
  }
}
