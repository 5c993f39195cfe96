public import ImageCoders

/// Options of the coders of all formats; by default, coders find out from the bytes what they need.
public struct CoderOptions: Sendable, Hashable {
  /// The byte between two cells of delimited text; nil to find it out.
  public var delimiter: UInt8?
  /// Whether the first row of delimited text names the columns; nil to find it out.
  public var hasHeader: Bool?
  /// Whether columns of delimited text that hold only numbers, or only `true` and `false`, are read as such.
  public var readsTypedColumns = false
  /// The number of the table that is read from a formatted text, from 1; nil for the first.
  ///
  /// All else in the text is lost.
  public var tableNumber: Int?
  /// Whether addresses in plain text become links when the text is converted to formatted text or links.
  public var findsLinks = false
  /// How images are read and written.
  public var images = ImageOptions()

  /// Makes the default options.
  public init() {}
}
