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

/// Finds names among many by their numbers, without an object for each name.
///
/// The names stay with the user, who gives the bytes of a number. Hashes are seeded anew for every index, so that names
/// from outside cannot be chosen to collide; no answer depends on the seed.
package struct NameIndex: Sendable {
  /// The hash of the bytes so far: a name is hashed once for itself and for all its beginnings.
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

  /// Makes an index that holds that many names before it grows.
  package init(capacity: Int) { index = HashIndex(capacity: capacity) }

  /// The hash of no bytes, to which those of a name are added.
  package var emptyHash: Hash { Hash(value: seed, key: key) }

  private func hash(of name: UnsafeRawBufferPointer) -> Hash {
    var hash = emptyHash
    for byte in name { hash.add(byte) }
    return hash
  }

  /// Adds a name under its number, unless an equal one is there.
  ///
  /// - Returns: the number of the equal name; nil when there was none.
  package mutating func insert(
    _ number: Int, _ name: UnsafeRawBufferPointer, nameOf: (Int) -> UnsafeRawBufferPointer
  ) -> Int? {
    let hash = hash(of: name)
    if let found = self.number(of: name, hash, nameOf: nameOf) { return found }
    index.insert(number, hash.bits)
    return nil
  }

  /// The number of a name; nil when it is not there.
  package func number(
    of name: UnsafeRawBufferPointer, nameOf: (Int) -> UnsafeRawBufferPointer
  ) -> Int? {
    number(of: name, hash(of: name), nameOf: nameOf)
  }

  /// The number of a name whose hash is known.
  package func number(
    of name: UnsafeRawBufferPointer, _ hash: Hash, nameOf: (Int) -> UnsafeRawBufferPointer
  ) -> Int? {
    index.number(hash.bits) { nameOf($0).elementsEqual(name) }
  }
}
