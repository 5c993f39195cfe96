import Foundation
import TestSupport
import Testing

@testable import ConfigurationFormats
@testable import ProfferConversions
@testable import StructuredFormats

/// Reads and writes texts by the names of the coders.
enum KeyValueCoders {
  static func read(_ name: String, _ text: String) throws -> Reading<StructuredValue> {
    try read(name, Data(text.utf8))
  }

  static func read(_ name: String, _ data: Data) throws -> Reading<StructuredValue> {
    let reader = try #require(CoderSet.keyValueText.readers.first { $0.name == name })
    let reading = try reader.read(RepresentationSource(data, typeIdentifier: reader.typeIdentifiers[0]))
    let value = try #require(reading.value as? StructuredValue)
    return Reading(value, losses: reading.losses, warnings: reading.warnings)
  }

  static func write(_ name: String, _ value: StructuredValue) throws -> Written {
    let writer = try #require(CoderSet.keyValueText.writers.first { $0.name == name })
    return try writer.write(value, writer.typeIdentifiers[0])
  }

  static func text(_ name: String, _ value: StructuredValue) throws -> String {
    String(decoding: try write(name, value).data, as: UTF8.self)
  }

  static let names = ["ini", "java properties", "environment variables"]
}

@Suite struct INIReaderTests {
  private func read(_ text: String) throws -> StructuredValue { try KeyValueCoders.read("ini", text).value }

  @Test func sectionsAreDictionaries() throws {
    let text = "a = 1\n[one]\nb: 2\r\nc=3 = 4\r[two words]\n\n[one]\nd=\n"
    #expect(try read(text) == ["a": "1", "one": ["b": "2", "c": "3 = 4", "d": ""], "two words": [:]])
  }

  @Test func namesOfSectionsMayHaveQuotes() throws {
    #expect(
      try read("[remote \"a]b\"]\nx=1\n[it\"s]\n[c] ; note\n[d] y=2")
        == ["remote \"a]b\"": ["x": "1"], "it\"s": [:], "c": [:], "d": ["y": "2"]])
  }

  @Test func commentsAreCountedOnlyAtTheBeginningOfALine() throws {
    let reading = try KeyValueCoders.read(
      "ini", "; a\n# b\nc = #fff ; no comment\n  # d\ne = \"f\" ; comment\n[g] # h\n")
    #expect(reading.value == ["c": "#fff ; no comment", "e": "f", "g": [:]])
    #expect(reading.losses == [Loss(.comments, count: 5)])
  }

  @Test(arguments: [
    ("\" a \"", " a "), ("' a '", " a "), ("\"a", "\"a"), ("\"a\" b", "\"a\" b"),
    ("\"a\" \"b\"", "\"a\" \"b\""),
    ("\"\"", ""), ("\"", "\""), ("\"C:\\new\\\"", "C:\\new\\"), ("'\"a\"'", "\"a\""), ("\"a\";b", "\"a\";b"),
  ])
  func quotesAroundAWholeValueAreRemoved(text: String, value: String) throws {
    #expect(try read("k = \(text)") == ["k": .string(value)])
  }

  @Test func linesThatAreIndentedMoreContinueAValue() throws {
    #expect(
      try read("deps =\n  a>=1\n  b = 2\n\n  c\n\nd = 1\n") == ["deps": "\na>=1\nb = 2\n\nc", "d": "1"])
    #expect(try read("[s]\n\ta = 1\n\tb = 2\n") == ["s": ["a": "1", "b": "2"]])
    #expect(try read("a = 1\n ; comment\n b\n") == ["a": "1\nb"])
  }

  @Test func aWordAloneIsNull() throws {
    #expect(
      try read("[mysqld]\nskip-networking\nport=1") == ["mysqld": ["skip-networking": nil, "port": "1"]])
  }

  @Test func repeatedKeysAreCounted() throws {
    let reading = try KeyValueCoders.read("ini", "a=1\na=2\n[s]\nb=1\nb=2\n[t]\nb=3\n[s]\nb=4\n")
    #expect(reading.value == ["a": "2", "s": ["b": "4"], "t": ["b": "3"]])
    #expect(reading.losses == [Loss(.duplicates, count: 3, detail: "members with a repeated key")])
  }

  @Test func otherLinesAreErrors() {
    expectCoderError(.wrongFormat, at: .line(2, column: 3)) { try read("a\n  server {\n") }
    expectCoderError(.unexpectedEnd, at: .line(1, column: 1)) { try read("[a\nb=1") }
    expectCoderError(.invalidKey, at: .line(1, column: 1)) { try read("= 1") }
  }

  @Test func otherEncodingsAreRead() throws {
    let data = try #require("[é]\na = ü\n".data(using: .utf16))
    #expect(try KeyValueCoders.read("ini", data).value == ["é": ["a": "ü"]])
  }
}

