import FolderDrops
import Foundation
public import ProfferFileSystem

/// The undo of a drop.
///
/// Moved items are put back into the bundle that they came from, then what the drop created is removed. A file is removed or
/// replaced only if it has the contents that the drop wrote. If a bundle cannot be restored, nothing is removed. An undo
/// that is interrupted is finished by the next one.
public struct DropUndo: Action {
  /// What was undone.
  public struct Outcome: Sendable {
    /// The number of the drop; nil if an interrupted undo was finished instead.
    public let number: Int?
    /// The removed files and folders, which the drop had created.
    public let removed: [FilePath]
    /// The restored files and folders, which the drop had moved or replaced.
    public let restored: [FilePath]
    /// What could not be undone.
    public let problems: [DropProblem]
    /// Whether the drop was removed from the list, which happens if everything was undone or changed files are
    /// kept.
    public let isEnded: Bool
    /// The folder with the backups of replaced files that have changed; nil if there are none.
    public let keptBackups: FilePath?

    /// Whether there was nothing to undo.
    public var isEmpty: Bool { removed.isEmpty && restored.isEmpty && problems.isEmpty }
  }

  /// How old a drop is, in seconds, that is undone only after a question.
  private static let questionedAge = 3_600.0

  /// The number of the drop; nil is the last one.
  public var number: Int?
  /// Whether files that have changed are left, the rest is undone, and the drop is removed from the list.
  public var keepsChanged = false

  /// Undoes a drop.
  ///
  /// - Parameter number: the number of the drop; nil is the last one.
  public init(number: Int? = nil) { self.number = number }

  /// Undoes the drop.
  ///
  /// Without a number, the context is asked about a drop that is older than an hour or was made in another folder.
  ///
  /// - Parameter context: what the action needs besides its inputs.
  /// - Returns: what was undone, and what could not be.
  /// - Throws: the negative answers `noDrop`, `noSuchDrop` and `declined`; `damagedDrop`.
  public func run(in context: ActionContext) throws -> Outcome { try run(in: context) { _ in } }

  /// Undoes the drop; a function is called with it first.
  ///
  /// - Parameters:
  ///   - context: what the action needs besides its inputs.
  ///   - willUndo: called with the drop before the question and before anything is changed.
  /// - Returns: what was undone, and what could not be.
  /// - Throws: as ``run(in:)``, and what `willUndo` throws.
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

  /// Asks about a drop that is not obviously the one that is meant.
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
