import Foundation
import OfficeFormats
import ProfferConversions
import RichTextFormats
import TestSupport;
import Testing

/// Documents that are made to exhaust a reader.
@Suite
struct ODTReaderHostileTests {
  private func error(_ document: ODTTestDocument, _ options: OfficeReadingOptions = .init()) -> CoderError? {
    do throws(CoderError) {
      _ = try RichText.readODT(Data(document.flat.utf8), options: options)
      return nil
    } catch { return error }
  }

  @Test
  func elementsNestedTooDeeplyAreRefused() throws {
    let document = ODTTestDocument(
      String(repeating: "<text:section>", count: 300) + String(repeating: "</text:section>", count: 300))
    expectEqual(error(document)?.code, .tooDeep)
  }

  @Test
  func tooManyStylesAreRefusedAndAutomaticStylesAreNotLimited() throws {
    let styles = (0..<5_000).map { #"<style:style style:name="S\#($0)" style:family="text"/>"# }.joined()
    var document = ODTTestDocument("<text:p>a</text:p>")
    document.styles = styles
    expectEqual(error(document)?.code, .tooLarge)
    document.styles = ""
    document.automaticStyles = styles
    try expectEqual(document.blocks, [.text("a")])
  }

  @Test
  func limitsOfTheCallerApply() throws {
    let document = ODTTestDocument("<text:p>a</text:p>")
    var options = OfficeReadingOptions()
    options.limits.expandedByteCount = 100
    expectEqual(error(document, options)?.code, .tooLarge)
    options = OfficeReadingOptions()
    options.readingLimits.byteCount = 100
    expectEqual(error(document, options)?.code, .tooLarge)
    options = OfficeReadingOptions()
    options.readingLimits.elementCount = 0
    expectEqual(error(document, options)?.code, .tooLarge)
  }

  @Test
  func repeatedCellsRowsAndSpacesAreLimitedAndCounted() throws {
    let document = ODTTestDocument(
      """
      <table:table><table:table-column table:number-columns-repeated="999999999999"/><table:table-row \
      table:number-rows-repeated="999999999"><table:table-cell table:number-columns-repeated="999999999">\
      <text:p>a</text:p></table:table-cell><table:table-cell table:number-columns-spanned="99999999" \
      table:number-rows-spanned="99999999999"/></table:table-row></table:table><text:p>x<text:s \
      text:c="999999999999999999999"/><text:s text:c="999999999"/>y</text:p>
      """)
    let reading = try document.read()
    guard case .table(let table)? = reading.value.blocks.first else {
      Issue.record("the table is missing")
      return
    }
    expectAtMost(table.rows.joined().count, 21_000)
    #expect(
      Set(reading.losses.compactMap(\.detail)).isSuperset(of: [
        "repeated rows and cells beyond the limit", "cell spans that exceed the table",
        "spaces beyond the limit",
      ]))
  }

  @Test
  func largeCellsAreCopiedOnlyAFewTimes() throws {
    let text = String(repeating: "word ", count: 20_000)
    let document = ODTTestDocument(
      """
      <table:table><table:table-row><table:table-cell table:number-columns-repeated="10000"><text:p>\(text)\
      </text:p></table:table-cell></table:table-row></table:table>
      """)
    guard case .table(let table)? = try document.blocks.first else { return }
    expectLess(table.rows.joined().count, 10)
  }

  @Test
  func deeplyNestedTablesListsAndNotesStayWithinTheLimits() throws {
    let begin = "<table:table><table:table-row><table:table-cell>"
    let end = "</table:table-cell></table:table-row></table:table>"
    let tables = ODTTestDocument(
      String(repeating: begin, count: 80) + "<text:p>deep</text:p>" + String(repeating: end, count: 80))
    let lists = ODTTestDocument(
      String(repeating: "<text:list><text:list-item><text:p>a</text:p>", count: 120)
        + String(repeating: "</text:list-item></text:list>", count: 120))
    let notes = ODTTestDocument(
      String(repeating: "<text:p>a<text:note><text:note-body>", count: 80)
        + String(repeating: "</text:note-body></text:note></text:p>", count: 80))
    for (document, word) in [(tables, "deep"), (lists, "a"), (notes, "a")] {
      let value = try document.read().value
      #expect("\(value.debugDescription)".contains(word))
      expectEqual(value, value.normalized())
    }
    #expect(try tables.losses.contains { $0.contains("tables nested too deeply") })
    #expect(try lists.losses.contains { $0.contains("lists, quotations and definitions nested too deeply") })
    #expect(try notes.losses.contains { $0.contains("nested footnotes") })
  }

  @Test
  func listStylesThatNameEachOtherAndChangesThatNestEnd() throws {
    let document = ODTTestDocument(
      """
      <text:list text:continue-list="b" xml:id="a"><text:list-item><text:p>a</text:p></text:list-item>\
      </text:list><text:list text:continue-list="a" xml:id="a"><text:list-item><text:p>b</text:p>\
      </text:list-item></text:list><text:change-end text:change-id="x"/><text:p><text:change \
      text:change-id="y"/></text:p>
      """)
    try expectEqual(document.read(OfficeReadingOptions(changes: .rejected)).value.blocks.count, 1)
  }

  @Test
  func everyPrefixOfADocumentIsReadOrRefused() throws {
    var document = ODTTestDocument(
      """
      <text:p text:style-name="P">a <text:span text:style-name="T">b</text:span><text:note><text:note-body>\
      <text:p>n</text:p></text:note-body></text:note></text:p><text:list><text:list-item><text:p>c</text:p>\
      </text:list-item></text:list><table:table><table:table-row><table:table-cell><text:p>d</text:p>\
      </table:table-cell></table:table-row></table:table>
      """)
    document.automaticStyles = #"<style:style style:name="P" style:family="paragraph"/>"#
    let bytes = Data(document.flat.utf8)
    for count in 0..<bytes.count {
      expectThrows(CoderError.self) { try RichText.readODT(bytes.prefix(count)) }
    }
  }
}
