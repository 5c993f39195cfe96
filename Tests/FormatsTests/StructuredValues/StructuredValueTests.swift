import Foundation
import TestSupport
import Testing

@testable import StructuredFormats

struct StructuredValueTests {
  @Test func aRealEqualsTheSpellingOfItsDouble() {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<Repetitions.count(500, long: 2000) {
      let value = Double(bitPattern: generator.next())
      guard value.isFinite else { continue }
      expectEqual(
        StructuredReal(value), StructuredReal(spelling: value.description), "seed \(seed), \(value)")
    }
  }

  @Test func oneIntegerHasOneForm() {
    expectEqual(StructuredInteger(UInt64(7)), StructuredInteger(decimal: "7"))
    expectEqual(StructuredInteger(UInt64.max), StructuredInteger(decimal: "18446744073709551615"))
    expectEqual(StructuredInteger(UInt64.max).uint64, UInt64.max)
    expectNil(StructuredInteger(UInt64.max).int64)
  }

  @Test func equalityCountsOrderAndEquivalenceDoesNot() {
    let one: StructuredValue = ["a": 1, "b": [["c": 2, "d": 3]]]
    let other: StructuredValue = ["b": [["d": 3, "c": 2]], "a": 1]
    expectNotEqual(one, other)
    #expect(one.isEquivalent(to: other))
    #expect(!one.isEquivalent(to: ["a": 1, "b": [["c": 2, "d": 4]]]))
    let twice: StructuredValue = ["a": 1, "a": 2]
    #expect(!twice.isEquivalent(to: ["a": 2, "a": 1]))
  }

  @Test func differentEncodingsOfALetterAreDifferentStrings() {
    expectNotEqual(StructuredValue.string("é"), .string("e\u{301}"))
    expectNil((["é": 1] as StructuredValue)["e\u{301}"])
  }

  @Test func subscriptsFindTheLastOfEqualKeysAndNilOutside() {
    let value: StructuredValue = ["a": 1, "a": [1.5, "x", true], "n": nil]
    expectEqual(value["a"]?[0]?.doubleValue, 1.5)
    expectEqual(value["a"]?[1]?.stringValue, "x")
    expectEqual(value["a"]?[2]?.booleanValue, true)
    expectNil(value["a"]?[3])
    expectNil(value["b"])
    expectEqual(value["n"], .null)
    expectNil(value[0])
  }

  @Test func theDescriptionShowsEveryKind() {
    let value: StructuredValue = [
      "text": "a\nb", "list": [1, 2.5, nil, true], "data": .data(Data([0, 255])), "none": [],
      "when": .date(Date(timeIntervalSinceReferenceDate: 0.5)), "uid": .uid(3),
      "day": .local("2024-01-31"),
      "time": .local("13:05:00.250"),
      "start": .local("2024-01-31 13:05:00"),
    ]
    expectEqual(
      value.description,
      """
      {
        "text": "a\\nb"
        "list": [
          1
          2.5
          null
          true
        ]
        "data": <2 bytes: 00 ff>
        "none": []
        "when": <2001-01-01T00:00:00.5Z>
        "uid": <UID 3>
        "day": <2024-01-31>
        "time": <13:05:00.25>
        "start": <2024-01-31T13:05:00>
      }
      """)
  }
}
