extension Image {
  /// Returns the image as displayed, with its pixels rotated.
  ///
  /// The orientation of the result is ``ImageOrientation/up``. If rows and columns are exchanged, the
  /// horizontal and vertical densities are also exchanged, including those in EXIF.
  ///
  /// - Returns: the upright image; the image itself if it is already upright.
  public func turnedUp() -> Image {
    guard orientation != .up else { return self }
    let turn = PixelTurn(orientation, width: width, height: height)
    let turned = [UInt8](unsafeUninitializedCapacity: pixels.count) { target, initializedCount in
      pixels.withUnsafeBytes { source in
        let target = UnsafeMutableRawBufferPointer(target)
        // If a word type has the size of a pixel, pixels are moved as words, otherwise sample by sample.
        switch bytesPerPixel {
        case 1: turn.move(UInt8.self, unitCount: 1, from: source, to: target)
        case 2: turn.move(UInt16.self, unitCount: 1, from: source, to: target)
        case 3: turn.move(UInt8.self, unitCount: 3, from: source, to: target)
        case 4: turn.move(UInt32.self, unitCount: 1, from: source, to: target)
        case 6: turn.move(UInt16.self, unitCount: 3, from: source, to: target)
        default: turn.move(UInt64.self, unitCount: 1, from: source, to: target)
        }
      }
      initializedCount = pixels.count
    }
    let isExchanged = orientation.exchangesSides
    var image = replacing(
      width: isExchanged ? height : width, height: isExchanged ? width : height, pixels: turned)
    image.orientation = .up
    if isExchanged, let density {
      image.density = ImageDensity(horizontal: density.vertical, vertical: density.horizontal)
    }
    if isExchanged, let header = metadata.exif.flatMap(EXIFHeader.init) {
      image.metadata.exif = header.dataWithExchangedDensity
    }
    return image
  }

  /// The number of columns and rows of the image as displayed.
  public var displayedSize: ImageSize {
    orientation.exchangesSides
      ? ImageSize(width: height, height: width) : ImageSize(width: width, height: height)
  }

  /// The number of bytes in a pixel.
  var bytesPerPixel: Int { channels.count * depth.byteCount }

  /// Returns an image with the given pixels and the metadata of this image.
  func replacing(
    width: Int? = nil, height: Int? = nil, channels: Channels? = nil, depth: Depth? = nil, pixels: [UInt8]
  ) -> Image {
    var image = Image(
      width: width ?? self.width, height: height ?? self.height, channels: channels ?? self.channels,
      depth: depth ?? self.depth, pixels: pixels)
    image.orientation = orientation
    image.density = density
    image.colorProfile = colorProfile
    image.metadata = metadata
    return image
  }
}

/// The mapping of pixels in a rotation: the target position of the first pixel, and the distances at which
/// adjacent columns and adjacent rows are placed in the target.
private struct PixelTurn {
  private let width: Int
  private let height: Int
  private let start: Int
  private let columnStep: Int
  private let rowStep: Int

  init(_ orientation: ImageOrientation, width: Int, height: Int) {
    self.width = width
    self.height = height
    let last = width * height - 1
    switch orientation {
    case .up: (start, columnStep, rowStep) = (0, 1, width)
    case .upMirrored: (start, columnStep, rowStep) = (width - 1, -1, width)
    case .down: (start, columnStep, rowStep) = (last, -1, -width)
    case .downMirrored: (start, columnStep, rowStep) = (last - width + 1, 1, -width)
    case .leftMirrored: (start, columnStep, rowStep) = (0, height, 1)
    case .right: (start, columnStep, rowStep) = (height - 1, height, -1)
    case .rightMirrored: (start, columnStep, rowStep) = (last, -height, -1)
    case .left: (start, columnStep, rowStep) = (last - height + 1, -height, 1)
    }
  }

  /// The number of rows that are rotated together, chosen to keep the target in the processor's cache.
  private static let bandHeight = 32

  func move<Unit: BitwiseCopyable>(
    _ unit: Unit.Type, unitCount: Int, from source: UnsafeRawBufferPointer,
    to target: UnsafeMutableRawBufferPointer
  ) {
    let source = source.assumingMemoryBound(to: Unit.self)
    let target = target.assumingMemoryBound(to: Unit.self)
    for band in stride(from: 0, to: height, by: Self.bandHeight) {
      let rows = band..<min(height, band + Self.bandHeight)
      for column in 0..<width {
        for row in rows {
          let from = (row * width + column) * unitCount
          let to = (start + column * columnStep + row * rowStep) * unitCount
          for place in 0..<unitCount { target[to + place] = source[from + place] }
        }
      }
    }
  }
}
