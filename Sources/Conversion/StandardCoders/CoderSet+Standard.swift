import ColorFormats
import ContactFormats
import LinkFormats
public import ProfferConversions
import RichTextFormats
import StructuredFormats
import TextEncodings

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

  /// Makes options that leave everything to be found out.
  public init() {}
}

extension CoderSet {
  /// Every coder of the formats.
  ///
  /// Of equal paths the earlier coder wins, so exact coders come first.
  public static let standard = standard(CoderOptions())

  /// Every coder of the formats, with options.
  ///
  /// - Parameter options: what is not left to be found out.
  /// - Returns: the coders.
  public static func standard(_ options: CoderOptions) -> CoderSet {
    var links = links
    // Otherwise only a text that is one address is a link.
    if options.findsLinks { links.bridges.removeAll { $0.source == ValueKind.text.erased } }
    let tableOptions = TableOptions(
      delimiter: options.delimiter, hasHeader: options.hasHeader, isTyped: options.readsTypedColumns)
    return text + links + structuredValues + tables(tableOptions)
      + richTextTables(number: options.tableNumber) + colors + cards
      + richTexts(findsLinks: options.findsLinks)
  }

  /// Every coder of formatted text.
  public static let richTexts = richTexts(findsLinks: false)

  private static func richTexts(findsLinks: Bool) -> CoderSet {
    plainText(findsLinks: findsLinks) + html + webArchive + rtf + markdown + textBundle
  }
}
