public import Foundation

/// A picture as pixels, with what its file said of them.
///
/// Pixels are rows from the top, each from the left, without gaps between rows. A sample has 8 bits, or 16 in the order of
/// the host's bytes. Alpha is straight: the color of a pixel is not multiplied by it. Pixels are as the file has them;
/// ``orientation`` says how they are to be turned for a viewer.
public struct Image: Sendable, Hashable {
  /// What the samples of a pixel are, in their order.
  public enum Channels: Int, Sendable, CaseIterable {
    /// Gray alone.
    case gray = 1
    /// Gray and alpha.
    case grayAlpha = 2
    /// Red, green and blue.
    case rgb = 3
    /// Red, green, blue and alpha.
    case rgba = 4

    /// How many samples a pixel has.
    public var count: Int { rawValue }
    /// Whether a sample is the pixel's opacity.
    public var hasAlpha: Bool { self == .grayAlpha || self == .rgba }
    /// Whether the samples are red, green and blue.
    public var isColor: Bool { self == .rgb || self == .rgba }
  }

  /// How many bits a sample has.
  public enum Depth: Int, Sendable {
    /// A sample is a byte.
    case eight = 8
    /// A sample is two bytes, in the order of the host.
    case sixteen = 16

    /// How many bytes a sample takes.
    public var byteCount: Int { rawValue / 8 }
  }

  /// The number of columns, at least 1.
  public let width: Int
  /// The number of rows, at least 1.
  public let height: Int
  /// What the samples are.
  public let channels: Channels
  /// How many bits a sample has.
  public let depth: Depth
  /// The samples; `width × height × channels.count × depth.byteCount` bytes.
  public let pixels: [UInt8]
  /// How the pixels are turned for a viewer.
  public var orientation = ImageOrientation.up
  /// How many pixels there are to an inch; nil where the file does not say.
  public var density: ImageDensity?
  /// The ICC profile of the colors; nil for sRGB, which is the profile of a file that names none.
  public var colorProfile: Data?
  /// What else the file said.
  public var metadata = ImageMetadata()

  /// Makes an image of samples.
  ///
  /// - Parameters:
  ///   - width: the number of columns, at least 1.
  ///   - height: the number of rows, at least 1.
  ///   - channels: what the samples are.
  ///   - depth: how many bits a sample has.
  ///   - pixels: the samples; a number of bytes that does not fit the other arguments is a programming error.
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

  /// The number of bytes of a row.
  public var bytesPerRow: Int { width * channels.count * depth.byteCount }
}

/// How pixels are turned for a viewer; the numbers are those of EXIF's tag 0x0112.
public enum ImageOrientation: Int, Sendable, CaseIterable {
  /// The pixels are as a viewer sees them.
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

  /// Whether a viewer sees as many columns as the file has rows.
  public var exchangesSides: Bool { rawValue >= 5 }
}

/// How many pixels there are to an inch.
public struct ImageDensity: Sendable, Hashable {
  /// Pixels to an inch of a row.
  public var horizontal: Double
  /// Pixels to an inch of a column.
  public var vertical: Double

  /// The length of an inch in meters.
  static let metersPerInch = 0.0254

  /// Pixels to an inch of a whole number of pixels to a meter: a whole number where that gives the same to a meter.
  static func perInch(perMeter: Int) -> Double {
    let exact = Double(perMeter) * metersPerInch
    let whole = exact.rounded()
    return (whole / metersPerInch).rounded() == Double(perMeter) ? whole : exact
  }

  /// Makes a density; both numbers are above zero.
  ///
  /// - Parameters:
  ///   - horizontal: pixels to an inch of a row.
  ///   - vertical: pixels to an inch of a column.
  public init(horizontal: Double, vertical: Double) {
    self.horizontal = horizontal
    self.vertical = vertical
  }
}

/// What a file says of its picture beside the pixels.
public struct ImageMetadata: Sendable, Hashable {
  /// EXIF, from the byte order of its TIFF header on; the orientation in it is that of the file and is not looked at again
  /// after reading: ``Image/orientation`` is written in its place.
  public var exif: Data?
  /// XMP as it stands in the file.
  public var xmp: Data?
  /// IPTC as it stands in the file.
  public var iptc: Data?
  /// Titles, authors and other texts by their keywords, in the file's order; those of PNG and TIFF.
  public var texts: [ImageText] = []

  /// Makes metadata that is empty.
  public init() {}

  /// Whether there is none.
  public var isEmpty: Bool { exif == nil && xmp == nil && iptc == nil && texts.isEmpty }
}

/// A text in a file of an image, such as its title.
public struct ImageText: Sendable, Hashable {
  /// What the text is, as PNG names it: `Title`, `Author`, `Description`, `Copyright`, `Software`, `Comment`.
  public var keyword: String
  /// The text.
  public var text: String

  /// Makes a text.
  ///
  /// - Parameters:
  ///   - keyword: what the text is, as PNG names it.
  ///   - text: the text.
  public init(keyword: String, text: String) {
    self.keyword = keyword
    self.text = text
  }
}
