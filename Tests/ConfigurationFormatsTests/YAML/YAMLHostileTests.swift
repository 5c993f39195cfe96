import ConfigurationFormats
import Foundation
import ProfferConversions
import StructuredFormats
import TestSupport
import Testing

/// The time of reading is linear in the size of the text.
@Suite struct YAMLHostileTests {
  struct Shape: CustomTestStringConvertible, Sendable {
    let name: String
    let start: String
    let unit: String
    let end: String
    var testDescription: String { name }

    init(_ name: String, _ start: String = "", _ unit: String, _ end: String = "") {
      (self.name, self.start, self.unit, self.end) = (name, start, unit, end)
    }
  }

  @Test(arguments: [
    Shape("one line of a flow sequence", "[", "[a, {b: c}], ", "]"), Shape("flow keys", "[", "k: b, ", "]"),
    Shape("a long plain scalar", "a: ", "word "), Shape("a plain scalar of many lines", "a:", "\n  word"),
    Shape("empty lines in a plain scalar", "a: b", "\n", "\n  c\n"),
    Shape("empty lines after a key", "a:", "\n"),
    Shape("a long quoted text", "\"", "word\\n", "\""),
    Shape("a quoted text of many lines", "\"", "word\n ", "\""),
    Shape("a literal", "a: |\n", "  line\n"), Shape("empty lines in a literal", "a: |\n", "\n", "  x\n"),
    Shape("a folded text", "a: >\n", "  line\n   more\n\n"),
    Shape("many comments", "", "# comment\n", "a: 1\n"),
    Shape("many anchors", "", "- &a x\n- *a\n"), Shape("many documents", "", "--- 1\n"),
    Shape("open brackets that are strings", "", "- '['\n"), Shape("question marks", "", "? a\n"),
    Shape("a long anchor", "&", "a", " b\n"), Shape("a long tag", "!", "a", " b\n"),
    Shape("spaces", "a: b", " ", "\nc: d\n"),
    Shape("tags", "", "- !!str a\n"), Shape("colons", "a: ", "b:c"), Shape("markers", "a: |\n", "  ---\n"),
    Shape("hexadecimal digits", "0x", "f"), Shape("digits", "", "9"),
    Shape("directives", "", "%A b\n", "---\n"),
  ])
  func timeIsLinear(shape: Shape) throws {
    let growth = try ProcessorTime.growth(to: 1 << 16) { byteCount in
      let count = byteCount / shape.unit.utf8.count
      return Data((shape.start + String(repeating: shape.unit, count: count) + shape.end).utf8)
    } _: {
      _ = try StructuredValue.readYAML($0)
    }
    expect(growth.isLinear, "\(growth)")
  }

  @Test func aKeyHasAtMost1024Characters() throws {
    let key = String(repeating: "é", count: 1024)
    try expectEqual(yaml("\(key): 1\n")[key], 1)
    try expectEqual(yaml("[\(key): 1]\n"), [[key: 1]])
    expectEqual(refusal("\(key)x: 1\n")?.code, .tooLarge)
    expectEqual(refusal("\"\(key)\": 1\n")?.code, .tooLarge)
    expectEqual(refusal("a: 1\n\(key)x: 1\n")?.code, .tooLarge)
    try expectEqual(yaml("{\(key)x: 1}\n")["\(key)x"], 1)
    try expectEqual(yaml("? \(key)x\n: 1\n")["\(key)x"], 1)
  }

  @Test func aLongFlowCollectionIsNotAKey() throws {
    let items = Array(repeating: "item", count: 2000).joined(separator: ", ")
    try expectEqual(yaml("- [\(items)]\n")[0]?.elements?.count, 2000)
    try expectEqual(yaml("- &a\n  [\(items)]\n- *a\n")[1]?.elements?.count, 2000)
    expectEqual(refusal("[\(items)]: 1\n")?.code, .unexpectedCharacter)
  }

  @Test func anchorsWithThousandsOfNamesAreRead() throws {
    let text = (0..<2_000).map { "- &n\($0) {a: \($0)}\n- *n\($0 / 2)\n" }.joined()
    let value = try yaml(text)
    expectEqual(value.elements?.count, 4_000)
    expectEqual(value[3_999], ["a": 999])
  }
}
