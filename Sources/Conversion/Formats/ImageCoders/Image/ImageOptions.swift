/// Options for reading and writing images.
public struct ImageOptions: Sendable, Hashable {
  /// The quality of lossy compression, 1 to 100; nil writes WebP losslessly, and JPEG and HEIF with 90.
  public var quality: Int?
  /// The maximum number of columns and rows; a larger picture is scaled down and keeps its proportions.
  public var maximumSize: ImageSize?
  /// Whether to remove place, date and all other metadata that may reveal them; removed metadata is
  /// counted as lost.
  public var stripsMetadata = false
  /// The limits for sizes that a file may declare.
  public var limits = ImageLimits()

  /// Makes the default options: no scaling, no stripping, and the default quality of each format.
  public init() {}
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

/// Limits for sizes declared in a file, so that a small file cannot exhaust memory.
public struct ImageLimits: Sendable, Hashable {
  /// The maximum number of pixels in an image; 256 Mi by default.
  public var pixelCount = 1 << 28
  /// The maximum number of bytes in an image's pixels; 1 GiB by default.
  public var byteCount = 1 << 30
  /// The maximum total number of bytes in an image's profile, texts and other metadata; 64 MiB by
  /// default.
  public var metadataByteCount = 1 << 26

  /// Makes the default limits.
  public init() {}
}
