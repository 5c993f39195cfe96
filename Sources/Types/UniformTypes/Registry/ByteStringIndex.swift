/// Numbers byte strings in the order of their first insertion, and finds a string's number.
///
/// An open-addressing table over one block of bytes: nothing is allocated for a key, and a look-up neither allocates
/// nor makes a `String`. The hash is seeded at random for each index, so that declarations from outside cannot be
/// chosen to collide; no answer depends on the seed.
struct ByteStringIndex: Sendable {
  private struct Key {
    let start: UInt32
    let count: UInt32
  }

  private var bytes: [UInt8] = []
  private var keys: [Key] = []
  /// A key's number plus one in the low half and half of its hash in the high half; zero is free.
  private var slots: [UInt64]
  private let seed = UInt64.random(in: 0...UInt64.max)

  /// The number of different strings.
  var count: Int { keys.count }

  /// Makes an index that holds about that many strings before it grows.
  init(capacity: Int) {
    var slotCount = 16
    while slotCount < capacity * 2 { slotCount *= 2 }
    slots = [UInt64](repeating: 0, count: slotCount)
    keys.reserveCapacity(capacity)
    bytes.reserveCapacity(capacity * 24)
  }

  /// The number of the string, given to it now if it is new.
  mutating func insert(_ key: UnsafeBufferPointer<UInt8>) -> Int {
    if (keys.count + 1) * 2 > slots.count { grow() }
    let hash = self.hash(of: key)
    var place = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[place] != 0 {
      if let number = number(in: slots[place], of: key, hash) { return number }
      place = (place + 1) & (slots.count - 1)
    }
    let number = keys.count
    keys.append(Key(start: UInt32(bytes.count), count: UInt32(key.count)))
    bytes.append(contentsOf: key)
    slots[place] = Self.slot(number, hash)
    return number
  }

  /// The number of the string, nil when it was never inserted.
  func find(_ key: UnsafeBufferPointer<UInt8>) -> Int? {
    let hash = self.hash(of: key)
    var place = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[place] != 0 {
      if let number = number(in: slots[place], of: key, hash) { return number }
      place = (place + 1) & (slots.count - 1)
    }
    return nil
  }

  private static func slot(_ number: Int, _ hash: UInt64) -> UInt64 {
    hash & 0xFFFF_FFFF_0000_0000 | UInt64(number + 1)
  }

  private func number(in slot: UInt64, of key: UnsafeBufferPointer<UInt8>, _ hash: UInt64) -> Int? {
    guard (slot ^ hash) >> 32 == 0 else { return nil }
    let number = Int(slot & 0xFFFF_FFFF) - 1
    let stored = keys[number]
    guard Int(stored.count) == key.count else { return nil }
    let isEqual = bytes.withUnsafeBufferPointer { bytes in
      FoldedText.areEqual(UnsafeBufferPointer(rebasing: bytes[Int(stored.start)...].prefix(key.count)), key)
    }
    return isEqual ? number : nil
  }

  private mutating func grow() {
    slots = [UInt64](repeating: 0, count: slots.count * 2)
    for number in keys.indices {
      let key = keys[number]
      let hash = bytes.withUnsafeBufferPointer { bytes in
        self.hash(of: UnsafeBufferPointer(rebasing: bytes[Int(key.start)...].prefix(Int(key.count))))
      }
      var place = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[place] != 0 { place = (place + 1) & (slots.count - 1) }
      slots[place] = Self.slot(number, hash)
    }
  }

  /// Eight bytes at a time, each step a full multiplication folded to 64 bits.
  private func hash(of key: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let raw = UnsafeRawBufferPointer(key)
    var hash = seed ^ UInt64(key.count)
    var offset = 0
    while offset + 8 <= raw.count {
      hash = Self.mixed(hash, raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    var rest: UInt64 = 0
    while offset < raw.count {
      rest = rest << 8 | UInt64(raw[offset])
      offset += 1
    }
    return Self.mixed(Self.mixed(hash, rest), 0xD1B5_4A32_D192_ED03)
  }

  private static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0xA24B_AED4_963E_E407 ^ hash)
    return product.high ^ product.low
  }
}
