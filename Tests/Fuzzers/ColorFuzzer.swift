import ColorFormats
import Foundation
import ProfferConversions
import StructuredFormats
import TextEncodings
import UniformTypes

/// Colors in style sheets, structured values and archives: an accepted color survives being written and read
/// again.
struct ColorFuzzer: Fuzzer {
  let material: Material

  private static let archive = "com.apple.cocoa.pasteboard.color"
  private static let registry = ConversionRegistry(.colors + .text + .structuredValues, types: .standard)

  init() throws {
    func archived(_ color: StructuredValue) -> StructuredValue {
      [
        "$archiver": "NSKeyedArchiver", "$version": 100_000, "$top": ["root": .uid(1)],
        "$objects": ["$null", color],
      ]
    }
    let archives = [
      archived(["NSColorSpace": 1, "NSRGB": .data(Data("1 0 0.5 0.25\0".utf8))]),
      archived(["NSColorSpace": 3, "NSWhite": .data(Data("0.5 1\0".utf8)), "NSCustomColorSpace": .uid(0)]),
      archived(["UIRed": 1.5, "UIGreen": 0.0, "UIBlue": -0.25, "UIAlpha": 0.5]), archived(["UIWhite": 1]),
    ]
    let own = Material(
      seeds: [
        "#f00", "#00ff0080", "rebeccapurple", "rgb(255, 99, 71)", "rgb(255 99 71 / 50%)",
        "rgba(300, -5, 0, 2)",
        "rgb(none 0 0)", "hsl(0.5turn 100% 50%)", "hwb(194grad 10% 20%)", "lab(46.2775% -47.5621 48.5837)",
        "lch(52.2345% 72.2 56.2)", "oklab(0.51975 -0.1403 0.10768)", "oklch(62.7966% 0.2576 29.23)",
        "color(display-p3 1 0 0)", "color(prophoto-rgb 0.2 0.7 0.3 / 0.5)", "color(xyz-d50 1e-3 0.3 0.4)",
        "color(a98-rgb 20% 0.7 0.3)", "color(rec2020 0.2 0.7 0.3)", "hsl(2rad 50% 50%)",
        #"{"red": 1, "green": 0.5, "blue": 0, "alpha": 0.25, "name": "x"}"#, "\"#123456\"",
      ].map { Array($0.utf8) }
        + (try archives.flatMap { [try $0.writeBinaryPropertyList(), try $0.writeXMLPropertyList()] })
        .map { [UInt8]($0.data) },
      words: [
        "rgb(", "hsl(", "hwb(", "lab(", "lch(", "oklab(", "oklch(", "color(srgb ", "color(xyz ", ")", "/",
        ",", "%",
        "deg", "grad", "rad", "turn", "none", "1e308", "-1e308", "1e-320", "nan", "inf", "infinity", "0x10",
        "1.",
        ".5", "+1", "#", "f", "NSRGB", "UIRed", "<real>nan</real>", "<real>inf</real>", "-0", "\u{7F}",
      ],
      pairs: [("rgb(", ")"), ("color(", ")")],
      shapes: [
        GrowingShape("#", repeating: "f"), GrowingShape("rgb(", repeating: "1 ", ")"),
        GrowingShape("rgb(1 1 ", repeating: "1", ")"), GrowingShape("rgb(1 1 0.", repeating: "1", ")"),
        GrowingShape(repeating: "rgb("), GrowingShape(repeating: " "),
        GrowingShape("rgb(", repeating: "/", ")"),
        GrowingShape("{", repeating: "\"red\": 1, ", "\"blue\": 1, \"green\": 1}"),
        GrowingShape("{\"green\": 1, \"blue\": 1, \"red\": 1", repeating: "0", "}"),
      ])
    material = try own.addingCases("css", in: "colors")
  }

  func check(_ input: [UInt8]) throws(Finding) {
    let text = String(decoding: input, as: UTF8.self)
    if let color = Color(css: text) { try check(color) }
    if let color = Color(hexadecimalDigits: text) { try check(color) }
    let data = Data(input)
    do {
      try check(Color.reading(StructuredValue.readJSON(data).value).value)
    } catch let finding as Finding {
      throw finding
    } catch {
      try Finding.unless(error is CoderError, "JSON is rejected with an error of another kind: \(error)")
    }
    do {
      let reader = Self.registry.readers(of: Self.archive).first
      if let color = try reader?.read(RepresentationSource(data, typeIdentifier: Self.archive)).value
        as? Color
      {
        try check(color)
      }
    } catch let finding as Finding {
      throw finding
    } catch {
      try Finding.unless(
        error is CoderError, "an archive is rejected with an error of another kind: \(error)")
    }
  }

  private func check(_ color: Color) throws(Finding) {
    let amounts = [color.red, color.green, color.blue, color.alpha]
    try Finding.unless(
      amounts.allSatisfy(\.isFinite) && 0...1 ~= color.alpha, "a color is read with the amounts \(amounts)")
    try Finding.unless(Color(css: color.css) == color, "\(color.css) is read as another color")
    let value = color.structuredValue
    do {
      let json = try value.writeJSON()
      let again = try Color.reading(StructuredValue.readJSON(json.data).value)
      try Finding.unless(
        again.value == color && again.losses.isEmpty && json.losses.isEmpty,
        "\(color.css) is read as another color of JSON")
    } catch let finding as Finding {
      throw finding
    } catch {
      throw Finding("\(color.css) has no JSON: \(error)")
    }
  }
}
