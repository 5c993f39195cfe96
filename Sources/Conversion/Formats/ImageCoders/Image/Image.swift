public import Foundation

/// A picture as pixels, with the metadata of its file.
///
/// Rows are stored from top to bottom without gaps, and the pixels of a row from left to right. A sample
/// has 8 bits, or 16 bits in host byte order. Alpha is straight: colors are not premultiplied. Pixels are
/// stored as in the file; ``orientation`` specifies how to rotate the pixels for display.
public struct Image: Sendable, Hashable {
  /// The samples that make up a pixel, in order.
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
    /// Whether one of the samples is alpha, the opacity of the pixel.
    public var hasAlpha: Bool { self == .grayAlpha || self == .rgba }
    /// Whether pixels have red, green and blue samples.
    public var isColor: Bool { self == .rgb || self == .rgba }
  }

  /// The number of bits in a sample.
  public enum Depth: Int, Sendable {
    /// One byte per sample.
    case eight = 8
    /// Two bytes per sample, in host byte order.
    case sixteen = 16

    /// The number of bytes in a sample.
    public var byteCount: Int { rawValue / 8 }
  }

  /// The number of columns, at least 1.
  public let width: Int
  /// The number of rows, at least 1.
  public let height: Int
  /// The samples that make up a pixel.
  public let channels: Channels
  /// The number of bits in a sample.
  public let depth: Depth
  /// The samples, in `width × height × channels.count × depth.byteCount` bytes.
  public let pixels: [UInt8]
  /// The rotation and mirroring to apply to the pixels for display.
  public var orientation = ImageOrientation.up
  /// The density in pixels per inch; nil if the file does not declare a density.
  public var density: ImageDensity?
  /// The ICC profile of the colors; nil for sRGB, the default for a file without a profile.
  public var colorProfile: Data?
  /// Other metadata of the file.
  public var metadata = ImageMetadata()

  /// Makes an image from samples.
  ///
  /// - Parameters:
  ///   - width: the number of columns, at least 1.
  ///   - height: the number of rows, at least 1.
  ///   - channels: the samples of a pixel.
  ///   - depth: the number of bits in a sample.
  ///   - pixels: the samples. A byte count that does not match the other arguments is a programming error.
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

/// The orientation of pixels for display.
///
/// The raw values are those of EXIF tag 0x0112.
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

  /// Whether rows and columns of the stored pixels are exchanged for display.
  public var exchangesSides: Bool { rawValue >= 5 }
}

/// A pixel density in pixels per inch.
public struct ImageDensity: Sendable, Hashable {
  /// The number of pixels per inch along a row.
  public var horizontal: Double
  /// The number of pixels per inch along a column.
  public var vertical: Double

  /// The length of an inch in meters.
  static let metersPerInch = 0.0254

  /// Converts pixels per meter to pixels per inch.
  ///
  /// The result is rounded to an integer if converting the integer back gives the same pixels per meter.
  static func perInch(perMeter: Int) -> Double {
    let exact = Double(perMeter) * metersPerInch
    let whole = exact.rounded()
    return (whole / metersPerInch).rounded() == Double(perMeter) ? whole : exact
  }

  /// Makes a density.
  ///
  /// Both numbers must be greater than zero.
  ///
  /// - Parameters:
  ///   - horizontal: the number of pixels per inch along a row.
  ///   - vertical: the number of pixels per inch along a column.
  public init(horizontal: Double, vertical: Double) {
    self.horizontal = horizontal
    self.vertical = vertical
  }
}

/// Metadata that a file contains in addition to its pixels.
public struct ImageMetadata: Sendable, Hashable {
  /// The EXIF data, starting with its TIFF header.
  ///
  /// The orientation in this data is the one read from the file. When writing, this orientation is replaced
  /// by ``Image/orientation``.
  public var exif: Data?
  /// The XMP data, unchanged from the file.
  public var xmp: Data?
  /// The IPTC data, unchanged from the file.
  public var iptc: Data?
  /// Titles, authors and other texts with their keywords, in file order.
  public var texts: [ImageText] = []

  /// Makes empty metadata.
  public init() {}

  /// Whether all metadata is absent.
  public var isEmpty: Bool { exif == nil && xmp == nil && iptc == nil && texts.isEmpty }
}

/// A text in an image file, such as the title of the picture.
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
