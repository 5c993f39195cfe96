public import Foundation

/// A picture as pixels, with the metadata of its file.
///
/// Pixels are stored in rows from top to bottom, from left to right in each row, without gaps between
/// rows. A sample has 8 bits, or 16 in host byte order. Alpha is straight: colors are not multiplied by
/// it. Pixels are stored as in the file; ``orientation`` specifies how to rotate them for display.
public struct Image: Sendable, Hashable {
  /// The samples of a pixel, in order.
  public enum Channels: Int, Sendable, CaseIterable {
    /// Gray only.
    case gray = 1
    /// Gray and alpha.
    case grayAlpha = 2
    /// Red, green and blue.
    case rgb = 3
    /// Red, green, blue and alpha.
    case rgba = 4

    /// The number of samples in a pixel.
    public var count: Int { rawValue }
    /// Whether one of the samples is the pixel's opacity.
    public var hasAlpha: Bool { self == .grayAlpha || self == .rgba }
    /// Whether pixels have red, green and blue samples.
    public var isColor: Bool { self == .rgb || self == .rgba }
  }

  /// The number of bits in a sample.
  public enum Depth: Int, Sendable {
    /// One byte for each sample.
    case eight = 8
    /// Two bytes for each sample, in host byte order.
    case sixteen = 16

    /// The number of bytes in a sample.
    public var byteCount: Int { rawValue / 8 }
  }

  /// The number of columns, at least 1.
  public let width: Int
  /// The number of rows, at least 1.
  public let height: Int
  /// The samples of a pixel.
  public let channels: Channels
  /// The number of bits in a sample.
  public let depth: Depth
  /// The samples; `width × height × channels.count × depth.byteCount` bytes.
  public let pixels: [UInt8]
  /// The orientation in which to display the pixels.
  public var orientation = ImageOrientation.up
  /// The density in pixels per inch; nil if the file does not state it.
  public var density: ImageDensity?
  /// The ICC profile of the colors; nil for sRGB, which is also assumed for a file without a profile.
  public var colorProfile: Data?
  /// Other metadata of the file.
  public var metadata = ImageMetadata()

  /// Makes an image of samples.
  ///
  /// - Parameters:
  ///   - width: the number of columns, at least 1.
  ///   - height: the number of rows, at least 1.
  ///   - channels: the samples of a pixel.
  ///   - depth: the number of bits in a sample.
  ///   - pixels: the samples; a number of bytes that does not match the other arguments is a programming
  ///     error.
  public init(width: Int, height: Int, channels: Channels, depth: Depth = .eight, pixels: [UInt8]) {
    precondition(width > 0 && height > 0, "an image has at least one pixel")
    precondition(
      pixels.count == width * height * channels.count * depth.byteCount,
      "\(width) × \(height) pixels of \(channels) are not \(pixels.count) bytes")
    self.width = width
    self.height = height
    self.channels = channels
    self.depth = depth
    self.pixels = pixels
  }

  /// The number of bytes in a row.
  public var bytesPerRow: Int { width * channels.count * depth.byteCount }
}

/// The orientation of pixels for display; the numbers are those of EXIF's tag 0x0112.
public enum ImageOrientation: Int, Sendable, CaseIterable {
  /// The pixels are stored as displayed.
  case up = 1
  /// The first column is at the right.
  case upMirrored = 2
  /// The first row is at the bottom, and the first column at the right.
  case down = 3
  /// The first row is at the bottom.
  case downMirrored = 4
  /// The first row is at the left, and the first column at the top.
  case leftMirrored = 5
  /// The first row is at the right, and the first column at the top.
  case right = 6
  /// The first row is at the right, and the first column at the bottom.
  case rightMirrored = 7
  /// The first row is at the left, and the first column at the bottom.
  case left = 8

  /// Whether the displayed image has as many columns as the file has rows.
  public var exchangesSides: Bool { rawValue >= 5 }
}

/// A pixel density in pixels per inch.
public struct ImageDensity: Sendable, Hashable {
  /// The number of pixels per inch in a row.
  public var horizontal: Double
  /// The number of pixels per inch in a column.
  public var vertical: Double

  /// The length of an inch in meters.
  static let metersPerInch = 0.0254

  /// Converts pixels per meter to pixels per inch; rounds to an integer if that corresponds to the same
  /// pixels per meter.
  static func perInch(perMeter: Int) -> Double {
    let exact = Double(perMeter) * metersPerInch
    let whole = exact.rounded()
    return (whole / metersPerInch).rounded() == Double(perMeter) ? whole : exact
  }

  /// Makes a density; both numbers are greater than zero.
  ///
  /// - Parameters:
  ///   - horizontal: the number of pixels per inch in a row.
  ///   - vertical: the number of pixels per inch in a column.
  public init(horizontal: Double, vertical: Double) {
    self.horizontal = horizontal
    self.vertical = vertical
  }
}

/// Metadata that a file contains in addition to the pixels.
public struct ImageMetadata: Sendable, Hashable {
  /// The EXIF data, starting with the byte order of its TIFF header.
  ///
  /// Its orientation is that of the file and is ignored after reading: ``Image/orientation`` is written
  /// instead.
  public var exif: Data?
  /// XMP, unchanged from the file.
  public var xmp: Data?
  /// IPTC, unchanged from the file.
  public var iptc: Data?
  /// Titles, authors and other texts of PNG and TIFF with their keywords, in the file's order.
  public var texts: [ImageText] = []

  /// Makes empty metadata.
  public init() {}

  /// Whether there is no metadata.
  public var isEmpty: Bool { exif == nil && xmp == nil && iptc == nil && texts.isEmpty }
}

/// A text in an image file, such as its title.
public struct ImageText: Sendable, Hashable {
  /// The PNG keyword of the text: `Title`, `Author`, `Description`, `Copyright`, `Software`, `Comment`.
  public var keyword: String
  /// The text.
  public var text: String

  /// Makes a text.
  ///
  /// - Parameters:
  ///   - keyword: the PNG keyword of the text.
  ///   - text: the text.
  public init(keyword: String, text: String) {
    self.keyword = keyword
    self.text = text
  }
}
