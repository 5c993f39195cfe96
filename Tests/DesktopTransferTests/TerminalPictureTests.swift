import Foundation
import ProfferFileSystem
import TestSupport
import Testing

@testable import DesktopTransfer

/// Pictures for terminals, decoded here independently.
@Suite(.waits) struct TerminalPictureTests {
  // MARK: Sixel

  /// The picture that sixels draw; pixels that no color draws are nil.
  private struct Decoded {
    var width = 0
    var height = 0
    var colorCount = 0
    var pixels: [[Int]?] = []
  }

  /// Decodes one picture, character by character.
  private func decode(_ sequence: [UInt8]) throws -> Decoded {
    let text = String(decoding: sequence, as: UTF8.self)
    let body = try #require(text.hasPrefix("\u{1B}P0;1;0q\"1;1;") && text.hasSuffix("\u{1B}\\") ? text : nil)
    var rest = body.dropFirst("\u{1B}P0;1;0q\"1;1;".count).dropLast(2)
    func number() -> Int {
      let digits = rest.prefix { $0.isNumber }
      rest = rest.dropFirst(digits.count)
      return Int(digits) ?? -1
    }
    var decoded = Decoded()
    decoded.width = number()
    rest = rest.dropFirst()
    decoded.height = number()
    decoded.pixels = Array(repeating: nil, count: decoded.width * decoded.height)
    var palette: [Int: [Int]] = [:]
    var (color, x, y, count) = (0, 0, 0, 1)
    while let character = rest.popFirst() {
      switch character {
      case "#":
        color = number()
        guard rest.first == ";" else { continue }
        var parts: [Int] = []
        while rest.first == ";" {
          rest = rest.dropFirst()
          parts.append(number())
        }
        #expect(parts.count == 4 && parts[0] == 2 && parts.dropFirst().allSatisfy { 0...100 ~= $0 })
        palette[color] = parts.dropFirst().map { ($0 * 255 + 50) / 100 }
      case "!": count = number()
      case "$": x = 0
      case "-": (x, y) = (0, y + 6)
      default:
        let bits = Int(try require(character.asciiValue)) - 63
        try #require(0..<64 ~= bits, "\(character)")
        for _ in 0..<count {
          for row in 0..<6 where bits >> row & 1 == 1 {
            try #require(x < decoded.width && y + row < decoded.height)
            decoded.pixels[(y + row) * decoded.width + x] = palette[color]
          }
          x += 1
        }
        count = 1
      }
    }
    decoded.colorCount = palette.count
    return decoded
  }

  private func picture(_ width: Int, _ height: Int, _ sample: (Int, Int) -> [UInt8]) -> TerminalPicture {
    TerminalPicture(
      width: width, height: height,
      samples: (0..<height).flatMap { row in (0..<width).flatMap { column in sample(column, row) } })
  }

  /// The largest and the mean difference of a sample; fails if an opaque pixel is not drawn.
  private func difference(_ picture: TerminalPicture, _ decoded: Decoded) throws -> (most: Int, mean: Double)
  {
    #expect(decoded.width == picture.width && decoded.height == picture.height)
    var (most, sum) = (0, 0)
    for place in decoded.pixels.indices {
      let color = try require(decoded.pixels[place], "the pixel \(place) is not drawn")
      for side in 0..<3 {
        let distance = abs(color[side] - Int(picture.samples[place * 4 + side]))
        (most, sum) = (max(most, distance), sum + distance)
      }
    }
    return (most, Double(sum) / Double(decoded.pixels.count * 3))
  }

