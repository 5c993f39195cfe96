import Foundation
import OfficeFormats
import ProfferConversions
import StructuredFormats
import ZipArchives

/// An OpenDocument spreadsheet for tests, made from XML.
struct ODSFile {
  /// The content of `office:spreadsheet`.
  var body: String
  /// Automatic styles.
  var styles = ""
  /// Common styles.
  var commonStyles = ""
  var metadata = ""
  var scripts = ""

  /// Makes a spreadsheet with one sheet.
  init(_ rows: String, styles: String = "") {
    body = Self.sheet("Sheet1", rows)
    self.styles = styles
  }

  init(sheets: [String]) { body = sheets.joined() }

  static func sheet(_ name: String, _ content: String, attributes: String = "") -> String {
    #"<table:table table:name="\#(name)" \#(attributes)>\#(content)</table:table>"#
  }

  private static let oasis = "urn:oasis:names:tc:opendocument:xmlns:"

  private static let namespaces = [
    ("office", oasis + "office:1.0"), ("style", oasis + "style:1.0"), ("text", oasis + "text:1.0"),
    ("table", oasis + "table:1.0"), ("draw", oasis + "drawing:1.0"), ("meta", oasis + "meta:1.0"),
    ("number", oasis + "datastyle:1.0"), ("fo", oasis + "xsl-fo-compatible:1.0"),
    ("dc", "http://purl.org/dc/elements/1.1/"), ("xlink", "http://www.w3.org/1999/xlink"),
    ("calcext", "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"),
  ].map { #" xmlns:\#($0)="\#($1)""# }.joined()

  private var content: String {
    "<office:automatic-styles>\(styles)</office:automatic-styles><office:body><office:spreadsheet>\(body)</office:spreadsheet></office:body>"
  }

  /// The document in the flat form.
  var flat: Data {
    Data(
      ("<?xml version=\"1.0\"?><!DOCTYPE office:document><office:document\(Self.namespaces)><office:meta>\(metadata)</office:meta>"
        + "<office:scripts>\(scripts)</office:scripts>"
        + "<office:styles>\(commonStyles)</office:styles>\(content)</office:document>").utf8)
  }

  /// The document in an archive.
  var data: Data {
    var archive = ZipPackageWriter()
    archive.add("mimetype", Array("application/vnd.oasis.opendocument.spreadsheet".utf8), isStored: true)
    func add(_ name: String, _ text: String) { archive.add(name, Array(text.utf8)) }
    add(
      "META-INF/manifest.xml",
      #"<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/><manifest:file-entry manifest:full-path="Object 1/" manifest:media-type="application/vnd.oasis.opendocument.chart"/></manifest:manifest>"#
    )
    add(
      "content.xml",
      "<office:document-content\(Self.namespaces)><office:scripts>\(scripts)</office:scripts>\(content)</office:document-content>"
    )
    add(
      "styles.xml",
      "<office:document-styles\(Self.namespaces)><office:styles>\(commonStyles)</office:styles></office:document-styles>"
    )
    add(
      "meta.xml",
      "<office:document-meta\(Self.namespaces)><office:meta>\(metadata)</office:meta></office:document-meta>")
    return archive.finish()
  }

  func read(_ options: SpreadsheetOptions = SpreadsheetOptions()) throws -> Reading<Workbook> {
    try Workbook.readODS(data, options: options)
  }

  /// The rows of the first sheet, which is read without a header.
  var rows: [[StructuredValue?]] {
    get throws { try read(SpreadsheetOptions(hasHeader: false)).value.sheets[0].table.rows }
  }

  var losses: [String] { get throws { try read().losses.map(\.description) } }

  /// Reads a sheet as a table, as conversions do.
  func table(_ options: SpreadsheetOptions = SpreadsheetOptions()) throws -> Reading<Table> {
    let type = "org.oasis-open.opendocument.spreadsheet"
    for reader in ConversionRegistry(.spreadsheets(options)).readers(of: type)
    where reader.kind == ValueKind.table.erased {
      let reading = try reader.read(RepresentationSource(data, typeIdentifier: type))
      guard let table = reading.value as? Table else { break }
      return Reading(table, losses: reading.losses, warnings: reading.warnings)
    }
    throw CoderError(.wrongFormat, "there is no reader of tables")
  }
}

/// A row of cells.
func orow(_ cells: String..., attributes: String = "") -> String {
  "<table:table-row \(attributes)>\(cells.joined())</table:table-row>"
}

/// A cell of a type with a value.
func ocell(_ type: String, _ attributes: String, _ content: String = "") -> String {
  #"<table:table-cell office:value-type="\#(type)" \#(attributes)>\#(content)</table:table-cell>"#
}

/// A cell with a number.
func onumber(_ value: String, _ attributes: String = "") -> String {
  ocell("float", #"office:value="\#(value)" \#(attributes)"#)
}

/// A cell with text.
func otext(_ text: String, _ attributes: String = "") -> String {
  ocell("string", attributes, "<text:p>\(text)</text:p>")
}
