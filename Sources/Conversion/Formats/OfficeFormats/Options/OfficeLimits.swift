/// Limits on an office document, which is an archive of XML files.
///
/// A reader throws ``CoderError`` with the code `tooLarge` or `tooDeep` if a limit is exceeded.
public struct OfficeLimits: Hashable, Sendable {
  /// The maximum total size of the files that are read from the archive, in bytes after decompression; by
  /// default 256 MiB.
  public var expandedByteCount: Int
  /// The maximum number of files in the archive; by default 10,000.
  public var entryCount: Int
  /// The maximum number of styles, of the formats of cells of a spreadsheet, or of the placeholders of a slide
  /// layout; by default 4,096.
  public var styleCount: Int
  /// The maximum number of XML elements that are nested in each other; by default 250.
  public var depth: Int
  /// The maximum number of rows of a sheet; by default 1,048,576.
  ///
  /// Only rows up to the last cell with content count, as for the other limits on sheets.
  public var rowCount: Int
  /// The maximum number of columns of a sheet; by default 16,384.
  public var columnCount: Int
  /// The maximum number of cells of the sheets that are read, which includes repeated cells; by default
  /// 100 million.
  ///
  /// A table can also have this number of empty cells between other cells, but at most 16,777,216 of them, and
  /// 16 more for each cell with content.
  public var cellCount: Int
  /// The maximum total size of the texts of these cells, in bytes of UTF-8; by default 1 GiB.
  ///
  /// A text that many cells share counts for each cell.
  public var cellTextByteCount: Int
  /// The maximum size of the texts that the cells of a workbook share, in bytes of UTF-8; by default 256 MiB.
  ///
  /// These texts are kept in memory.
  public var sharedTextByteCount: Int

  /// Makes limits; limits that are not given are the standard limits.
  ///
  /// - Parameters:
  ///   - expandedByteCount: the maximum total size of the files that are read, in bytes after decompression.
  ///   - entryCount: the maximum number of files in the archive.
  ///   - styleCount: the maximum number of styles.
  ///   - depth: the maximum number of XML elements that are nested in each other.
  ///   - rowCount: the maximum number of rows of a sheet.
  ///   - columnCount: the maximum number of columns of a sheet.
  ///   - cellCount: the maximum number of cells of the sheets that are read.
  ///   - cellTextByteCount: the maximum total size of the texts of the cells, in bytes of UTF-8.
  ///   - sharedTextByteCount: the maximum size of the texts that cells share, in bytes of UTF-8.
  public init(
    expandedByteCount: Int = 256 << 20, entryCount: Int = 10_000, styleCount: Int = 4_096, depth: Int = 250,
    rowCount: Int = 1 << 20, columnCount: Int = 1 << 14, cellCount: Int = 100_000_000,
    cellTextByteCount: Int = 1 << 30, sharedTextByteCount: Int = 256 << 20
  ) {
    self.expandedByteCount = expandedByteCount
    self.entryCount = entryCount
    self.styleCount = styleCount
    self.depth = depth
    self.rowCount = rowCount
    self.columnCount = columnCount
    self.cellCount = cellCount
    self.cellTextByteCount = cellTextByteCount
    self.sharedTextByteCount = sharedTextByteCount
  }

  /// The standard limits.
  public static let standard = OfficeLimits()

  /// The standard limits for spreadsheets, whose sheets are read row by row: as ``standard``, but files may
  /// expand to 2 GiB, and there may be 65,536 formats of cells.
  ///
  /// A small archive may not expand that far: see ``SpreadsheetOptions/limits``.
  public static let spreadsheets = OfficeLimits(expandedByteCount: 2 << 30, styleCount: 1 << 16)

  /// Returns the limits for an archive of a size: it may expand to 256 MiB, or to 200 times its size.
  ///
  /// Sheets of similar rows are often compressed to a hundredth. Archives that expand further are made to
  /// exhaust memory or time.
  func forArchive(byteCount: Int) -> OfficeLimits {
    var limits = self
    let (expanded, isTooLarge) = byteCount.multipliedReportingOverflow(by: 200)
    limits.expandedByteCount = min(expandedByteCount, isTooLarge ? .max : max(256 << 20, expanded))
    return limits
  }
}
