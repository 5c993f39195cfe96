import ConfigurationFormats
import ImageCoders
import OfficeFormats
package import StandardCoders

/// The options of coders, as given on a command line.
package struct CoderChoices: Sendable {
  /// The byte that separates the cells of delimited text; if nil, the byte is detected.
  package var delimiter: UInt8?
  /// Whether the first row of delimited text contains the column names; if nil, this is detected.
  package var hasHeader: Bool?
  /// Whether columns of delimited text that contain only numbers, Boolean values, dates or times are read as
  /// such values.
  package var readsTypedColumns = false
  /// The table to read from formatted text or a spreadsheet; if nil, the first table is read.
  package var table: TableChoice?
  /// The document to read from a YAML file, counted from 1; if nil, all documents are read.
  package var document: Int?
  /// The page of a document to convert; if nil, the first page of a picture and all pages of a text.
  package var page: PageChoice?
  /// The size in pixels into which a drawing or page is drawn; if nil, its own size.
  package var drawnSize: PixelSize?
  /// Whether addresses in plain text become links.
  package var findsLinks = false
  /// Whether tracked changes in office documents are rejected; if nil, they are accepted.
  package var rejectsChanges: Bool?
  /// The quality of a picture in a lossy format, from 1 to 100; if nil, the default of the format is used.
  package var quality: Int?
  /// The maximum width and height of a picture, in pixels; if nil, the size of the picture is unchanged.
  package var largestSize: PixelSize?
  /// The sizes of the pictures in an ICO file, in pixels; if nil, they depend on the picture.
  package var iconSizes: [Int]?
  /// Whether to remove all privacy-relevant metadata from a picture.
  package var stripsMetadata = false

  package init() {}

  /// The same options in the form that coders accept.
  package var options: CoderOptions {
    var options = CoderOptions()
    options.delimiter = delimiter
    options.hasHeader = hasHeader
    options.readsTypedColumns = readsTypedColumns
    switch table {
    case .number(let number, let text): (options.tableNumber, options.sheetName) = (number, text)
    case .name(let name): options.sheetName = name
    case .all, nil: break
    }
    if case .number(let number)? = page { options.pageNumber = number }
    options.drawnSize = drawnSize.map { ImageSize(width: $0.width, height: $0.height) }
    options.yaml.document = document
    options.findsLinks = findsLinks
    options.changes = rejectsChanges ?? false ? .rejected : .accepted
    options.images.quality = quality
    options.images.maximumSize = largestSize.map { ImageSize(width: $0.width, height: $0.height) }
    options.images.iconSizes = iconSizes
    options.images.stripsMetadata = stripsMetadata
    return options
  }
}

/// The choice of a table of a document.
package enum TableChoice: Sendable, Hashable {
  /// The sheet whose name is this text; otherwise, the table with this number, counted from 1.
  ///
  /// For a spreadsheet, hidden sheets count as well.
  case number(Int, text: String)
  /// The sheet with this name.
  case name(String)
  /// All sheets; each becomes a document of its own.
  case all

  /// Parses a number, the word `all`, or the name of a sheet; nil for an empty text and for 0.
  package init?(_ text: String) {
    if text == "all" {
      self = .all
    } else if let number = Int(text) {
      guard (1...1_000_000).contains(number) else { return nil }
      self = .number(number, text: text)
    } else {
      guard !text.isEmpty else { return nil }
      self = .name(text)
    }
  }
}

/// The choice of a page of a document.
package enum PageChoice: Sendable, Hashable {
  /// The page with this number, counted from 1.
  case number(Int)
  /// All pages; each becomes a document of its own.
  case all

  /// Parses a number from 1 to 1,000,000 or the word `all`; nil for every other text.
  package init?(_ text: String) {
    if text == "all" {
      self = .all
    } else {
      guard let number = Int(text), (1...1_000_000).contains(number) else { return nil }
      self = .number(number)
    }
  }
}

/// A width and a height, in pixels.
package struct PixelSize: Sendable {
  package let width: Int
  package let height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Parses a width and a height from 1 to 1,000,000, as in `800x600`; nil for every other text.
  package init?(_ text: String) {
    let numbers = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let width = numbers[0], let height = numbers[1],
      (1...1_000_000).contains(width), (1...1_000_000).contains(height)
    else { return nil }
    self.init(width: width, height: height)
  }
}
