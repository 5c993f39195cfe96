import ProfferConversions
import XMLText

/// The names of elements and attributes that the reader of Excel workbooks recognizes.
///
/// Prefixes: `s` SpreadsheetML; `r` references to relationships; `xdr` and `x` drawings in sheets; `x14`
/// extensions of Excel 2010; `mc` markup compatibility.
enum XLSXName: String, CaseIterable, Sendable {
  // The workbook.
  case workbook = "s:workbook"
  case workbookProperties = "s:workbookPr"
  case workbookProtection = "s:workbookProtection"
  case sheet = "s:sheet"
  case definedName = "s:definedName"
  case externalReference = "s:externalReference"

  // Texts.
  case sharedStrings = "s:sst"
  case sharedString = "s:si"
  case text = "s:t"
  case run = "s:r"
  case runProperties = "s:rPr"
  case phoneticRun = "s:rPh"

  // Styles.
  case styleSheet = "s:styleSheet"
  case numberFormat = "s:numFmt"
  case cellFormats = "s:cellXfs"
  case format = "s:xf"
  case alignment = "s:alignment"

  // Sheets.
  case worksheet = "s:worksheet"
  case sheetData = "s:sheetData"
  case row = "s:row"
  case cell = "s:c"
  case value = "s:v"
  case formula = "s:f"
  case inlineString = "s:is"
  case column = "s:col"
  case sheetView = "s:sheetView"
  case pane = "s:pane"
  case sheetProtection = "s:sheetProtection"
  case mergeCell = "s:mergeCell"
  case conditionalRule = "s:cfRule"
  case dataValidation = "s:dataValidation"
  case hyperlink = "s:hyperlink"
  case autoFilter = "s:autoFilter"
  case pageBreak = "s:brk"
  case oddHeader = "s:oddHeader"
  case oddFooter = "s:oddFooter"
  case evenHeader = "s:evenHeader"
  case evenFooter = "s:evenFooter"
  case firstHeader = "s:firstHeader"
  case firstFooter = "s:firstFooter"
  case background = "s:picture"
  case embeddedObject = "s:oleObject"
  case control = "s:control"
  case tablePart = "s:tablePart"
  case comment = "s:comment"
  case extensionRule = "x14:cfRule"
  case extensionValidation = "x14:dataValidation"
  case sparkline = "x14:sparkline"

  // Drawings.
  case picture = "xdr:pic"
  case graphicFrame = "xdr:graphicFrame"
  case shape = "xdr:sp"
  case connector = "xdr:cxnSp"

  case clientData = "x:ClientData"

  // Alternatives.
  case fallback = "mc:Fallback"

  // Attributes.
  case reference = "r"
  case style = "s"
  case type = "t"
  case hidden = "hidden"
  case height = "customHeight"
  case width = "customWidth"
  case first = "min"
  case last = "max"
  case state = "state"
  case name = "name"
  case date1904 = "date1904"
  case relationship = "r:id"
  case formatNumber = "numFmtId"
  case formatCode = "formatCode"
  case font = "fontId"
  case fill = "fillId"
  case border = "borderId"
  case rightToLeft = "rightToLeft"
  case isProtected = "sheet"
  case isStructureLocked = "lockStructure"
  case objectType = "ObjectType"

  static let vocabulary = XMLVocabulary<XLSXName>([
    "s": [
      "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
      "http://purl.oclc.org/ooxml/spreadsheetml/main",
    ],
    "r": OfficeNamespace.relationships,
    "xdr": [
      "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing",
      "http://purl.oclc.org/ooxml/drawingml/spreadsheetDrawing",
    ],
    "mc": OfficeNamespace.compatibility,
    "x": ["urn:schemas-microsoft-com:office:excel"],
    "x14": ["http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"],
  ])
}

extension PackageXML<XLSXName> {
  /// Returns whether an attribute of the current element is true.
  func isOn(_ name: XLSXName) -> Bool {
    switch attribute(name) {
    case "1", "true", "on": true
    default: false
    }
  }

  /// Reads the start of the document.
  ///
  /// - Throws: `wrongFormat` if the outermost element has another name.
  mutating func readRoot(_ name: XLSXName, of part: PartName) throws(CoderError) {
    while let event = try next() {
      guard case .begin(let root) = event else { continue }
      guard root != name else { return }
      throw CoderError(
        .wrongFormat,
        "the outermost element is “\(localName.prefix(40))”, but must be “\(name.rawValue.dropFirst(2))”",
        subject: part.path)
    }
  }
}
