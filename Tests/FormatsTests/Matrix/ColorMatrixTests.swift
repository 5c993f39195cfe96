import Foundation
import ProfferConversions
import TestSupport;
import Testing

@testable import ColorFormats
@testable import RichTextFormats
@testable import StandardCoders
@testable import StructuredFormats
@testable import TextEncodings

/// Every pair of the forms of a color: its amounts are preserved, including out-of-range amounts and alpha.
@Suite struct ColorMatrixTests {
  /// A form in which a color is stored as bytes.
  enum Form: CaseIterable {
    case styleSheet, object, textInJSON, xmlObject, binaryObject, macArchive, phoneArchive, html, xhtml,
      webArchive, rtf, rtfd

    /// Whether the form is a page with colored text; invisible text is shown in the color around it.
    var isPage: Bool { [.html, .xhtml, .webArchive].contains(self) }

    /// The largest allowed difference of an amount after a round trip.
    var nearness: Double {
      switch self {
      // RTF color tables store amounts in hundred thousandths.
      case .rtf, .rtfd: 0.5e-5 + 1e-12
      default: 0
      }
    }
  }

  private static let registry = ConversionRegistry(.standard)

  static let colors: [Color] = [
    .black, Color(redByte: 18, greenByte: 52, blueByte: 86),
    Color(redByte: 255, greenByte: 0, blueByte: 1, alphaByte: 128),
    Color(red: 0, green: 0, blue: 0, alpha: 0),
    Color(red: 0.1, green: 0.2, blue: 1.0 / 3, alpha: 0.123456789),
    // Red of Display P3, green of ProPhoto and a color of XYZ; their amounts are outside of sRGB.
    Color(css: "color(display-p3 1 0 0)"), Color(css: "color(prophoto-rgb 0.2 0.7 0.3 / 25%)"),
    Color(css: "color(xyz-d50 0.2 0.3 0.4 / 0.5)"), Color(css: "oklch(70% 0.4 150deg / 1%)"),
  ].compactMap(\.self)

  @Test func colorsSurviveEveryConversion() { expectEqual(Self.colors.count, 9) }

  @Test(arguments: Form.allCases, Form.allCases)
  func colorsKeepTheirAmounts(first: Form, second: Form) throws {
    for color in Self.colors where color.alpha > 0 || !first.isPage && !second.isPage {
      let there = try Self.read(Self.written(color, as: first), as: first)
      let back = try Self.read(Self.written(there, as: second), as: second)
      let nearness = first.nearness + second.nearness
      for (amount, expected) in zip(Self.amounts(back), Self.amounts(color)) {
        expectAtMost(abs(amount - expected), nearness, "\(color) became \(back)")
      }
    }
  }

  /// The types to which a color archive is converted, with the form that a reader finds in each.
  @Test(arguments: [
    ("public.utf8-plain-text", Form.styleSheet), ("public.utf16-plain-text", .styleSheet),
    ("public.json", .object), ("com.apple.xml-property-list", .xmlObject),
    ("com.apple.binary-property-list", .binaryObject),
  ])
  func anArchiveIsConvertedWithAllItsAmounts(destination: String, form: Form) throws {
    let type = "com.apple.cocoa.pasteboard.color"
    for color in Self.colors {
      for archive in [Form.macArchive, .phoneArchive] {
        let result = try Self.registry.plan(from: [type], to: destination).run(
          on: RepresentationSource(Self.written(color, as: archive), typeIdentifier: type))
        expectEmpty(result.losses)
        try expectEqual(Self.read(result.contents, as: form), color)
      }
    }
  }

  @Test func transparentWordsAreShownAndCounted() {
    let reading = RichText.readHTML(
      "<p>a<b style='color:transparent'>b</b><i style='background:transparent'>c</i>")
    expectEqual(reading.value.debugDescription, "paragraph: \"a\" bold[\"b\"] italic[\"c\"]\n")
    expectEqual(reading.losses, [Loss(.colors, count: 1, detail: "of transparent text")])
  }

