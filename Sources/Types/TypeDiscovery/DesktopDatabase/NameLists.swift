import ByteTools

/// For each name, a list of the numbers of the entries with that name.
///
/// The numbers in each list are in ascending order.
///
/// The caller stores the names, as with ``NameIndex``. The database files have about two thousand lines and
/// are often read for a single query. Creating a string for each word would take longer than the rest of
/// such a query.
struct NameLists: Sendable {
  private var index: NameIndex
  /// For each number, the next number with the same name; -1 if there is none.
  private var next: [Int32]
  /// For the first number of each name, the last number with that name.
  private var last: [Int32]

  /// Creates lists for the given number of entries.
  init(count: Int) {
    index = NameIndex(capacity: count)
    next = [Int32](repeating: -1, count: count)
    last = next
  }

  /// Adds an entry.
  ///
  /// The number must be greater than all numbers that were added before.
  mutating func insert(
    _ number: Int, _ name: UnsafeRawBufferPointer, nameOf: (Int) -> UnsafeRawBufferPointer
  ) {
    let first = index.insert(number, name, nameOf: nameOf) ?? number
    if first != number { next[Int(last[first])] = Int32(number) }
    last[first] = Int32(number)
  }

  /// Returns the numbers of the entries with the given name.
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
