import Foundation
import ImageCoders
import ProfferConversions
import Testing

/// The images of `fixtures/images/own`, with what independent programs see in each.
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

  /// Red, green, blue and alpha of each pixel, of 16 bits in the order of a PAM where there are more than 8.
  var samplesSeen: [UInt8] {
    get throws { try ImageFixture.pixels("own/\(name).pam").samples }
  }

  func read(_ options: ImageOptions = ImageOptions()) throws -> Reading<Image> {
    try format.decode(try data, options)
  }
}

extension Image {
  /// Red, green, blue and alpha of each pixel, of 16 bits the higher one first.
  var samples: [UInt8] {
    var losses = LossCounter()
    let pixels = inColor(&losses).withAlpha().pixels
    guard depth == .sixteen else { return pixels }
    return pixels.withUnsafeBytes { bytes in
      bytes.bindMemory(to: UInt16.self).flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    }
  }

  /// An image of samples of 16 bits.
  init(width: Int, height: Int, channels: Channels, words: [UInt16]) {
    self.init(
      width: width, height: height, channels: channels, depth: .sixteen,
      pixels: words.withUnsafeBytes { Array($0) })
  }
}
