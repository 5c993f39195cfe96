import FolderDrops
public import ProfferFileSystem

/// An action that removes a drop from the list of drops without undoing it.
///
/// Remaining backups of replaced files are moved to a separate folder and are never removed.
public struct DropForgetting: Action {
  /// The removed drop.
  public struct Outcome: Sendable {
    /// The number of the drop.
    public let number: Int
    /// The folder that now contains the backups of the drop; nil if there are no backups.
    public let backups: FilePath?
  }

  /// The number of the drop.
  public var number: Int

  /// Creates an action that removes a drop from the list.
  ///
  /// - Parameter number: the number of the drop.
  public init(number: Int) { self.number = number }

  /// Removes the drop from the list of drops, even if its record is damaged.
  ///
  /// - Parameter context: the types, folders and callbacks that the action uses.
  /// - Returns: the number of the drop, and the folder that contains its backups.
  /// - Throws: a negative ``ActionError`` with the code `noSuchDrop`.
  public func run(in context: ActionContext) throws -> Outcome {
    let history = DropHistory(in: context)
    history.noteMissingFolder()
    guard let drop = try history.forget(number) else {
      throw ActionError.negative("there is no drop \(number)", code: .noSuchDrop)
    }
    return Outcome(number: number, backups: drop.backups)
  }
}
