import ConfigurationFormats
import Foundation
import ProfferConversions
import StructuredFormats

/// YAML: read by events and as a value, written and read again.
struct YAMLFuzzer: Fuzzer {
  let material: Material

  /// The seeds are those of `ownMaterial` and the inputs of the cases.
  init() throws {
    material = try Self.ownMaterial.addingCases("yaml", in: "yaml").addingCases("scalar", in: "yaml")
  }

  private static let ownMaterial = Material(
    seeds: [
      "a: 1\nb:\n  - x\n  - y: {c: [1, 2.5, ~], \"d\": 'e'}\n# comment\nf: |\n  one\n   two\n\ng: >-\n  three\n  four\n",
      "%YAML 1.2\n%TAG !e! tag:example.com,2000:\n--- !e!x &a\n? key\n: - *a\n...\n--- text\n more\n",
      "&a a: &b [x, *a]\nc: *b\n<<: {d: 1}\ne: !!binary aGVsbG8=\nf: !!int \"12\"\n",
      "- - 1\n  - 2\n-\n  - 3\n- ? a\n  : b\n  c: d\n", "[a: b, ? c : d, [e]: f, {g: h}: i, \"j\":k]",
      "a: \"x\\n\\u00e9\\x41\\U0001F600 \\\n  y\n\n  z\"\nb: 'it''s\n  two'\n",
      "--- |+2\n    x\n\n\n--- >1-\n y\n",
      "\u{FEFF}é: 日本\r\n\u{1F600}: \"\u{301}\"\r", "no: yes\n012: 0x1F\n1e5: .inf\n2024-01-31: 1:20\n",
    ].map { Array($0.utf8) },
    words: [
      ": ", "- ", "? ", "# ", "\n", "\n  ", "\n\t", "---\n", "...\n", "--- ", "|\n", ">\n", "|2-\n", "|+\n",
      "&a ", "*a", "*a : ", "!!str ",
      "!e!x ", "!<x> ", "! ", "[", "]", "{", "}", ",", "\"", "'", "\\", "\\u", "\\x4", "%YAML 1.2\n",
      "%TAG ! x\n", "<<: ", "~", "0x", "!!binary ",
      "\r", "\u{85}", "\u{2028}", "\u{FEFF}",
    ],
    pairs: [("[", "]"), ("{a: ", "}"), ("- ", ""), ("? ", "\n: x"), ("\"", "\""), ("&a [*a, ", "]")],
    shapes: [
      GrowingShape(repeating: "["), GrowingShape(repeating: "{a: "), GrowingShape(repeating: "- "),
      GrowingShape(repeating: "? "),
      GrowingShape("[", repeating: "[a]: b, ", "]"), GrowingShape("[", repeating: "{a: b}, ", "]"),
      GrowingShape("a: ", repeating: "word "),
      GrowingShape("a:", repeating: "\n word"), GrowingShape("\"", repeating: "\\n", "\""),
      GrowingShape("\"", repeating: "a\n ", "\""),
      GrowingShape("|\n", repeating: " a\n"), GrowingShape("|\n", repeating: "\n", " a\n"),
      GrowingShape(">\n", repeating: " a\n  b\n\n"),
      GrowingShape(repeating: "#\n"), GrowingShape(repeating: "- &a x\n- *a\n"),
      GrowingShape(repeating: "--- 1\n"),
      GrowingShape("- &a {b: 1}\n", repeating: "- {<<: *a}\n"), GrowingShape("&", repeating: "a"),
      GrowingShape("!", repeating: "a"),
      GrowingShape("a: b", repeating: "\n"), GrowingShape("a:", repeating: " "),
      GrowingShape("0x", repeating: "f"),
      GrowingShape(repeating: "9"), GrowingShape(repeating: "%A\n"),
      GrowingShape("- [", repeating: "a ", "]: b\n"),
      GrowingShape("x: &a [1]\ny: [", repeating: "*a, ", "]\n"),
    ])

  func check(_ input: [UInt8]) throws(Finding) {
    let data = Data(input)
    let events = result { try Self.events(of: data) }
    guard let reading = result({ try StructuredValue.readYAML(data) }) else {
      return
    }
    try Finding.unless(events != nil, "a value is read from events that are refused")
    try checkParts(data, reading)
    guard let written = result({ try reading.value.writeYAML() }) else {
      // The value of several documents is one level deeper than each document.
      throw Finding("a value that was read cannot be written")
    }
    guard let again = result({ try StructuredValue.readYAML(written.data) }) else {
      throw Finding("what was written is refused: \(String(decoding: written.data, as: UTF8.self))")
    }
    // The writer leaves out members whose key a later member repeats.
    if written.losses.isEmpty {
      try Finding.unless(
        again.value == reading.value, "the value differs: \(String(decoding: written.data, as: UTF8.self))")
    }
    try Finding.unless(again.losses.isEmpty, "what was written has losses: \(again.losses)")
    guard let rewritten = result({ try again.value.writeYAML() }) else {
      throw Finding("a value that was read again cannot be written")
    }
    try Finding.unless(
      rewritten.data == written.data, "what is written changes when it is read and written again")
  }

  /// Checks that each document can be chosen.
  private func checkParts(_ data: Data, _ reading: Reading<StructuredValue>) throws(Finding) {
    guard let first = result({ try StructuredValue.readYAML(data, options: YAMLOptions(document: 1)) }) else {
      // Only a text without documents has no first one.
      return try Finding.unless(reading.value == .null, "the first document cannot be chosen")
    }
    try Finding.unless(
      first.value == reading.value || first.value == reading.value[0], "the first document is another value")
  }

  private static func events(of data: Data) throws -> Int {
    try YAMLText.withBytes(of: data) { bytes in
      var parser = YAMLParser(unsafeBytes: bytes, depthLimit: ReadingLimits.standard.depth)
      var (count, depth) = (0, 0)
      while true {
        let event = try parser.next()
        switch event.kind {
        case .documentStart, .mappingStart, .sequenceStart: depth += 1
        case .documentEnd, .mappingEnd, .sequenceEnd: depth -= 1
        case .streamEnd:
          precondition(depth == 0, "the events are not balanced")
          return count
        case .scalar, .alias, .placeholder: break
        }
        count += 1
      }
    }.result
  }

  /// The result of a function; nil if it throws `CoderError`.
  private func result<Value>(_ body: () throws -> Value) -> Value? {
    do {
      return try body()
    } catch is CoderError {
      return nil
    } catch {
      preconditionFailure("an error of another type: \(error)")
    }
  }
}
