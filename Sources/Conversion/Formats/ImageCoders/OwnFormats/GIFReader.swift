import Foundation
import ProfferConversions

/// A reader for GIF files: the first frame as an image, or all frames as an animation.
///
/// Where no frame has been drawn, the picture is transparent. The background color of the file is ignored, as
/// in browsers. A truncated file and a frame without all its pixels are errors.
struct GIFReader {
  private let file: ImageBytes
  private var blocks: GIFBlocks
  private var decompressor = GIFDecompressor()

  private init(_ file: ImageBytes, _ blocks: GIFBlocks) {
    self.file = file
    self.blocks = blocks
  }

  /// Reads the first frame.
  static func read(_ data: Data, _ options: ImageOptions) throws -> Reading<Image> {
    try data.withUnsafeBytes { bytes in
      let file = ImageBytes(bytes, of: "GIF")
      let blocks = try GIFBlocks(file, keepingFrames: 1, limits: options.limits)
      var reader = GIFReader(file, blocks)
      reader.blocks.losses.add(.animation, "frames after the first", count: blocks.frameCount - 1)
      let image = try reader.firstImage(options.limits)
      return Reading(image, losses: reader.blocks.losses.total, warnings: reader.blocks.warnings)
    }
  }

  /// Reads all frames.
  static func readAnimation(_ data: Data, _ options: ImageOptions) throws -> Reading<Animation> {
    try data.withUnsafeBytes { bytes in
      let file = ImageBytes(bytes, of: "GIF")
      let blocks = try GIFBlocks(file, keepingFrames: options.limits.frameCount, limits: options.limits)
      var reader = GIFReader(file, blocks)
      let frames =
        blocks.frameCount == 1
        ? [
          Animation.Frame(try reader.firstImage(options.limits), milliseconds: blocks.frames[0].milliseconds)
        ]
        : try reader.allFrames(options.limits)
      return Reading(
        Animation(frames: frames, playCount: blocks.playCount), losses: reader.blocks.losses.total,
        warnings: reader.blocks.warnings)
    }
  }

  // MARK: The first frame

  private mutating func firstImage(_ limits: ImageLimits) throws -> Image {
    let frame = blocks.frames[0]
    _ = try limits.check(width: frame.width, height: frame.height, channels: .gray, depth: .eight)
    _ = try limits.check(width: blocks.width, height: blocks.height, channels: .rgba, depth: .eight)
    let colors = try colors(of: frame)
    let (width, height) = (blocks.width, blocks.height)
    let isWhole = frame.area == width * height
    var isOutside = false
    var image = try decompressor.decompress(frame, of: file) { indexes in
      var isUsed = [Bool](repeating: false, count: 256)
      isUsed.withUnsafeMutableBufferPointer { isUsed in for index in indexes { isUsed[Int(index)] = true } }
      let used = (0..<256).filter { isUsed[$0] }
      isOutside = used.contains { $0 >= colors.count && $0 != colors.transparentIndex }
      guard isWhole, !used.contains(where: { $0 == colors.transparentIndex }) else {
        var canvas = GIFCanvas(width: width, height: height)
        canvas.draw(indexes, of: frame, colors)
        return canvas.image
      }
      let isGray = used.allSatisfy {
        colors.reds[$0] == colors.greens[$0] && colors.reds[$0] == colors.blues[$0]
      }
      return Self.opaqueImage(indexes, of: frame, colors, isGray ? .gray : .rgb)
    }
    if isOutside { warnOfColors() }
    addMetadata(to: &image)
    return image
  }

  private static func opaqueImage(
    _ indexes: UnsafeBufferPointer<UInt8>, of frame: GIFBlocks.Frame, _ colors: GIFColors,
    _ channels: Image.Channels
  ) -> Image {
    let byteCount = frame.area * channels.count
    let pixels = [UInt8](unsafeUninitializedCapacity: byteCount) { pixels, initializedCount in
      colors.withTables { reds, greens, blues in
        var from = 0
        for row in frame.rows {
          var to = row * frame.width * channels.count
          for _ in 0..<frame.width {
            let index = Int(indexes[from])
            from += 1
            pixels[to] = reds[index]
            if channels == .rgb {
              pixels[to + 1] = greens[index]
              pixels[to + 2] = blues[index]
            }
            to += channels.count
          }
        }
      }
      initializedCount = byteCount
    }
    return Image(width: frame.width, height: frame.height, channels: channels, pixels: pixels)
  }

  // MARK: All frames

  private mutating func allFrames(_ limits: ImageLimits) throws -> [Animation.Frame] {
    try limits.check(frameCount: blocks.frameCount, width: blocks.width, height: blocks.height)
    // A frame may be larger than the picture, and its pixels need time although they are not seen.
    let area = blocks.frames.reduce(0) { $0 + $1.area }
    guard area <= limits.pixelCount, blocks.frames.allSatisfy({ $0.area <= limits.byteCount }) else {
      throw CoderError(
        .imageTooLarge,
        "the frames of the GIF file have \(area) pixels; the limit is \(limits.pixelCount) pixels")
    }
    var canvas = GIFCanvas(width: blocks.width, height: blocks.height)
    var frames: [Animation.Frame] = []
    frames.reserveCapacity(blocks.frames.count)
    for frame in blocks.frames {
      let colors = try colors(of: frame)
      let saved = frame.control.disposal == .restore ? canvas : nil
      let isOutside = try decompressor.decompress(frame, of: file) { indexes in
        canvas.draw(indexes, of: frame, colors)
        return colors.count < 256
          && indexes.contains { $0 >= colors.count && Int($0) != colors.transparentIndex }
      }
      if isOutside { warnOfColors() }
      var image = canvas.image
      if frames.isEmpty { addMetadata(to: &image) }
      frames.append(Animation.Frame(image, milliseconds: frame.milliseconds))
      if let saved { canvas = saved }
      if frame.control.disposal == .clear { canvas.clear(frame) }
      warnOfEdges(of: frame)
    }
    return frames
  }

  private mutating func warnOfEdges(of frame: GIFBlocks.Frame) {
    let warning = "The GIF file has frames beyond the edge of the picture, which are cut off."
    guard frame.left + frame.width > blocks.width || frame.top + frame.height > blocks.height else { return }
    if !blocks.warnings.contains(warning) { blocks.warnings.append(warning) }
  }

  // MARK: Colors and metadata

  private func colors(of frame: GIFBlocks.Frame) throws(CoderError) -> GIFColors {
    guard let range = frame.colors else {
      throw file.damaged("has a frame without colors", at: frame.data.lowerBound)
    }
    return GIFColors(file.bytes[range], transparentIndex: frame.control.transparentIndex)
  }

  private mutating func warnOfColors() {
    let warning = "The GIF file has pixels of colors that it does not contain; these pixels are black."
    if !blocks.warnings.contains(warning) { blocks.warnings.append(warning) }
  }

  private func addMetadata(to image: inout Image) {
    image.colorProfile = blocks.colorProfile
    image.metadata.xmp = blocks.xmp
    image.metadata.texts = blocks.comments
  }
}

extension GIFBlocks.Frame {
  /// The time for which the frame is shown.
  var milliseconds: Int { control.delay * 10 }

  /// The rows in the order in which they are stored.
  ///
  /// An interlaced frame has every eighth row first, then the rows between them in three passes.
  var rows: [Int] {
    guard isInterlaced else { return Array(0..<height) }
    return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { stride(from: $0.0, to: height, by: $0.1) }
  }
}
