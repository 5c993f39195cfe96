import ByteTools

/// The numbers of entries that have the same name, in ascending order, found by the name.
///
/// The names stay with the user, as they do for ``NameIndex``: the files of the database have some two thousand lines and
/// are read for one question, so that a string for each word takes longer than the rest of the question.
struct NameLists: Sendable {
  private var index: NameIndex
  /// For each number, the next one with the same name; -1 after the last.
  private var next: [Int32]
  /// For the first number of each name, the last one.
  private var last: [Int32]

  /// Makes lists for that many entries.
  init(count: Int) {
    index = NameIndex(capacity: count)
    next = [Int32](repeating: -1, count: count)
    last = next
  }

  /// Adds an entry, whose number is greater than those before.
  mutating func insert(
    _ number: Int, _ name: UnsafeRawBufferPointer, nameOf: (Int) -> UnsafeRawBufferPointer
  ) {
    let first = index.insert(number, name, nameOf: nameOf) ?? number
    if first != number { next[Int(last[first])] = Int32(number) }
    last[first] = Int32(number)
  }

  /// The numbers of the entries with a name.
  func numbers(of name: UnsafeRawBufferPointer, nameOf: (Int) -> UnsafeRawBufferPointer) -> [Int] {
    var numbers: [Int] = []
    var number = index.number(of: name, nameOf: nameOf) ?? -1
    while number >= 0 {
      numbers.append(number)
      number = Int(next[number])
    }
    return numbers
  }
}
