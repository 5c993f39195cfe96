import Foundation
import ImageCoders
import ProfferConversions
import TestSupport
import Testing

@Suite struct AnimationTests {
  private static let gif = "com.compuserve.gif"
  private static let webp = "org.webmproject.webp"

  private static func plan(_ source: String, _ destination: String) throws -> ConversionPlan {
    try ConversionRegistry(.images()).plan(from: [source], to: destination)
  }

  /// An animation with opaque and transparent pixels, changes at random places, and frames that do not change.
  private static func animation(_ generator: inout SeededGenerator, colorCount: Int = 200) -> Animation {
    let width = Int.random(in: 1...40, using: &generator)
    let height = Int.random(in: 1...30, using: &generator)
    let colors: [[UInt8]] = (0..<colorCount).map { _ in generator.bytes(count: 3) + [255] } + [[0, 0, 0, 0]]
    let first = (0..<width * height).flatMap { _ in colors.randomElement(using: &generator) ?? [] }
    var pixels = first
    var frames = [
      Animation.Frame(Image(width: width, height: height, channels: .rgba, pixels: pixels), milliseconds: 10)
    ]
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      let changeCount = [0, 1, 5, width * height].randomElement(using: &generator) ?? 0
      for _ in 0..<changeCount {
        let place = Int.random(in: 0..<width * height, using: &generator) * 4
        pixels.replaceSubrange(place..<place + 4, with: colors.randomElement(using: &generator) ?? [])
      }
      frames.append(
        Animation.Frame(
          Image(width: width, height: height, channels: .rgba, pixels: pixels),
          milliseconds: 10 * Int.random(in: 0...200, using: &generator)))
    }
    return Animation(frames: frames, playCount: [nil, 1, 2, 9].randomElement(using: &generator) ?? 1)
  }

  @Test func anAnimationIsReadAsItWasWrittenToGIF() throws {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<Repetitions.count(40, long: 2_000) {
      let animation = Self.animation(&generator)
      let written = try animation.write(as: Self.gif)
      let again = try Animation.read(written.data, as: Self.gif)
      expect(written.losses.isEmpty && again.losses.isEmpty && again.warnings.isEmpty, "seed \(seed)")
      expectEqual(
        again.value.frames.map(\.milliseconds), animation.frames.map(\.milliseconds), "seed \(seed)")
      expectEqual(
        again.value.frames.map(\.image.samplesSeen), animation.frames.map(\.image.samplesSeen),
        "seed \(seed)")
      expectEqual(again.value.playCount, animation.playCount, "seed \(seed)")
    }
  }

  @Test(.requires(.libwebpdemux, .libwebpmux)) func anAnimationIsReadAsItWasWrittenToWebP() throws {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<Repetitions.count(10, long: 500) {
      let animation = Self.animation(&generator)
      let written = try animation.write(as: Self.webp)
      let again = try Animation.read(written.data, as: Self.webp)
      expect(written.losses.isEmpty && again.losses.isEmpty, "seed \(seed)")
      expectEqual(
        again.value.distinctFrames.map(\.samples), animation.distinctFrames.map(\.samples), "seed \(seed)")
      guard animation.distinctFrames.count > 1 else { continue }
      expectEqual(
        again.value.distinctFrames.map(\.milliseconds), animation.distinctFrames.map(\.milliseconds),
        "seed \(seed)")
      expectEqual(again.value.playCount, animation.playCount, "seed \(seed)")
    }
  }

  @Test func eachFrameCanHaveColorsOfItsOwn() throws {
    let frames = (0..<3).map { number in
      Animation.Frame(
        Image(
          width: 256, height: 1, channels: .rgb,
          pixels: (0..<256).flatMap { [UInt8($0), UInt8(number), UInt8(255 - $0)] }), milliseconds: 20)
    }
    let written = try Animation(frames: frames).write(as: Self.gif)
    expectEmpty(written.losses)
    let again = try Animation.read(written.data, as: Self.gif).value
    expectEqual(again.frames.map(\.image.samplesSeen), frames.map(\.image.samplesSeen))
  }

  @Test func timesBetweenHundredthsAreCounted() throws {
    let images = (0..<4).map { Image(width: 1, height: 1, channels: .gray, pixels: [UInt8($0)]) }
    let times = [33, 40, 2, 700_000]
    let animation = Animation(frames: zip(images, times).map { Animation.Frame($0, milliseconds: $1) })
    let written = try animation.write(as: Self.gif)
    expectEqual(
      written.losses,
      [
        Loss(.precision, count: 2, detail: "times of frames rounded to 1/100 s"),
        Loss(.precision, count: 1, detail: "times of frames longer than 655.35 s"),
      ])
    let again = try Animation.read(written.data, as: Self.gif).value
    expectEqual(again.frames.map(\.milliseconds), [30, 40, 10, 655_350])
  }

  @Test func framesAreTurnedScaledAndStrippedTogether() throws {
    var images = (0..<2).map { Image.noise(width: 6, height: 4, .gray, seed: UInt64($0)) }
    for place in images.indices { images[place].orientation = .right }
    images[0].metadata.texts = [ImageText(keyword: "Comment", text: "a place")]
    let animation = Animation(frames: images.map { Animation.Frame($0, milliseconds: 10) })
    var options = ImageOptions()
    options.maximumSize = ImageSize(width: 2, height: 100)
    options.stripsMetadata = true
    let written = try animation.write(as: Self.gif, options: options)
    expectEqual(Set(written.losses.map(\.kind)), [.resolution, .metadata])
    try expectEqual(Animation.read(written.data, as: Self.gif).value.size, ImageSize(width: 2, height: 3))
  }

  // MARK: - Plans

  @Test(.requires(.libwebpdemux, .libwebpmux)) func conversionsBetweenAnimationsKeepAllFrames() throws {
    for (source, destination) in [(Self.gif, Self.webp), (Self.webp, Self.gif), (Self.gif, Self.gif)] {
      let plan = try Self.plan(source, destination)
      #expect(plan.reader.kind == ValueKind<Animation>.animation.erased && plan.bridges.isEmpty)
      expect(!plan.mayLose.contains(.animation), plan.mayLose)
    }
    let data = try ImageFixture.data("gif/moving.gif")
    let result = try Self.plan(Self.gif, Self.webp).run(
      on: RepresentationSource(data, typeIdentifier: Self.gif))
    expectEmpty(result.losses)
    try expectEqual(Animation.read(result.data, as: Self.webp).value.frames.count, 4)
  }

  @Test(arguments: ["io.proffer.qoi", "com.microsoft.bmp"])
  func aPictureIsTheFirstFrameAndTheOthersAreCounted(type: String) throws {
    try expectFirstFrame(as: type)
  }

  @Test(.requires(.libpng)) func aPNGIsTheFirstFrameAndTheOthersAreCounted() throws {
    try expectFirstFrame(as: "public.png")
  }

  private func expectFirstFrame(as type: String) throws {
    let plan = try Self.plan(Self.gif, type)
    #expect(plan.reader.name == "GIF" && plan.bridges.isEmpty)
    let data = try ImageFixture.data("gif/moving.gif")
    let result = try plan.run(on: RepresentationSource(data, typeIdentifier: Self.gif))
    expectEqual(result.losses, [Loss(.animation, count: 3, detail: "frames after the first")])
  }

  @Test(.requires(.libpng)) func aPNGGoesDirectlyToGIF() throws {
    try expectEqual(Self.plan("public.png", Self.gif).steps.count, 2)
    try expectEqual(Self.plan("public.png", Self.gif).writer.name, "GIF")
  }

  @Test(.requires(.libpng, .libjpegTurbo, .libwebpdemux, .libwebpmux))
  func aWebPGoesDirectlyFromAndToPictures() throws {
    try expectEqual(Self.plan(Self.webp, "public.jpeg").reader.name, "WebP")
    try expectEqual(Self.plan("public.png", Self.webp).writer.name, "WebP")
  }

  @Test(.requires(.libwebpdemux, .libwebpmux)) func aStillPictureStaysAPicture() throws {
    let data = try ImageFixture.data("webp/everything.webp")
    let still = try ImageFormat.webp.decode(data, ImageOptions())
    let animation = try Animation.read(data, as: Self.webp)
    #expect(animation.value.frames.map(\.image) == [still.value] && animation.losses == still.losses)
    let written = try animation.value.write(as: Self.webp)
    try expectEqual(written.data, still.value.write(as: Self.webp).data)
  }

  @Test(.requires(.libwebpdemux, .libwebpmux)) func theMetadataOfAnAnimationIsKept() throws {
    var images = (0..<2).map { Image.noise(width: 6, height: 4, .rgba, seed: UInt64($0)) }
    images[0].metadata.xmp = Data("<x:xmpmeta/>".utf8)
    let animation = Animation(frames: images.map { Animation.Frame($0, milliseconds: 10) }, playCount: 4)
    let written = try animation.write(as: Self.webp)
    expectEmpty(written.losses)
    let again = try Animation.read(written.data, as: Self.webp)
    #expect(again.value == animation && again.losses.isEmpty)
  }

  // MARK: - Damaged files

  @Test(.requires(.libwebpdemux, .libwebpmux)) func aDamagedWebPAnimationIsAnErrorOrAnAnimation() throws {
    let data = try ImageFixture.data("webp/animated.webp")
    for length in 0..<data.count {
      expectThrows(CoderError.self) { try Animation.read(data.prefix(length), as: Self.webp) }
    }
    var options = ImageOptions()
    options.limits.pixelCount = 1 << 20
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    for place in data.indices {
      var changed = data
      changed[place] ^= UInt8.random(in: 1...255, using: &generator)
      do { _ = try Animation.read(changed, as: Self.webp, options: options) } catch {
        expect(error is CoderError, "byte \(place), seed \(seed): \(error)")
      }
    }
  }

  @Test(.requires(.libwebpdemux, .libwebpmux)) func theLimitsApplyToAllFramesTogether() throws {
    for (type, file) in [(Self.webp, "webp/animated.webp"), (Self.gif, "gif/moving.gif")] {
      let data = try ImageFixture.data(file)
      let animation = try Animation.read(data, as: type).value
      let count = animation.frames.count
      var options = ImageOptions()
      options.limits.pixelCount = animation.size.width * animation.size.height * count
      options.limits.frameCount = count
      try expectEqual(Animation.read(data, as: type, options: options).value.frames.count, count)
      for limit in [\ImageLimits.pixelCount, \ImageLimits.frameCount] {
        var lower = options
        lower.limits[keyPath: limit] -= 1
        let error = expectThrows(CoderError.self) { try Animation.read(data, as: type, options: lower) }
        expectEqual(error?.code, .imageTooLarge)
      }
    }
  }

  @Test func aTypeWithoutAnimationsIsRefused() {
    let error = expectThrows(CoderError.self) { try Animation.read(Data(), as: "public.png") }
    expectEqual(error?.code, .wrongFormat)
  }
}

extension Animation {
  /// The frames that differ from the frame before, each with the sum of the times of its equals.
  fileprivate var distinctFrames: [(samples: [UInt8], milliseconds: Int)] {
    var result: [(samples: [UInt8], milliseconds: Int)] = []
    for frame in frames {
      let samples = frame.image.samplesSeen
      if result.last?.samples == samples {
        result[result.count - 1].milliseconds += frame.milliseconds
      } else {
        result.append((samples, frame.milliseconds))
      }
    }
    return result
  }
}
