import Synchronization

/// For each type, the set of everything it conforms to: a bit for every type.
///
/// A type's set is made when somebody first asks about that type, and asking makes no other set. A set once published
/// never changes, so later questions are one atomic load and one bit test, without a lock.
struct ConformanceClosures: ~Copyable, @unchecked Sendable {
  /// `@unchecked`: the pointers are reached through atomics, and what they point to is written before it is published.
  private typealias Slot = Atomic<UnsafePointer<UInt64>?>

  private let slots: UnsafeMutablePointer<Slot>
  private let count: Int

  init(count: Int) {
    self.count = count
    slots = .allocate(capacity: count)
    for position in 0..<count { (slots + position).initialize(to: Slot(nil)) }
  }

  deinit {
    for position in 0..<count { slots[position].load(ordering: .acquiring)?.deallocate() }
    slots.deinitialize(count: count)
    slots.deallocate()
  }

  /// Whether a type is the other or conforms to it; nil when its set is not made yet.
  @inline(__always)
  func answer(_ position: Int, _ other: Int) -> Bool? {
    guard let words = slots[position].load(ordering: .acquiring) else { return nil }
    return words[other >> 6] >> (other & 63) & 1 != 0
  }

  /// Whether a type is the other or conforms to it.
  func contains(_ position: Int, _ other: Int, parents: (Int) -> ArraySlice<Int32>) -> Bool {
    if let answer = answer(position, other) { return answer }
    return close(position, parents: parents)[other >> 6] >> (other & 63) & 1 != 0
  }

  private var wordCount: Int { (count + 63) >> 6 }

  /// Makes a type's set by walking up from it once; the set itself says who was visited.
  @inline(never)
  private func close(_ position: Int, parents: (Int) -> ArraySlice<Int32>) -> UnsafePointer<UInt64> {
    let words = UnsafeMutablePointer<UInt64>.allocate(capacity: wordCount)
    words.initialize(repeating: 0, count: wordCount)
    words[position >> 6] |= 1 << (position & 63)
    var open = [position]
    while let next = open.popLast() {
      for parent in parents(next) {
        let bit: UInt64 = 1 << (parent & 63)
        guard words[Int(parent) >> 6] & bit == 0 else { continue }
        words[Int(parent) >> 6] |= bit
        open.append(Int(parent))
      }
    }
    let made = UnsafePointer(words)
    let (isFirst, earlier) = slots[position].compareExchange(
      expected: nil, desired: made, ordering: .acquiringAndReleasing)
    guard !isFirst, let earlier else { return made }
    made.deallocate()
    return earlier
  }
}
