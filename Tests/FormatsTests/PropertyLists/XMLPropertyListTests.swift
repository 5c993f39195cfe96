import Foundation
import ProfferConversions
import TestSupport
import Testing

@testable import StructuredFormats

/// XML property lists: laws and limits.
///
/// The cases of single values are in `Tests/Cases/structured-values`.
struct XMLPropertyListTests {
  private static let exact: RandomValues.Kinds = [
    .dataAndWholeDates, .uids, .hugeIntegers, .spelledReals, .infinities, .subtleText,
  ]

  private func readBody(_ body: String) throws -> StructuredValue {
    try StructuredValue.readXMLPropertyList(Data("<plist>\(body)</plist>".utf8)).value
  }

  // MARK: Laws

  @Test func writtenPropertyListsReadBackEqual() throws {
    let seed = SeededGenerator.testSeed()
    var random = RandomValues(seed: seed, Self.exact)
    for _ in 0..<Repetitions.count(80, long: 300) {
      let value = random.value()
      let written = try value.writeXMLPropertyList()
      expectEmpty(written.losses)
      let back = try StructuredValue.readXMLPropertyList(written.data).value
      expectEqual(back, value, "seed \(seed): \(difference(back, value) ?? "")")
    }
  }

  @Test func theLayoutIsThatOfFoundation() throws {
    let seed = SeededGenerator.testSeed()
    var random = RandomValues(seed: seed, [.dataAndWholeDates, .plain])
    for _ in 0..<Repetitions.count(50, long: 200) {
      let value = random.value(depth: 6)
      let theirs = try PropertyListSerialization.data(
        fromPropertyList: ReferenceImplementations.foundationObject(value), format: .xml, options: 0)
      let ours = try value.writeXMLPropertyList().data
      expectEqual(
        String(decoding: ours, as: UTF8.self), String(decoding: theirs, as: UTF8.self), "seed \(seed)")
    }
  }

  @Test func dataIsIndentedAsInFoundationAtEveryDepth() throws {
    var value = StructuredValue.data(Data((0..<200).map { UInt8($0) }))
    for _ in 0..<12 {
      let theirs = try PropertyListSerialization.data(
        fromPropertyList: ReferenceImplementations.foundationObject(value), format: .xml, options: 0)
      try expectEqual(value.writeXMLPropertyList().data, theirs)
      value = [value]
    }
  }

  @Test func foundationReadsTheSame() throws {
    let seed = SeededGenerator.testSeed()
    var random = RandomValues(seed: seed, [.dataAndWholeDates])
    for _ in 0..<Repetitions.count(25, long: 100) {
      let value = random.value()
      let object = try PropertyListSerialization.propertyList(
        from: value.writeXMLPropertyList().data, format: nil)
      let theirs = try PropertyListSerialization.data(fromPropertyList: object, format: .xml, options: 0)
      let back = try StructuredValue.readXMLPropertyList(theirs).value
      expect(back.isEquivalent(to: value), "seed \(seed): \(difference(back, value) ?? "")")
    }
  }

  @Test func pythonReadsTheSame() async throws {
    let seed = SeededGenerator.testSeed()
    var random = RandomValues(seed: seed, [.dataAndWholeDates, .subtleText, .infinities])
    let value = StructuredValue.array((0..<100).map { _ in random.value() })
    let theirs = try await ReferenceImplementations.python(
      rewriting: value.writeXMLPropertyList().data, asXML: true)
    let back = try StructuredValue.readXMLPropertyList(theirs).value
    expectEqual(back, value, "seed \(seed): \(difference(back, value) ?? "")")
  }

  // MARK: Malformed documents

  @Test func aDocumentCutAnywhereOrWithAnyByteFlippedNeverTraps() throws {
    let value: StructuredValue = [
      "a": [1, 2.5, true, "x&y<é"], "b": .data(Data([1, 2, 3])),
      "c": .date(Date(timeIntervalSinceReferenceDate: 0)),
    ]
    let document = try value.writeXMLPropertyList().data
    for length in 0..<document.count - "</plist>\n".utf8.count {
      expectThrows(CoderError.self, "\(length)") {
        try StructuredValue.readPropertyList(document.prefix(length))
      }
    }
    for index in document.indices {
      for bit in 0..<8 {
        var changed = document
        changed[index] ^= 1 << bit
        do { _ = try StructuredValue.readPropertyList(changed) } catch {
          expect(error is CoderError, "\(error)")
        }
      }
    }
  }

  @Test func depthIsBounded() throws {
    expectError(.tooDeep) { try readBody(String(repeating: "<array>", count: 100_000)) }
    let allowed = try readBody(
      String(repeating: "<array>", count: 512) + String(repeating: "</array>", count: 512))
    try expectEqual(StructuredValue.readXMLPropertyList(allowed.writeXMLPropertyList().data).value, allowed)
    expectError(.tooDeep) { try StructuredValue.array([allowed]).writeXMLPropertyList() }
  }
}
