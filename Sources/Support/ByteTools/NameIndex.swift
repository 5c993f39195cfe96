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
