public import ProfferConversions

extension LossKind {
  /// The opacity of pixels.
  public static let alpha = LossKind(rawValue: "alpha")
  /// The bits lost when samples are reduced to a smaller depth.
  public static let bitDepth = LossKind(rawValue: "bit depth")
  /// The frames of an animation, except the first.
  public static let animation = LossKind(rawValue: "animation")
  /// The pages or pictures of a file, except the first.
  public static let pages = LossKind(rawValue: "pages")
  /// The columns and rows lost when a picture is scaled down.
  public static let resolution = LossKind(rawValue: "resolution")
}

extension CoderError.Code {
  /// The image exceeds the limits.
  public static let imageTooLarge = Self(rawValue: "imageTooLarge")
  /// The image cannot be decoded.
  public static let damagedImage = Self(rawValue: "damagedImage")
  /// The format allows this kind of image, but the library or the reader does not support it.
  public static let unsupportedImage = Self(rawValue: "unsupportedImage")
}

extension LossCounter {
  /// Reports that a format keeps less detail, because its compression is lossy.
  mutating func addLossyCompression(of format: String, quality: Int) {
    add(.lossyCompression, "\(format) keeps less detail (quality \(quality))")
  }

  /// Reports as lost the bytes after the end of an image, for example a video appended by a camera.
  ///
  /// If the bytes are only zeros, 0xFF and line breaks, they are padding and are not reported.
  mutating func addTrailing(_ bytes: some Sequence<UInt8>) {
    guard !bytes.allSatisfy({ [0x00, 0xFF, 0x0A, 0x0D].contains($0) }) else { return }
    add(.metadata, "data after the end of the image")
  }
}

extension ImageLimits {
  /// Checks the size that a file declares, before memory is allocated for the pixels.
  ///
  /// - Returns: the number of bytes that the pixels need.
  /// - Throws: ``CoderError`` if the width or height is zero, or if the size exceeds the limits.
  package func check(
    width: Int, height: Int, channels: Image.Channels, depth: Image.Depth
  ) throws(CoderError) -> Int {
    guard width > 0, height > 0 else {
      throw CoderError(.damagedImage, "the image has no pixels: its size is \(width) × \(height)")
    }
    let (pixels, isTooMany) = width.multipliedReportingOverflow(by: height)
    let (bytes, isTooLarge) = pixels.multipliedReportingOverflow(by: channels.count * depth.byteCount)
    guard !isTooMany, !isTooLarge, pixels <= pixelCount, bytes <= byteCount else {
      throw CoderError(
        .imageTooLarge,
        "the size of the image is \(width) × \(height) pixels; the limit is \(pixelCount) pixels and \(byteCount) bytes"
      )
    }
    return bytes
  }

  /// Checks the number of frames in an animation and the total size of their pixels.
  ///
  /// - Throws: ``CoderError`` (`imageTooLarge`) if a limit is exceeded.
  func check(frameCount count: Int, width: Int, height: Int) throws(CoderError) {
    let frameByteCount = try check(width: width, height: height, channels: .rgba, depth: .eight)
    let (bytes, isTooLarge) = frameByteCount.multipliedReportingOverflow(by: count)
    guard count <= frameCount, !isTooLarge, bytes <= byteCount, bytes / 4 <= pixelCount else {
      throw CoderError(
        .imageTooLarge,
        "the animation has \(count) frames of \(width) × \(height) pixels; the limit for all frames together is \(frameCount) frames, \(pixelCount) pixels and \(byteCount) bytes"
      )
    }
  }

  /// Checks the total number of bytes in the color profile, texts and other metadata.
  ///
  /// - Throws: ``CoderError`` (`imageTooLarge`) if the total exceeds the limit.
  func check(metadataByteCount byteCount: Int) throws(CoderError) {
    guard byteCount <= metadataByteCount else {
      throw CoderError(
        .imageTooLarge,
        "the color profile, text entries and other metadata take \(byteCount) bytes; the limit is \(metadataByteCount)"
      )
    }
  }
}
