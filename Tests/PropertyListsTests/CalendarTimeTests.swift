import Foundation
import PropertyLists
import TestSupport
import Testing

struct CalendarTimeTests {
  // The nearest binary numbers are less than some of the decimal fractions and more than others.
  @Test(arguments: [
    (801_752_156.123, "2026-05-29T12:55:56.123Z"), (801_752_156.1, "2026-05-29T12:55:56.1Z"),
    (801_752_156.000001, "2026-05-29T12:55:56.000001Z"), (801_752_156.999999, "2026-05-29T12:55:56.999999Z"),
    (-0.25, "2000-12-31T23:59:59.75Z"), (-63_113_990_399.875, "0000-12-31T00:00:00.125Z"),
    (801_752_156.0000001, "2026-05-29T12:55:56Z"), (0, "2001-01-01T00:00:00Z"),
  ])
  func fractionsAreRoundedToMicroseconds(seconds: Double, text: String) throws {
    let time = try require(CalendarTime(Date(timeIntervalSinceReferenceDate: seconds)))
    expectEqual(time.text(withFraction: true), text)
  }

  @Test(arguments: [
    (-1e-20, "2001-01-01T00:00:00Z"), (86_399.9999996, "2001-01-02T00:00:00Z"),
    (59.9999999, "2001-01-01T00:01:00Z"),
  ])
  func aFractionThatRoundsToASecondIsCarried(seconds: Double, text: String) throws {
    let time = try require(CalendarTime(Date(timeIntervalSinceReferenceDate: seconds)))
    expectEqual(time.text(withFraction: true), text)
  }

  @Test(arguments: [(0.9999999, "2001-01-01T00:00:00Z"), (-0.25, "2000-12-31T23:59:59Z")])
  func withoutItsFractionATimeIsNotRounded(seconds: Double, text: String) throws {
    let time = try require(CalendarTime(Date(timeIntervalSinceReferenceDate: seconds)))
    expectEqual(time.text(withFraction: false), text)
  }

  @Test func millisecondsAreWrittenAsTheyWere() throws {
    let seed = SeededGenerator.testSeed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<Repetitions.count(2_000, long: 100_000) {
      // From the year 1875 to the year 2127, where two consecutive dates are less than half a microsecond apart.
      let milliseconds = Int64.random(in: -4_000_000_000_000..<4_000_000_000_000, using: &random)
      let fraction = (milliseconds % 1000 + 1000) % 1000
      let seconds = (milliseconds - fraction) / 1000
      let date = Date(timeIntervalSinceReferenceDate: Double(milliseconds) / 1000)
      let whole = try require(CalendarTime(Date(timeIntervalSinceReferenceDate: Double(seconds))))
      var digits = "." + String(1000 + fraction).dropFirst()
      while digits.hasSuffix("0") { digits.removeLast() }
      if digits == "." { digits = "" }
      let expected = "\(whole.text(withFraction: false).dropLast())\(digits)Z"
      try expectEqual(require(CalendarTime(date)).text(withFraction: true), expected, "seed \(seed)")
    }
  }
}
