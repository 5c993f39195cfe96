import OfficeFormats
import ProfferConversions
import RichTextFormats
import StructuredFormats
import TestSupport;
import Testing

/// Workbooks that are made of the tables of a formatted text.
@Suite
struct TextTablesTests {
  private let page = """
    # Prices

    | a | b |
    |---|---|
    | 1 | x |

    - an item

      | c |
      |---|
      | **2** |

    """

  /// Converts the page to a workbook.
  private func convert(_ options: SpreadsheetOptions = SpreadsheetOptions()) throws -> Reading<Workbook> {
    let bridges = CoderSet.spreadsheets(options).bridges
    let bridge = try require(bridges.first { $0.name == "tables of rich text" })
    let read = try bridge.bridge(RichText(markdown: page), ReadingLimits())
    return Reading(try require(read.value as? Workbook), losses: read.losses)
  }

  @Test
  func eachTableOfATextBecomesASheet() throws {
    let read = try convert()
    expectEqual(read.value.sheets.map(\.name), ["Sheet1", "Sheet2"])
    expectEqual(read.value.sheets.map(\.table.columns), [["a", "b"], ["c"]])
    expectEqual(read.value.sheets.map(\.table.rows), [[["1", "x"]], [["2"]]])
    expectEqual(
      read.losses.map(\.description),
      [
        "formatting in 2 places (blocks outside the tables)", "formatting in 1 place",
      ])
  }

  @Test
  func aNumberKeepsOneTable() throws {
    let read = try convert(SpreadsheetOptions(sheet: .number(2)))
    expectEqual(read.value.sheets.map(\.table.rows), [[["2"]]])
    expectThrows(CoderError.self) { try convert(SpreadsheetOptions(sheet: .number(3))) }
  }

  @Test
  func theCaptionOfATableIsTheNameOfItsSheet() throws {
    let text = RichText.readHTML(
      "<table><caption>May <b>2024</b></caption><tr><td>1</table><table><tr><td>2</table>"
    ).value
    let tables = try Table.all(in: text).value
    expectEqual(tables.map(\.caption), ["May 2024", ""])
  }

  @Test
  func aTextWithoutATableBecomesNoWorkbook() {
    expectThrows(CoderError.self) { try Table.all(in: RichText(markdown: "a")) }
  }
}
