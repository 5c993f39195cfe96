/// Settings for reading delimited text.
///
/// A setting that is nil is detected.
public struct TableOptions: Sendable, Hashable {
  /// The byte that separates two cells of delimited text; nil to detect the separator.
  public var delimiter: UInt8?
  /// Whether the first row of delimited text contains the column names; nil to detect a header.
  public var hasHeader: Bool?
  /// Whether columns that contain values of one type are read as values of this type.
  ///
  /// The types are numbers, Boolean values (`true` and `false`), and dates, times, and dates with a time
  /// (`2024-01-31`, `13:05:00`, `2024-01-31T13:05:00`). If false, all cells are read as text.
  public var isTyped: Bool

  /// Creates options.
  ///
  /// - Parameters:
  ///   - delimiter: the byte that separates two cells; nil to detect the separator.
  ///   - hasHeader: whether the first row contains the column names; nil to detect a header.
  ///   - isTyped: whether columns of numbers, Boolean values, dates or times are read as such values.
  public init(delimiter: UInt8? = nil, hasHeader: Bool? = nil, isTyped: Bool = false) {
    self.delimiter = delimiter
    self.hasHeader = hasHeader
    self.isTyped = isTyped
  }
}
