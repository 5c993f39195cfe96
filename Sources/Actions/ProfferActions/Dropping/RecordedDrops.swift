/// An action that lists the drops that can be undone or forgotten.
///
/// The action changes nothing.
public struct RecordedDrops: Action {
  /// The number of the drop to list if ``isForOne`` is true; nil is the last one.
  public var number: Int?
  /// Whether to list a single drop instead of all drops.
  public var isForOne: Bool

  /// Lists all drops, with the obstacles to undoing them.
  public init() { isForOne = false }

  /// Lists one drop, with the obstacles to undoing it.
  ///
  /// - Parameter number: the number of the drop; nil for the last one.
  public init(number: Int?) {
    self.number = number
    isForOne = true
  }

  /// Reads the records.
  ///
  /// - Parameter context: the types, folders and callbacks that the action uses.
  /// - Returns: the drops, latest first.
  /// - Throws: for one drop, the negative error `noDrop` or `noSuchDrop`, or the failure `damagedDrop`.
  public func run(in context: ActionContext) throws -> [DropEntry] {
    let history = DropHistory(in: context)
    history.noteMissingFolder()
    guard isForOne else { return try history.drops(findingObstacles: true).map { DropEntry($0) } }
    return [try history.undoableDrop(number, findingObstacles: true)]
  }
}
