import Foundation
import ProfferConversions
import TestSupport
import Testing

@testable import StructuredFormats

/// Binary property lists: laws and limits.
///
/// The cases of single values are in `Tests/Cases/structured-values`.
struct BinaryPropertyListTests {
  private static let exact: RandomValues.Kinds = [
    .dataAndWholeDates, .fractionalDates, .uids, .controls, .infinities, .subtleText,
  ]

  // MARK: Laws

  @Test func writtenPropertyListsReadBackEqual() throws {
    let seed = SeededGenerator.testSeed()
    var random = RandomValues(seed: seed, Self.exact)
    for _ in 0..<Repetitions.count(80, long: 300) {
      let value = random.value()
      let written = try value.writeBinaryPropertyList()
      expectEmpty(written.losses)
      let back = try StructuredValue.readBinaryPropertyList(written.data).value
      expectEqual(back, value, "seed \(seed): \(difference(back, value) ?? "")")
    }
  }

  @Test func pythonWritesTheSameBytes() async throws {
    let seed = SeededGenerator.testSeed()
    var random = RandomValues(seed: seed, [.dataAndWholeDates, .controls, .subtleText])
    let value = StructuredValue.array((0..<100).map { _ in random.value() })
    let ours = try value.writeBinaryPropertyList().data
    try await expectEqual(
      ReferenceImplementations.python(rewriting: ours, asXML: false), ours, "seed \(seed)")
  }

  @Test func foundationReadsTheSame() throws {
    let seed = SeededGenerator.testSeed()
    var random = RandomValues(seed: seed, [.dataAndWholeDates])
    for _ in 0..<Repetitions.count(25, long: 100) {
      let value = random.value()
      let object = try PropertyListSerialization.propertyList(
        from: value.writeBinaryPropertyList().data, format: nil)
      let theirs = try PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0)
      let back = try StructuredValue.readBinaryPropertyList(theirs).value
      expect(back.isEquivalent(to: value), "seed \(seed): \(difference(back, value) ?? "")")
    }
  }

  @Test(arguments: [
    "0", "255", "256", "65535", "65536", "4294967296", "-1", "-9223372036854775808",
    "18446744073709551615", "-9223372036854775809", "170141183460469231731687303715884105727",
    "-170141183460469231731687303715884105728",
  ])
  func integersOfUpTo128BitsAreExact(digits: String) throws {
    let value = StructuredValue.integer(try require(StructuredInteger(decimal: digits)))
    let written = try value.writeBinaryPropertyList()
    expectEmpty(written.losses)
    try expectEqual(StructuredValue.readBinaryPropertyList(written.data).value, value)
  }

  @Test func integersBeyondTheRangeOfANumberAreErrors() {
    let digits = String(repeating: "9", count: 400)
    expectError(.unwritable) {
      try StructuredValue.integer(try require(StructuredInteger(decimal: digits))).writeBinaryPropertyList()
    }
  }

  @Test func equalScalarsAreOneObject() throws {
    let name = String(repeating: "long name ", count: 10)
    let value = StructuredValue.array(
      Array(repeating: [StructuredMember(name, .string(name))], count: 50).map(StructuredValue.dictionary))
    try expectLess(value.writeBinaryPropertyList().data.count, 600)
    let different: StructuredValue = ["é", "e\u{301}", 1, 1.0, true, 0.0, -0.0]
    try expectEqual(
      StructuredValue.readBinaryPropertyList(different.writeBinaryPropertyList().data).value, different)
  }

  // MARK: Reading by hand

  /// A file with the given objects; offsets have one byte, and references one byte unless given.
  private func file(_ objects: [[UInt8]], top: Int = 0, referenceSize: UInt8 = 1) -> Data {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets.append(UInt8(bytes.count))
      bytes += object
    }
    let table = UInt8(bytes.count)
    bytes += offsets + [0, 0, 0, 0, 0, 0, 1, referenceSize]
    for number in [UInt8(objects.count), UInt8(top), table] { bytes += [0, 0, 0, 0, 0, 0, 0, number] }
    return Data(bytes)
  }

  private func read(_ file: Data) throws -> StructuredValue {
    try StructuredValue.readBinaryPropertyList(file).value
  }

  @Test func sharedObjectsAreReadForEachOfTheirNames() throws {
    try expectEqual(read(file([[0xA3, 1, 1, 2], [0xA1, 2], [0x51, 0x78]])), [["x"], ["x"], "x"])
  }

  @Test func depthIsBounded() throws {
    var nested = StructuredValue.array([])
    for _ in 1..<512 { nested = [nested] }
    let file = try nested.writeBinaryPropertyList().data
    try expectEqual(read(file), nested)
    let limits = ReadingLimits(depth: 511)
    expectError(.tooDeep) { try StructuredValue.readBinaryPropertyList(file, limits: limits) }
    expectError(.tooDeep) { try StructuredValue.array([nested]).writeBinaryPropertyList() }
  }

  @Test func aFileCutAnywhereOrWithAnyByteFlippedNeverTraps() throws {
    let value: StructuredValue = [
      "a": [1, 2.5, true, "é", -5, 70_000], "b": .data(Data([1, 2, 3])),
      "c": .date(Date(timeIntervalSinceReferenceDate: 1.5)), "d": .uid(4),
      "long": "more than fifteen characters", "huge": .integer(StructuredInteger(UInt64.max)),
    ]
    let file = try value.writeBinaryPropertyList().data
    for length in 0..<file.count {
      expectThrows(CoderError.self, "\(length)") {
        try StructuredValue.readPropertyList(file.prefix(length))
      }
    }
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    for index in file.indices {
      for byte in Repetitions.some(12, of: 0...UInt8.max, using: &generator) where byte != file[index] {
        var changed = file
        changed[index] = byte
        do { _ = try StructuredValue.readPropertyList(changed) } catch {
          expect(error is CoderError, "seed \(seed): \(error)")
        }
      }
    }
  }
}
