import Foundation
import OfficeFormats
import ProfferConversions
import StructuredFormats
import ZipArchives

/// An Excel workbook for tests, made from the XML of its parts.
struct XLSXFile {
  /// A sheet: its name, its attributes in the list of the workbook, and the content of `worksheet`.
  struct Sheet {
    var name: String
    var attributes = ""
    var content: String
    /// The relationships of the sheet: type, target.
    var relationships: [(String, String)] = []
    /// The type of the relationship from the workbook to the sheet.
    var type = "worksheet"
    var isMissing = false
  }

  var sheets: [Sheet]
  /// The content of `sst`; nil for no shared texts.
  var strings: String?
  /// The content of `styleSheet`; nil for no styles.
  var styles: String?
  /// Further content of `workbook`, before the sheets.
  var workbook = ""
  /// Further relationships of the workbook: identifier, type, target.
  var relationships: [(String, String, String)] = []
  /// The content of `cp:coreProperties`.
  var properties: String?
  /// Further files.
  var files: [(String, String)] = []
  var mediaType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
  var isStrict = false

  /// Makes a workbook with one sheet.
  ///
  /// - Parameters:
  ///   - rows: the content of `sheetData`.
  ///   - after: the content of the sheet after its cells.
  init(_ rows: String, after: String = "", before: String = "") {
    sheets = [Sheet(name: "Sheet1", content: "\(before)<sheetData>\(rows)</sheetData>\(after)")]
  }

  init(sheets: [Sheet]) { self.sheets = sheets }

  private func strict(_ text: String) -> String {
    guard isStrict else { return text }
    return text.replacingOccurrences(
      of: "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
      with: "http://purl.oclc.org/ooxml/spreadsheetml/main"
    ).replacingOccurrences(
      of: "http://schemas.openxmlformats.org/officeDocument/2006/",
      with: "http://purl.oclc.org/ooxml/officeDocument/")
  }

  private static let namespaces =
    #" xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main""#
    + #" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships""#
    + #" xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing""#
    + #" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006""#
    + #" xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main""#

  /// An XML document with all namespaces.
  static func element(_ name: String, _ content: String) -> String {
    "<?xml version=\"1.0\"?><\(name)\(namespaces)>\(content)</\(name)>"
  }

  private func relationshipPart(_ all: [(String, String, String)]) -> String {
    let entries = all.map { identifier, type, target in
      let namespace = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
      let type = type.contains(":") ? type : namespace + type
      return #"<Relationship Id="\#(identifier)" Type="\#(type)" Target="\#(target)"/>"#
    }
    return #"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">"#
      + entries.joined() + "</Relationships>"
  }

  /// The parts by name.
  var parts: [(String, String)] {
    var links = relationships
    var parts: [(String, String)] = []
    var list = ""
    for (place, sheet) in sheets.enumerated() {
      let number = place + 1
      list += #"<sheet name="\#(sheet.name)" sheetId="\#(number)" r:id="s\#(number)" \#(sheet.attributes)/>"#
      links.append(("s\(number)", sheet.type, "worksheets/sheet\(number).xml"))
      if !sheet.isMissing {
        parts.append(("xl/worksheets/sheet\(number).xml", Self.element("worksheet", sheet.content)))
      }
      if !sheet.relationships.isEmpty {
        let all = sheet.relationships.enumerated().map { ("r\($0.offset)", $0.element.0, $0.element.1) }
        parts.append(("xl/worksheets/_rels/sheet\(number).xml.rels", relationshipPart(all)))
      }
    }
    if let strings {
      parts.append(("xl/sharedStrings.xml", Self.element("sst", strings)))
      links.append(("strings", "sharedStrings", "sharedStrings.xml"))
    }
    if let styles {
      parts.append(("xl/styles.xml", Self.element("styleSheet", styles)))
      links.append(("styles", "styles", "styles.xml"))
    }
    var root = [("main", "officeDocument", "xl/workbook.xml")]
    if let properties {
      let xml =
        #"<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">"#
        + properties + "</cp:coreProperties>"
      parts.append(("docProps/core.xml", xml))
      root.append(
        (
          "core", "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties",
          "docProps/core.xml"
        ))
    }
    let types =
      #"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">"#
      + #"<Default Extension="xml" ContentType="application/xml"/>"#
      + #"<Override PartName="/xl/workbook.xml" ContentType="\#(mediaType)"/></Types>"#
    return [
      ("[Content_Types].xml", types), ("_rels/.rels", relationshipPart(root)),
      ("xl/workbook.xml", Self.element("workbook", "\(workbook)<sheets>\(list)</sheets>")),
      ("xl/_rels/workbook.xml.rels", relationshipPart(links)),
    ] + parts + files
  }

