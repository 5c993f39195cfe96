public import ImageCoders

/// What the coders of all formats are told, where it is not left to be found out.
public struct CoderOptions: Sendable, Hashable {
  /// The byte between two cells of delimited text; nil where it is found out.
  public var delimiter: UInt8?
  /// Whether the first row of delimited text names the columns; nil where it is found out.
  public var hasHeader: Bool?
  /// Whether columns of delimited text that hold only numbers, or only `true` and `false`, are read as such.
  public var readsTypedColumns = false
  /// The number of the table that is taken of a formatted text, from 1; nil for the first, all else being a loss.
  public var tableNumber: Int?
  /// Whether the addresses in plain text are links where the text becomes formatted text or links.
  public var findsLinks = false
  /// How images are read and written.
  public var images = ImageOptions()

  /// Makes options that leave everything to be found out.
  public init() {}
}
