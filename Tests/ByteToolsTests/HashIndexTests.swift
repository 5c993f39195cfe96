import ByteTools
import TestSupport
import Testing

@Suite struct HashIndexTests {
  /// With 0 bits all keys have the same hash; with 32 bits few keys share one.
  @Test(arguments: [0, 3, 12, 32])
  func aNumberIsFoundByItsKeyWhateverTheHashesShare(bitCount: Int) {
    let mask = UInt32(truncatingIfNeeded: (UInt64(1) << UInt64(bitCount)) - 1)
    let keys = (0..<700).map { UInt32($0) &* 2_654_435_761 }
    var index = HashIndex()
    for (number, key) in keys.enumerated() {
      expectNil(index.number(key & mask) { keys[$0] == key })
      index.insert(number, key & mask)
    }
    for (number, key) in keys.enumerated() {
      expectEqual(index.number(key & mask) { keys[$0] == key }, number)
    }
    expectNil(index.number(1) { _ in false })
  }
}

@Suite struct NameIndexTests {
  @Test func namesAreFoundAsInADictionary() {
    let seed = SeededGenerator.testSeed()
    var random = SeededGenerator(seed: seed)
    let names = (0..<3000).map { _ in
      (0..<Int.random(in: 0...3, using: &random)).map { _ in UInt8.random(in: 0x2E...0x33, using: &random) }
    }
    var index = NameIndex(capacity: 16)
    var known: [[UInt8]: Int] = [:]
    let all = Array(names.joined())
    var starts = [0]
    for name in names { starts.append(starts[starts.count - 1] + name.count) }
    all.withUnsafeBytes { all in
      let nameOf = { (number: Int) in
        UnsafeRawBufferPointer(rebasing: all[starts[number]..<starts[number + 1]])
      }
      for number in names.indices {
        let found = index.insert(number, nameOf(number), nameOf: nameOf)
        expectEqual(found, known[names[number]], "seed \(seed)")
        if found == nil { known[names[number]] = number }
      }
      for name in names {
        let found = name.withUnsafeBytes { index.number(of: $0, nameOf: nameOf) }
        expectEqual(found, known[name], "seed \(seed)")
        var hash = index.emptyHash
        for byte in name { hash.add(byte) }
        expectEqual(
          name.withUnsafeBytes { index.number(of: $0, hash, nameOf: nameOf) }, found, "seed \(seed)")
      }
      let absent = [UInt8](repeating: 0x2E, count: 9)
      expectNil(absent.withUnsafeBytes { index.number(of: $0, nameOf: nameOf) })
    }
  }
}
