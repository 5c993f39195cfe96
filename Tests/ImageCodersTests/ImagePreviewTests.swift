import Foundation
import ImageCoders
import ItemProviders
import ProfferConversions
import StandardCoders
import TestSupport
import Testing

/// Rendered previews of pictures and colors.
@Suite struct ImagePreviewTests {
  private func size(_ preview: PreviewImage) throws -> (width: Int, height: Int) {
    let image = try Image.read(preview.data, as: preview.typeIdentifier).value
    expectEqual(
      preview.pixelSize, PresentationSize(width: Double(image.width), height: Double(image.height)))
    return (image.width, image.height)
  }

  @Test func aPreviewNeverExceedsTheSizeAndKeepsTheProportions() throws {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      let (width, height) = (
        Int.random(in: 1...120, using: &generator), Int.random(in: 1...120, using: &generator)
      )
      let image = Image(
        width: width, height: height, channels: .gray, pixels: [UInt8](repeating: 7, count: width * height))
      let asked = PresentationSize(
        width: .random(in: 0...150, using: &generator), height: .random(in: 0...150, using: &generator))
      let made = try size(
        ImagePreviewRenderer().preview(
          of: image.write(as: "public.pbm").data, typeIdentifier: "public.pbm", fitting: asked))
      expect(
        made.width <= max(1, Int(asked.width)) && made.height <= max(1, Int(asked.height)),
        "\(width)×\(height) in \(asked): \(made), seed \(seed)")
      #expect(made.width <= width && made.height <= height)
      // Each side is rounded to a whole pixel, and is at least one pixel.
      let factor = min(
        1, max(1, asked.width.rounded(.down)) / Double(width),
        max(1, asked.height.rounded(.down)) / Double(height))
      expectAtMost(abs(Double(made.width) - max(1, Double(width) * factor)), 0.5, "seed \(seed)")
      expectAtMost(abs(Double(made.height) - max(1, Double(height) * factor)), 0.5, "seed \(seed)")
    }
  }

  private static let colorType = "com.apple.cocoa.pasteboard.color"

  private func color(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double) -> Data {
    Data(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>$top</key><dict><key>root</key><dict><key>CF$UID</key><integer>1</integer></dict></dict>
      <key>$objects</key><array><string>$null</string><dict>
      <key>UIRed</key><real>\(red)</real><key>UIGreen</key><real>\(green)</real><key>UIBlue</key><real>\(blue)</real>
      <key>UIAlpha</key><real>\(alpha)</real></dict></array></dict></plist>
      """.utf8)
  }

  @Test(arguments: [
    (nil, 256), (PresentationSize(width: 30, height: 20), 20), (PresentationSize(width: 0, height: 9), 1),
  ])
  func aColorIsASquareOfIt(asked: PresentationSize?, side: Int) throws {
    let preview = try ImagePreviewRenderer().preview(
      of: color(1, 0.5, 0, 1), typeIdentifier: Self.colorType, fitting: asked)
    let image = try Image.read(preview.data, as: preview.typeIdentifier).value
    #expect(image.width == side && image.height == side && image.channels == .rgb)
    #expect(
      image.pixels.prefix(3).elementsEqual([255, 128, 0])
        && image.pixels.suffix(3).elementsEqual([255, 128, 0]))
  }

  @Test func aTransparentColorStaysTransparent() throws {
    let preview = try ImagePreviewRenderer().preview(
      of: color(0, 0, 1, 0.5), typeIdentifier: Self.colorType, fitting: nil)
    let image = try Image.read(preview.data, as: preview.typeIdentifier).value
    #expect(image.pixels.prefix(4).elementsEqual([0, 0, 255, 128]))
    expectThrows((any Error).self) {
      try ImagePreviewRenderer().preview(of: Data("red".utf8), typeIdentifier: Self.colorType, fitting: nil)
    }
  }
}