/// Cases of `java.util.Properties`, checked with Java 17.
@Suite struct PropertiesReaderTests {
  private func read(_ text: String) throws -> StructuredValue {
    try KeyValueCoders.read("java properties", text).value
  }

  @Test(
    arguments: [
      ("a=1", ["a": "1"]), ("a:1", ["a": "1"]), ("a 1", ["a": "1"]), ("a", ["a": ""]),
      ("  a  =  1  ", ["a": "1  "]),
      ("a = = 1", ["a": "= 1"]), ("a\t\u{C}:b", ["a": "b"]), ("a\\ b\\=c\\:d=e", ["a b=c:d": "e"]),
      ("a=b\\\n   c\\\r\n\td", ["a": "bcd"]), ("a=b\\\\\nc=d", ["a": "b\\", "c": "d"]),
      ("a=\\t\\n\\r\\f\\z", ["a": "\t\n\r\u{C}z"]),
      ("a=\\u00e9\\ud83d\\ude00", ["a": "é😀"]), ("\\u0061=1", ["a": "1"]), ("=1", ["": "1"]),
      ("a=b\\", ["a": "b"]),
      ("a\\\n#b=c", ["a#b": "c"]), ("\\\n\nb=c", ["b": "c"]), ("\\\n#b=c", [:]), ("a=1 # 2", ["a": "1 # 2"]),
    ] as [(String, StructuredValue)])
  func linesAreReadByTheRulesOfJava(text: String, value: StructuredValue) throws {
    #expect(try read(text) == value)
  }

  @Test func commentsAndRepeatedKeysAreCounted() throws {
    let reading = try KeyValueCoders.read("java properties", "# a\\\n! b\n\nc=1\nc=2\n")
    #expect(reading.value == ["c": "2"])
    #expect(
      reading.losses == [
        Loss(.comments, count: 2), Loss(.duplicates, count: 1, detail: "members with a repeated key"),
      ])
  }

  @Test func bytesAreUTF8OrLatin1() throws {
    #expect(try KeyValueCoders.read("java properties", Data("a=é".utf8)).value == ["a": "é"])
    #expect(
      try KeyValueCoders.read("java properties", Data([0x61, 0x3D, 0xE9, 0x80])).value == ["a": "é\u{80}"])
  }

  @Test func halvesOfPairsAreCounted() throws {
    let reading = try KeyValueCoders.read("java properties", "a=\\ud800x\\udc00\\ud800\\ud83d\\ude00")
    #expect(reading.value == ["a": "\u{FFFD}x\u{FFFD}\u{FFFD}😀"])
    #expect(reading.losses == [Loss(.characters, count: 3, detail: "halves of surrogate pairs")])
  }

  @Test func escapesWithoutDigitsAreErrors() {
    expectCoderError(.invalidEscape, at: .line(2, column: 1)) { try read("a=1\nb=\\u12") }
  }
}

@Suite struct EnvironmentReaderTests {
  private func read(_ text: String) throws -> StructuredValue {
    try KeyValueCoders.read("environment variables", text).value
  }

