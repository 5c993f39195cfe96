public import ProfferConversions
public import StructuredFormats

/// The tables of a spreadsheet document, such as a file of Excel or of OpenDocument.
///
/// A workbook contains the values of the cells. Formulas, formats, charts and other content of the document
/// are not part of it.
public struct Workbook: Sendable, Equatable {
  /// The sheets, in the order of the document.
  public var sheets: [Sheet]

  /// Makes a workbook.
  ///
  /// - Parameter sheets: the sheets, in the order of the document.
  public init(sheets: [Sheet] = []) { self.sheets = sheets }
}

extension Workbook {
  /// A sheet of a workbook: a named table.
  public struct Sheet: Sendable, Equatable {
    /// The name, as programs show it.
    ///
    /// The names in a document are usually distinct, even without regard to case, but this is not required.
    public var name: String
    /// The cells.
    ///
    /// A cell that is nil is empty.
    public var table: Table
    /// Whether programs show the sheet.
    public var visibility: SheetVisibility

    /// Makes a sheet.
    ///
    /// - Parameters:
    ///   - name: the name.
    ///   - table: the cells.
    ///   - visibility: whether programs show the sheet.
    public init(name: String, table: Table = Table(), visibility: SheetVisibility = .visible) {
      self.name = name
      self.table = table
      self.visibility = visibility
    }
  }

  /// Whether programs show a sheet.
  public enum SheetVisibility: String, Sendable, Hashable, CaseIterable {
    /// Programs show the sheet.
    case visible
    /// The sheet is hidden; the user can show it.
    case hidden
    /// The sheet is hidden, and only a macro can show it. OpenDocument has no such state.
    case veryHidden
  }
}

extension ValueKind<Workbook> {
  /// The tables of a spreadsheet document.
  public static let workbook = ValueKind(
    Workbook.self, name: "workbook",
    size: { workbook in
      ValueSize(elementCount: workbook.sheets.reduce(0) { $0 + 1 + $1.table.size.elementCount })
    })
}
