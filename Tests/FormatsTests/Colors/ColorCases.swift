import ConversionTestSupport
import Foundation
import TestSupport
import Testing

@testable import ColorFormats

/// The cases of `Tests/Cases/colors`: colors in the notations of style sheets.
@Suite struct ColorCases {
  private static let syntax = Case.Syntax(contents: ["amounts", "css", "nearest"])

  @Test(arguments: try CaseFolder.cases(in: "colors", syntax))
  func color(example: Case) throws {
    let color = Color(css: example.input.text)
    guard example.outcome.name == "amounts" else {
      return try example.expect { CaseOutcome(color.map(Self.nearest) ?? "none") }
    }
    let actual = try require(color)
    let amounts = try example.outcome.text.split(separator: " ").map { try #require(Double($0)) }
    try requireEqual(amounts.count, 3)
    for (amount, expected) in zip([actual.red, actual.green, actual.blue], amounts)
    where abs(amount - expected) >= 1e-6 {
      example.fail("an amount is \(amount), expected \(expected)")
    }
    if Color(css: actual.css) != actual { example.fail("the color is another one after it is written") }
  }

  /// The nearest color with 8 bits for each amount, with the exact opacity.
  private static func nearest(_ color: Color) -> String {
    let bytes = color.bytes
    let rounded = Color(redByte: bytes.red, greenByte: bytes.green, blueByte: bytes.blue)
    return Color(red: rounded.red, green: rounded.green, blue: rounded.blue, alpha: color.alpha).css
  }
}
