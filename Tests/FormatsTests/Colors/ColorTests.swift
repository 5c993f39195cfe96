import Foundation
import ProfferConversions
import TestSupport
import Testing

@testable import ColorFormats
@testable import StructuredFormats
@testable import TextEncodings

/// Colors in the notations of style sheets; the values are from CSS Color 4 and its companion tests.
@Suite struct ColorTests {
  @Test func amountsThatAreNotNumbersDoNotTrap() {
    let color = Color(red: .nan, green: .infinity, blue: -.infinity, alpha: .nan)
    #expect(color.bytes == (0, 255, 0, 0))
    expect(!color.css.isEmpty)
  }

  @Test func writtenColorsReadBackEqual() throws {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<Repetitions.count(500, long: 2_000) {
      let color =
        Bool.random(using: &generator)
        ? Color(
          redByte: .random(in: 0...255, using: &generator),
          greenByte: .random(in: 0...255, using: &generator),
          blueByte: .random(in: 0...255, using: &generator))
        : Color(
          red: Double.random(in: -1...2, using: &generator), green: .random(in: -1...2, using: &generator),
          blue: .random(in: -1...2, using: &generator), alpha: .random(in: 0...1, using: &generator))
      expectEqual(Color(css: color.css), color, "\(color.css), seed \(seed)")
    }
  }
}

/// Conversions of colors between types.
@Suite struct ColorCoderTests {
  private let registry = ConversionRegistry(.colors + .text + .structuredValues)

  /// An archive as a property list: its objects, the first of which is null.
  private func archive(_ object: String) -> Data {
    Data(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict>
      <key>$version</key><integer>100000</integer><key>$archiver</key><string>NSKeyedArchiver</string>
      <key>$top</key><dict><key>root</key><dict><key>CF$UID</key><integer>1</integer></dict></dict>
      <key>$objects</key><array><string>$null</string><dict>\(object)</dict></array>
      </dict></plist>
      """.utf8)
  }

  private func text(_ words: String) -> String {
    "<data>\(Data((words + "\0").utf8).base64EncodedString())</data>"
  }

  @Test func anArchivedColorIsRead() throws {
    let cases: [(object: String, css: String)] = [
      (
        "<key>NSColorSpace</key><integer>1</integer><key>NSRGB</key>\(text("1 0 0.5"))",
        "color(srgb 1.0 0.0 0.5)"
      ),
      (
        "<key>NSColorSpace</key><integer>2</integer><key>NSRGB</key>\(text("0 1 0 0.25"))",
        "rgba(0, 255, 0, 0.25)"
      ),
      ("<key>NSColorSpace</key><integer>3</integer><key>NSWhite</key>\(text("1"))", "#ffffff"),
      (
        """
        <key>UIRed</key><real>1</real><key>UIGreen</key><real>0</real><key>UIBlue</key><real>0</real>
        <key>UIAlpha</key><real>1</real>
        """, "#ff0000"
      ), ("<key>UIWhite</key><real>0</real>", "#000000"),
    ]
    for (object, css) in cases {
      let plan = try registry.plan(from: ["com.apple.cocoa.pasteboard.color"], to: "public.utf8-plain-text")
      let result = try plan.run(
        on: RepresentationSource(archive(object), typeIdentifier: "com.apple.cocoa.pasteboard.color"))
      expectEqual(String(decoding: result.data, as: UTF8.self), css)
      expectEmpty(result.losses)
    }
  }

  @Test(arguments: [
    "", "<key>NSColorSpace</key><integer>6</integer><key>NSCatalogName</key><string>System</string>",
    "<key>NSColorSpace</key><integer>1</integer><key>NSRGB</key><data>eHl6</data>",
    "<key>UIRed</key><string>1</string>", "<key>UIWhite</key><real>nan</real>",
    "<key>UIWhite</key><real>0</real><key>UIAlpha</key><real>inf</real>",
  ])
  func anArchiveWithoutAmountsIsRefused(object: String) throws {
    let reader = try require(registry.readers(of: "com.apple.cocoa.pasteboard.color").first)
    let error = try requireThrows(CoderError.self) {
      _ = try reader.read(
        RepresentationSource(archive(object), typeIdentifier: "com.apple.cocoa.pasteboard.color"))
    }
    expectEqual(error.code, .notAColor)
  }

  @Test func opacityIsClampedToOne() throws {
    let value = StructuredValue.dictionary(
      ["red", "green", "blue", "alpha"].map { StructuredMember($0, .real(StructuredReal(7.5))) })
    try expectEqual(Color.reading(value).value, Color(red: 7.5, green: 7.5, blue: 7.5, alpha: 1))
    let reader = try require(registry.readers(of: "com.apple.cocoa.pasteboard.color").first)
    let object = "<key>UIWhite</key><real>1</real><key>UIAlpha</key><real>-2</real>"
    let reading = try reader.read(
      RepresentationSource(archive(object), typeIdentifier: "com.apple.cocoa.pasteboard.color"))
    expectEqual(reading.value as? Color, Color(red: 1, green: 1, blue: 1, alpha: 0))
  }

  @Test func aStructuredColorIsAnObjectOfAmounts() throws {
    let color = Color(red: 0.1, green: 1.5, blue: -0.25, alpha: 0.5)
    try expectEqual(Color.reading(color.structuredValue).value, color)
    let extra = StructuredValue.dictionary([
      StructuredMember("red", 1), StructuredMember("green", 0), StructuredMember("blue", 0),
      StructuredMember("name", "red"),
    ])
    let reading = try Color.reading(extra)
    expectEqual(reading.value, Color(css: "red"))
    expectEqual(reading.losses.map(\.kind), [.metadata])
    for value: StructuredValue in [.array([]), .string("blurple"), .dictionary([StructuredMember("red", 1)])]
    {
      expectThrows(CoderError.self) { _ = try Color.reading(value) }
    }
  }
}
