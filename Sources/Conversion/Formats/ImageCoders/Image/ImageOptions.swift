import ProfferConversions

/// Options for reading and writing images.
public struct ImageOptions: Sendable, Hashable {
  /// The quality of lossy compression, from 1 to 100.
  ///
  /// If nil, WebP is written losslessly, and JPEG, HEIC and AVIF are written with quality 90.
  public var quality: Int?
  /// The maximum number of columns and rows.
  ///
  /// A larger picture is scaled down with its proportions kept.
  public var maximumSize: ImageSize?
  /// The sizes of the pictures in an ICO file: the number of columns and rows, from 1 to 256.
  ///
  /// The picture is scaled down to each size with its proportions kept, and centered between transparent margins. A
  /// picture that is smaller than a size is not enlarged.
  ///
  /// If nil, the sizes are those of 16, 32 and 48 that are smaller than the picture, and the longer side of the
  /// picture, or 256 if the picture is larger. A picture with fewer than 16 columns and rows is written unchanged,
  /// without margins.
  public var iconSizes: [Int]?
  /// Whether to remove EXIF, XMP, IPTC and texts, which may reveal a place, a date or a person.
  ///
  /// Removed metadata is reported as lost.
  public var stripsMetadata = false
  /// The limits on the sizes that a file may declare.
  public var limits = ImageLimits()

  /// Makes the default options: no scaling, all metadata kept, and the default quality of each format.
  public init() {}

  /// Returns the options with the lower of the two pixel limits.
  func limited(by limits: ReadingLimits) -> ImageOptions {
    var options = self
    options.limits.pixelCount = min(options.limits.pixelCount, limits.pixelCount)
    return options
  }
}

/// A number of columns and rows.
public struct ImageSize: Sendable, Hashable {
  /// The number of columns.
  public var width: Int
  /// The number of rows.
  public var height: Int

  /// Makes a size.
  ///
  /// - Parameters:
  ///   - width: the number of columns.
  ///   - height: the number of rows.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// Limits on the sizes declared in a file, so that a small file cannot exhaust memory.
public struct ImageLimits: Sendable, Hashable {
  /// The maximum number of pixels in an image, or in all frames of an animation together.
  ///
  /// The default is 256 Mi.
  public var pixelCount = 1 << 28
  /// The maximum number of bytes in the pixels of an image, or of all frames of an animation together.
  ///
  /// The default is 1 GiB.
  public var byteCount = 1 << 30
  /// The maximum total number of bytes in the color profile, texts and other metadata of an image.
  ///
  /// The default is 64 MiB.
  public var metadataByteCount = 1 << 26
  /// The maximum number of frames in an animation.
  ///
  /// The default is 65,536.
  public var frameCount = 1 << 16

  /// Makes the default limits.
  public init() {}
}
