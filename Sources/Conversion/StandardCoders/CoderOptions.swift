public import ConfigurationFormats
public import ImageCoders
public import OfficeFormats

/// Options for the coders of all formats; by default, coders detect the settings from the bytes.
public struct CoderOptions: Sendable, Hashable {
  /// The byte that separates two cells of delimited text; nil to detect the separator.
  public var delimiter: UInt8?
  /// Whether the first row of delimited text contains the column names; nil to detect a header.
  public var hasHeader: Bool?
  /// Whether a column of delimited text is read as numbers, Booleans, dates or times if all its cells allow
  /// this.
  public var readsTypedColumns = false
  /// The number of the table to read from a formatted text, or of the sheet to read from a spreadsheet,
  /// counted from 1; nil for the first table or the first visible sheet.
  ///
  /// All other content of the text or spreadsheet is lost.
  public var tableNumber: Int?
  /// The name of the sheet to read from a spreadsheet; if no sheet has exactly this name, ``tableNumber`` is
  /// used.
  ///
  /// Without a number, the case of the name is ignored if no sheet has exactly this name.
  public var sheetName: String?
  /// The options for reading YAML.
  public var yaml = YAMLOptions()
  /// Whether addresses in plain text become links when the text is converted to formatted text or links.
  public var findsLinks = false
  /// The treatment of tracked changes in office documents.
  public var changes = TrackedChanges.accepted
  /// The number of the page to convert, counted from 1; nil for the first page of a picture and all pages of a
  /// text.
  public var pageNumber: Int?
  /// The size in pixels into which a drawing or page is drawn, larger or smaller than its own size; nil for its
  /// own size.
  public var drawnSize: ImageSize?
  /// The options for reading and writing images.
  public var images = ImageOptions()

  /// Makes the default options.
  public init() {}
}
