import Foundation
import ImageCoders
import ProfferConversions

/// Images and icons of the built-in formats: an accepted image is rotated, scaled and written.
///
/// A lossless format must read it back unchanged.
struct OwnImageFuzzer: Fuzzer {
  let material: Material

  private static let types = [
    "com.microsoft.bmp", "public.pbm", "io.proffer.portable-arbitrary-map", "io.proffer.qoi",
    "com.microsoft.ico",
  ]

  /// - Parameter folder: the folder of the fixtures, which contains every variant of the formats.
  init(fixtures folder: String) throws {
    var seeds: [[UInt8]] = []
    for (number, channels) in Image.Channels.allCases.enumerated() {
      for depth in [Image.Depth.eight, .sixteen] {
        let (width, height) = (9 + number, 5)
        let count = width * height * channels.count * depth.byteCount
        var image = Image(
          width: width, height: height, channels: channels, depth: depth,
          pixels: (0..<count).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) })
        image.density = ImageDensity(horizontal: 96, vertical: 72)
        image.metadata.texts = [ImageText(keyword: "Comment", text: "a place")]
        for type in Self.types { seeds.append([UInt8](try image.write(as: type).data)) }
      }
    }
    for forms in ["own", "ico"].map({ URL(fileURLWithPath: "\(folder)/images/\($0)") }) {
      for name in try FileManager.default.contentsOfDirectory(atPath: forms.path).sorted()
      where !name.hasSuffix(".py") {
        seeds.append([UInt8](try Data(contentsOf: forms.appendingPathComponent(name))))
      }
    }
    seeds += ["P1\n2 2\n10 01", "P2\n# c\n2 1 5\n0 5", "P3 1 1 65535 1 2 3"].map { Array($0.utf8) }
    material = Material(
      seeds: seeds,
      words: [
        "BM", "qoif", "P1", "P2", "P3", "P4", "P5", "P6", "P7\n", "WIDTH 3\n", "DEPTH 4\n", "MAXVAL 255\n",
        "ENDHDR\n",
        "TUPLTYPE RGB_ALPHA\n", "#", "65535", "\u{0}\u{1}", "\u{0}\u{0}\u{1}\u{0}", "(\u{0}\u{0}\u{0}",
      ],
      shapes: [
        GrowingShape("P2 1 1 1 ", repeating: "#\n", "1"),
        GrowingShape("P7\n", repeating: "TUPLTYPE x\n", "ENDHDR\n"),
        GrowingShape("P5 1 1 255 a", repeating: "P5 1 1 255 a"), GrowingShape("P1 1 1 ", repeating: " ", "1"),
      ])
  }

  func check(_ input: [UInt8]) throws(Finding) {
    var options = ImageOptions()
    options.limits.pixelCount = 1 << 18
    options.limits.byteCount = 1 << 21
    options.limits.metadataByteCount = 1 << 20
    let data = Data(input)
    for type in Self.types {
      let image: Image
      do {
        image = try Image.read(data, as: type, options: options).value
      } catch {
        try Finding.unless(error is CoderError, "\(type) throws \(error)")
        continue
      }
      try Finding.unless(
        image.width * image.height <= options.limits.pixelCount
          && image.pixels.count <= options.limits.byteCount, "\(type) goes beyond the limits")
      try check(image, readAs: type)
    }
  }

  private func check(_ image: Image, readAs type: String) throws(Finding) {
    let exact = "io.proffer.portable-arbitrary-map"
    let turned = image.turnedUp()
    do {
      let again = try Image.read(try image.write(as: exact).data, as: exact).value
      try Finding.unless(
        again.pixels == turned.pixels && again.width == turned.width, "\(type) is not given back")
      var small = ImageOptions()
      small.maximumSize = ImageSize(width: 7, height: 3)
      for target in Self.types {
        _ = try image.write(as: target, options: small)
      }
      let icon = try Image.read(try turned.write(as: "com.microsoft.ico").data, as: "com.microsoft.ico").value
      // Smaller pictures than the smallest standard icon are written as they are.
      if max(turned.width, turned.height) < 16 {
        var losses = LossCounter()
        let expected = turned.withEightBits(&losses).inColor(&losses).withAlpha()
        try Finding.unless(
          icon.withAlpha().pixels == expected.pixels && icon.width == expected.width,
          "an icon of \(type) is not given back")
      }
    } catch let finding as Finding {
      throw finding
    } catch {
      // A format may reject an image that another one can store, for example one of more than 4 GiB in BMP.
      try Finding.unless(error is CoderError, "an image of \(type) throws \(error)")
    }
  }
}
