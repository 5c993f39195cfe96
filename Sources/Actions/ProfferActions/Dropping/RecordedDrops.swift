/// An action that lists the drops that can be undone or forgotten.
///
/// The action does not change anything.
public struct RecordedDrops: Action {
  /// The number of the drop to list if ``isForOne`` is true; if nil, the last drop is listed.
  public var number: Int?
  /// Whether to list a single drop instead of all drops.
  public var isForOne: Bool

  /// Lists all drops, with the files for which an undo would fail.
  public init() { isForOne = false }

  /// Lists one drop, with the files for which an undo would fail.
  ///
  /// - Parameter number: the number of the drop; if nil, the last drop is listed.
  public init(number: Int?) {
    self.number = number
    isForOne = true
  }

  /// Reads the records of the drops.
  ///
  /// - Parameter context: the types, folders and callbacks that the action uses.
  /// - Returns: the drops, latest first.
  /// - Throws: if a single drop is listed, a negative ``ActionError`` with the code `noDrop` or `noSuchDrop`,
  ///   or a failure with the code `damagedDrop`.
  public func run(in context: ActionContext) throws -> [DropEntry] {
    let history = DropHistory(in: context)
    history.noteMissingFolder()
    guard isForOne else { return try history.drops(findingObstacles: true).map { DropEntry($0) } }
    return [try history.undoableDrop(number, findingObstacles: true)]
  }
}
