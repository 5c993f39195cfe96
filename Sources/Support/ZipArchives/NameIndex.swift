/// Finds names among many by their numbers, without an object for each name.
///
/// The names stay where they are: whoever asks shows the bytes of a number. Hashes are seeded anew for every index,
/// so that nobody can make names that all meet in one place.
package struct NameIndex: Sendable {
  /// The hash of the bytes so far, so that a name is hashed once for itself and all its beginnings.
  package struct Hash: Sendable {
    fileprivate var value: UInt64
    fileprivate let key: UInt64

    /// Takes in the next byte.
    @inline(__always)
    package mutating func add(_ byte: UInt8) {
      let product = (value ^ UInt64(byte)).multipliedFullWidth(by: key)
      value = product.high ^ product.low
    }
  }

  /// The number in the low half, counted from 1 so that 0 is free, and half of the hash in the high one: most
  /// names that differ are told apart without looking at them.
  private var slots: [UInt64]
  private let mask: Int
  private let seed = UInt64.random(in: 0...UInt64.max)
  private let key = UInt64.random(in: 0...UInt64.max) | 1 << 63 | 1

  /// Makes room for so many names; more must not be inserted.
  package init(capacity: Int) {
    precondition(capacity < 1 << 31, "numbers of names have 31 bits")
    var slotCount = 16
    while slotCount < capacity * 2 { slotCount *= 2 }
    slots = [UInt64](repeating: 0, count: slotCount)
    mask = slotCount - 1
  }

  /// The hash of no bytes, which those of a name are added to.
  package var emptyHash: Hash { Hash(value: seed, key: key) }

  private func hash(of name: UnsafeRawBufferPointer) -> Hash {
    var hash = emptyHash
    for byte in name { hash.add(byte) }
    return hash
  }

  /// Adds a name under its number, unless an equal one is there already.
  ///
  /// - Returns: the number of the equal name; nil when there was none.
  package mutating func insert(
    _ number: Int, _ name: UnsafeRawBufferPointer, nameOf: (Int) -> UnsafeRawBufferPointer
  ) -> Int? {
    let hash = hash(of: name)
    let (slot, found) = place(of: name, hash, nameOf: nameOf)
    if found == nil {
      slots[slot] = hash.value & NameIndex.high | UInt64(truncatingIfNeeded: number + 1)
    }
    return found
  }

  /// The number of a name; nil when it is not there.
  package func number(
    of name: UnsafeRawBufferPointer, nameOf: (Int) -> UnsafeRawBufferPointer
  ) -> Int? {
    place(of: name, hash(of: name), nameOf: nameOf).found
  }

  /// The number of a name whose hash is known.
  package func number(
    of name: UnsafeRawBufferPointer, _ hash: Hash, nameOf: (Int) -> UnsafeRawBufferPointer
  ) -> Int? {
    place(of: name, hash, nameOf: nameOf).found
  }

  private static let high: UInt64 = 0xFFFF_FFFF_0000_0000

  private func place(
    of name: UnsafeRawBufferPointer, _ hash: Hash, nameOf: (Int) -> UnsafeRawBufferPointer
  ) -> (slot: Int, found: Int?) {
    var slot = Int(truncatingIfNeeded: hash.value) & mask
    while slots[slot] != 0 {
      if slots[slot] & NameIndex.high == hash.value & NameIndex.high {
        let number = Int(slots[slot] & ~NameIndex.high) - 1
        if nameOf(number).elementsEqual(name) { return (slot, number) }
      }
      slot = (slot + 1) & mask
    }
    return (slot, nil)
  }
}
