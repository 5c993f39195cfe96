import ProfferConversions
import XMLText

/// The names of elements and attributes that the reader of OpenDocument spreadsheets recognizes.
enum ODSName: String, CaseIterable, Sendable {
  // The document.
  case document = "office:document"
  case documentContent = "office:document-content"
  case documentStyles = "office:document-styles"
  case documentMeta = "office:document-meta"
  case meta = "office:meta"
  case scripts = "office:scripts"
  case body = "office:body"
  case spreadsheet = "office:spreadsheet"
  case generator = "meta:generator"
  case statistic = "meta:document-statistic"
  case editingCycles = "meta:editing-cycles"
  case editingDuration = "meta:editing-duration"

  // Styles.
  case styles = "office:styles"
  case automaticStyles = "office:automatic-styles"
  case style = "style:style"
  case tableProperties = "style:table-properties"
  case cellProperties = "style:table-cell-properties"
  case textProperties = "style:text-properties"
  case paragraphProperties = "style:paragraph-properties"
  case dateStyle = "number:date-style"
  case timeStyle = "number:time-style"
  case percentageStyle = "number:percentage-style"
  case currencyStyle = "number:currency-style"
  case numberStyle = "number:number-style"
  case styleName = "style:name"
  case family = "style:family"
  case parentStyle = "style:parent-style-name"
  case dataStyle = "style:data-style-name"
  case truncates = "number:truncate-on-overflow"
  case display = "table:display"
  case writingMode = "style:writing-mode"
  case backgroundColor = "fo:background-color"
  case textAlignment = "fo:text-align"
  case border = "fo:border"
  case borderTop = "fo:border-top"
  case borderBottom = "fo:border-bottom"
  case borderLeft = "fo:border-left"
  case borderRight = "fo:border-right"

  // Sheets.
  case table = "table:table"
  case columns = "table:table-columns"
  case headerColumns = "table:table-header-columns"
  case columnGroup = "table:table-column-group"
  case column = "table:table-column"
  case rows = "table:table-rows"
  case headerRows = "table:table-header-rows"
  case rowGroup = "table:table-row-group"
  case row = "table:table-row"
  case cell = "table:table-cell"
  case coveredCell = "table:covered-table-cell"
  case shapes = "table:shapes"
  case source = "table:table-source"
  case cellRangeSource = "table:cell-range-source"
  case tableName = "table:name"
  case tableStyle = "table:style-name"
  case defaultCellStyle = "table:default-cell-style-name"
  case columnsRepeated = "table:number-columns-repeated"
  case rowsRepeated = "table:number-rows-repeated"
  case columnsSpanned = "table:number-columns-spanned"
  case rowsSpanned = "table:number-rows-spanned"
  case visibility = "table:visibility"
  case protected = "table:protected"
  case formula = "table:formula"
  case contentValidations = "table:content-validations"
  case namedExpressions = "table:named-expressions"
  case databaseRanges = "table:database-ranges"
  case pivotTables = "table:data-pilot-tables"
  case linkedSources = "table:dde-links"
  case trackedChanges = "table:tracked-changes"
  case conditionalFormats = "calcext:conditional-formats"
  case sparklineGroups = "calcext:sparkline-groups"
  case sparkline = "calcext:sparkline"
  case forms = "office:forms"

  // Values of cells.
  case valueType = "office:value-type"
  case extendedValueType = "calcext:value-type"
  case value = "office:value"
  case dateValue = "office:date-value"
  case timeValue = "office:time-value"
  case booleanValue = "office:boolean-value"
  case stringValue = "office:string-value"

  // Texts of cells.
  case paragraph = "text:p"
  case heading = "text:h"
  case list = "text:list"
  case listItem = "text:list-item"
  case listHeader = "text:list-header"
  case section = "text:section"
  case span = "text:span"
  case link = "text:a"
  case space = "text:s"
  case spaceCount = "text:c"
  case tab = "text:tab"
  case lineBreak = "text:line-break"
  case rubyText = "text:ruby-text"
  case textStyle = "text:style-name"
  case annotation = "office:annotation"

  // Drawings.
  case frame = "draw:frame"
  case image = "draw:image"
  case object = "draw:object"
  case objectOLE = "draw:object-ole"
  case plugin = "draw:plugin"
  case floatingFrame = "draw:floating-frame"
  case textBox = "draw:text-box"
  case group = "draw:g"
  case drawingLink = "draw:a"
  case control = "draw:control"
  case rectangle = "draw:rect"
  case line = "draw:line"
  case polyline = "draw:polyline"
  case polygon = "draw:polygon"
  case regularPolygon = "draw:regular-polygon"
  case path = "draw:path"
  case circle = "draw:circle"
  case ellipse = "draw:ellipse"
  case connector = "draw:connector"
  case caption = "draw:caption"
  case measure = "draw:measure"
  case customShape = "draw:custom-shape"
  case reference = "xlink:href"

  private static let oasis = "urn:oasis:names:tc:opendocument:xmlns:"

  static let vocabulary = XMLVocabulary<ODSName>([
    "office": [oasis + "office:1.0"], "style": [oasis + "style:1.0"], "text": [oasis + "text:1.0"],
    "table": [oasis + "table:1.0"], "draw": [oasis + "drawing:1.0"], "meta": [oasis + "meta:1.0"],
    "number": [oasis + "datastyle:1.0"], "fo": [oasis + "xsl-fo-compatible:1.0"],
    "xlink": ["http://www.w3.org/1999/xlink"],
    "calcext": ["urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"],
  ])
}

extension PackageXML<ODSName> {
  /// Returns the number of an attribute that counts repeated elements or spaces; 1 if it is missing or
  /// invalid.
  ///
  /// A number above 2^40 is reduced to 2^40.
  func count(_ name: ODSName) -> Int {
    guard let text = attribute(name) else { return 1 }
    guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return 1 }
    return max(1, min(Int(text) ?? .max, 1 << 40))
  }

  /// Skips the current element, and returns the number of its children.
  mutating func countChildren() throws(CoderError) -> Int {
    var count = 0
    while let event = try next() {
      switch event {
      case .begin:
        count += 1
        try skipElement()
      case .end: return count
      case .text: break
      }
    }
    return count
  }
}
