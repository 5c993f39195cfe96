import ImageCoders
package import StandardCoders

/// The options of coders, as a command line gives them.
package struct CoderChoices: Sendable {
  /// The byte between two cells of delimited text; nil finds it out.
  package var delimiter: UInt8?
  /// Whether the first row of delimited text names the columns; nil finds it out.
  package var hasHeader: Bool?
  /// Whether columns of delimited text that hold only numbers or truth values are read as such.
  package var readsTypedColumns = false
  /// The number of the table that is read from a formatted text, from 1; nil for the first.
  package var tableNumber: Int?
  /// Whether addresses in plain text become links.
  package var findsLinks = false
  /// How well a format that compresses with loss keeps a picture, 1 to 100; nil for the format's default.
  package var quality: Int?
  /// The most columns and rows of pixels of a picture; nil keeps its size.
  package var largestSize: PixelSize?
  /// Whether metadata that may reveal anything is removed from a picture.
  package var stripsMetadata = false

  package init() {}

  /// The options as coders take them.
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

/// A number of columns and rows of pixels.
package struct PixelSize: Sendable {
  package let width: Int
  package let height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
