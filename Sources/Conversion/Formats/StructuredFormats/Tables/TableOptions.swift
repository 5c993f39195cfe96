/// Settings for reading delimited text.
///
/// A setting that is nil is detected.
public struct TableOptions: Sendable, Hashable {
  /// The byte that separates two cells of delimited text; nil to detect the separator.
  public var delimiter: UInt8?
  /// Whether the first row of delimited text contains the column names; nil to detect a header.
  public var hasHeader: Bool?
  /// Whether columns that contain only numbers, or only `true` and `false`, are read as numbers and
  /// Boolean values.
  ///
  /// If false, all cells are read as text.
  public var isTyped: Bool

  /// Creates options.
  ///
  /// - Parameters:
  ///   - delimiter: the byte that separates two cells; nil to detect the separator.
  ///   - hasHeader: whether the first row contains the column names; nil to detect a header.
  ///   - isTyped: whether columns of numbers or Boolean values are read as numbers or Boolean values.
  public init(delimiter: UInt8? = nil, hasHeader: Bool? = nil, isTyped: Bool = false) {
    self.delimiter = delimiter
    self.hasHeader = hasHeader
    self.isTyped = isTyped
  }
}
