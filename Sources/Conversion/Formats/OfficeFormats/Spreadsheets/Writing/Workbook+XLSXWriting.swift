import Foundation
public import ProfferConversions
import XMLText
import ZipArchives

extension Workbook {
  /// Writes the workbook as a workbook of Excel (`.xlsx`).
  ///
  /// The values keep their types: numbers, Booleans, dates and times are such cells, with a number format for
  /// dates and times. Texts are never formulas. Points in time are written in UTC. Other values, such as arrays,
  /// become text as in JSON. The row with column names is bold and stays visible when the user scrolls. The
  /// columns are as wide as their content. The same workbook always gives the same bytes, with the same version
  /// of zlib.
  ///
  /// Numbers that a 64-bit floating-point number does not hold, dates before March 1900, and leap seconds are
  /// written as text. Texts of more than 32,767 characters are cut. Names of sheets that Excel does not allow
  /// are changed. All of these are counted as losses.
  ///
  /// - Returns: the bytes of the workbook and the losses.
  /// - Throws: ``CoderError/Code/unwritable`` if there is no sheet, or if a sheet has more than 1,048,576 rows or
  ///   16,384 columns with content.
  public func writeXLSX() throws -> Written {
    let (parts, losses) = try xlsxParts()
    var archive = ZipPackageWriter()
    for part in parts { archive.add(part.name, part.bytes) }
    return Written(archive.finish(), losses: losses)
  }

  /// Returns the parts of the workbook in the order of the archive, and the losses.
  func xlsxParts() throws -> (parts: [(name: String, bytes: [UInt8])], losses: [Loss]) {
    var losses = LossCounter()
    let active = try firstShownSheet(&losses)
    var characters = WrittenCharacterLosses()
    var names = WrittenSheetNames(lengthLimit: 31)
    var cells = WrittenCells(.officeOpenXML)
    var strings = WrittenSharedStrings()
    var package = WrittenPackage()
    var relationships = WrittenRelationships()

    var book = XMLWriter()
    book.begin(
      "workbook", ("xmlns", SpreadsheetNamespaces.main), ("xmlns:r", SpreadsheetNamespaces.relationships))
    book.begin("bookViews")
    book.add("workbookView", ("activeTab", String(active)))
    book.end("bookViews")
    book.begin("sheets")
    var sheetParts: [(name: String, bytes: [UInt8])] = []
    for (index, sheet) in sheets.enumerated() {
      let (xml, grid) = try XLSXSheetWriter.part(of: sheet, isActive: index == active, &cells, &strings)
      losses.add(contentsOf: grid.losses.total)
      sheetParts.append(("worksheets/sheet\(index + 1).xml", characters.finish(xml)))
      var attributes: [(StaticString, String)] = [
        ("name", names.name(sheet.name, number: index + 1)), ("sheetId", String(index + 1)),
      ]
      if index != active, sheet.visibility != .visible {
        attributes.append(("state", sheet.visibility.rawValue))
      }
      attributes.append(("r:id", relationships.identifier(.worksheet, "worksheets/sheet\(index + 1).xml")))
      book.add("sheet", attributes: attributes)
    }
    book.end("sheets")
    book.end("workbook")

    package.add("xl/workbook.xml", type: Self.typePrefix + "sheet.main+xml", characters.finish(book))
    _ = package.relationships.identifier(.officeDocument, "xl/workbook.xml")
    for part in sheetParts {
      package.add("xl/\(part.name)", type: Self.typePrefix + "worksheet+xml", part.bytes)
    }
    package.add(
      "xl/styles.xml", type: Self.typePrefix + "styles+xml", characters.finish(WrittenXLSXStyle.part))
    _ = relationships.identifier(.styles, "styles.xml")
    var droppedCount = 0
    if !strings.isEmpty {
      package.add(
        "xl/sharedStrings.xml", type: Self.typePrefix + "sharedStrings+xml", strings.part(&droppedCount))
      _ = relationships.identifier(.sharedStrings, "sharedStrings.xml")
    }
    package.add("xl/_rels/workbook.xml.rels", relationships.part(&characters))
    package.addApplication()

    losses.add(contentsOf: cells.losses.total + names.losses.total)
    let parts = package.finish(&characters)
    losses.add(.characters, "that XML does not allow", count: characters.count + droppedCount)
    return (parts, losses.total)
  }

  /// The beginning of the content types of SpreadsheetML.
  private static let typePrefix = "application/vnd.openxmlformats-officedocument.spreadsheetml."
}
