/// Options for reading and writing images.
public struct ImageOptions: Sendable, Hashable {
  /// How well a format that compresses with loss keeps the picture, 1 to 100; nil writes WebP without loss and JPEG and
  /// HEIF with 90.
  public var quality: Int?
  /// The most columns and rows that are written; a larger picture is scaled down and keeps its proportions.
  public var maximumSize: ImageSize?
  /// Whether place and date are left out, with all other metadata that may tell them; what is left out is counted.
  public var stripsMetadata = false
  /// What a file may declare before it is refused.
  public var limits = ImageLimits()

  /// Makes the default options: nothing is scaled or stripped, and each format has its own quality.
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

/// What a file may declare before it is refused, so that a small file cannot take all memory.
public struct ImageLimits: Sendable, Hashable {
  /// The most pixels of an image; 256 Mi by default.
  public var pixelCount = 1 << 28
  /// The most bytes of its pixels; 1 GiB by default.
  public var byteCount = 1 << 30
  /// The most bytes of its profile, texts and other metadata together; 64 MiB by default.
  public var metadataByteCount = 1 << 26

  /// Makes the limits that hold by default.
  public init() {}
}
