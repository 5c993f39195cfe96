import Foundation
import ProfferConversions
import TestSupport
import Testing

@testable import ColorFormats
@testable import StructuredFormats
@testable import TextEncodings

/// Colors in the notations of style sheets; the values are from CSS Color 4 and its companion tests.
@Suite struct ColorTests {
  @Test(arguments: [
    ("#f00", "#ff0000"), ("#F00F", "#ff0000"), ("#00ff0080", "rgba(0, 255, 0, 0.5019607843137255)"),
    ("RED", "#ff0000"), ("rebeccapurple", "#663399"), (" lightgoldenrodyellow ", "#fafad2"),
    ("transparent", "rgba(0, 0, 0, 0.0)"), ("rgb(255, 99, 71)", "#ff6347"),
    ("rgb(255 99 71 / 50%)", "rgba(255, 99, 71, 0.5)"),
    ("rgba(300, -5, 0, 2)", "#ff0000"), ("rgb(none 0 0)", "#000000"), ("hsl(120deg 100% 25%)", "#008000"),
    ("hsl(0.5turn 100% 50%)", "#00ffff"), ("hsla(240, 100%, 50%, 0.25)", "rgba(0, 0, 255, 0.25)"),
    ("hwb(194 0% 0%)", "#00c3ff"), ("hwb(0 50% 50%)", "#808080"),
    ("lab(46.2775% -47.5621 48.5837)", "#008000"),
    ("lch(52.2345% 72.2 56.2)", "#c65d06"), ("oklab(0.51975 -0.1403 0.10768)", "#008000"),
    ("oklch(62.7966% 0.25768330773615683 29.2338851923426)", "#ff0000"), ("color(srgb 1 0 0)", "#ff0000"),
    ("color(xyz 0.07719 0.15438 0.02573)", "#008000"),
  ])
  func everyFormOfAColorIsRead(text: String, nearest: String) throws {
    let color = try #require(Color(css: text))
    let bytes = color.bytes
    let rounded = Color(redByte: bytes.red, greenByte: bytes.green, blueByte: bytes.blue)
    #expect(
      Color(red: rounded.red, green: rounded.green, blue: rounded.blue, alpha: color.alpha).css == nearest)
  }

  @Test(arguments: [
    "", "#", "#12", "#12345", "#ggg", "blu", "currentcolor", "rgb()", "rgb(1 2)", "rgb(1 2 3 4 5)",
    "rgb(a b c)", "hsl(1px 2% 3%)",
    "color(unknown 1 1 1)", "color()", "rgb(1 2 3", "rgb(inf 0 0)", "rgb(nan 0 0)", "url(x y z)",
    "canvastext", "rgb(0x10 0 0)", "rgb(1 2 3 /)", "rgb(1 2 / 3 4)", "color(xyz 1e308 1e308 -1e308)",
    "lab(50 1e308 0)", "lch(50 1 1e308rad)", "color(prophoto-rgb 0.2 0.1e308 / 0.5)",
  ])
  func textThatNamesNoColorIsRefused(text: String) {
    #expect(Color(css: text) == nil)
  }

  /// The expected amounts were computed by Python's `coloraide`.
  @Test(arguments: [
    ("color(display-p3 1 0 0)", [1.0930663624351618, -0.22674197356975417, -0.15013458093711957]),
    ("color(prophoto-rgb 0.2 0.7 0.3)", [-0.5889056788133444, 0.8182495830657498, 0.2525581801904753]),
    ("color(a98-rgb 0.2 0.7 0.3)", [-0.41169797275959813, 0.7058681767145246, 0.25828008046880807]),
    ("color(rec2020 0.2 0.7 0.3)", [-0.5051289381122867, 0.7208327611058247, 0.1477378273762984]),
    ("color(xyz-d50 0.2 0.3 0.4)", [-0.25923894204192743, 0.6595232882309355, 0.7405053623314802]),
    ("lab(20% 30 -60)", [0.11840608757404356, 0.1314209197019974, 0.5471742315823442]),
    ("oklab(0.5 0.1 0.1)", [0.6332243868821179, 0.25714129089297355, 0.011756243111978325]),
  ])
  func aColorOfAnotherSpaceKeepsItsAmounts(text: String, amounts: [Double]) throws {
    let color = try #require(Color(css: text))
    for (amount, expected) in zip([color.red, color.green, color.blue], amounts) {
      #expect(abs(amount - expected) < 1e-6, "\(text) gives \(amount)")
    }
    #expect(Color(css: color.css) == color)
  }

  @Test func amountsThatAreNotNumbersDoNotTrap() {
    let color = Color(red: .nan, green: .infinity, blue: -.infinity, alpha: .nan)
    #expect(color.bytes == (0, 255, 0, 0))
    #expect(!color.css.isEmpty)
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
      #expect(Color(css: color.css) == color, "\(color.css), seed \(seed)")
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
      #expect(String(decoding: result.data, as: UTF8.self) == css)
      #expect(result.losses.isEmpty)
    }
  }

  @Test(arguments: [
    "", "<key>NSColorSpace</key><integer>6</integer><key>NSCatalogName</key><string>System</string>",
    "<key>NSColorSpace</key><integer>1</integer><key>NSRGB</key><data>eHl6</data>",
    "<key>UIRed</key><string>1</string>", "<key>UIWhite</key><real>nan</real>",
    "<key>UIWhite</key><real>0</real><key>UIAlpha</key><real>inf</real>",
  ])
  func anArchiveWithoutAmountsIsRefused(object: String) throws {
    let reader = try #require(registry.readers(of: "com.apple.cocoa.pasteboard.color").first)
    let error = try #require(throws: CoderError.self) {
      _ = try reader.read(
        RepresentationSource(archive(object), typeIdentifier: "com.apple.cocoa.pasteboard.color"))
    }
    #expect(error.code == .notAColor)
  }

  @Test func opacityIsClampedToOne() throws {
    let value = StructuredValue.dictionary(
      ["red", "green", "blue", "alpha"].map { StructuredMember($0, .real(StructuredReal(7.5))) })
    #expect(try Color.reading(value).value == Color(red: 7.5, green: 7.5, blue: 7.5, alpha: 1))
    let reader = try #require(registry.readers(of: "com.apple.cocoa.pasteboard.color").first)
    let object = "<key>UIWhite</key><real>1</real><key>UIAlpha</key><real>-2</real>"
    let reading = try reader.read(
      RepresentationSource(archive(object), typeIdentifier: "com.apple.cocoa.pasteboard.color"))
    #expect(reading.value as? Color == Color(red: 1, green: 1, blue: 1, alpha: 0))
  }

  @Test func aStructuredColorIsAnObjectOfAmounts() throws {
    let color = Color(red: 0.1, green: 1.5, blue: -0.25, alpha: 0.5)
    #expect(try Color.reading(color.structuredValue).value == color)
    let extra = StructuredValue.dictionary([
      StructuredMember("red", 1), StructuredMember("green", 0), StructuredMember("blue", 0),
      StructuredMember("name", "red"),
    ])
    let reading = try Color.reading(extra)
    #expect(reading.value == Color(css: "red"))
    #expect(reading.losses.map(\.kind) == [.metadata])
    for value: StructuredValue in [.array([]), .string("blurple"), .dictionary([StructuredMember("red", 1)])]
    {
      #expect(throws: CoderError.self) { _ = try Color.reading(value) }
    }
  }
}
