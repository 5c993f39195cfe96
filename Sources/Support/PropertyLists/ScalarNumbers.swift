/// Which scalar has which number, where equal ones have one: a hash table of numbers into a list that its user keeps.
///
/// A slot has eight bytes, and to grow it looks at no scalar again. A dictionary would hash them all anew, each wherever
/// in memory it is, and that is what large lists would wait for.
struct ScalarNumbers {
  private struct Slot {
    var hash: UInt32 = 0
    var number = Slot.free

    /// No scalar's number: one that had it is in no slot, and merely not shared.
    static let free = UInt32.max
  }

  private var slots = Array(repeating: Slot(), count: 64)
  private var count = 0

  /// Where a scalar was looked for and was not.
  struct Place {
    fileprivate let index: Int
    fileprivate let hash: UInt32
  }

  /// What came of a look.
  enum Found {
    case number(Int)
    case nothing(Place)
  }

  /// Looks for a scalar; `isEqual` says whether the one of a number is equal to it.
  func find(_ scalar: ExactScalar, isEqual: (Int) -> Bool) -> Found {
    let hash = UInt32(truncatingIfNeeded: scalar.hashValue)
    let mask = slots.count - 1
    var index = Int(hash) & mask
    while slots[index].number != Slot.free {
      if slots[index].hash == hash, isEqual(Int(slots[index].number)) {
        return .number(Int(slots[index].number))
      }
      index = (index + 1) & mask
    }
    return .nothing(Place(index: index, hash: hash))
  }

  /// Gives the scalar that was not there a number.
  mutating func insert(_ number: Int, at place: Place) {
    guard let number = UInt32(exactly: number), number != Slot.free else { return }
    slots[place.index] = Slot(hash: place.hash, number: number)
    count += 1
    if count * 2 > slots.count { grow() }
  }

  private mutating func grow() {
    var larger = Array(repeating: Slot(), count: slots.count * 4)
    let mask = larger.count - 1
    for slot in slots where slot.number != Slot.free {
      var index = Int(slot.hash) & mask
      while larger[index].number != Slot.free { index = (index + 1) & mask }
      larger[index] = slot
    }
    slots = larger
  }
}
