public import ProfferConversions

extension LossKind {
  /// The opacity of pixels.
  public static let alpha = LossKind(rawValue: "alpha")
  /// Bits of samples that are reduced from 16 to 8.
  public static let bitDepth = LossKind(rawValue: "bit depth")
  /// Exact pixels, in a format with lossy compression.
  public static let lossyCompression = LossKind(rawValue: "lossy compression")
  /// The frames of an animation after the first.
  public static let animation = LossKind(rawValue: "animation")
  /// The pages of a file after the first.
  public static let pages = LossKind(rawValue: "pages")
  /// Columns and rows of a picture that was scaled down.
  public static let resolution = LossKind(rawValue: "resolution")
}

extension CoderError.Code {
  /// An image that exceeds the limits.
  public static let imageTooLarge = Self(rawValue: "imageTooLarge")
  /// An image that cannot be decoded.
  public static let damagedImage = Self(rawValue: "damagedImage")
  /// An image of a kind that its format allows but the library or this reader does not support.
  public static let unsupportedImage = Self(rawValue: "unsupportedImage")
  /// The library that reads or writes the format is not installed.
  public static let missingLibrary = Self(rawValue: "missingLibrary")
}

extension LossCounter {
  /// Counts bytes after the end of an image, such as a video that a camera has appended.
  ///
  /// Zeros, 0xFF bytes and line breaks are padding.
  mutating func addTrailing(_ bytes: some Sequence<UInt8>) {
    guard !bytes.allSatisfy({ [0x00, 0xFF, 0x0A, 0x0D].contains($0) }) else { return }
    add(.metadata, "what follows the end of the image")
  }
}

extension ImageLimits {
  /// Checks the size that a file declares, before memory is allocated for the pixels.
  ///
  /// - Returns: the number of bytes of the pixels.
  /// - Throws: ``CoderError`` if the size is zero or exceeds the limits.
  package func check(
    width: Int, height: Int, channels: Image.Channels, depth: Image.Depth
  ) throws(CoderError) -> Int {
    guard width > 0, height > 0 else {
      throw CoderError(.damagedImage, "the image declares no pixels: \(width) × \(height)")
    }
    let (pixels, isTooMany) = width.multipliedReportingOverflow(by: height)
    let (bytes, isTooLarge) = pixels.multipliedReportingOverflow(by: channels.count * depth.byteCount)
    guard !isTooMany, !isTooLarge, pixels <= pixelCount, bytes <= byteCount else {
      throw CoderError(
        .imageTooLarge,
        "the image declares \(width) × \(height) pixels, and the limit is \(pixelCount) pixels and \(byteCount) bytes"
      )
    }
    return bytes
  }

  /// Checks the total number of bytes in profile, texts and other metadata.
  ///
  /// - Throws: ``CoderError`` with code `imageTooLarge` if the number exceeds the limit.
  func check(metadataByteCount byteCount: Int) throws(CoderError) {
    guard byteCount <= metadataByteCount else {
      throw CoderError(
        .imageTooLarge,
        "profile, texts and other metadata take \(byteCount) bytes, and the limit is \(metadataByteCount)")
    }
  }
}
