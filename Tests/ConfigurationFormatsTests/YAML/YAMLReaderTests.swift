import ConfigurationFormats
import Foundation
import ProfferConversions
import StructuredFormats
import Testing

/// The values of YAML texts, compared with JSON.
@Suite struct YAMLReaderTests {
  @Test(
    arguments: [
      ("null", "null"), ("~", "null"), ("Null", "null"), ("NULL", "null"), ("nUll", "\"nUll\""), ("", "null"),
      ("true", "true"), ("False", "false"), ("TRUE", "true"), ("tRUE", "\"tRUE\""), ("yes", "\"yes\""),
      ("no", "\"no\""),
      ("on", "\"on\""), ("y", "\"y\""),
      ("12", "12"), ("+12", "12"), ("-12", "-12"), ("012", "12"), ("0o14", "12"), ("0xC", "12"),
      ("0xfF", "255"),
      ("-0xC", "\"-0xC\""), ("0b11", "\"0b11\""), ("1_000", "\"1_000\""), ("1:20", "\"1:20\""),
      ("0o8", "\"0o8\""),
      ("0x", "\"0x\""), ("+", "\"+\""), (".", "\".\""), ("-.", "\"-.\""),
      ("123456789012345678901234567890", "123456789012345678901234567890"),
      ("0xffffffffffffffffffffffff", "79228162514264337593543950335"),
      ("0o7777777777777777777777777", "37778931862957161709567"),
      ("9223372036854775807", "9223372036854775807"), ("-9223372036854775808", "-9223372036854775808"),
      ("1.5", "1.5"), ("-1.50", "-1.50"), (".5", "0.5"), ("1.", "1.0"), ("+1.5", "1.5"), ("01.5", "1.5"),
      ("1e3", "1e3"), ("1E+3", "1E+3"), ("1.e3", "1.0e3"), ("1e", "\"1e\""), ("1.2.3", "\"1.2.3\""),
      ("-.5e-3", "-0.5e-3"), (".inf", "\"Infinity\""), ("-.INF", "\"-Infinity\""), ("+.Inf", "\"Infinity\""),
      (".nan", "\"NaN\""), (".nAn", "\".nAn\""), ("2024-01-31", "\"2024-01-31\""), ("=", "\"=\""),
      ("<<", "\"<<\""),
    ])
  func plainScalarsHaveTheTypesOfTheCoreSchema(text: String, expected: String) throws {
    #expect(try json(text) == expected)
    #expect(try json("[\(text)]") == (text.isEmpty ? "[]" : "[\(expected)]"))
    #expect(try json("k: \(text)\n") == "{\"k\":\(expected)}")
  }

