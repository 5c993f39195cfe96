import Foundation
import ProfferConversions
import StructuredFormats
import XMLText

/// Reads OpenDocument spreadsheets: opens the package, and finds the chosen sheets.
struct ODSReader {
  private let options: SpreadsheetOptions
  private var package: OpenDocumentPackage
  /// The common styles, and the content of the other files.
  private var styles = ODSStyles()
  private var tally = SheetTally()

  init(_ data: Data, _ options: SpreadsheetOptions) throws(CoderError) {
    self.options = options
    do {
      package = try OpenDocumentPackage(
        data, mediaTypes: ["spreadsheet", "spreadsheet-template"],
        limits: options.limits.forArchive(byteCount: data.count))
    } catch { throw CoderError(packageError: error) }
    for warning in package.warnings { tally.warn(warning) }
    guard package.flat == nil else { return }
    try readStyles()
    try readMetadata()
    if package.hasMacros { tally.add(.macros) }
    if package.isSigned { tally.add(.signatures) }
  }

  // MARK: Results

  /// Reads the chosen sheet, and emits its table.
  static func readTable(
    _ data: Data, _ options: SpreadsheetOptions, _ emit: (TableEvent) throws -> Void
  ) throws -> StepReport {
    var reader = try ODSReader(data, options)
    return try reader.readTable(emit)
  }

  private mutating func readTable(_ emit: (TableEvent) throws -> Void) throws -> StepReport {
    let choice = try chosenSheet()
    var table = SheetTable(
      hasHeader: options.hasHeader, firstColumn: choice.firstColumn, limits: options.limits)
    var others = SheetTally()
    var content = try contentReader()
    try content.read { sheet in
      if sheet.place == choice.place { return true }
      // With a choice, the other sheets are not wanted.
      if options.sheet == .firstVisible { others.add(sheet.isVisible ? .otherSheets : .hiddenSheets) }
      return false
    } _: {
      try table.add($1, emit)
    }
    try table.finish(emit)
    tally.add(contentsOf: content.tally)
    tally.add(contentsOf: others)
    return StepReport(losses: tally.losses, warnings: tally.warnings + table.warnings)
  }

  /// Reads all sheets.
  static func readWorkbook(_ data: Data, _ options: SpreadsheetOptions) throws -> Reading<Workbook> {
    var reader = try ODSReader(data, options)
    return try reader.readSheets()
  }

  private mutating func readSheets() throws -> Reading<Workbook> {
    var sheets: [ODSContentReader.Sheet] = []
    var rows: [SheetCollector] = []
    var content = try contentReader()
    try content.read { sheet in
      sheets.append(sheet)
      rows.append(SheetCollector())
      return true
    } _: {
      rows[$0.place].add($1)
    }
    try checkKind(content)
    tally.add(contentsOf: content.tally)
    var warnings: [String] = []
    var workbook = Workbook()
    for (sheet, rows) in zip(sheets, rows) {
      let table = try rows.table(hasHeader: options.hasHeader, limits: options.limits, warnings: &warnings)
      workbook.sheets.append(
        Workbook.Sheet(name: sheet.name, table: table, visibility: sheet.isVisible ? .visible : .hidden))
    }
    return Reading(workbook, losses: tally.losses, warnings: tally.warnings + warnings)
  }

  /// Returns the names of the sheets.
  static func sheetNames(_ data: Data, _ options: SpreadsheetOptions) throws -> [String] {
    let reader = try ODSReader(data, options)
    var names: [String] = []
    var content = try reader.contentReader()
    try content.read { sheet in
      names.append(sheet.name)
      return false
    } _: { _, _ in
    }
    try reader.checkKind(content)
    return names
  }

  /// Returns whether a document is an OpenDocument package or one in the flat form, by its first bytes.
  static func isPackage(_ data: Data) -> Bool {
    // The first file of a package is `mimetype`, whose name and content begin at this place.
    data.dropFirst(30).starts(with: Array("mimetypeapplication/vnd.oasis.opendocument".utf8))
      || !data.starts(with: Array("PK".utf8))
  }

  // MARK: The choice of a sheet

  /// Ends the search for the first column.
  private struct FirstColumn: Error {}

