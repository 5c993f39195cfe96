import Foundation
import ImageCoders
import ProfferConversions

/// Files of animations: the first frame of an accepted animation is the image of the file.
///
/// The animation is written as GIF. A GIF file must be read again with the same frames, unless a loss is counted.
struct AnimationFuzzer: Fuzzer {
  let material: Material
  private let options: ImageOptions
  private let type: String

  private static let gif = "com.compuserve.gif"

  /// Creates a fuzzer of WebP, which rejects everything if its libraries are not installed.
  ///
  /// - Parameter folder: the folder of the fixtures.
  static func webp(fixtures folder: String) throws -> AnimationFuzzer {
    AnimationFuzzer(
      "org.webmproject.webp",
      Material(
        seeds: try seeds(in: "\(folder)/images/webp", endingWith: ".webp"),
        words: ["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP", "EXIF", "XMP "]))
  }

  /// Creates a fuzzer of GIF.
  ///
  /// - Parameter folder: the folder of the fixtures.
  static func gif(fixtures folder: String) throws -> AnimationFuzzer {
    var seeds = try seeds(in: "\(folder)/images/gif", endingWith: ".gif")
    // Many codes, so that the table of strings is filled.
    let noise = (0..<60 * 60).map { UInt8(truncatingIfNeeded: $0 * $0 / 7 ^ $0 >> 3) }
    seeds.append(
      [UInt8](try Image(width: 60, height: 60, channels: .gray, pixels: noise).write(as: gif).data))
    let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
    let head: [UInt8] = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 1, 2, 3, 4, 5, 6]
    let material = Material(
      seeds: seeds,
      words: [
        "GIF87a", "GIF89a", "NETSCAPE2.0", "XMP DataXMP", "ICCRGBG1012", "!", ",", ";", "\u{0}", "\u{1}\u{0}",
        "\u{1}\u{0}\u{1}\u{0}",
      ],
      shapes: [
        GrowingShape(beginning: head, unit: frame),
        GrowingShape(beginning: head, unit: [0x21, 0x7E, 1, 0x78, 0]),
        GrowingShape(beginning: head, unit: [0x21, 0xFE, 1, 0x78, 0]),
        GrowingShape(beginning: head, unit: [0]),
      ])
    return AnimationFuzzer(gif, material)
  }

  private static func seeds(in folder: String, endingWith ending: String) throws -> [[UInt8]] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted().filter { $0.hasSuffix(ending) }
      .map { [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)"))) }
  }

  private init(_ type: String, _ material: Material) {
    self.type = type
    self.material = material
    var options = ImageOptions()
    options.limits.pixelCount = 1 << 18
    options.limits.byteCount = 1 << 20
    options.limits.metadataByteCount = 1 << 20
    options.limits.frameCount = 1_000
    self.options = options
  }

  func check(_ input: [UInt8]) throws(Finding) {
    let data = Data(input)
    let image = try accepted { try Image.read(data, as: type, options: options).value }
    guard let animation = try accepted({ try Animation.read(data, as: type, options: options).value })
    else { return }
    guard let image else { throw Finding("the frames are read, and the first one is not") }
    let size = animation.size
    try Finding.unless(
      animation.frames.count <= options.limits.frameCount
        && size.width * size.height * animation.frames.count <= options.limits.pixelCount,
      "the animation exceeds the limits")
    try Finding.unless(
      Self.samples(image) == Self.samples(animation.frames[0].image), "the image is not the first frame")
    do {
      let written = try animation.write(as: Self.gif)
      let again = try Animation.read(written.data, as: Self.gif).value
      try Finding.unless(again.frames.count == animation.frames.count, "frames are not given back")
      guard type == Self.gif,
        !written.losses.contains(where: { $0.detail?.hasPrefix("colors of a frame") == true })
      else {
        return
      }
      for (frame, other) in zip(animation.frames, again.frames) {
        try Finding.unless(
          Self.samples(frame.image) == Self.samples(other.image), "a frame is not given back")
      }
    } catch let finding as Finding {
      throw finding
    } catch {
      throw Finding("the animation is not written and read again: \(error)")
    }
  }

  /// Returns the value of a closure; nil if the input is rejected with an error of the coders.
  private func accepted<Value>(_ body: () throws -> Value) throws(Finding) -> Value? {
    do { return try body() } catch {
      try Finding.unless(error is CoderError, "the file is rejected with an error of another kind: \(error)")
      return nil
    }
  }

  /// The red, green, blue and alpha samples of each pixel; transparent pixels have no color.
  private static func samples(_ image: Image) -> [UInt8] {
    var losses = LossCounter()
    var samples = image.inColor(&losses).withAlpha().pixels
    for place in stride(from: 3, to: samples.count, by: 4) where samples[place] == 0 {
      (samples[place - 3], samples[place - 2], samples[place - 1]) = (0, 0, 0)
    }
    return samples
  }
}