  @Test(
    arguments: [
      ("A=1", ["A": "1"]), ("export A=1", ["A": "1"]), ("  export   A = b c  ", ["A": "b c"]),
      ("export=1", ["export": "1"]),
      ("A=", ["A": ""]), ("A=b#c", ["A": "b#c"]), ("A=b #c", ["A": "b"]), ("A= #c", ["A": ""]),
      ("A='b #c' # d", ["A": "b #c"]),
      ("A=\"b\nc\"", ["A": "b\nc"]), ("A='b\nc'", ["A": "b\nc"]),
      (#"A="b\nc\td\"e\\f\$g\`h\i""#, ["A": "b\nc\td\"e\\f$g`h\\i"]),
      (#"A='b\nc'"#, ["A": "b\\nc"]), (#"A='it'\''s'"#, ["A": "it's"]), ("A=\"a\\\nb\"", ["A": "ab"]),
      (#"A=C:\new"#, ["A": "C:\\new"]),
      ("A=it's", ["A": "it's"]), ("export A", ["A": nil]), ("A=1\r\nB=2\r\n", ["A": "1", "B": "2"]),
      ("a.b-c=1", ["a.b-c": "1"]),
      ("A=\"x\"y\"z\"", ["A": "xyz"]),
    ] as [(String, StructuredValue)])
  func valuesAreReadAsByShells(text: String, value: StructuredValue) throws {
    #expect(try read(text) == value)
  }

  @Test func nothingIsExpanded() throws {
    let reading = try KeyValueCoders.read(
      "environment variables", "A=$HOME\nB=\"${A}\"\nC='$A'\nD=\"\\$A\"\nE=`date`\nF=1\n")
    #expect(reading.value == ["A": "$HOME", "B": "${A}", "C": "$A", "D": "$A", "E": "`date`", "F": "1"])
    #expect(reading.losses.isEmpty)
    #expect(reading.warnings == ["3 values contain $ or `, which a shell would expand; kept as written"])
  }

  @Test func commentsAndRepeatedNamesAreCounted() throws {
    let reading = try KeyValueCoders.read("environment variables", "# a\nB=1 # b\nB='2' # c\n")
    #expect(reading.value == ["B": "2"])
    #expect(
      reading.losses == [
        Loss(.comments, count: 3), Loss(.duplicates, count: 1, detail: "members with a repeated key"),
      ])
  }

  @Test func otherLinesAreErrors() {
    expectCoderError(.unexpectedCharacter, at: .line(1, column: 5)) { try read("say hello") }
    expectCoderError(.invalidKey, at: .line(2, column: 1)) { try read("A=1\n=2") }
    expectCoderError(.invalidKey, at: .line(1, column: 1)) { try read("1A=1") }
    expectCoderError(.unexpectedEnd, at: .line(2, column: 3)) { try read("A=1\nB='c\n") }
    expectCoderError(.unexpectedCharacter, at: .line(1, column: 7)) { try read("A='b' c") }
  }
}

@Suite struct KeyValueHostileTests {
  @Test(arguments: KeyValueCoders.names)
  func everyBeginningOfATextIsReadOrIsAnError(name: String) {
    let text = Array(
      "; a\n# b\n! c\nexport D = \"e\\n\\\"$f\" # g\n[s \"t]\"] ; u\nh: 'i'\\''\n  j\\u00e9\\ud83d\\\n\nk\n\u{E9}=\t\u{1F600}"
        .utf8)
    for count in 0...text.count {
      expectCoderErrorOrValue { try KeyValueCoders.read(name, Data(text[..<count])) }
      expectCoderErrorOrValue { try KeyValueCoders.read(name, Data(text[count...])) }
    }
  }

  @Test(arguments: KeyValueCoders.names)
  func longTextsTakeLinearTime(name: String) throws {
    for unit in ["a=1\n", "[a]\n", "a=b\\\n", "a='b\n", "#\n", " \n", "\\", "a=\n \n", "[", "\"", "a="] {
      let growth = ProcessorTime.growth(to: 200_000) {
        String(repeating: unit, count: $0 / unit.utf8.count)
      } _: { text in
        expectCoderErrorOrValue { try KeyValueCoders.read(name, text) }
      }
      #expect(growth.isLinear, "\(unit.debugDescription): \(growth)")
    }
  }
}
