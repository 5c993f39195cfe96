import ColorFormats
import ConfigurationFormats
import ContactFormats
import ImageCoders
import LinkFormats
import OfficeFormats
public import ProfferConversions
// Images and formatted text as values of item providers belong to this module's interface.
@_exported public import ProvidedValues
import RichTextFormats
import StructuredFormats
import TextEncodings
import VectorFormats

extension CoderSet {
  /// The coders of all formats, with the default options.
  ///
  /// Between equal paths, the planner uses the earlier coder, so exact coders are first.
  public static let standard = standard(CoderOptions())

  /// Returns the coders of all formats, with the given options.
  ///
  /// - Parameter options: the options of the coders.
  /// - Returns: the coders.
  public static func standard(_ options: CoderOptions) -> CoderSet {
    var links = links
    // These bridges make a link only from a text that is a single address.
    if options.findsLinks { links.bridges.removeAll { $0.source == ValueKind.text.erased } }
    let tableOptions = TableOptions(
      delimiter: options.delimiter, hasHeader: options.hasHeader, isTyped: options.readsTypedColumns)
    let sheet: SheetChoice =
      switch (options.sheetName, options.tableNumber) {
      case (let name?, let number?): .nameOrNumber(name, number)
      case (let name?, nil): .name(name)
      case (nil, let number?): .number(number)
      case (nil, nil): .firstVisible
      }
    let sheetOptions = SpreadsheetOptions(sheet: sheet, hasHeader: options.hasHeader)
    return text + vectorDrawings + links + structuredValues + configuration(yaml: options.yaml)
      + tables(tableOptions) + spreadsheets(sheetOptions)
      + richTextTables(number: options.tableNumber) + colors + cards
      + richTexts(findsLinks: options.findsLinks, changes: options.changes) + images(options.images)
  }
}
