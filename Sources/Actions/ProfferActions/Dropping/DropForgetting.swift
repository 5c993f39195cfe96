import FolderDrops
public import ProfferFileSystem

/// The removal of a drop from the list, without undoing it.
///
/// Backups of bundles that were not restored are moved to a folder, which nothing removes.
public struct DropForgetting: Action {
  /// What was removed.
  public struct Outcome: Sendable {
    /// The number of the drop.
    public let number: Int
    /// The folder with its backups; nil if it had none.
    public let backups: FilePath?
  }

  /// The number of the drop.
  public var number: Int

  /// Forgets a drop.
  ///
  /// - Parameter number: the number of the drop.
  public init(number: Int) { self.number = number }

  /// Removes the drop from the list, even if its record is damaged.
  ///
  /// - Parameter context: what the action needs besides its inputs.
  /// - Returns: the drop, and where its backups are.
  /// - Throws: the negative answer `noSuchDrop`.
  public func run(in context: ActionContext) throws -> Outcome {
    let history = DropHistory(in: context)
    history.noteMissingFolder()
    guard let drop = try history.forget(number) else {
      throw ActionError.negative("there is no drop \(number) to forget", code: .noSuchDrop)
    }
    return Outcome(number: number, backups: drop.backups)
  }
}
