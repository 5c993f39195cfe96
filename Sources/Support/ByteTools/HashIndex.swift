/// A hash table that stores only the numbers of its keys, and not the keys.
///
/// The caller numbers the keys, stores them in any form, and compares stored keys with the key of a lookup. A
/// dictionary would store every key a second time, as a separate object if the key is an array or a string.
/// For the 100,000 names of a large archive, these copies would take most of the memory. Growing a dictionary
/// also hashes all keys again, wherever the keys are in memory.
///
/// Layout: open addressing in one array of 64-bit slots. At most half of the slots are in use. The high half
/// of a slot contains the hash, and the low half contains the number plus one; 0 is a free slot. The low bits
/// of the hash select a slot. The number is stored in this slot, or in the next free slot if this slot is in
/// use.
///
/// Invariants: From the slot that a hash selects to the slot that contains the number, every slot is in use,
/// because numbers are never removed. The hash in a slot is sufficient for moving the number to a larger
/// array, so growing does not read the keys. Keys are compared only if all 32 bits of their hashes are equal.
///
/// If keys come from outside, the caller must seed the hashes, for example with ``SeededHash``. Otherwise, an
/// attacker can choose keys that collide.
@usableFromInline @frozen
package struct HashIndex: Sendable {
  @usableFromInline var slots: [UInt64]
  @usableFromInline var count = 0

  /// Creates an index with room for the given number of keys.
  @inlinable
  package init(capacity: Int = 0) {
    var slotCount = 16
    while slotCount < capacity * 2 { slotCount *= 2 }
    slots = [UInt64](repeating: 0, count: slotCount)
  }

  /// Returns the number of the key with this hash for which `isEqual` is true; nil if there is none.
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

  /// Adds the number of a key for which ``number(_:isEqual:)`` returns nil.
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

/// Finds names by their bytes without allocating an object for each name.
///
/// The caller stores the names, and supplies the bytes for a number. Every index has its own random hash
/// seed, so that an attacker cannot choose names that collide. Results do not depend on the seed.
package struct NameIndex: Sendable {
  /// The hash of the bytes that were added.
  ///
  /// One pass over a name yields the hashes of all its prefixes.
  package struct Hash: Sendable {
    fileprivate var value: UInt64
    fileprivate let key: UInt64

    /// Adds the next byte.
    @inline(__always)
    package mutating func add(_ byte: UInt8) {
      let product = (value ^ UInt64(byte)).multipliedFullWidth(by: key)
      value = product.high ^ product.low
    }

    fileprivate var bits: UInt32 { UInt32(truncatingIfNeeded: value >> 32) }
  }

  private var index: HashIndex
  private let seed = UInt64.random(in: 0...UInt64.max)
  private let key = UInt64.random(in: 0...UInt64.max) | 1 << 63 | 1

  /// Creates an index with room for the given number of names.
  package init(capacity: Int) { index = HashIndex(capacity: capacity) }

  /// The hash of an empty name, to which the bytes of a name are added.
  package var emptyHash: Hash { Hash(value: seed, key: key) }

  private func hash(of name: UnsafeRawBufferPointer) -> Hash {
    var hash = emptyHash
    for byte in name { hash.add(byte) }
    return hash
  }

  /// Adds a name with its number if no equal name exists.
  ///
  /// - Returns: the number of the existing name; nil if the name was added.
  package mutating func insert(
    _ number: Int, _ name: UnsafeRawBufferPointer, nameOf: (Int) -> UnsafeRawBufferPointer
  ) -> Int? {
    let hash = hash(of: name)
    if let found = self.number(of: name, hash, nameOf: nameOf) { return found }
    index.insert(number, hash.bits)
    return nil
  }

  /// Returns the number of a name; nil if the name is not in the index.
  package func number(
    of name: UnsafeRawBufferPointer, nameOf: (Int) -> UnsafeRawBufferPointer
  ) -> Int? {
    number(of: name, hash(of: name), nameOf: nameOf)
  }

  /// Returns the number of a name whose hash is known; nil if the name is not in the index.
  package func number(
    of name: UnsafeRawBufferPointer, _ hash: Hash, nameOf: (Int) -> UnsafeRawBufferPointer
  ) -> Int? {
    index.number(hash.bits) { nameOf($0).elementsEqual(name) }
  }
}