  @Test func roundingInRTFIsCounted() {
    for color in Self.colors {
      let isExact = Self.amounts(color).allSatisfy { ($0 * 100_000).rounded() / 100_000 == $0 }
      let isOfBytes =
        color == Color(redByte: color.bytes.red, greenByte: color.bytes.green, blueByte: color.bytes.blue)
      expectEqual(
        Self.page(of: color).writeRTF().losses.map(\.kind), isExact || isOfBytes ? [] : [.precision])
    }
  }

  @Test func amountsThatAreNotNumbersDoNotTrapAWriter() throws {
    let page = Self.page(of: Color(red: .nan, green: .infinity, blue: -.infinity, alpha: .nan))
    expectEqual(page.writeRTF().losses.map(\.kind), [.precision])
    for written in [page.writeHTML(), page.writeMarkdown(), page.writeRTFD()] {
      expectGreater(written.contents.byteCount, 0)
    }
  }

  // MARK: Forms

  private static func amounts(_ color: Color) -> [Double] {
    [color.red, color.green, color.blue, color.alpha]
  }

  /// A page with a colored word.
  private static func page(of color: Color) -> RichText {
    RichText([.paragraph(RichText.Paragraph([.styled(.color(color), [.text("x")])]))])
  }

  private static func written(_ color: Color, as form: Form) throws -> DocumentContents {
    let page = page(of: color)
    switch form {
    case .styleSheet: return .data(Data(color.css.utf8))
    case .object: return .data(try color.structuredValue.writeJSON().data)
    case .textInJSON: return .data(try StructuredValue.string(color.css).writeJSON().data)
    case .xmlObject: return .data(try color.structuredValue.writeXMLPropertyList().data)
    case .binaryObject: return .data(try color.structuredValue.writeBinaryPropertyList().data)
    case .macArchive:
      let words = amounts(color).map(\.description).joined(separator: " ") + "\0"
      return .data(try archive(["NSColorSpace": 1, "NSRGB": .data(Data(words.utf8))]))
    case .phoneArchive:
      let keys = ["UIRed", "UIGreen", "UIBlue", "UIAlpha"]
      return .data(
        try archive(
          .dictionary(zip(keys, amounts(color)).map { StructuredMember($0, .real(StructuredReal($1))) })))
    case .html: return page.writeHTML().contents
    case .xhtml: return page.writeXHTML().contents
    case .webArchive: return try page.writeWebArchive().contents
    case .rtf: return page.writeRTF().contents
    case .rtfd: return page.writeRTFD().contents
    }
  }

  /// A keyed archive with one object.
  private static func archive(_ object: StructuredValue) throws -> Data {
    let list: StructuredValue = [
      "$version": 100_000, "$archiver": "NSKeyedArchiver", "$top": ["root": .uid(1)],
      "$objects": ["$null", object],
    ]
    return try list.writeBinaryPropertyList().data
  }

  private static func read(_ contents: DocumentContents, as form: Form) throws -> Color {
    let page: RichText
    switch form {
    case .styleSheet: return try color(TextEncoding.detected(in: contents.bytes).decode(contents.bytes).value)
    case .object, .textInJSON: return try Color.reading(StructuredValue.readJSON(contents.bytes).value).value
    case .xmlObject, .binaryObject:
      return try Color.reading(StructuredValue.readPropertyList(contents.bytes).value).value
    case .macArchive, .phoneArchive:
      let type = "com.apple.cocoa.pasteboard.color"
      let reader = try require(registry.readers(of: type).first)
      return try require(
        reader.read(RepresentationSource(contents, typeIdentifier: type)).value as? Color)
    case .html: page = RichText.readHTML(contents.bytes).value
    case .xhtml: page = RichText.readXHTML(contents.bytes).value
    case .webArchive: page = try RichText.readWebArchive(contents.bytes).value
    case .rtf: page = try RichText.readRTF(contents.bytes).value
    case .rtfd: page = try RichText.readRTFD(contents).value
    }
    guard case .paragraph(let paragraph)? = page.blocks.first else {
      throw CoderError(.notAColor, "no paragraph")
    }
    return try require(paragraph.content.runs.first?.attributes.color)
  }

  private static func color(_ text: String) throws -> Color { try #require(Color(css: text)) }
}
