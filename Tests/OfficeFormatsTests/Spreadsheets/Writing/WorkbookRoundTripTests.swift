import Foundation
import OfficeFormats
import ProfferConversions
import StructuredFormats
import TestSupport
import Testing

/// Workbooks that are written and read again.
@Suite struct WorkbookRoundTripTests {
  /// Random workbooks whose cells both formats can hold.
  private struct RandomWorkbooks {
    var generator: SeededGenerator

    mutating func workbook() -> Workbook {
      var sheets: [Workbook.Sheet] = []
      for number in 1...(1 + pick(3)) {
        let visibility: Workbook.SheetVisibility = number > 1 && pick(3) == 0 ? .hidden : .visible
        sheets.append(Workbook.Sheet(name: "Sheet \(number)", table: table(), visibility: visibility))
      }
      return Workbook(sheets: sheets)
    }

    /// A table without empty rows and columns at its borders, which readers leave out.
    private mutating func table() -> Table {
      let width = 2 + pick(5)
      var rows: [[StructuredValue?]] = []
      for _ in 0..<pick(12) { rows.append((0..<width).map { _ in cell() }) }
      rows.append(Array(repeating: "end", count: width))
      return Table(columns: (1...width).map { "name \($0)" }, rows: rows)
    }

    private mutating func cell() -> StructuredValue? {
      switch pick(12) {
      case 0: return nil
      case 1: return .boolean(pick(2) == 0)
      case 2: return .integer(StructuredInteger(pick(2_000_000) - 1_000_000))
      case 3: return .integer(StructuredInteger(pick(1 << 53)))
      case 4: return StructuredReal(spelling: "\(pick(1000)).\(pick(10))\(pick(10))").map { .real($0) }
      case 5: return .real(StructuredReal(Double.random(in: -1e300...1e300, using: &generator)))
      case 6: return date().map { .localDate($0) }
      case 7: return time().map { .localTime($0) }
      case 8:
        guard let date = date(), let time = time() else { return nil }
        return .localDateTime(LocalDateTime(date: date, time: time))
      default: return .string("t" + text())
      }
    }

    private mutating func text() -> String {
      let pieces = [
        "a", " ", "  ", "\n", "\t", "é", "e\u{301}", "日本", "😀", "<", "&", "\"", "]]>", "_x0041_", "=", "007",
        "_x005F_", "x", "_",
      ]
      return (0..<pick(8)).map { _ in pieces[pick(pieces.count)] }.joined()
    }

    private mutating func date() -> LocalDate? {
      LocalDate(year: 1901 + pick(8000), month: 1 + pick(12), day: 1 + pick(28))
    }

    private mutating func time() -> LocalTime? {
      LocalTime(
        hour: pick(24), minute: pick(60), second: pick(60),
        nanosecond: pick(2) == 0 ? 0 : pick(1000) * 1_000_000)
    }

    private mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
  }

  @Test(arguments: ["xlsx", "ods"])
  func whatIsWrittenIsReadAsTheSameWorkbook(format: String) throws {
    let seed = SeededGenerator.testSeed(for: format)
    var random = RandomWorkbooks(generator: SeededGenerator(seed: seed))
    let options = SpreadsheetOptions(hasHeader: true)
    for _ in 0..<Repetitions.count(60, long: 1000) {
      let workbook = random.workbook()
      let written = try format == "xlsx" ? workbook.writeXLSX() : workbook.writeODS()
      expectEmpty(written.losses)
      let reading =
        try format == "xlsx"
        ? Workbook.readXLSX(written.data, options: options) : Workbook.readODS(written.data, options: options)
      let again = reading.value
      expectEqual(again.sheets.map(\.name), workbook.sheets.map(\.name))
      expectEqual(again.sheets.map(\.visibility), workbook.sheets.map(\.visibility))
      for (ours, theirs) in zip(workbook.sheets, again.sheets) {
        expectEqual(theirs.table.columns, ours.table.columns)
        expectEqual(theirs.table.rows.count, ours.table.rows.count)
        for (row, (left, right)) in zip(ours.table.rows, theirs.table.rows).enumerated() {
          for (column, value) in left.enumerated() {
            let other = column < right.count ? right[column] : nil
            expectEqual(value, other, "seed \(seed), \(format), row \(row), column \(column)")
          }
        }
      }
      // The reader counts the written formats and hidden sheets, but nothing of the values.
      let ofValues: Set<LossKind> = [.characters, .dates, .nulls, .precision, .types]
      expect(ofValues.isDisjoint(with: reading.losses.map(\.kind)), "\(reading.losses)")
    }
  }
}
