/// A hash function with a random seed, for keys that come from outside.
///
/// Without the seed, the keys of a document could be chosen to have equal hashes. Each word of eight bytes is multiplied to
/// 128 bits, and the halves of the product are combined.
@usableFromInline @frozen
package struct SeededHash: Sendable {
  @usableFromInline let seed: UInt64

  /// Makes a hash function with a random seed.
  @inlinable
  package init() { seed = UInt64.random(in: .min ... .max) }

  /// Returns the hash of a key.
  ///
  /// - Parameters:
  ///   - key: the bytes of the key.
  ///   - group: the number of the group to which the key belongs. The same key has another hash in another group.
  @inlinable
  package func hash(of key: UnsafeRawBufferPointer, in group: Int = 0) -> UInt64 {
    var hash = seed ^ UInt64(group) << 32 ^ UInt64(key.count)
    func add(_ word: UInt64) {
      let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15 ^ seed << 1)
      hash = product.high ^ product.low
    }
    var place = 0
    while place + 8 <= key.count {
      add(key.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      place += 8
    }
    var rest: UInt64 = 0
    while place < key.count {
      rest = rest << 8 | UInt64(key[place])
      place += 1
    }
    add(rest)
    add(seed)
    return hash
  }
}
