import Foundation
import ProfferConversions
import StructuredFormats
import XMLText

/// Reads Excel workbooks: finds the parts of the package, and reads sheets.
struct XLSXReader {
  /// A sheet in the list of the workbook.
  struct Sheet {
    let name: String
    let visibility: Workbook.SheetVisibility
    /// The part of the sheet; nil if the package does not contain it.
    let part: PartName?
    /// Whether the sheet has cells, unlike a sheet with only a chart, a dialog or macros.
    let hasCells: Bool
  }

  private let options: SpreadsheetOptions
  private var package: OpenPackage
  private let mainPart: PartName
  private let relationships: Relationships
  private(set) var sheets: [Sheet] = []
  private var strings = XLSXSharedStrings()
  private var styles = XLSXStyles()
  private var dates = SerialDate()
  private var budget: SheetBudget
  private var tally = SheetTally()

  /// Opens a workbook, and reads the list of its sheets, its shared texts and its styles.
  init(_ data: Data, _ options: SpreadsheetOptions) throws(CoderError) {
    self.options = options
    budget = SheetBudget(options.limits)
    package = try OpenPackage(data, limits: options.limits.forArchive(byteCount: data.count))
    var warnings: [String] = []
    mainPart = try OfficeFormat.excel.mainPart(of: package) { warnings.append($0) }
    relationships = try package.relationships(of: mainPart)
    for warning in warnings { tally.warn(warning) }
    try readWorkbook()
    try readSharedParts()
  }

  // MARK: Results

  /// Reads the chosen sheet, and emits its table.
  static func readTable(
    _ data: Data, _ options: SpreadsheetOptions, _ emit: (TableEvent) throws -> Void
  ) throws -> StepReport {
    var reader = try XLSXReader(data, options)
    return try reader.readTable(emit)
  }

  private mutating func readTable(_ emit: (TableEvent) throws -> Void) throws -> StepReport {
    let places = sheets.indices.filter { sheets[$0].hasCells }
    let choice = try options.sheet.place(
      in: places.map { (sheets[$0].name, sheets[$0].visibility == .visible) })
    let sheet = sheets[places[choice]]
    // With a choice, the other sheets are not wanted.
    for other in places where other != places[choice] && options.sheet == .firstVisible {
      tally.add(sheets[other].visibility == .visible ? .otherSheets : .hiddenSheets)
    }
    tally.add(.chartSheets, count: sheets.count - places.count)
    guard let part = sheet.part, package.contains(part) else {
      throw CoderError(.wrongFormat, "the part of the sheet is missing", subject: sheet.name)
    }
    var table = SheetTable(
      hasHeader: options.hasHeader, firstColumn: try firstColumn(of: part), limits: options.limits)
    try read(part) { try table.add($0, emit) }
    try table.finish(emit)
    try countOtherParts(of: part)
    try countRest()
    return StepReport(losses: tally.losses, warnings: tally.warnings + table.warnings)
  }

  /// Reads all sheets.
  static func readWorkbook(_ data: Data, _ options: SpreadsheetOptions) throws -> Reading<Workbook> {
    var reader = try XLSXReader(data, options)
    return try reader.readSheets()
  }

  private mutating func readSheets() throws -> Reading<Workbook> {
    var workbook = Workbook()
    var warnings: [String] = []
    for sheet in sheets {
      guard sheet.hasCells else {
        tally.add(.chartSheets)
        continue
      }
      var rows = SheetCollector()
      if let part = sheet.part, package.contains(part) {
        let controlCount = tally[.controls]
        try read(part) { rows.add($0) }
        try countOtherParts(of: part, controlCountBefore: controlCount)
      } else {
        warnings.append("the part of the sheet “\(sheet.name)” is missing")
      }
      let table = try rows.table(hasHeader: options.hasHeader, limits: options.limits, warnings: &warnings)
      workbook.sheets.append(Workbook.Sheet(name: sheet.name, table: table, visibility: sheet.visibility))
    }
    try countRest()
    return Reading(workbook, losses: tally.losses, warnings: tally.warnings + warnings)
  }

  /// Returns the names of the sheets with cells.
  static func sheetNames(_ data: Data, _ options: SpreadsheetOptions) throws -> [String] {
    try XLSXReader(data, options).sheets.filter(\.hasCells).map(\.name)
  }

  // MARK: Sheets

  /// Reads a sheet, and counts its marks.
  private mutating func read(_ part: PartName, _ emit: (SheetRow) throws -> Void) throws {
    guard let xml = try open(part) else { return }
    var reader = XLSXSheetReader(
      xml, part: part, strings: strings, styles: styles, dates: dates, budget: budget)
    try reader.read(emit)
    budget = reader.budget
    tally.add(contentsOf: reader.tally)
  }

  /// Ends the search for the first column.
  private struct FirstColumn: Error {}

  /// Returns the first column with content.
  ///
  /// Usually the first row begins in the first column, and the rest of the sheet need not be searched.
  private func firstColumn(of part: PartName) throws -> Int {
    guard let xml = try open(part) else { return 0 }
    var column = Int.max
    var reader = XLSXSheetReader(
      xml, part: part, strings: strings, styles: styles, dates: dates, budget: SheetBudget(options.limits))
    do {
      try reader.read { row in
        column = min(column, row.cells.first?.column ?? column)
        if column == 0 { throw FirstColumn() }
      }
    } catch is FirstColumn {
      return 0
    }
    return column == .max ? 0 : column
  }

