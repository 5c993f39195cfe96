/// The drops that can be undone or forgotten.
///
/// Nothing is changed.
public struct RecordedDrops: Action {
  /// The only drop that is wanted, by its number.
  public var number: Int?
  /// Whether only the last drop is wanted, or that of ``number``.
  public var isForOne: Bool

  /// All drops, with what prevents their undo.
  public init() { isForOne = false }

  /// One drop, with what prevents its undo.
  ///
  /// - Parameter number: the number of the drop; nil is the last one.
  public init(number: Int?) {
    self.number = number
    isForOne = true
  }

  /// Reads the records.
  ///
  /// - Parameter context: what the action needs besides its inputs.
  /// - Returns: the drops, the last one first.
  /// - Throws: for one drop, the negative answers `noDrop` and `noSuchDrop`, and `damagedDrop`.
  public func run(in context: ActionContext) throws -> [DropEntry] {
    let history = DropHistory(in: context)
    history.noteMissingFolder()
    guard isForOne else { return try history.drops(findingObstacles: true).map { DropEntry($0) } }
    return [try history.undoableDrop(number, findingObstacles: true)]
  }
}
