import ConfigurationFormats
import Foundation
import ProfferConversions
import StructuredFormats

/// TOML: an accepted document is written and read again as the same value, and written again alike.
struct TOMLFuzzer: Fuzzer {
  let material: Material

  /// The seeds are those of `ownMaterial` and the inputs of the cases.
  init() throws {
    material = try Self.ownMaterial.addingCases("toml", in: "toml")
  }

  private static let ownMaterial = Material(
    seeds: [
      """
      # A lock file.
      version = 3
      [[package]]
      name = "a\\n\\u00e9\\U0001F600"
      checksum = 'C:\\x' # comment
      dependencies = [ "b", 'c', # inside
        ["d", { e = 1 }], ]
      [[package]]
      [package.metadata."x.y"]
      z.w = { a.b = 1, a.c = [ { d.e = 2 } ] }
      """,
      """
      i = [0, -1, +1_000, 0xFF, 0o7, 0b10, 9223372036854775807]
      f = [1.5, -0.0, 6.02e+23, 1_0.0_1, inf, -nan]
      d = [2024-02-29, 07:32:00.25, 1979-05-27T07:32:00, 1979-05-27 07:32:00.5-07:00, 2000-01-01T00:00:00Z]
      b = [true, false]
      """,
      "s = \"\"\"\none \\\n   two\r\n\"\"three\"\"\"\"\"\nl = '''\n'four'\n''''\n",
      "[a.b]\nc = 1\n[a]\nd.e.f = 2\n[a.d.g]\n\"\" = ''\n", "\u{FEFF}a=1", "a.b.c.d = {}",
    ].map { Array($0.utf8) },
    words: [
      "[", "]", "[[", "]]", "{", "}", ",", "=", ".", "\"", "'", "\"\"\"", "'''", "\\", "\\u0041", "\\ud800",
      "\\\n",
      "#", "\n", "\r\n", "\r", "a", "a.b", "[a]\n", "[[a]]\n", "a = 1\n", "a.b = 1\n", "{a.b = 1}", "true",
      "inf",
      "nan", "0x", "1e999", "1_0", "2024-01-31", "T", "12:00:00", "Z", "+01:00", ".5",
    ],
    pairs: [
      ("[", "]"), ("{a = ", "}"), ("[{a.b = ", "}]"), ("\"", "\""), ("'''", "'''"), ("\"\"\"", "\"\"\""),
    ],
    shapes: [
      GrowingShape("a = ", repeating: "["), GrowingShape("a = ", repeating: "{a="),
      GrowingShape("a", repeating: ".a", "=1"), GrowingShape("[a", repeating: ".a", "]"),
      GrowingShape(repeating: "[[a]]\n"), GrowingShape(repeating: "[[a]]\n[a.b]\nc=1\n"),
      GrowingShape("a = [", repeating: "{b.c=1},", "]"), GrowingShape("a = [", repeating: "1,", "]"),
      GrowingShape("a = [", repeating: "[],", "]"), GrowingShape("a = \"", repeating: "\\u0041", "\""),
      GrowingShape("a = '''", repeating: "' ''\n", " '''"),
      GrowingShape("a = \"\"\"", repeating: "\\\n \n", "\"\"\""),
      GrowingShape("a = ", repeating: "9"), GrowingShape("a = 0.", repeating: "1"),
      GrowingShape(repeating: "#\n"),
      GrowingShape("a = [", repeating: "2024-01-01T00:00:00.1Z,", "]"), GrowingShape("#", repeating: "é"),
    ])

  func check(_ input: [UInt8]) throws(Finding) {
    let reading: Reading<StructuredValue>
    do {
      reading = try StructuredValue.readTOML(Data(input))
    } catch let error as CoderError {
      return try Finding.unless(error.position != nil, "an error has no position: \(error)")
    } catch {
      throw Finding("an error of another kind: \(error)")
    }
    do {
      let written = try reading.value.writeTOML()
      let again = try StructuredValue.readTOML(written.data)
      let isReordered = written.losses.contains { $0.kind == .order }
      let isEqual =
        isReordered ? again.value.isEquivalent(to: reading.value) : again.value == reading.value
      // A point in time in a year before 0, after its offset is removed, becomes text.
      let isText = written.losses.contains { $0.kind == .dates }
      try Finding.unless(isEqual || isText, "the value changes when it is written and read")
      try Finding.unless(again.losses.isEmpty, "what is written is read with losses: \(again.losses)")
      let second = try again.value.writeTOML()
      try Finding.unless(second.data == written.data, "what is written changes when it is read and written")
    } catch let finding as Finding {
      throw finding
    } catch {
      throw Finding("what is written is refused: \(error)")
    }
  }
}
