/// How delimited text is read, where that is not left to be found out.
public struct TableOptions: Sendable, Hashable {
  /// The byte between two cells of delimited text; nil where it is found out.
  public var delimiter: UInt8?
  /// Whether the first row of delimited text names the columns; nil where it is found out.
  public var hasHeader: Bool?
  /// Whether columns of delimited text that hold only numbers, or only `true` and `false`, are read as such.
  public var isTyped: Bool

  /// Makes options.
  ///
  /// - Parameters:
  ///   - delimiter: the byte between two cells; nil finds it out.
  ///   - hasHeader: whether the first row names the columns; nil finds it out.
  ///   - isTyped: whether columns of numbers and truth values are read as such.
  public init(delimiter: UInt8? = nil, hasHeader: Bool? = nil, isTyped: Bool = false) {
    self.delimiter = delimiter
    self.hasHeader = hasHeader
    self.isTyped = isTyped
  }
}
