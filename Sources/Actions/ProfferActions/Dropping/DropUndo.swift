import FolderDrops
import Foundation
public import ProfferFileSystem

/// An action that undoes a drop.
///
/// The action returns moved items to their source bundle, then removes the files that the drop created. A
/// file is removed or replaced only if its contents have not changed since the drop. If a bundle cannot be
/// restored, no files are removed. If an undo is interrupted, the next undo completes it.
public struct DropUndo: Action {
  /// The result of an undo.
  public struct Outcome: Sendable {
    /// The number of the drop; nil if the action completed an earlier, interrupted undo instead.
    public let number: Int?
    /// The paths of the files and folders that the drop had created and that were removed.
    public let removed: [FilePath]
    /// The paths of the files and folders that the drop had moved or replaced and that were restored.
    public let restored: [FilePath]
    /// The files that could not be removed or restored, with the reasons.
    public let problems: [DropProblem]
    /// Whether the drop was removed from the list, because the undo was complete or changed files are kept.
    public let isEnded: Bool
    /// The folder with the backups of replaced files that changed after the drop; nil if there are none.
    public let keptBackups: FilePath?

    /// Whether nothing was undone and there were no problems.
    public var isEmpty: Bool { removed.isEmpty && restored.isEmpty && problems.isEmpty }
  }

  /// The minimum age, in seconds, of a drop for which an undo requires confirmation.
  private static let questionedAge = 3_600.0

  /// The number of the drop; if nil, the last drop is undone.
  public var number: Int?
  /// Whether to keep changed files, undo the rest of the drop, and remove the drop from the list.
  public var keepsChanged = false
  /// Whether to return the outcome of undoing the drop without changing anything.
  public var isDryRun = false

  /// Creates an action that undoes a drop.
  ///
  /// - Parameter number: the number of the drop; if nil, the last drop is undone.
  public init(number: Int? = nil) { self.number = number }

  /// Undoes the drop.
  ///
  /// If ``number`` is nil, the action calls ``ActionContext/confirm`` if the drop is older than an hour or
  /// was made in another working folder.
  ///
  /// - Parameter context: the types, folders and callbacks that the action uses.
  /// - Returns: the files that were removed or restored, and the files that could not be.
  /// - Throws: a negative ``ActionError`` with the code `noDrop`, `noSuchDrop` or `declined`, or a failure
  ///   with the code `damagedDrop`.
  public func run(in context: ActionContext) throws -> Outcome { try run(in: context) { _ in } }

  /// Passes the drop to a function, then undoes the drop.
  ///
  /// - Parameters:
  ///   - context: the types, folders and callbacks that the action uses.
  ///   - willUndo: called with the drop before ``ActionContext/confirm`` is called and before anything
  ///     changes.
  /// - Returns: the files that were removed or restored, and the files that could not be.
  /// - Throws: the errors of ``run(in:)``, and the errors that `willUndo` throws.
  public func run(in context: ActionContext, willUndo: (DropEntry) throws -> Void) throws -> Outcome {
    let history = DropHistory(in: context)
    history.noteMissingFolder()
    let drop = try history.drop(number).map { DropEntry($0) }
    if let drop {
      try history.requireReadable(drop)
      try willUndo(drop)
      if number == nil, !isDryRun { try confirm(drop, in: context) }
    }
    let report =
      try isDryRun
      ? drop.flatMap { try history.rehearsal($0.number, keepingChanged: keepsChanged) }
      : history.undo(number ?? drop?.number, keepingChanged: keepsChanged)
    guard let report else { throw history.noDrop(number) }
    return Outcome(
      number: drop?.number, removed: report.removed, restored: report.restored,
      problems: report.problems.map { DropProblem(path: $0.path, error: $0.error) },
      isEnded: report.isEnded, keptBackups: report.keptBackups)
  }

  /// Asks for confirmation if the drop is old or was made in another working folder.
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
