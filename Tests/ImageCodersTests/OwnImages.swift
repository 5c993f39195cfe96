import Foundation
import ImageCoders
import ProfferConversions
import Testing

/// The images of `fixtures/images/own`, with the pixels that independent programs decode.
struct OwnImage: CustomTestStringConvertible, Sendable {
  let name: String

  var testDescription: String { name }

  static let all: [OwnImage] = {
    do {
      let extensions = ["bmp", "pbm", "pgm", "ppm", "qoi"]
      let folder = ImageFixture.folder.appendingPathComponent("own")
      return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        .filter { extensions.contains(($0 as NSString).pathExtension) }.map(OwnImage.init)
    } catch {
      fatalError("the images cannot be listed: \(error)")
    }
  }()

  var format: ImageFormat {
    switch (name as NSString).pathExtension {
    case "bmp": .bmp
    case "qoi": .qoi
    case "pam": .portableArbitraryMap
    default: .portableAnymap
    }
  }

  var data: Data {
    get throws { try ImageFixture.data("own/\(name)") }
  }

  /// The red, green, blue and alpha samples of each pixel; samples of 16 bits are in the byte order of PAM.
  var samplesSeen: [UInt8] {
    get throws { try ImageFixture.pixels("own/\(name).pam").samples }
  }

  func read(_ options: ImageOptions = ImageOptions()) throws -> Reading<Image> {
    try format.decode(try data, options)
  }
}

extension Image {
  /// The red, green, blue and alpha samples of each pixel; samples of 16 bits have the high byte first.
  var samples: [UInt8] {
    var losses = LossCounter()
    let pixels = inColor(&losses).withAlpha().pixels
    guard depth == .sixteen else { return pixels }
    return pixels.withUnsafeBytes { bytes in
      bytes.bindMemory(to: UInt16.self).flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    }
  }

  /// An image with samples of 16 bits.
  init(width: Int, height: Int, channels: Channels, words: [UInt16]) {
    self.init(
      width: width, height: height, channels: channels, depth: .sixteen,
      pixels: words.withUnsafeBytes { Array($0) })
  }
}
