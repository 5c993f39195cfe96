/// Settings for reading delimited text that are given instead of detected.
public struct TableOptions: Sendable, Hashable {
  /// The byte between two cells of delimited text; nil to detect it.
  public var delimiter: UInt8?
  /// Whether the first row of delimited text contains the column names; nil to detect it.
  public var hasHeader: Bool?
  /// Whether columns of delimited text that contain only numbers, or only `true` and `false`, are read as
  /// such values.
  public var isTyped: Bool

  /// Creates options.
  ///
  /// - Parameters:
  ///   - delimiter: the byte between two cells; nil to detect it.
  ///   - hasHeader: whether the first row contains the column names; nil to detect it.
  ///   - isTyped: whether columns of numbers and Boolean values are read as such.
  public init(delimiter: UInt8? = nil, hasHeader: Bool? = nil, isTyped: Bool = false) {
    self.delimiter = delimiter
    self.hasHeader = hasHeader
    self.isTyped = isTyped
  }
}
