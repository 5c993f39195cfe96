import ConfigurationFormats
import Foundation
import ProfferConversions
import StructuredFormats

/// JSON5 and JSON with comments: each accepts what the stricter syntax accepts, with the same value.
struct JSON5Fuzzer: Fuzzer {
  let material: Material

  /// The seeds are those of `ownMaterial` and the inputs of the cases.
  init() throws {
    material = try Self.ownMaterial.addingCases("json5", in: "json5").addingCases(
      "json", in: "json-with-comments"
    ).addingCases("json-with-comments", in: "json-with-comments")
  }

  private static let ownMaterial = Material(
    seeds: [
      #"{a: 1, 'b c': [0x1F, -.5e+3, +5., Infinity, -NaN,], /* c */ $d_9: "\x41\u00e9\0\v", }"#,
      "// a\n[\"b\\\nc\", 'd\u{2028}', {\\u0061: null}] // e",
      "{\"a\": [1, 2.5, true, \"\\ud83d\\ude00\"], /**/}",
      "\u{FEFF}\u{A0}[]\u{3000}",
    ].map { Array($0.utf8) },
    words: [
      "{", "}", "[", "]", ",", ":", "\"", "'", "\\", "\\\n", "\\u", "\\ud800", "\\udc00", "\\x4", "\\0", "//",
      "/*",
      "*/", "\n", "0x", "+", "-", ".", "e+", "Infinity", "NaN", "null", "a:", "\u{2028}", "\u{A0}",
      "\u{200D}",
    ],
    pairs: [("[", "]"), ("{a:", "}"), ("[0,", ",]"), ("'", "'"), ("/*", "*/")],
    shapes: [
      GrowingShape(repeating: "["), GrowingShape(repeating: "{a:"), GrowingShape("[", repeating: "1,", "]"),
      GrowingShape("'", repeating: "\\u0041", "'"), GrowingShape("0x", repeating: "f"),
      GrowingShape(repeating: "9"),
      GrowingShape(repeating: "/**/"), GrowingShape("//", repeating: "a"), GrowingShape("/*", repeating: "*"),
      GrowingShape("{", repeating: "a:0,", "}"), GrowingShape("{", repeating: "é", ":0}"),
      GrowingShape("'", repeating: "\\\n", "'"), GrowingShape(repeating: "\u{2028}"),
    ])

  func check(_ input: [UInt8]) throws(Finding) {
    let data = Data(input)
    let strict = try value { try StructuredValue.readJSON(data).value }
    let commented = try value { try StructuredValue.readJSONWithComments(data).value }
    let json5 = try value { try StructuredValue.readJSON5(data).value }
    if let strict {
      try Finding.unless(commented == strict, "JSON with comments differs from JSON")
    }
    if let commented {
      try Finding.unless(json5 == commented, "JSON5 differs from JSON with comments")
    }
    guard let json5 else { return }
    let text: Data
    do { text = try json5.writeJSON().data } catch {
      throw Finding("a value cannot be written as JSON: \(error)")
    }
    let again = try value { try StructuredValue.readJSON5(text).value }
    try Finding.unless(again != nil, "the value, written as JSON, is not JSON5")
  }

  private func value(_ read: () throws -> StructuredValue) throws(Finding) -> StructuredValue? {
    do {
      return try read()
    } catch is CoderError {
      return nil
    } catch {
      throw Finding("rejected with an error of another kind: \(error)")
    }
  }
}