  /// Returns the place of the chosen sheet, and its first column with content.
  ///
  /// Usually the sheet is one of the first ones, and its first row begins in the first column. The rest of the
  /// document is then not searched.
  private func chosenSheet() throws -> (place: Int, firstColumn: Int) {
    var sheets: [(name: String, isVisible: Bool)] = []
    var place: Int?
    let column = try firstColumn { sheet in
      sheets.append((sheet.name, sheet.isVisible))
      guard place == nil, options.sheet.isExactly(sheet) else { return false }
      place = sheet.place
      return true
    }
    if let place { return (place, column) }
    let chosen = try options.sheet.place(in: sheets)
    return (chosen, try firstColumn { $0.place == chosen })
  }

  /// Returns the first column with content of a sheet; 0 if the sheet is empty.
  private func firstColumn(_ wants: (ODSContentReader.Sheet) -> Bool) throws -> Int {
    var column = Int.max
    var content = try contentReader()
    do {
      try content.read(wants) { _, row in
        column = min(column, row.cells.first?.column ?? column)
        if column == 0 { throw FirstColumn() }
      }
      try checkKind(content)
    } catch is FirstColumn {
      return 0
    }
    return column == .max ? 0 : column
  }

  // MARK: Files

  private func open(
    _ path: String, _ chunks: @escaping () throws -> [UInt8]?
  ) -> PackageXML<ODSName> {
    PackageXML(
      chunks: chunks, ODSName.vocabulary, part: path, depthLimit: options.limits.depth,
      allowsDocumentType: true)
  }

  private func contentReader() throws -> ODSContentReader {
    if let flat = package.flat {
      var bytes: [UInt8]? = flat
      let xml = open("the document") {
        defer { bytes = nil }
        return bytes
      }
      return ODSContentReader(
        xml, part: "the document", byteCount: flat.count, of: package, styles: styles, limits: options.limits)
    }
    guard let chunks = try package.chunks(of: "content.xml") else {
      throw CoderError(.wrongFormat, "the package has no content.xml, so it is not an OpenDocument file")
    }
    return ODSContentReader(
      open("content.xml", chunks), part: "content.xml", byteCount: package.byteCount(of: "content.xml"),
      of: package, styles: styles, limits: options.limits)
  }

  private func checkKind(_ content: ODSContentReader) throws(CoderError) {
    guard !content.hasSpreadsheet else { return }
    throw CoderError(
      .wrongFormat, "this is not an OpenDocument spreadsheet: there is no element “office:spreadsheet”")
  }

  /// Reads the common styles.
  ///
  /// Without them, only durations and formats are read differently.
  private mutating func readStyles() throws(CoderError) {
    guard let chunks = try package.chunks(of: "styles.xml") else { return }
    var xml = open("styles.xml", chunks)
    do {
      while let event = try xml.next() {
        guard case .begin(let name) = event, name != .documentStyles else { continue }
        if name == .styles || name == .automaticStyles {
          try styles.read(&xml)
        } else {
          try xml.skipElement()
        }
      }
    } catch {
      guard error.code == .wrongFormat else { throw error }
      tally.warn("the styles cannot be read: \(error.message)")
    }
  }

  private mutating func readMetadata() throws(CoderError) {
    guard let chunks = try package.chunks(of: "meta.xml") else { return }
    var xml = open("meta.xml", chunks)
    do {
      while let event = try xml.next() {
        guard case .begin(let name) = event, name != .documentMeta else { continue }
        if name == .meta { try tally.countProperties(&xml) } else { try xml.skipElement() }
      }
    } catch {
      guard error.code == .wrongFormat else { throw error }
      tally.warn("the document properties cannot be read: \(error.message)")
    }
  }
}

extension SheetTally {
  /// Counts the metadata in the current element, apart from data about the editing.
  mutating func countProperties(_ xml: inout PackageXML<ODSName>) throws(CoderError) {
    while let event = try xml.next() {
      switch event {
      case .begin(let name):
        switch name {
        case .generator, .statistic, .editingCycles, .editingDuration: break
        default: add(.properties)
        }
        try xml.skipElement()
      case .end: return
      case .text: break
      }
    }
  }
}

extension SheetChoice {
  /// Returns whether a sheet is the chosen one, whatever sheets follow it.
  fileprivate func isExactly(_ sheet: ODSContentReader.Sheet) -> Bool {
    switch self {
    case .firstVisible: sheet.isVisible
    case .name(let name), .nameOrNumber(let name, _): sheet.name == name
    case .number(let number): sheet.place == number - 1
    }
  }
}
