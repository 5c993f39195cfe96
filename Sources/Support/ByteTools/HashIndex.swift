/// Numbers found by the hashes of their keys: a hash table whose keys stay with its user.
///
/// The user numbers its keys, keeps them in any form, and answers whether the key of a number is the one in question. A
/// dictionary would hold every key a second time, as an object of its own where it is an array or a string: for the
/// 100,000 names of a large archive that is most of the memory, and to grow it would hash all keys again, each wherever
/// it lies in memory.
///
/// Layout: open addressing in one array of 64-bit slots, at most half of them in use. A slot has the hash in its high half
/// and the number plus one in its low half; 0 is a free slot. A key's slot is the first free one from the slot that the
/// low bits of the hash name.
///
/// Invariants: between the slot that a hash names and the slot that its number is in, no slot is free, as nothing is ever
/// removed. The hash in the slot is all that is needed to place a number again, so growing looks at no key. Keys are
/// compared only where all 32 bits of their hashes are equal.
///
/// The user seeds the hashes where keys come from outside: otherwise they can be chosen to collide.
@usableFromInline @frozen
package struct HashIndex: Sendable {
  @usableFromInline var slots: [UInt64]
  @usableFromInline var count = 0

  /// Makes an index that holds that many numbers before it grows.
  @inlinable
  package init(capacity: Int = 0) {
    var slotCount = 16
    while slotCount < capacity * 2 { slotCount *= 2 }
    slots = [UInt64](repeating: 0, count: slotCount)
  }

  /// The number whose key has the hash and is equal; nil if there is none.
  @inlinable
  package func number(_ hash: UInt32, isEqual: (Int) -> Bool) -> Int? {
    let mask = slots.count - 1
    var place = Int(truncatingIfNeeded: hash) & mask
    while slots[place] != 0 {
      if slots[place] >> 32 == UInt64(hash) {
        let number = Int(truncatingIfNeeded: slots[place] & 0xFFFF_FFFF) - 1
        if isEqual(number) { return number }
      }
      place = (place + 1) & mask
    }
    return nil
  }

  /// Adds the number of a key that ``number(_:isEqual:)`` does not find.
  @inlinable
  package mutating func insert(_ number: Int, _ hash: UInt32) {
    precondition(number >= 0 && UInt64(number) < 0xFFFF_FFFF, "a number has 32 bits")
    if (count + 1) * 2 > slots.count { grow() }
    put(UInt64(hash) << 32 | UInt64(number + 1))
    count += 1
  }

  @inlinable
  mutating func put(_ slot: UInt64) {
    let mask = slots.count - 1
    var place = Int(truncatingIfNeeded: slot >> 32) & mask
    while slots[place] != 0 { place = (place + 1) & mask }
    slots[place] = slot
  }

  @usableFromInline
  mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: old.count * 2)
    for slot in old where slot != 0 { put(slot) }
  }
}
