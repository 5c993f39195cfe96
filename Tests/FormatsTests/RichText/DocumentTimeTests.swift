import Foundation
import ProfferConversions
import TestSupport;
import Testing

@testable import RichTextFormats

struct DocumentTimeTests {
  @Test(arguments: [
    ("2024-02-29", "2024-02-29"), ("2024-02-29T00:00:00Z", "2024-02-29"),
    ("2024-01-31T10:15", "2024-01-31T10:15:00Z"), ("2024-01-31t10:15:30z", "2024-01-31T10:15:30Z"),
    ("2024-01-31 10:15:30", "2024-01-31T10:15:30Z"), ("2024-01-31T10:15:30+01:00", "2024-01-31T09:15:30Z"),
    ("2024-01-31T23:15:30-0130", "2024-02-01T00:45:30Z"), ("2024-01-31 00:15:30 +01", "2024-01-30T23:15:30Z"),
    ("  2024-01-31 ", "2024-01-31"), ("0001-01-01", "0001-01-01"),
    ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"), ("2024-01-31T10:15:30.000Z", "2024-01-31T10:15:30Z"),
  ])
  func datesAndTimesAreRead(text: String, expected: String) {
    var losses = LossCounter()
    let time = DocumentTime(text, counting: &losses)
    expectEqual(time?.text, expected)
    expectEmpty(losses.total)
    expectEqual(time.flatMap { DocumentTime($0.date) }, time)
  }

  @Test(arguments: [
    "", "2024", "2024-01", "24-01-31", "2024-13-01", "2023-02-29", "2024-00-10", "0000-01-01", "2024-01-31T",
    "2024-01-31T10", "2024-01-31T24:00", "2024-01-31T10:60", "2024-01-31T10:15:60", "2024-01-31T10:15:30.",
    "2024-01-31T10:15:30+24:00", "2024-01-31T10:15:30+1", "2024-01-31T10:15:30Zx", "2024-01-31x",
    "31.01.2024",
    "Wed, 31 Jan 2024", "0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-00:01", "2024-+1-31",
    String(repeating: " ", count: 64) + "2024-01-31",
  ])
  func otherTextsAreNotDates(text: String) {
    var losses = LossCounter()
    expectNil(DocumentTime(text, counting: &losses))
    expectEmpty(losses.total)
  }

  @Test(arguments: ["2024-01-31T10:15:30.5Z", "2024-01-31T10:15:30,000000001"])
  func fractionsOfSecondsAreDroppedAndCounted(text: String) {
    var losses = LossCounter()
    expectEqual(DocumentTime(text, counting: &losses)?.text, "2024-01-31T10:15:30Z")
    expectEqual(losses.total, [Loss(.metadata, count: 1, detail: "fractions of seconds in dates")])
  }
}