  var data: Data {
    var archive = ZipPackageWriter()
    for (name, text) in parts { archive.add(name, Array(strict(text).utf8)) }
    return archive.finish()
  }

  func read(_ options: SpreadsheetOptions = SpreadsheetOptions()) throws -> Reading<Workbook> {
    try Workbook.readXLSX(data, options: options)
  }

  /// The rows of the first sheet, which is read without a header.
  var rows: [[StructuredValue?]] {
    get throws { try read(SpreadsheetOptions(hasHeader: false)).value.sheets[0].table.rows }
  }

  /// The losses of reading the whole workbook, each as its description.
  var losses: [String] { get throws { try read().losses.map(\.description) } }

  /// Reads a sheet as a table, as conversions do.
  func table(_ options: SpreadsheetOptions = SpreadsheetOptions()) throws -> Reading<Table> {
    let readers = ConversionRegistry(.spreadsheets(options)).readers(
      of: "org.openxmlformats.spreadsheetml.sheet")
    let source = RepresentationSource(data, typeIdentifier: "org.openxmlformats.spreadsheetml.sheet")
    for reader in readers where reader.kind == ValueKind.table.erased {
      let reading = try reader.read(source)
      guard let table = reading.value as? Table else { break }
      return Reading(table, losses: reading.losses, warnings: reading.warnings)
    }
    throw CoderError(.wrongFormat, "there is no reader of tables")
  }

  /// The code of the error that reading causes; nil if there is none.
  func error(_ options: SpreadsheetOptions = SpreadsheetOptions()) -> CoderError.Code? {
    do throws(CoderError) {
      _ = try Workbook.readXLSX(data, options: options)
      return nil
    } catch { return error.code }
  }
}

/// A row of cells.
func xrow(_ cells: String..., attributes: String = "") -> String {
  "<row \(attributes)>\(cells.joined())</row>"
}

/// A cell with a value.
func xcell(
  _ value: String?, at reference: String? = nil, type: String? = nil, style: Int? = nil,
  formula: String? = nil
) -> String {
  "<c" + (reference.map { #" r="\#($0)""# } ?? "") + (style.map { #" s="\#($0)""# } ?? "")
    + (type.map { #" t="\#($0)""# } ?? "") + ">" + (formula.map { "<f>\($0)</f>" } ?? "")
    + (value.map { "<v>\($0)</v>" } ?? "") + "</c>"
}

/// A cell with its own text.
func xtext(_ text: String, at reference: String? = nil) -> String {
  "<c t=\"inlineStr\"" + (reference.map { #" r="\#($0)""# } ?? "") + "><is><t>\(text)</t></is></c>"
}

/// Styles with a cell format for each number format, from style 0 on.
func numberStyles(_ codes: [String]) -> String {
  let formats = codes.enumerated().map { place, code in
    let code = code.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(
      of: "\"", with: "&quot;")
    return #"<numFmt numFmtId="\#(164 + place)" formatCode="\#(code)"/>"#
  }.joined()
  let cells = codes.indices.map { #"<xf numFmtId="\#(164 + $0)"/>"# }.joined()
  return "<numFmts>\(formats)</numFmts><cellXfs>\(cells)</cellXfs>"
}

extension StructuredValue {
  /// A date, a time, or both, from its text.
  static func local(_ text: String) -> StructuredValue {
    LocalDate(text).map { .localDate($0) } ?? LocalTime(text).map { .localTime($0) }
      ?? LocalDateTime(text).map { .localDateTime($0) } ?? .null
  }

  /// A number with its digits.
  static func digits(_ text: String) -> StructuredValue {
    StructuredReal(spelling: text).map { .real($0) } ?? .null
  }
}
