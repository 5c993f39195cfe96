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
  /// The number, from 1, of the table to read from formatted text; if nil, the first table is read.
  package var tableNumber: Int?
  /// Whether addresses in plain text become links.
  package var findsLinks = false
  /// Whether tracked changes in office documents are rejected; if nil, they are accepted.
  package var rejectsChanges: Bool?
  /// The quality of a picture in a lossy format, from 1 to 100; if nil, the default of the format is used.
  package var quality: Int?
  /// The maximum width and height of a picture, in pixels; if nil, the size of the picture is unchanged.
  package var largestSize: PixelSize?
  /// Whether to remove all privacy-relevant metadata from a picture.
  package var stripsMetadata = false

  package init() {}

  /// The same options in the form that coders accept.
  package var options: CoderOptions {
    var options = CoderOptions()
    options.delimiter = delimiter
    options.hasHeader = hasHeader
    options.readsTypedColumns = readsTypedColumns
    options.tableNumber = tableNumber
    options.findsLinks = findsLinks
    options.changes = rejectsChanges ?? false ? .rejected : .accepted
    options.images.quality = quality
    options.images.maximumSize = largestSize.map { ImageSize(width: $0.width, height: $0.height) }
    options.images.stripsMetadata = stripsMetadata
    return options
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
