import Foundation
import ImageCoders
import ItemProviders
import ProfferConversions
import StandardCoders
import TestSupport;
import Testing

@Suite struct ImageItemProviderTests {
  private static let image = Image(
    width: 2, height: 1, channels: .rgba, pixels: [1, 2, 3, 255, 250, 100, 0, 128])

  private func loaded(_ provider: ItemProvider) async throws -> Image {
    try await withCheckedThrowingContinuation { continuation in
      provider.loadObject(ofClass: Image.self) { image, error in
        if let image {
          continuation.resume(returning: image)
        } else {
          continuation.resume(throwing: error ?? CoderError(.wrongFormat, "neither an image nor an error"))
        }
      }
    }
  }

  @Test func anImageLoadsBackEqual() async throws {
    let provider = ItemProvider(object: Self.image)
    expectEqual(provider.registeredTypeIdentifiers, Self.image.writableTypeIdentifiers)
    try await expectEqual(loaded(provider), Self.image)
  }

  @Test func everyTypeThatIsOfferedIsWrittenAndRead() throws {
    for type in Self.image.writableTypeIdentifiers {
      let written = try Self.image.write(as: type)
      let read = try Image.read(written.data, as: type).value
      expect(read.width == 2 && read.height == 1, "\(type)")
      if written.losses.isEmpty, type != "public.jpeg" { expectEqual(read, Self.image, "\(type)") }
    }
  }

  @Test func aTypeThatIsOnlyReadIsNotWritten() {
    for type in Image.readableTypeIdentifiers where !Image.writableTypeIdentifiers.contains(type) {
      expectThrows(CoderError.self) { try Self.image.write(as: type) }
    }
  }

  @Test func typesThatKeepTheImageComeFirst() throws {
    let types = Self.image.writableTypeIdentifiers
    let map = try require(types.firstIndex(of: "public.pbm"))
    try expectLess(require(types.firstIndex(of: "io.proffer.qoi")), map)
    let deep = Image(width: 1, height: 1, channels: .gray, words: [1]).writableTypeIdentifiers
    try expectLess(
      require(deep.firstIndex(of: "public.pbm")), require(deep.firstIndex(of: "com.microsoft.bmp")))
  }

  @Test func aFileOfAnotherTypeIsRefusedWithItsName() {
    let error = expectThrows(CoderError.self) { try Self.image.write(as: "public.html") }
    expectEqual(error?.message.contains("public.html"), true)
  }
}

@Suite struct ImageCoderSetTests {
  private func plan(_ source: String, _ destination: String, _ options: ImageOptions = ImageOptions()) throws
    -> ConversionPlan
  {
    try ConversionRegistry(.images(options)).plan(from: [source], to: destination)
  }

  @Test func aPictureIsTurnedScaledAndStripped() throws {
    var options = ImageOptions()
    options.maximumSize = ImageSize(width: 10, height: 4)
    options.stripsMetadata = true
    var image = Image(width: 4, height: 8, channels: .gray, pixels: [UInt8](repeating: 9, count: 32))
    image.orientation = .right
    image.metadata.texts = [ImageText(keyword: "Comment", text: "a place")]
    let plan = try plan("public.pbm", "io.proffer.portable-arbitrary-map", options)
    let written = try plan.writer.write(image, plan.destinationIdentifier)
    let read = try Image.read(written.data, as: "io.proffer.portable-arbitrary-map").value
    // The viewer sees 8 columns and 4 rows, which fit.
    #expect(read.width == 8 && read.height == 4 && read.metadata.isEmpty)
    expectEqual(written.losses, [Loss(.metadata, count: 1, detail: "text entries removed as requested")])
  }

  /// Coders that need a missing library, and others that need none.
  private func coders(missing: Bool) -> CoderSet {
    let kind = ValueKind(Int.self, name: "number")
    var reader = RepresentationReader("first", reads: ["public.png"], as: kind) { _ in Reading(1) }
    reader.missing = { missing ? CoderError(.missingLibrary, "install libnumber") : nil }
    let other = RepresentationReader("second", reads: ["public.png"], as: kind, mayLose: [.metadata]) { _ in
      Reading(2)
    }
    var writer = RepresentationWriter("writer", writes: ["public.jpeg"], from: kind) { value, _ in
      Written(Data("\(value)".utf8))
    }
    writer.missing = { missing ? CoderError(.missingLibrary, "install libwriter") : nil }
    let text = RepresentationWriter("text", writes: ["public.plain-text"], from: kind) { value, _ in
      Written(Data("\(value)".utf8))
    }
    return CoderSet(readers: [reader, other], writers: [writer, text])
  }

  @Test func aCoderThatLacksItsLibraryIsLeftOutOfPlans() throws {
    let all = ConversionRegistry(coders(missing: false))
    try expectEqual(all.plan(from: ["public.png"], to: "public.plain-text").reader.name, "first")
    let some = ConversionRegistry(coders(missing: true))
    try expectEqual(some.plan(from: ["public.png"], to: "public.plain-text").reader.name, "second")
    let error = expectThrows(ConversionError.self) {
      try some.plan(from: ["public.png"], to: "public.jpeg")
    }
    #expect(error?.code == .missingRequirement && error?.message == "install libnumber")
    expectEqual((error?.cause as? CoderError)?.code, .missingLibrary)
  }

  @Test func aProgramIsUsedWhereALibraryIsMissing() throws {
    let program = DocumentConverter(
      "program", reads: ["public.png"], writes: ["public.jpeg"], mayLose: [], cost: 100
    ) { source, _ in Written(source.data) }
    let present = ConversionRegistry(coders(missing: false).joined(with: [program]))
    try expectEqual(present.plan(from: ["public.png"], to: "public.jpeg").writer.name, "writer")
    let absent = ConversionRegistry(coders(missing: true).joined(with: [program]))
    let plan = try absent.plan(from: ["public.png"], to: "public.jpeg")
    expectEqual(plan.bridges.map(\.name), ["program, public.png to public.jpeg"])
  }

  @Test func aLibraryIsAskedForOnlyByAPlanThatNeedsIt() throws {
    var coders = coders(missing: false)
    coders.readers[0].missing = {
      Issue.record("a plan that does not read the type asked for the library")
      return nil
    }
    coders.readers.append(
      RepresentationReader("html", reads: ["public.html"], as: .text) { _ in Reading("") })
    coders.writers.append(
      RepresentationWriter("words", writes: ["public.utf8-plain-text"], from: .text) { _, _ in Written(Data())
      })
    _ = try ConversionRegistry(coders).plan(from: ["public.html"], to: "public.utf8-plain-text")
    expectThrows(ConversionError.self) {
      try ConversionRegistry(coders).plan(from: ["public.png"], to: "public.utf8-plain-text")
    }
  }
}

extension ValueKind<String> {
  fileprivate static let text = ValueKind(String.self, name: "text")
}
