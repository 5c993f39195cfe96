import ByteTools
import TestSupport;
import Testing

@Suite struct CivilTimeTests {
  @Test(
    arguments: [
      (0, 1970, 1, 1), (-1, 1969, 12, 31), (11_016, 2000, 2, 29), (11_017, 2000, 3, 1),
      (-25_509, 1900, 2, 28),
      (-25_508, 1900, 3, 1), (-719_468, 0, 3, 1), (-719_529, -1, 12, 31), (2_932_896, 9999, 12, 31),
    ] as [(Int64, Int64, Int64, Int64)])
  func aDayHasOneDate(number: Int64, year: Int64, month: Int64, day: Int64) throws {
    let date = CivilDate(dayNumber: number)
    #expect((date.year, date.month, date.day) == (year, month, day))
    try expectEqual(require(CivilDate(year: year, month: month, day: day)).dayNumber, number)
  }

  @Test func consecutiveDaysHaveConsecutiveDates() {
    // Two eras and the boundary between them.
    var last = CivilDate(dayNumber: -719_468 - 146_097)
    for number in Int64(-719_468 - 146_096)...(-719_468 + 146_097) {
      let date = CivilDate(dayNumber: number)
      let isNextDay =
        date.year == last.year && date.month == last.month && date.day == last.day + 1
        || date.day == 1 && CivilDate(year: last.year, month: last.month, day: last.day + 1) == nil
      if !isNextDay || date.dayNumber != number { Issue.record("\(date) does not follow \(last)") }
      last = date
    }
  }

  @Test(
    arguments: [
      (2026, 0, 1), (2026, 13, 1), (2026, 1, 0), (2026, 1, 32), (2026, 4, 31), (2026, 2, 29), (1900, 2, 29),
      (2000, 2, 30),
    ] as [(Int64, Int64, Int64)])
  func daysThatAMonthDoesNotHaveHaveNoDate(year: Int64, month: Int64, day: Int64) {
    expectNil(CivilDate(year: year, month: month, day: day))
  }

  @Test func fieldsBeyondTheCalendarCountOn() {
    expectEqual(
      CivilDate.dayNumber(year: 2026, month: 13, day: 1), CivilDate.dayNumber(year: 2027, month: 1, day: 1))
    expectEqual(
      CivilDate.dayNumber(year: 2026, month: 2, day: 30), CivilDate.dayNumber(year: 2026, month: 3, day: 2))
  }

  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00"), (-1, "1969-12-31T23:59:59"), (951_868_799, "2000-02-29T23:59:59"),
      (253_402_300_800, "10000-01-01T00:00:00"), (-62_167_219_201, "-0001-12-31T23:59:59"),
    ] as [(Int64, String)])
  func aSecondHasOneText(seconds: Int64, expected: String) {
    let time = CivilTime(secondsSince1970: seconds)
    var text: [UInt8] = []
    time.append(to: &text)
    expectEqual(String(decoding: text, as: UTF8.self), expected)
    expectEqual(time.secondsSince1970, seconds)
  }

  @Test(arguments: [(24, 0, 0), (-1, 0, 0), (0, 60, 0), (0, 0, 60)] as [(Int64, Int64, Int64)])
  func timesThatADayDoesNotHaveAreRefused(hour: Int64, minute: Int64, second: Int64) {
    expectNil(CivilTime(CivilDate(dayNumber: 0), hour: hour, minute: minute, second: second))
  }
}