  /// Counts the comments, drawings and pivot tables of a sheet.
  ///
  /// - Parameter controlCountBefore: the number of form controls before the sheet was read.
  private mutating func countOtherParts(
    of part: PartName, controlCountBefore: Int = 0
  ) throws(CoderError) {
    let controlCount = tally[.controls] - controlCountBefore
    for relationship in try package.relationships(of: part).all {
      switch relationship.type {
      case "pivotTable": tally.add(.pivotTables)
      // Controls are usually also shapes of the older kind.
      case "vmlDrawing" where controlCount > 0: break
      case "comments", "drawing", "vmlDrawing":
        guard let target = relationship.part else { continue }
        do {
          guard var xml = try open(target) else { continue }
          try count(&xml)
        } catch {
          guard error.code == .wrongFormat else { throw error }
          // Older drawings are often not well-formed.
          guard relationship.type != "vmlDrawing" else { continue }
          tally.warn("the comments or drawings of a sheet cannot be read: \(error.message)")
        }
      default: break
      }
    }
  }

  /// Counts the comments or drawings of a part.
  private mutating func count(_ xml: inout PackageXML<XLSXName>) throws(CoderError) {
    while let event = try xml.next() {
      guard case .begin(let name) = event else { continue }
      switch name {
      case .comment: tally.add(.comments)
      case .picture: tally.add(.pictures)
      case .graphicFrame: tally.add(.charts)
      case .shape, .connector: tally.add(.shapes)
      case .clientData:
        if let type = xml.attribute(.objectType), type != "Note", type != "Pict" { tally.add(.controls) }
      case .fallback: try xml.skipElement()
      default: break
      }
    }
  }

  // MARK: The workbook

  private func open(_ part: PartName) throws(CoderError) -> PackageXML<XLSXName>? {
    guard let chunks = try package.chunks(of: part) else { return nil }
    return PackageXML(
      chunks: chunks, XLSXName.vocabulary, part: part.path, depthLimit: options.limits.depth)
  }

  private mutating func readWorkbook() throws(CoderError) {
    guard var xml = try open(mainPart) else {
      throw CoderError(.wrongFormat, "the package does not contain the workbook", subject: mainPart.path)
    }
    try xml.readRoot(.workbook, of: mainPart)
    while let event = try xml.next() {
      guard case .begin(let name) = event else { continue }
      switch name {
      case .workbookProperties: dates.is1904 = xml.isOn(.date1904)
      case .workbookProtection: if xml.isOn(.isStructureLocked) { tally.add(.protection) }
      case .definedName:
        // The names that Excel defines itself record the area to print and filters.
        if xml.attribute(.name)?.hasPrefix("_xlnm") == false { tally.add(.names) }
      case .externalReference: tally.add(.otherWorkbooks)
      case .sheet: addSheet(xml)
      case .fallback: try xml.skipElement()
      default: break
      }
    }
  }

  private mutating func addSheet(_ xml: PackageXML<XLSXName>) {
    let relationship = xml.attribute(.relationship).flatMap { relationships[$0] }
    let visibility = xml.attribute(.state).flatMap { Workbook.SheetVisibility(rawValue: $0) } ?? .visible
    sheets.append(
      Sheet(
        name: xml.attribute(.name) ?? "", visibility: visibility, part: relationship?.part,
        hasCells: relationship.map { $0.type == "worksheet" } ?? true))
  }

  /// Reads the shared texts and the styles.
  private mutating func readSharedParts() throws(CoderError) {
    if let part = relationships.first(ofType: "sharedStrings")?.part, var xml = try open(part) {
      strings = try XLSXSharedStrings(&xml, part: part, byteLimit: options.limits.sharedTextByteCount)
    }
    if let part = relationships.first(ofType: "styles")?.part, var xml = try open(part) {
      do {
        styles = try XLSXStyles(&xml, part: part, limit: options.limits.styleCount)
      } catch {
        guard error.code == .wrongFormat else { throw error }
        tally.warn("the styles cannot be read, so dates are read as numbers: \(error.message)")
      }
    }
  }

  /// Counts the content of the document that belongs to no sheet.
  private mutating func countRest() throws(CoderError) {
    for relationship in relationships.all where relationship.type == "vbaProject" { tally.add(.macros) }
    for relationship in package.relationships.all {
      switch relationship.type {
      case "digital-signature/origin": tally.add(.signatures)
      case "metadata/core-properties":
        guard let part = relationship.part, var xml = try open(part) else { continue }
        do { try countProperties(&xml) } catch {
          guard error.code == .wrongFormat else { throw error }
          tally.warn("the document properties cannot be read: \(error.message)")
        }
      default: break
      }
    }
  }

  /// Counts the properties of the document that have a value.
  private mutating func countProperties(_ xml: inout PackageXML<XLSXName>) throws(CoderError) {
    var depth = 0
    var hasValue = false
    while let event = try xml.next() {
      switch event {
      case .begin:
        depth += 1
        hasValue = false
      case .text: hasValue = true
      case .end:
        if depth == 2, hasValue { tally.add(.properties) }
        depth -= 1
        hasValue = false
      }
    }
  }
}