  @Test(arguments: [
    ("!!str 12", "\"12\""), ("! 12", "\"12\""), ("!!int \"12\"", "12"), ("!!int 0x10", "16"),
    ("!!float 12", "12.0"),
    ("!!float .5", "0.5"), ("!!bool \"true\"", "true"), ("!!null \"\"", "null"), ("!!str", "\"\""),
    ("!!binary aGVsbG8=", "\"aGVsbG8=\""), ("!!binary |\n  aGVs\n  bG8=\n", "\"aGVsbG8=\""),
    ("!local 12", "\"12\""), ("!!map {a: 1}", "{\"a\":1}"), ("!!seq [1]", "[1]"),
    ("!<tag:yaml.org,2002:str> 1", "\"1\""),
    ("%TAG !y! tag:yaml.org,2002:\n---\n!y!int \"3\"", "3"),
  ])
  func tagsSelectTheType(text: String, expected: String) throws { #expect(try json(text) == expected) }

  @Test func binaryIsData() throws {
    #expect(try yaml("a: !!binary aGVsbG8=\n")["a"] == .data(Data("hello".utf8)))
  }

  @Test(arguments: [
    ("a: 1\nb:\n  - x\n  - y: z\n", #"{"a":1,"b":["x",{"y":"z"}]}"#),
    ("a:\n- 1\n- 2\nb: 3\n", #"{"a":[1,2],"b":3}"#),
    ("- - 1\n  - 2\n- - 3\n", "[[1,2],[3]]"),
    ("- a: 1\n  b: 2\n-\n  c: 3\n", #"[{"a":1,"b":2},{"c":3}]"#),
    ("? a\n: b\n? c\n", #"{"a":"b","c":null}"#),
    ("a: |\n  x\n   y\n\n  z\n\nb: >-\n  x\n  y\n\n  z\n", #"{"a":"x\n y\n\nz\n","b":"x y\nz"}"#),
    ("a: |+\n  x\n\nb: |2-\n   x\n", #"{"a":"x\n\n","b":" x"}"#),
    ("a: word\n  more\n\n  last\n", #"{"a":"word more\nlast"}"#),
    (#"a: "x\n\u00e9\x41\U0001F600\ud83d\ude00 \"""#, #"{"a":"x\né"# + "A😀😀 \\\"\"}"),
    ("a: \"x\n  y\\\n  z\n\n  w\"\n", #"{"a":"x yz\nw"}"#),
    ("a: 'it''s'\n", #"{"a":"it's"}"#),
    ("{a: 1, b: [2, 3,], \"c\":4, d}", #"{"a":1,"b":[2,3],"c":4,"d":null}"#),
    ("[a: 1, ? b : 2, c]", #"[{"a":1},{"b":2},"c"]"#),
    ("{\"a\":\n1}", #"{"a":1}"#),
    ("# comment\na: b # comment\n# comment\n", #"{"a":"b"}"#),
    ("a: b#c\nd: e:f\ng: http://h\n", #"{"a":"b#c","d":"e:f","g":"http://h"}"#),
    ("--- text\n", #""text""#), ("--- >\n folded\n text\n", #""folded text\n""#), ("---\n", "null"),
    ("\u{FEFF}a: 1\n", #"{"a":1}"#), ("a: 1\r\nb: |\r\n  x\r\n  y\r\n", #"{"a":1,"b":"x\ny\n"}"#),
    ("a: 1\rb: 2\r", #"{"a":1,"b":2}"#), ("a: {}\nb: []\nc: \"\"\n", #"{"a":{},"b":[],"c":""}"#),
    ("a: 1\na: 2\n", #"{"a":1,"a":2}"#),
  ])
  func documentsHaveTheirValues(text: String, expected: String) throws { #expect(try json(text) == expected) }

  @Test(arguments: [
    (TextForm.utf16BigEndian, true), (.utf16BigEndian, false), (.utf16LittleEndian, true),
    (.utf16LittleEndian, false),
    (.utf32BigEndian, true), (.utf32BigEndian, false), (.utf32LittleEndian, true),
    (.utf32LittleEndian, false),
  ])
  func theEncodingIsDetected(form: TextForm, hasMark: Bool) throws {
    let text = (hasMark ? "\u{FEFF}" : "") + "a: é😀\n"
    #expect(try StructuredValue.readYAML(form.encode(text)).value == ["a": "é😀"])
  }

  /// The encodings that YAML allows besides UTF-8.
  enum TextForm: Sendable {
    case utf16BigEndian, utf16LittleEndian, utf32BigEndian, utf32LittleEndian

    func encode(_ text: String) -> Data {
      switch self {
      case .utf16BigEndian: Data(text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })
      case .utf16LittleEndian: Data(text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
      case .utf32BigEndian: Data(text.unicodeScalars.flatMap { Self.bytes($0).reversed() })
      case .utf32LittleEndian: Data(text.unicodeScalars.flatMap(Self.bytes))
      }
    }

    private static func bytes(_ scalar: UnicodeScalar) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: scalar.value >> UInt32(8 * $0)) }
    }
  }

  @Test func lostPartsAreCounted() throws {
    let text = "# one\n1: !local x # two\n2.5: {true: y, s: !!timestamp 2024-01-01}\n"
    let reading = try StructuredValue.readYAML(Data(text.utf8))
    #expect(
      Set(reading.losses) == [
        Loss(.comments, count: 2), Loss(.types, count: 2, detail: "tags of values"),
        Loss(.types, count: 3, detail: "keys that are not strings, read as text"),
      ])
    #expect(reading.warnings.isEmpty)
    #expect(reading.value["1"] == "x")
  }

  @Test func directivesAreNoted() throws {
    let reading = try StructuredValue.readYAML(Data("%YAML 1.1\n%OTHER x\n---\nno\n".utf8))
    #expect(reading.value == "no")
    #expect(
      reading.warnings == [
        "1 unknown directive is ignored", "the text declares YAML 1.1, but is read as YAML 1.2",
      ])
  }

  @Test func severalDocumentsAreAnArrayOrOneOfThem() throws {
    let text = "a: 1\n---\n- 2\n...\n# comment\n--- |\n three\n"
    #expect(try json(text) == #"[{"a":1},[2],"three\n"]"#)
    #expect(try json(text, YAMLOptions(document: 1)) == #"{"a":1}"#)
    #expect(try json(text, YAMLOptions(document: 3)) == #""three\n""#)
    #expect(try json("--- 1\n...\n# end\n") == "1")
    #expect(try json("# start\n---\n1\n") == "1")
    #expect(try json("--- &a 1\n--- 2\n", YAMLOptions(document: 2)) == "2")
    for number in [0, -1, 4] {
      let error = refusal(text, YAMLOptions(document: number))
      #expect(error?.code == .noDocument)
      #expect(error?.message == "the text has only 3 documents, so it has no document \(number)")
    }
    #expect(refusal("--- &a 1\n--- *a\n")?.code == .undefinedAlias)
  }
}
