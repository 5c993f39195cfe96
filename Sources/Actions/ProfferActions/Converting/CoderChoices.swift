import ImageCoders
package import StandardCoders

/// The options of coders, as given on a command line.
package struct CoderChoices: Sendable {
  /// The byte between two cells of delimited text; nil detects it.
  package var delimiter: UInt8?
  /// Whether the first row of delimited text names the columns; nil detects it.
  package var hasHeader: Bool?
  /// Whether columns of delimited text that contain only numbers or Boolean values are read as such.
  package var readsTypedColumns = false
  /// The number, from 1, of the table to read from formatted text; nil reads the first.
  package var tableNumber: Int?
  /// Whether addresses in plain text become links.
  package var findsLinks = false
  /// The quality of a picture in a lossy format, from 1 to 100; nil uses the default of the format.
  package var quality: Int?
  /// The maximum columns and rows of pixels of a picture; nil keeps its size.
  package var largestSize: PixelSize?
  /// Whether to remove metadata that may reveal anything from a picture.
  package var stripsMetadata = false

  package init() {}

  /// The options in the form that coders accept.
  package var options: CoderOptions {
    var options = CoderOptions()
    options.delimiter = delimiter
    options.hasHeader = hasHeader
    options.readsTypedColumns = readsTypedColumns
    options.tableNumber = tableNumber
    options.findsLinks = findsLinks
    options.images.quality = quality
    options.images.maximumSize = largestSize.map { ImageSize(width: $0.width, height: $0.height) }
    options.images.stripsMetadata = stripsMetadata
    return options
  }
}

/// A size in columns and rows of pixels.
package struct PixelSize: Sendable {
  package let width: Int
  package let height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
