import Foundation
import ImageCoders
import ItemProviders
import ProfferConversions
import StandardCoders
import TestSupport
import Testing

/// Pictures in formatted text, and previews of pictures.
@Suite struct ImagePictureTests {
  private static let image = Image(
    width: 8, height: 4, channels: .rgb, pixels: (0..<96).map { UInt8($0 * 2) })

  /// A page with a bitmap, converted to RTF.
  private func result() throws -> ConversionResult {
    let bitmap = try Self.image.write(as: "com.microsoft.bmp").data.base64EncodedString()
    let page = Data("<p>words <img src=\"data:image/bmp;base64,\(bitmap)\"> more".utf8)
    let plan = try ConversionRegistry(.standard).plan(from: ["public.html"], to: "public.rtf")
    return try plan.run(on: RepresentationSource(page, typeIdentifier: "public.html"))
  }

  @Test func aPictureThatRTFCannotHoldIsCountedWithoutLibpng() throws {
    let result = try result()
    let isPNG = String(decoding: result.data, as: UTF8.self).contains("\\pngblip")
    expectEqual(isPNG, Image.writableTypeIdentifiers.contains("public.png"))
    expectNotEqual(result.losses.contains { $0.kind == .images }, isPNG, "\(result.losses)")
  }

  @Test(.requires(.libpng)) func aPictureThatRTFCannotHoldBecomesPNG() throws {
    let result = try result()
    let text = String(decoding: result.data, as: UTF8.self)
    expect(!result.losses.contains { $0.kind == .images }, "\(result.losses)")
    let hexadecimal = try require(text.components(separatedBy: "\\pngblip\n").last?.prefix { $0 != "}" })
    let digits = hexadecimal.filter(\.isHexDigit)
    var bytes = Data()
    var place = digits.startIndex
    while place < digits.endIndex {
      let next = digits.index(place, offsetBy: 2)
      bytes.append(try require(UInt8(digits[place..<next], radix: 16)))
      place = next
    }
    try expectEqual(Image.read(bytes, as: "public.png").value, Self.image)
  }

  @Test func aPictureThatNothingReadsIsCountedAsLost() throws {
    let page = Data("<p>words <img alt=\"a plan\" src=\"data:image/bmp;base64,Qk0AAA==\"> more".utf8)
    let plan = try ConversionRegistry(.standard).plan(from: ["public.html"], to: "public.rtf")
    let result = try plan.run(on: RepresentationSource(page, typeIdentifier: "public.html"))
    expectEqual(result.losses.map(\.kind), [.images])
    #expect(String(decoding: result.data, as: UTF8.self).contains("a plan"))
  }

  @Test func aPreviewHasTheSizeThatIsAskedFor() async throws {
    let provider = ItemProvider()
    let data = try Self.image.write(as: "io.proffer.qoi").data
    provider.registerDataRepresentation(forTypeIdentifier: "io.proffer.qoi", visibility: .all) { completion in
      completion(data, nil)
      return nil
    }
    provider.rendersPreviewImage()
    func size(_ asked: PresentationSize?) async throws -> [Int] {
      let preview = try await provider.loadPreviewImage(as: PreviewImage.self, fitting: asked)
      let read = try Image.read(preview.data, as: preview.typeIdentifier).value
      return [read.width, read.height]
    }
    try await expectEqual(size(PresentationSize(width: 4, height: 4)), [4, 2])
    try await expectEqual(size(PresentationSize(width: 100, height: 1)), [2, 1])
    try await expectEqual(size(nil), [8, 4])
  }

  @Test func aPreviewIsTurnedAndTellsNoPlace() throws {
    var image = Image(width: 2, height: 1, channels: .gray, pixels: [1, 2])
    image.metadata.texts = [ImageText(keyword: "Comment", text: "a place")]
    let data = try image.write(as: "public.pbm").data
    let preview = try ImagePreviewRenderer().preview(of: data, typeIdentifier: "public.pbm", fitting: nil)
    let read = try Image.read(preview.data, as: preview.typeIdentifier).value
    #expect(read.pixels == [1, 2] && read.metadata.isEmpty)
    expectThrows(ItemProviderError.self) {
      try ImagePreviewRenderer().preview(of: data, typeIdentifier: "public.html", fitting: nil)
    }
  }
}
