import ByteTools

/// Names, each once, numbered in the order in which they came.
///
/// Names are equal when their bytes are.
struct NameTable {
  private var names = PackedTexts()
  private var index = NameIndex(capacity: 8)
  /// How many names the index has room for.
  private var capacity = 8

  /// Adds a name unless it is there.
  ///
  /// - Returns: its number, and whether it was added.
  mutating func insert(_ name: String) -> (number: Int, isNew: Bool) {
    if names.count == capacity { grow() }
    let number = names.count
    var name = name
    return name.withUTF8 { name in
      let name = UnsafeRawBufferPointer(name)
      if let known = names.withTexts({ index.insert(number, name, nameOf: $0) }) { return (known, false) }
      names.append(name)
      return (number, true)
    }
  }

  private mutating func grow() {
    capacity *= 2
    var grown = NameIndex(capacity: capacity)
    names.withTexts { nameOf in
      // The names differ, so that each gets a place.
      for number in 0..<names.count { _ = grown.insert(number, nameOf(number), nameOf: nameOf) }
    }
    index = grown
  }
}
