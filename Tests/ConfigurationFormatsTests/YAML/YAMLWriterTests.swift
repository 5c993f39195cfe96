import ConfigurationFormats
import Foundation
import ProfferConversions
import StructuredFormats
import TestSupport
import Testing

/// The YAML of values.
@Suite struct YAMLWriterTests {
  @Test func collectionsAreWrittenInBlockStyle() throws {
    let value: StructuredValue = [
      "name": "Ada", "list": [1, 2.5, ["a", "b"], ["x": nil, "z": [true]], [], [:]], "empty": [:],
      "text": "one\ntwo\n", "nested": ["deep": ["deeper": "last"]],
    ]
    #expect(
      try written(value) == """
        name: Ada
        list:
          - 1
          - 2.5
          - - a
            - b
          - x: null
            z:
              - true
          - []
          - {}
        empty: {}
        text: |
          one
          two
        nested:
          deep:
            deeper: last

        """)
    #expect(try written([]) == "[]\n")
    #expect(try written([:]) == "{}\n")
    #expect(try written("text") == "text\n")
    #expect(try written("one\ntwo") == "|-\n  one\n  two\n")
    #expect(try written([["a": 1], ["b": 2]]) == "- a: 1\n- b: 2\n")
  }

  @Test(arguments: [
    "no", "Yes", "ON", "y", "N", "true", "null", "~", "", "012", "0o7", "0x1F", "0b1", "1:20", "190:20:30",
    "1_000", "._",
    "1,000", "12", "-1", "+1", "1.5", ".5", "1.", "1e5", "1.5e+3", ".inf", "-.INF", ".nan", "2024-01-31",
    "2024-1-2",
    "2001-12-14t21:59:43.10-05:00", "2001-12-14 21:59:43", "=", "<<", " a", "a ", "a: b", "a:", "a #b", "#a",
    "- a", "-",
    "?", "? a", "*a", "&a", "!a", "|", ">", "@a", "`a`", "%a", "'a'", "\"a\"", "[a]", "{a}", "a\tb", "---",
    "--- a", "...",
    "\u{FEFF}", "\u{85}", "\u{2028}", "\u{0}", "\u{7F}", "\u{9F}", "\r", "a\r\nb", ", a", "] a", "\u{FFFF}",
    ":", ": a",
  ])
  func textThatReadersMistakeIsQuoted(text: String) throws {
    let result = try written(.string(text))
    #expect(result.first == "\"" || result.first == "'", "\(result)")
    #expect(try yaml(result) == .string(text))
    #expect(try yaml(written([text: .string(text)])) == [text: .string(text)])
  }

  @Test(
    arguments: [
      "text", "two words", "a:b", "http://example.org/#a", "a#b", "-a", "--flag", ":-)", "?x", "1.2.3",
      "1a", "nothing",
      "yesterday", "it's", "say \"hi\"", "a, b", "x [y]", "é", "😀", "0.5.1", "12 monkeys", "C:\\path",
      "2024-01-31x",
      "<a>", "==", "/etc", "a=b", "10:b", "\u{A0}a",
    ])
  func otherTextIsWrittenAsItIs(text: String) throws {
    #expect(try written(.string(text)) == text + "\n")
    #expect(try yaml(text + "\n") == .string(text))
  }

  @Test(arguments: [
    ("a\nb", "|-\n  a\n  b\n"), ("a\nb\n", "|\n  a\n  b\n"), ("a\n\n", "|+\n  a\n\n"),
    ("\na", "|2-\n\n  a\n"),
    (" a\nb", "|2-\n   a\n  b\n"), ("a\n b\n", "|\n  a\n   b\n"), ("a\n\tb", "|-\n  a\n  \tb\n"),
    ("\n", "\"\\n\"\n"),
    ("a \nb", "\"a \\nb\"\n"), ("a\nb ", "\"a\\nb \"\n"), ("a\n\u{1}", "\"a\\n\\x01\"\n"),
    ("# a\nb: c\n", "|\n  # a\n  b: c\n"),
    ("---\n...\n", "|\n  ---\n  ...\n"),
  ])
  func textsOfSeveralLinesAreLiteralWhereThatIsExact(text: String, expected: String) throws {
    #expect(try written(.string(text)) == expected)
    #expect(try yaml(expected) == .string(text))
    for value: StructuredValue in [
      ["k": .string(text)], [.string(text)], [["k": .string(text), "l": 1]], [[.string(text), 2]],
    ] {
      #expect(try yaml(written(value)) == value)
    }
  }

  @Test func otherTypesAreWritten() throws {
    let bytes = Data((0..<100).map { UInt8($0) })
    #expect(try written(.data(Data("hello".utf8))) == "!!binary aGVsbG8=\n")
    #expect(try written(.data(Data())) == "!!binary \"\"\n")
    #expect(try written(["a": .data(bytes)]).hasPrefix("a: !!binary |\n  AAECAwQF"))
    #expect(
      try yaml(written(["a": .data(bytes), "b": [.data(Data())]])) == [
        "a": .data(bytes), "b": [.data(Data())],
      ])
    #expect(
      try written([.real(StructuredReal(.infinity)), .real(StructuredReal(.nan))]) == "- .inf\n- .nan\n")
    let reals = try ["1e5", "1E-5", "12345678901234567890.123456789", "-0.0"].map {
      StructuredValue.real(try #require(StructuredReal(spelling: $0)))
    }
    #expect(try written(.array(reals)) == "- 1.0e+5\n- 1.0e-5\n- 12345678901234567890.123456789\n- -0.0\n")
    #expect(try yaml(written(.array(reals))) == .array(reals))
    let long = try #require(StructuredReal(spelling: "1e400400400400400400400"))
    #expect(try yaml(written(.real(long))) == .real(long))
    let key = String(repeating: "k", count: 1025)
    #expect(try written([key: ["a": 1]]) == "? \(key)\n:\n  a: 1\n")
    #expect(try yaml(written([key: [1], "b": [key: 1]])) == [key: [1], "b": [key: 1]])
    #expect(try written(["a\nb": 1]) == "\"a\\nb\": 1\n")
  }

  @Test func whatYAMLCannotExpressIsCounted() throws {
    let date = Date(timeIntervalSinceReferenceDate: 0)
    let local = try #require(LocalDate("2024-01-31"))
    let time = try #require(LocalTime("13:05:00"))
    let value: StructuredValue = [
      "d": .date(date), "l": .localDate(local), "t": .localTime(time), "u": .uid(7), "a": 1, "a": 2,
    ]
    let result = try value.writeYAML()
    #expect(
      String(decoding: result.data, as: UTF8.self)
        == "d: 2001-01-01T00:00:00Z\nl: 2024-01-31\nt: \"13:05:00\"\nu:\n  CF$UID: 7\na: 2\n")
    #expect(
      Set(result.losses) == [
        Loss(.dates, count: 2, detail: "written as timestamps, which YAML 1.2 reads as text"),
        Loss(.dates, count: 1, detail: "times of day, written as text"),
        Loss(.types, count: 1, detail: "UIDs written as mappings"),
        Loss(.duplicates, count: 1, detail: "members with a repeated key"),
      ])
  }

  @Test func aValueThatIsTooDeepIsRefused() throws {
    var value: StructuredValue = 1
    for _ in 0..<512 { value = [value] }
    #expect(try yaml(written(value)) == value)
    let deeper = [value] as StructuredValue
    let error = #expect(throws: CoderError.self) { try deeper.writeYAML() }
    #expect(error?.code == .tooDeep)
  }

  @Test func whatIsWrittenIsReadBackEqual() throws {
    let seed = SeededGenerator.testSeed()
    var random = YAMLRandomValues(seed: seed)
    for _ in 0..<Repetitions.count(500, long: 5000) {
      let value = random.value()
      let text = try written(value)
      #expect(try yaml(text) == value, "seed \(seed): \(text)")
      #expect(text.last == "\n")
    }
  }
}
