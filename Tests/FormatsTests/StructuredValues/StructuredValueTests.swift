import Foundation
import TestSupport
import Testing

@testable import StructuredFormats

struct StructuredValueTests {
  @Test(arguments: [
    ("1.5", "1.50", true), ("1e3", "1000.0", true), ("0.5e1", "5.0", true), ("5e-324", "0.5E-323", true),
    ("0.0", "-0.0", false), ("0.1", "0.10000000000000001", true),
    ("0.1", "0.1000000000000000055511151231257827", true),
    ("0.1", "0.10000000000000000001", false), ("0.3", "0.30000000000000001", false),
    ("1e400", "10e399", true),
    ("1e99999999999999999999", "1e99999999999999999998", false), ("0e7", "0.000", true),
  ])
  func realsAreEqualWhenTheySpellOneDoubleOrOneDecimalNumber(left: String, right: String, areEqual: Bool)
    throws
  {
    let pair = (try #require(StructuredReal(spelling: left)), try #require(StructuredReal(spelling: right)))
    #expect((pair.0 == pair.1) == areEqual)
  }

  @Test(arguments: ["", "-", "01", "1.", ".5", "+1", "1e", "nan", "1 ", "0x1", "1.5.2"])
  func onlyJSONNumbersAreSpellings(text: String) {
    #expect(StructuredReal(spelling: text) == nil)
  }

  @Test func aRealEqualsTheSpellingOfItsDouble() {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<Repetitions.count(500, long: 2000) {
      let value = Double(bitPattern: generator.next())
      guard value.isFinite else { continue }
      #expect(StructuredReal(value) == StructuredReal(spelling: value.description), "seed \(seed), \(value)")
    }
  }

  @Test(arguments: [
    ("0", "0"), ("-0", "0"), ("+7", "7"), ("007", "7"), ("-9223372036854775808", "-9223372036854775808"),
    ("9223372036854775808", "9223372036854775808"),
    ("000123456789012345678901234567890", "123456789012345678901234567890"),
  ])
  func integersOfAnySizeKeepTheirDigits(text: String, digits: String) {
    #expect(StructuredInteger(decimal: text)?.description == digits)
  }

  @Test(arguments: ["", "-", "1.0", "1e3", " 1", "0x10", "１"])
  func otherTextIsNotAnInteger(text: String) {
    #expect(StructuredInteger(decimal: text) == nil)
  }

  @Test func oneIntegerHasOneForm() {
    #expect(StructuredInteger(UInt64(7)) == StructuredInteger(decimal: "7"))
    #expect(StructuredInteger(UInt64.max) == StructuredInteger(decimal: "18446744073709551615"))
    #expect(StructuredInteger(UInt64.max).uint64 == UInt64.max)
    #expect(StructuredInteger(UInt64.max).int64 == nil)
  }

  @Test func equalityCountsOrderAndEquivalenceDoesNot() {
    let one: StructuredValue = ["a": 1, "b": [["c": 2, "d": 3]]]
    let other: StructuredValue = ["b": [["d": 3, "c": 2]], "a": 1]
    #expect(one != other)
    #expect(one.isEquivalent(to: other))
    #expect(!one.isEquivalent(to: ["a": 1, "b": [["c": 2, "d": 4]]]))
    let twice: StructuredValue = ["a": 1, "a": 2]
    #expect(!twice.isEquivalent(to: ["a": 2, "a": 1]))
  }

  @Test func differentEncodingsOfALetterAreDifferentStrings() {
    #expect(StructuredValue.string("é") != .string("e\u{301}"))
    #expect((["é": 1] as StructuredValue)["e\u{301}"] == nil)
  }

  @Test func subscriptsFindTheLastOfEqualKeysAndNilOutside() {
    let value: StructuredValue = ["a": 1, "a": [1.5, "x", true], "n": nil]
    #expect(value["a"]?[0]?.doubleValue == 1.5)
    #expect(value["a"]?[1]?.stringValue == "x")
    #expect(value["a"]?[2]?.booleanValue == true)
    #expect(value["a"]?[3] == nil)
    #expect(value["b"] == nil)
    #expect(value["n"] == .null)
    #expect(value[0] == nil)
  }

  @Test func theDescriptionShowsEveryKind() {
    let value: StructuredValue = [
      "text": "a\nb", "list": [1, 2.5, nil, true], "data": .data(Data([0, 255])), "none": [],
      "when": .date(Date(timeIntervalSinceReferenceDate: 0.5)), "uid": .uid(3),
      "day": .local("2024-01-31"),
      "time": .local("13:05:00.250"),
      "start": .local("2024-01-31 13:05:00"),
    ]
    #expect(
      value.description == """
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
