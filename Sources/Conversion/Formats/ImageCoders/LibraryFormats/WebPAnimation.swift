import Foundation
import ImageLibraryCalls
import ProfferConversions

/// Reads animated WebP through libwebpdemux, which draws each frame on the frames before it.
enum WebPAnimationReader {
  static func read(_ data: Data, _ options: ImageOptions) throws -> Reading<Animation> {
    let container = try WebPContainer(data)
    guard container.frameCount > 0 else {
      let still = try ImageFormat.webp.decode(data, options)
      return Reading(Animation(still: still.value), losses: still.losses, warnings: still.warnings)
    }
    guard let library = WebPDemuxLibrary.installed else {
      throw WebPDemuxLibrary.description.missing(for: "animated WebP")
    }
    try options.limits.check(metadataByteCount: container.metadataByteCount)
    guard let canvas = container.canvas else {
      throw CoderError(.damagedImage, "the WebP animation has no size")
    }
    // The library allocates two frames itself.
    try options.limits.check(frameCount: container.frameCount, width: canvas.width, height: canvas.height)
    try checkFrames(of: container, data)
    let decoded = try data.withUnsafeBytes { bytes in
      try decodedFrames(bytes, count: container.frameCount, canvas, library)
    }
    var frames = decoded.frames
    container.addMetadata(to: &frames[0].image)
    let orientation = frames[0].image.orientation
    for place in frames.indices { frames[place].image.orientation = orientation }
    var losses = LossCounter()
    container.countLosses(&losses, keepsFrames: true)
    return Reading(Animation(frames: frames, playCount: decoded.playCount), losses: losses.total)
  }

  /// Checks that the image of each frame has the declared size, which the library does not require.
  private static func checkFrames(of container: WebPContainer, _ data: Data) throws {
    guard let library = WebPLibrary.installed else { throw WebPLibrary.description.missing(for: "WebP") }
    for frame in try container.frames() {
      var header = webp_header()
      let isRead = data.withUnsafeBytes { bytes in
        let image = UnsafeRawBufferPointer(rebasing: bytes[frame.image])
        let start = image.baseAddress?.assumingMemoryBound(to: UInt8.self)
        return webp_read_header(library.functions, start, image.count, &header)
      }
      guard isRead, header.width == frame.width, header.height == frame.height else {
        throw WebPReader.wrongSize
      }
    }
  }

  private static func decodedFrames(
    _ bytes: UnsafeRawBufferPointer, count: Int, _ canvas: (width: Int, height: Int),
    _ library: WebPDemuxLibrary
  ) throws -> (frames: [Animation.Frame], playCount: Int?) {
    var header = webp_animation()
    let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    guard let reader = webp_animation_reader_open(library.functions, start, bytes.count, &header) else {
      throw CoderError(.damagedImage, "the WebP animation cannot be read")
    }
    defer { webp_animation_reader_close(reader) }
    guard header.frame_count == count, header.width == canvas.width, header.height == canvas.height else {
      throw CoderError(.damagedImage, "the WebP animation has damaged frames")
    }
    var frames: [Animation.Frame] = []
    frames.reserveCapacity(count)
    var time: CInt = 0
    for _ in 0..<count {
      var end: CInt = 0
      guard let pixels = webp_animation_reader_next(reader, &end) else {
        throw CoderError(.damagedImage, "frame \(frames.count + 1) of the WebP animation cannot be decoded")
      }
      let image = Image(
        width: canvas.width, height: canvas.height, channels: .rgba,
        pixels: Array(UnsafeBufferPointer(start: pixels, count: canvas.width * canvas.height * 4)))
      // The sum of the times of a hostile file can overflow.
      frames.append(Animation.Frame(image, milliseconds: max(0, Int(end) - Int(time))))
      time = end
    }
    return (frames, header.play_count == 0 ? nil : max(1, Int(header.play_count)))
  }
}

/// Writes animated WebP through libwebpmux, which stores the part of each frame that changes.
///
/// Consecutive frames with the same pixels are stored as one frame that is shown for the sum of their times.
enum WebPAnimationWriter {
  /// The longest time of a frame. (Source: RFC 9649, section 2.7.1.1.)
  private static let timeLimit = (1 << 24) - 1

  static func write(_ animation: Animation, _ options: ImageOptions) throws -> Written {
    guard let library = WebPMuxLibrary.installed else {
      throw WebPMuxLibrary.description.missing(for: "animated WebP")
    }
    let size = animation.size
    guard size.width <= WebPWriter.sideLimit, size.height <= WebPWriter.sideLimit else {
      throw WebPWriter.tooLarge(size)
    }
    var losses = LossCounter()
    let quality = options.quality.map { min(max($0, 1), 100) }
    if let quality { losses.addLossyCompression(of: "WebP", quality: quality) }
    let playCount = min(animation.playCount ?? 0, Int(UInt16.max))
    if playCount < animation.playCount ?? 0 { losses.add(.metadata, "repetitions after 65,535") }
    guard
      let writer = webp_animation_writer_open(
        library.functions, CInt(size.width), CInt(size.height), CInt(playCount), quality.map(Float.init) ?? -1
      )
    else { throw CoderError(.unwritable, "the animation cannot be written as WebP") }
    defer { webp_animation_writer_close(writer) }
    let file = try file(of: animation, writer, &losses)
    let image = animation.frames[0].image
    let profile = image.suitableProfile(isColor: true, &losses)
    image.countMetadataBesideEXIFAndXMP(&losses)
    return Written(
      try WebPContainer.adding(
        metadataOf: image, profile: profile, hasAlpha: !animation.frames.allSatisfy(\.image.isOpaque),
        to: file),
      losses: losses.total)
  }

  private static func file(
    of animation: Animation, _ writer: OpaquePointer, _ losses: inout LossCounter
  ) throws -> Data {
    func failure() -> CoderError {
      CoderError(
        .unwritable,
        "the animation cannot be written as WebP: \(String(cString: webp_animation_writer_problem(writer)))")
    }
    var time = 0
    for frame in animation.frames {
      let samples = frame.image.samplesOfEightBits(.rgba, &losses)
      guard let start = CInt(exactly: time) else { throw tooLong }
      let isAdded = samples.withUnsafeBufferPointer { samples in
        samples.baseAddress.map { webp_animation_writer_add(writer, $0, start) } ?? false
      }
      guard isAdded else { throw failure() }
      if frame.milliseconds > timeLimit { losses.add(.precision, "times of frames of more than 16,777 s") }
      time += min(frame.milliseconds, timeLimit)
    }
    guard let end = CInt(exactly: time) else { throw tooLong }
    var output = webp_output()
    guard webp_animation_writer_finish(writer, end, &output), let bytes = output.bytes else {
      throw failure()
    }
    return Data(bytesNoCopy: bytes, count: output.byte_count, deallocator: .free)
  }

  private static var tooLong: CoderError {
    CoderError(.unwritable, "the animation is longer than 24 days, which WebP cannot store")
  }
}

extension AnimationFormat {
  /// WebP with any number of frames, through libwebpdemux and libwebpmux.
  package static let webp = AnimationFormat(
    name: "WebP animation", still: .webp, readingLibrary: WebPDemuxLibrary.description,
    writingLibrary: WebPMuxLibrary.description, decode: { try WebPAnimationReader.read($0, $1) },
    encode: { try WebPAnimationWriter.write($0, $1) })
}
