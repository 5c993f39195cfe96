import ByteTools

/// A table that numbers distinct names from 0 on.
///
/// Names are stored in words of eight bytes, the last one filled with zeros, so that a name is hashed and
/// compared word by word. The hashes have a random seed, so that an attacker cannot choose names that collide.
struct XMLNameTable: Sendable {
  private struct Entry {
    let start: Int
    let byteCount: Int
  }

  private var index = HashIndex()
  private var entries: [Entry] = []
  private var words: [UInt64] = []
  private let seed = UInt64.random(in: 0...UInt64.max)
  private let key = UInt64.random(in: 0...UInt64.max) | 1 << 63 | 1

  var count: Int { entries.count }

  /// The number of bytes in the memory of the names.
  var byteCount: Int { words.count * 8 }

  /// Returns the number of the name in a range; nil if the name is not in the table.
  func number(of name: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Int? {
    index.number(hash(of: name, in: bytes)) { isEqual($0, name, in: bytes) }
  }

  /// Returns the number of the name in a range; the name is added if it is new.
  mutating func insert(_ name: Range<Int>, in bytes: UnsafeRawBufferPointer) -> (number: Int, isNew: Bool) {
    let hash = hash(of: name, in: bytes)
    if let number = index.number(hash, isEqual: { isEqual($0, name, in: bytes) }) { return (number, false) }
    let number = entries.count
    entries.append(Entry(start: words.count, byteCount: name.count))
    for place in stride(from: name.lowerBound, to: name.upperBound, by: 8) {
      words.append(bytes.word(at: place, before: name.upperBound))
    }
    index.insert(number, hash)
    return (number, true)
  }

  mutating func insert(_ name: String) -> (number: Int, isNew: Bool) {
    Array(name.utf8).withUnsafeBytes { insert(0..<$0.count, in: $0) }
  }

  /// Removes all names.
  mutating func removeAll() {
    index = HashIndex()
    entries.removeAll(keepingCapacity: true)
    words.removeAll(keepingCapacity: true)
  }

  @inline(__always)
  private func isEqual(_ number: Int, _ name: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Bool {
    let entry = entries[number]
    guard entry.byteCount == name.count else { return false }
    var word = entry.start
    var place = name.lowerBound
    while place < name.upperBound {
      guard words[word] == bytes.word(at: place, before: name.upperBound) else { return false }
      word += 1
      place += 8
    }
    return true
  }

  @inline(__always)
  private func hash(of name: Range<Int>, in bytes: UnsafeRawBufferPointer) -> UInt32 {
    var value = seed ^ UInt64(name.count)
    var place = name.lowerBound
    while place < name.upperBound {
      let word = bytes.word(at: place, before: name.upperBound)
      let product = (value ^ word).multipliedFullWidth(by: key)
      value = product.high ^ product.low
      place += 8
    }
    return UInt32(truncatingIfNeeded: value ^ value >> 32)
  }
}

extension UnsafeRawBufferPointer {
  /// Returns the eight bytes at an offset as a little-endian number; bytes from `end` on are zero.
  @inline(__always)
  func word(at place: Int, before end: Int) -> UInt64 {
    if place + 8 <= count {
      let word = UInt64(littleEndian: loadUnaligned(fromByteOffset: place, as: UInt64.self))
      return end - place < 8 ? word & (1 << UInt64((end - place) * 8) - 1) : word
    }
    var word: UInt64 = 0
    for index in place..<Swift.min(place + 8, end) {
      word |= UInt64(self[index]) << UInt64((index - place) * 8)
    }
    return word
  }
}
