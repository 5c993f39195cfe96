public import ProfferConversions

/// The choice of a sheet of a spreadsheet document.
public enum SheetChoice: Hashable, Sendable {
  /// The first visible sheet; the first sheet if all sheets are hidden.
  case firstVisible
  /// The sheet with this name.
  ///
  /// A name that differs only in case is used if no name is equal.
  case name(String)
  /// The sheet with this number, counted from 1. Hidden sheets count as well.
  case number(Int)
  /// The sheet with exactly this name; if there is none, the sheet with this number, counted from 1.
  case nameOrNumber(String, Int)
}

/// Options of the readers of spreadsheets.
public struct SpreadsheetOptions: Hashable, Sendable {
  /// The sheet that is read as a table.
  ///
  /// The other sheets are counted as lost only by ``SheetChoice/firstVisible``. The choice has no effect on
  /// readers of workbooks.
  public var sheet: SheetChoice
  /// Whether the first row of a sheet contains the column names; nil to detect a header.
  ///
  /// The first row with content is a header by the rule for delimited text: unless it is the only row, or one
  /// of its cells is empty, a number, or equal to another cell. The first cell of a header may be empty if the
  /// cell below is not empty.
  public var hasHeader: Bool?
  /// The limits on the archive and its sheets.
  ///
  /// An archive may not expand to more than 256 MiB and more than 200 times its size, even if
  /// ``OfficeLimits/expandedByteCount`` is larger.
  public var limits: OfficeLimits
  /// The limits on the document and on the value that is read.
  public var readingLimits: ReadingLimits

  /// Makes options.
  ///
  /// - Parameters:
  ///   - sheet: the sheet that is read as a table.
  ///   - hasHeader: whether the first row contains the column names; nil to detect a header.
  ///   - limits: the limits on the archive and its sheets.
  ///   - readingLimits: the limits on the document and on the value that is read.
  public init(
    sheet: SheetChoice = .firstVisible, hasHeader: Bool? = nil, limits: OfficeLimits = .spreadsheets,
    readingLimits: ReadingLimits = .standard
  ) {
    self.sheet = sheet
    self.hasHeader = hasHeader
    self.limits = limits
    self.readingLimits = readingLimits
  }
}
