import ByteTools
import Foundation
import TestSupport
import Testing

@testable import StructuredFormats

/// Dates and times without a zone, and their text forms.
@Suite struct LocalTimeTests {
  // MARK: Fields

  @Test(arguments: [
    (0, 1, 1, true), (9999, 12, 31, true), (2024, 2, 29, true), (2000, 2, 29, true), (1582, 10, 10, true),
    (2023, 2, 29, false), (1900, 2, 29, false), (2024, 0, 1, false), (2024, 13, 1, false),
    (2024, 4, 31, false), (2024, 1, 0, false), (-1, 1, 1, false), (10_000, 1, 1, false),
    (Int.max, 1, 1, false), (Int.min, 1, 1, false), (2024, Int.min, 1, false), (2024, 1, Int.max, false),
  ])
  func aDateHasADayThatExists(year: Int, month: Int, day: Int, exists: Bool) {
    let date = LocalDate(year: year, month: month, day: day)
    expectEqual(date != nil, exists)
    if let date { #expect((date.year, date.month, date.day) == (year, month, day)) }
  }

  @Test(arguments: [
    (0, 0, 0, 0, true), (23, 59, 59, 999_999_999, true), (0, 0, 60, 0, true), (24, 0, 0, 0, false),
    (0, 60, 0, 0, false), (0, 0, 61, 0, false), (0, 0, 0, 1_000_000_000, false), (-1, 0, 0, 0, false),
    (0, -1, 0, 0, false), (0, 0, -1, 0, false), (0, 0, 0, -1, false), (Int.max, 0, 0, 0, false),
    (0, 0, 0, Int.min, false),
  ])
  func aTimeHasFieldsInRange(hour: Int, minute: Int, second: Int, nanosecond: Int, exists: Bool) {
    let time = LocalTime(hour: hour, minute: minute, second: second, nanosecond: nanosecond)
    expectEqual(time != nil, exists)
    if let time {
      #expect((time.hour, time.minute, time.second, time.nanosecond) == (hour, minute, second, nanosecond))
    }
  }

  @Test(
    arguments: [
      (0, "1970-01-01"), (-719_528, "0000-01-01"), (-719_529, nil), (2_932_896, "9999-12-31"),
      (2_932_897, nil), (-25_569, "1899-12-30"), (Int64.min, nil), (Int64.max, nil),
    ] as [(Int64, String?)])
  func aDayNumberIsADate(number: Int64, text: String?) {
    let date = LocalDate(dayNumber: number)
    expectEqual(date?.description, text)
    if let date { expectEqual(date.dayNumber, number) }
  }

  // MARK: Text

  @Test(arguments: [
    "", "2024-1-31", "24-01-31", "2024-01-31 ", " 2024-01-31", "2024-02-30", "2024/01/31", "+024-01-31",
    "2024-01-31T", "12024-01-31", "-2024-01-31", "２０２４-01-31",
  ])
  func otherTextsAreNotDates(text: String) {
    expectNil(LocalDate(text))
  }

  @Test(
    arguments: [
      ("13:05:00", "13:05:00"), ("13:05:00.25", "13:05:00.25"), ("13:05:00.250", "13:05:00.25"),
      ("13:05:00.0", "13:05:00"), ("00:00:00.000000001", "00:00:00.000000001"), ("23:59:60", "23:59:60"),
      ("13:05:00.123456789000", "13:05:00.123456789"), ("13:05:00.1234567891", nil), ("13:05", nil),
      ("13:05:00.", nil), ("13:05:00,5", nil), ("1:05:00", nil), ("24:00:00", nil), ("13:05:61", nil),
      ("13:05:00Z", nil), ("13:05:00+01:00", nil), ("T13:05:00", nil), ("", nil),
    ] as [(String, String?)])
  func aTimeIsParsedAndPrinted(text: String, expected: String?) {
    expectEqual(LocalTime(text)?.description, expected)
  }

  @Test(
    arguments: [
      ("2024-01-31T13:05:00", "2024-01-31T13:05:00"), ("2024-01-31t13:05:00.5", "2024-01-31T13:05:00.5"),
      ("2024-01-31 13:05:00", "2024-01-31T13:05:00"), ("2024-01-31", nil), ("2024-01-31T", nil),
      ("2024-01-31T13:05:00Z", nil), ("2024-01-31T13:05:00-07:00", nil), ("2024-01-31  13:05:00", nil),
      ("2024-01-31_13:05:00", nil), ("2024-02-31T13:05:00", nil),
    ] as [(String, String?)])
  func aDateAndTimeAreParsedAndPrinted(text: String, expected: String?) {
    expectEqual(LocalDateTime(text)?.description, expected)
  }

  @Test func aScannerDropsFurtherDigitsAndSaysSo() throws {
    var scanner = DateTextScanner("13:05:00.1234567899x".utf8)
    var isTruncated = false
    let time = try require(LocalTime(scanning: &scanner, isTruncated: &isTruncated))
    #expect(time.nanosecond == 123_456_789 && isTruncated && scanner.rest.elementsEqual("x".utf8))
  }

  // MARK: Laws

  /// The values of local times that a seed gives.
  private func randomTexts(_ seed: UInt64) -> [String] {
    var random = RandomValues(seed: seed, [.localTimes])
    return (0..<Repetitions.count(2_000, long: 20_000)).compactMap { _ in
      switch random.value(depth: 0) {
      case .localDate(let date): date.description
      case .localTime(let time): time.description
      case .localDateTime(let dateTime): dateTime.description
      default: nil
      }
    }
  }

  @Test func whatIsPrintedIsParsedAsTheSame() {
    let seed = SeededGenerator.testSeed()
    for text in randomTexts(seed) {
      let parsed = [
        LocalDate(text)?.description, LocalTime(text)?.description, LocalDateTime(text)?.description,
      ].compactMap(\.self)
      expectEqual(parsed, [text], "seed \(seed)")
    }
  }

  @Test func orderIsThatOfTheFields() {
    let seed = SeededGenerator.testSeed()
    let texts = randomTexts(seed)
    // Texts of one form are in the order of their fields, except for the dot before a fraction.
    func check<Value: Comparable & LosslessStringConvertible>(_: Value.Type) {
      let values = texts.compactMap { Value($0) }
      expect(!values.isEmpty)
      for (left, right) in zip(values, values.dropFirst()) {
        expectEqual(
          left < right, left.description < right.description, "seed \(seed): \(left) and \(right)")
        expectEqual(left == right, left.description == right.description)
      }
    }
    check(LocalDate.self)
    check(LocalTime.self)
    check(LocalDateTime.self)
  }

  @Test func pythonParsesTheSameFields() async throws {
    let seed = SeededGenerator.testSeed()
    // Python has neither year 0 nor leap seconds, and reads microseconds.
    let texts = randomTexts(seed).filter { text in
      let fraction = text.split(separator: ".").dropFirst().first ?? ""
      return !text.hasPrefix("0000") && !text.contains(":60") && fraction.count <= 6
    }
    let script = """
      import sys, datetime
      for text in sys.stdin.read().split("\\n"):
          if "." in text:
              text += "0" * (6 - len(text.split(".")[1]))
          kind = datetime.datetime if "T" in text else datetime.time if ":" in text else datetime.date
          print(kind.fromisoformat(text).isoformat())
      """
    let run = try await ProgramRun.run(
      "/usr/bin/env", ["python3", "-c", script], environment: testEnvironment,
      input: Array(texts.joined(separator: "\n").utf8))
    expectEqual(run.status, 0, "seed \(seed): \(run.errorText)")
    let theirs = run.text.split(separator: "\n").map(String.init)
    expectEqual(theirs.count, texts.count)
    for (ours, theirs) in zip(texts, theirs) {
      let same =
        LocalDate(theirs).map { $0 == LocalDate(ours) } ?? LocalTime(theirs).map { $0 == LocalTime(ours) }
        ?? LocalDateTime(theirs).map { $0 == LocalDateTime(ours) }
      expectEqual(same, true, "seed \(seed): \(ours) and \(theirs)")
    }
  }

  @Test func valuesStaySmall() {
    // Tables hold many cells, so the cases for dates and times must not enlarge the cells.
    expectAtMost(MemoryLayout<StructuredValue>.size, 17)
  }
}
