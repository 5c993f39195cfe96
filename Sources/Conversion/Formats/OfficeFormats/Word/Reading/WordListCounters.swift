/// The current numbers of the lists in a text.
///
/// The counters belong to the list definition, so that two numberings with the same definition continue each
/// other, and lists continue after other paragraphs. A numbering restarts a level at its first use of the
/// level.
struct WordListCounters {
  private struct Key: Hashable {
    var numbering: Int32
    var level: Int
  }

  private var numbers: [Int: [Int?]] = [:]
  private var restarted: Set<Key> = []

  /// The number of an item.
  struct Item {
    /// The number of each level, for the label.
    var numbers: [Int]
    /// Whether the item does not continue the preceding list.
    var isRestarted: Bool
  }

  /// Counts an item of a numbering.
  mutating func count(_ numbering: Int32, level: Int, in resolved: WordNumbering.Resolved) -> Item {
    var current = numbers[resolved.definition] ?? [Int?](repeating: nil, count: 9)
    func start(_ level: Int) -> Int { resolved.starts[level] ?? resolved.levels[level].start }
    var isRestarted = false
    if let start = resolved.starts[level],
      restarted.insert(Key(numbering: numbering, level: level)).inserted
    {
      isRestarted = current[level].map { $0 + 1 != start } ?? false
      current[level] = start
    } else if let number = current[level] {
      current[level] = min(number + 1, 999_999_999)
    } else {
      current[level] = start(level)
    }
    for deeper in (level + 1)..<9 {
      let restart = resolved.levels[deeper].restart
      if restart.map({ level + 1 <= $0 }) ?? true { current[deeper] = nil }
    }
    numbers[resolved.definition] = current
    return Item(numbers: (0..<9).map { current[$0] ?? start($0) }, isRestarted: isRestarted)
  }
}