  @Test func picturesOfFewColorsKeepEachOfThem() throws {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      let colors = (0..<Int.random(in: 1...256, using: &generator)).map { _ in
        (0..<3).map { _ in UInt8.random(in: 0...255, using: &generator) } + [255]
      }
      let (width, height) = (
        Int.random(in: 1...40, using: &generator), Int.random(in: 1...40, using: &generator)
      )
      let picture = picture(width, height) { _, _ in colors.randomElement(using: &generator) ?? [] }
      let decoded = try decode(SixelPicture.sequence(of: picture))
      // Sixel colors are percentages.
      #expect(try difference(picture, decoded).most <= 2, "seed \(seed)")
    }
  }

  @Test func picturesOfManyColorsStayNear() throws {
    let gradient = picture(120, 100) { column, row in
      [UInt8(column * 2), UInt8(row * 2), UInt8((column + row) % 256), 255]
    }
    let decoded = try decode(SixelPicture.sequence(of: gradient))
    expectEqual(decoded.colorCount, 256)
    let (most, mean) = try difference(gradient, decoded)
    expect(mean < 8 && most < 48, "\(mean) \(most)")
    var generator = SeededGenerator(seed: 7)
    let noise = picture(100, 90) { _, _ in
      (0..<3).map { _ in UInt8.random(in: 0...255, using: &generator) } + [255]
    }
    try expectLess(difference(noise, decode(SixelPicture.sequence(of: noise))).mean, 20)
  }

  @Test func transparentPixelsAreNotDrawnAndHalfTransparentOnesInPart() throws {
    let clear = picture(8, 8) { _, _ in [255, 0, 0, 0] }
    #expect(try decode(SixelPicture.sequence(of: clear)).pixels.allSatisfy { $0 == nil })
    for (alpha, drawn) in [(255, 64), (128, 36), (64, 20), (1, 4)] as [(UInt8, Int)] {
      let picture = picture(8, 8) { _, _ in [255, 0, 0, alpha] }
      let count = try decode(SixelPicture.sequence(of: picture)).pixels.count { $0 != nil }
      expectAtMost(abs(count - drawn), 4, "\(alpha): \(count)")
    }
  }

  // MARK: Questions

  private func graphics(
    _ change: (inout FakeTerminal.Behaviour) -> Void = { _ in }, size: TerminalSize? = nil,
    settings configure: (inout TerminalSettings) -> Void = { _ in }
  ) throws -> (graphics: Result<TerminalGraphics, any Error>, terminal: FakeTerminal) {
    var behaviour = FakeTerminal.Behaviour()
    change(&behaviour)
    let terminal = try FakeTerminal(behaviour)
    var settings = terminal.settings
    configure(&settings)
    let before = terminal.modes
    let graphics = Result { try TerminalGraphics(asking: settings, size: size) }
    expectEqual(terminal.modes, before)
    terminal.end()
    return (graphics, terminal)
  }

  private static let usual = TerminalGraphics.PixelCount(width: 8, height: 16)

  @Test(arguments: [false, true], [false, true]) func aTerminalSaysWhatItShows(apart: Bool, keys: Bool) throws
  {
    func format(_ kitty: Bool, _ attributes: String) throws -> TerminalGraphics.Format? {
      let asked = try graphics {
        ($0.hasKittyPictures, $0.attributes) = (kitty, attributes)
        ($0.sendsBytesApart, $0.typesKeys) = (apart, keys)
      }
      return try? asked.graphics.get().format
    }
    try expectEqual(format(true, "?62;4;22"), .kitty)
    try expectEqual(format(true, "?62"), .kitty)
    try expectEqual(format(false, "?62;4;22"), .sixel)
    try expectNil(format(false, "?62;22;44;14"))
    // The first number is the terminal type.
    #expect(try format(false, "?4;22") == nil)
  }

  @Test func theSizeOfACharacterIsTheDevicesOrTheTerminals() throws {
    func cell(_ size: TerminalSize?, _ answers: [String: String]) throws -> TerminalGraphics.PixelCount {
      let asked = try graphics(
        {
          $0.hasKittyPictures = true
          $0.sizes = answers
        }, size: size)
      return try asked.graphics.get().cell
    }
    let plain = TerminalSize(columns: 80, rows: 24, width: 0, height: 0)
    let exact = TerminalSize(columns: 80, rows: 24, width: 800, height: 480)
    let answers = ["16t": "6;18;9", "14t": "4;720;960"]
    try expectEqual(cell(exact, answers), TerminalGraphics.PixelCount(width: 10, height: 20))
    try expectEqual(cell(plain, answers), TerminalGraphics.PixelCount(width: 9, height: 18))
    try expectEqual(cell(plain, ["14t": "4;720;960"]), TerminalGraphics.PixelCount(width: 12, height: 30))
    try expectEqual(cell(plain, [:]), Self.usual)
    try expectEqual(cell(nil, ["14t": "4;720;960"]), Self.usual)
    for nonsense in ["6;0;0", "6;-5;3", "6;99999;1", "6;1", "6;;", "6;99999999999999999999;9"] {
      try expectEqual(cell(plain, ["16t": nonsense]), Self.usual, "\(nonsense)")
    }
  }

  @Test func terminalsWithoutPicturesAreNamed() throws {
    func message(
      _ change: (inout FakeTerminal.Behaviour) -> Void = { _ in },
      settings: (inout TerminalSettings) -> Void = { _ in }
    ) throws -> String {
      let asked = try graphics(change, settings: settings)
      guard case .failure(let error as TransferError) = asked.graphics else { return "" }
      return error.message
    }
    #expect(try message { $0.version = "Plain(3)" }.contains("(Plain(3)) supports neither kitty's"))
    #expect(try message { $0.answersAttributes = false }.contains("does not answer within 1 s"))
    #expect(try message(settings: { $0.kind = "linux" }).contains("of the kind linux cannot show pictures"))
    try expectEqual(message(settings: { $0.kind = nil }), "TERM is not set")
    #expect(try message(settings: { $0.multiplexer = "GNU screen" }).contains("GNU screen does not pass"))
    #expect(try message(settings: { $0.multiplexer = "tmux" }).contains("tmux does not pass"))
  }

  @Test func aMultiplexerIsNotAskedForKittysProtocol() throws {
    let asked = try graphics(
      { ($0.hasKittyPictures, $0.attributes) = (true, "?62;4") }, settings: { $0.multiplexer = "tmux" })
    try expectEqual(asked.graphics.get().format, .sixel)
    expect(!asked.terminal.transcript.contains { $0.text.hasPrefix("Gi=") }, asked.terminal.transcript)
  }

  // MARK: Kitty

  /// The keys and the base64 of each sequence.
  private func chunks(_ bytes: [UInt8]) throws -> [(keys: String, payload: String)] {
    try String(decoding: bytes, as: UTF8.self).components(separatedBy: "\u{1B}\\").dropLast().map { text in
      let body = try #require(text.hasPrefix("\u{1B}_G") ? text.dropFirst(3) : nil)
      let parts = body.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts[0]), String(parts[1]))
    }
  }

  @Test(arguments: [0, 1, 3071, 3072, 3073, 6144, 10_000]) func picturesComeInChunks(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let chunks = try chunks(KittyPicture.sequences(png: bytes))
    expectEqual(chunks.count, max(1, (count + 3071) / 3072))
    expect(chunks.allSatisfy { $0.payload.utf8.count <= 4096 }, chunks)
    #expect(
      chunks.dropLast().allSatisfy { $0.keys.hasSuffix("m=1") } && chunks.last?.keys.hasSuffix("m=0") == true)
    #expect(chunks[0].keys.hasPrefix("a=T,q=2,f=100,"))
    expectEqual(Data(base64Encoded: chunks.map(\.payload).joined()), Data(bytes))
  }

  @Test func samplesStateTheirSize() throws {
    let picture = picture(3, 2) { column, row in [UInt8(column), UInt8(row), 0, 9] }
    let chunks = try chunks(KittyPicture.sequences(of: picture))
    expectEqual(chunks.map(\.keys), ["a=T,q=2,f=32,s=3,v=2,m=0"])
    expectEqual(Data(base64Encoded: chunks[0].payload), Data(picture.samples))
  }
}
