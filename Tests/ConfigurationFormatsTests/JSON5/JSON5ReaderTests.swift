import Foundation
import Testing

@testable import ConfigurationFormats
@testable import ProfferConversions
@testable import StructuredFormats

/// Each rule of JSON5 1.0, by a text and its value.
@Suite struct JSON5ReaderTests {
  static func read(_ text: String) throws -> StructuredValue {
    try StructuredValue.readJSON5(Data(text.utf8)).value
  }

  @Test(
    arguments: [
      ("{a: 1}", ["a": 1]), ("{$_: 1, _a9: 2}", ["$_": 1, "_a9": 2]), ("{ünïcode: 1}", ["ünïcode": 1]),
      ("{\\u0061b\\u0063: 1}", ["abc": 1]),
      ("{a\u{301}\u{203F}\u{200D}: 1}", ["a\u{301}\u{203F}\u{200D}": 1]),
      ("{null: 1, true: 2, Infinity: 3}", ["null": 1, "true": 2, "Infinity": 3]),
      ("{'a b': 1, \"c'\": 2}", ["a b": 1, "c'": 2]), ("{a: 1,}", ["a": 1]), ("{}", [:]),
      ("{ⅷ: 1}", ["ⅷ": 1]),
    ] as [(String, StructuredValue)])
  func keysAreIdentifiersOrStrings(text: String, value: StructuredValue) throws {
    #expect(try Self.read(text) == value)
  }

  @Test(
    arguments: [
      (#"'it"s'"#, "it\"s"), (#""it's""#, "it's"), (#"'\'\"\\\/'"#, "'\"\\/"),
      (#"'\b\f\n\r\t\v\0'"#, "\u{8}\u{C}\n\r\t\u{B}\0"), (#"'\x41\xe9'"#, "Aé"),
      (#"'\u0041\ud83d\ude00'"#, "A😀"), (#"'\a\q\-\é'"#, "aq-é"), ("'a\\\nb'", "ab"), ("'a\\\r\nb'", "ab"),
      ("'a\\\rb'", "ab"), ("'a\\\u{2028}b\\\u{2029}c'", "abc"),
      ("'a\u{2028}b\u{2029}'", "a\u{2028}b\u{2029}"),
      ("'\t'", "\t"), ("''", ""), (#"'\0a'"#, "\0a"),
    ])
  func stringsHaveTheEscapesOfECMAScript(text: String, value: String) throws {
    #expect(try Self.read(text) == .string(value))
  }

  @Test(
    arguments: [
      ("12", 12), ("+12", 12), ("-12", -12), ("0", 0), ("+0", 0), ("0x1F", 31), ("0Xff", 255), ("-0xA", -10),
      ("+0x0010", 16), ("123456789012345678901234567890", "123456789012345678901234567890"),
      ("0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF", "340282366920938463463374607431768211455"),
      ("0x3B9ACA00", 1_000_000_000), ("0xDE0B6B3A7640000", 1_000_000_000_000_000_000),
    ] as [(String, StructuredValue)])
  func integersAreDecimalOrHexadecimal(text: String, value: StructuredValue) throws {
    let expected: StructuredValue =
      try value.stringValue.map { .integer(try #require(StructuredInteger(decimal: $0))) } ?? value
    #expect(try Self.read(text) == expected)
  }

  @Test(arguments: [
    (".5", "0.5"), ("5.", "5.0"), ("-.5", "-0.5"), ("+.5e1", "0.5e1"), ("5.e3", "5.0e3"), ("1E+2", "1E+2"),
    ("-0", "-0"), ("-0x0", "-0.0"), ("3.14159265358979323846", "3.14159265358979323846"), ("1e400", "1e400"),
    ("Infinity", "+infinity"), ("+Infinity", "+infinity"), ("-Infinity", "-infinity"), ("NaN", "nan"),
    ("-NaN", "nan"),
  ])
  func realNumbersKeepTheirDigits(text: String, spelling: String) throws {
    guard case .real(let real) = try Self.read(text) else {
      Issue.record("\(text) is not read as a real number")
      return
    }
    #expect(real.spelling == spelling)
  }

  @Test(arguments: [
    "\u{9}\u{A}\u{B}\u{C}\u{D}\u{20}\u{A0}\u{2028}\u{2029}\u{FEFF}\u{1680}\u{2003}\u{3000}", "/* a */",
    "// a\n",
    "// a\u{2028}", "/**/", "/***/", "/* * / **/", "//\r",
  ])
  func spaceAndCommentsMayBeBetweenTokens(space: String) throws {
    let text = ["", "[", "1", ",", "{", "a", ":", "'b'", ",", "}", ",", "]", ""].joined(separator: space)
    #expect(try Self.read(text) == [1, ["a": "b"]])
  }

  @Test func commentsAreCounted() throws {
    let reading = try StructuredValue.readJSON5(Data("/* a */ [1, // b\n 2] // c".utf8))
    #expect(reading.losses == [Loss(.comments, count: 3)])
    #expect(try StructuredValue.readJSON5(Data("['// no /* comment */']".utf8)).losses.isEmpty)
  }

  @Test func repeatedKeysAreKept() throws {
    #expect(try Self.read("{a: 1, 'a': 2}").members?.map(\.key) == ["a", "a"])
  }

  @Test func markedEncodingsAreRead() throws {
    let text = "{a: 'é'} // c"
    for data in [
      Data([0xEF, 0xBB, 0xBF] + text.utf8), try #require(text.data(using: .utf16)),
      try #require(text.data(using: .utf32)),
    ] {
      #expect(try StructuredValue.readJSON5(data).value == ["a": "é"])
    }
  }

  @Test(arguments: ["{a: 1, b: [2, {'c': .5, }, ], /* d */}", "[[[]], {}, {a: {b: {c: 1}}}, 'x']", "'alone'"])
  func eventsFormTheSameValue(text: String) throws {
    let whole = try StructuredValue.readJSON5(Data(text.utf8))
    for heldCount in 0...8 {
      let streamed = try StructuredValue.collected {
        try StructuredValue.streamJSON5(Data(text.utf8), .json5, wholeUpTo: 0, holding: heldCount, emit: $0)
      }
      #expect(streamed.value == whole.value)
      #expect(streamed.losses == whole.losses)
    }
  }

  @Test func valuesInCompleteContainersCountAsHeld() throws {
    let part = "[[1, 2, 3], [4, 5, 6], [7, 8, 9]]"
    var events: [StructuredValueEvent] = []
    _ = try StructuredValue.streamJSON5(
      Data("[\(part), \(part), \(part)]".utf8), .json5, wholeUpTo: 0, holding: 5
    ) { events.append($0) }
    let scalarCounts = events.map { event in
      if case .value(let value) = event { value.scalarCount } else { 0 }
    }
    #expect(scalarCounts.reduce(0, +) == 27)
    #expect(scalarCounts.allSatisfy { $0 <= 5 })
  }

  @Test func aWriterThatKeepsTheLastMemberReceivesTheWholeValue() throws {
    var eventCount = 0
    _ = try StructuredValue.streamJSON5(Data("{a: 1, a: [2]}".utf8), .json5, wholeUpTo: 0, holding: 0) {
      event in
      if case .beginning(let keepLast) = event { return keepLast() }
      eventCount += 1
      #expect(eventCount == 1)
    }
    #expect(eventCount == 1)
  }
}

/// Texts that are not JSON5 are errors with a position.
@Suite struct JSON5ErrorTests {
  @Test(
    arguments: [
      ("", .unexpectedEnd, 1), ("[", .unexpectedEnd, 2), ("{a", .unexpectedEnd, 3),
      ("{a:", .unexpectedEnd, 4),
      ("'a", .unexpectedEnd, 1), ("'a\\", .unexpectedEnd, 1), ("/* a", .unexpectedEnd, 1),
      ("[,]", .unexpectedCharacter, 2), ("[1,,]", .unexpectedCharacter, 4), ("{,}", .unexpectedCharacter, 2),
      ("{a:1,,}", .unexpectedCharacter, 6), ("{1:2}", .unexpectedCharacter, 2),
      ("{a 1}", .unexpectedCharacter, 4),
      ("[1 2]", .unexpectedCharacter, 4), ("1 2", .trailingData, 3), ("1/", .trailingData, 2),
      ("012", .leadingZero, 1), ("-01", .leadingZero, 2), ("0x", .invalidNumber, 3), ("+", .invalidNumber, 2),
      (".", .invalidNumber, 2), ("1e", .invalidNumber, 3), ("1a", .invalidNumber, 1),
      ("0x1g", .invalidNumber, 1),
      ("Infinity1", .invalidNumber, 1), ("--1", .invalidNumber, 2), ("+ 1", .invalidNumber, 2),
      ("tru", .invalidLiteral, 1), ("truest", .invalidLiteral, 1), ("undefined", .unexpectedCharacter, 1),
      ("'\n'", .controlCharacter, 2), (#"'\1'"#, .invalidEscape, 2), (#"'\01'"#, .invalidEscape, 2),
      (#"'\x4'"#, .invalidEscape, 2), (#"'\u12'"#, .invalidEscape, 2), (#"'\ud800'"#, .loneSurrogate, 2),
      (#"'\udc00'"#, .loneSurrogate, 2), (#"'\ud800\u0041'"#, .loneSurrogate, 2),
      (#"{\u0031: 1}"#, .invalidEscape, 2), (#"{\x61: 1}"#, .invalidEscape, 2),
      ("{a-b: 1}", .unexpectedCharacter, 3),
      ("]", .unexpectedCharacter, 1), ("[}", .unexpectedCharacter, 2), ("{]", .unexpectedCharacter, 2),
    ] as [(String, CoderError.Code, Int)])
  func mistakesHaveAPosition(text: String, code: CoderError.Code, column: Int) {
    expectCoderError(code, at: .line(1, column: column), text) { try JSON5ReaderTests.read(text) }
  }

  @Test func bytesThatAreNotUTF8AreAnError() {
    expectCoderError(.invalidUTF8, at: .line(2, column: 2)) {
      try StructuredValue.readJSON5(Data("[\n'".utf8) + [0xFF] + Data("']".utf8))
    }
  }

  @Test func hexadecimalNumbersHaveALimit() throws {
    #expect(try JSON5ReaderTests.read("0x" + String(repeating: "0", count: 9_999) + "1") == 1)
    #expect(try JSON5ReaderTests.read("0x" + String(repeating: "f", count: 256)).kindName == "an integer")
    expectCoderError(.invalidNumber) { try JSON5ReaderTests.read("0x" + String(repeating: "f", count: 257)) }
  }

  @Test func depthHasALimit() throws {
    let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    #expect(try JSON5ReaderTests.read(deep).elements?.count == 1)
    expectCoderError(.tooDeep, at: .line(1, column: 513)) { try JSON5ReaderTests.read("[" + deep + "]") }
  }

  @Test func everyBeginningOfATextIsReadOrIsAnError() {
    let line = #"{a: [0x1F, -.5e+1, "\u00e9\ud83d\ude00", 'x\"#
    let text = Array("\(line)\n', NaN,], /* c */ 'ü': null, // d".utf8)
    for count in 0...text.count {
      expectCoderErrorOrValue { try StructuredValue.readJSON5(Data(text[..<count])) }
      expectCoderErrorOrValue { try StructuredValue.readJSONWithComments(Data(text[..<count])) }
    }
  }
}

/// JSON with comments accepts comments and trailing commas, but nothing else that JSON does not have.
@Suite struct JSONWithCommentsTests {
  @Test func commentsAndTrailingCommasAreRead() throws {
    let text = "// a\n{\"a\": [1, 2,], /* b */ \"c\": {\"d\": null,},}"
    let reading = try StructuredValue.readJSONWithComments(Data(text.utf8))
    #expect(reading.value == ["a": [1, 2], "c": ["d": nil]])
    #expect(reading.losses == [Loss(.comments, count: 2)])
  }

  @Test(arguments: [
    "{a: 1}", "['a']", "[0x1]", "[+1]", "[.5]", "[5.]", "[NaN]", "[-Infinity]", "[\"\\x41\"]", "[\"\\\n\"]",
    "[\"\t\"]", "\u{A0}[]", "[,]", "[\"\\'\"]", "[\u{B}]",
  ])
  func theOtherExtensionsOfJSON5AreErrors(text: String) throws {
    #expect(throws: CoderError.self) { try StructuredValue.readJSONWithComments(Data(text.utf8)) }
  }

  @Test(arguments: [
    "{\"a\": [1, -0.5e3, true, false, null, \"\\u00e9\\n\"]}", "[]", "{}", "12", "-0", "\"\"", "[[[]]]",
  ])
  func jsonIsReadAsInJSON(text: String) throws {
    let value = try StructuredValue.readJSON(Data(text.utf8)).value
    #expect(try StructuredValue.readJSONWithComments(Data(text.utf8)).value == value)
    #expect(try StructuredValue.readJSON5(Data(text.utf8)).value == value)
  }
}

/// An error of strict JSON tells whether the text may be JSON5.
@Suite struct JSON5HintTests {
  @Test(arguments: [
    ("{\"a\": 1, // b\n}", true), ("[1 /* b */]", true), ("{} // a", true), ("{'a': 1}", true),
    ("{a: 1}", true),
    ("{\"a\": 1, b : 2}", true), ("[1,]", true), ("{\"a\": 1, }", true), ("[.5]", true), ("[+1]", true),
    ("[0xFF]", true), ("[Infinity]", true), ("[-Infinity]", true), ("[NaN]", true), ("<html>", false),
    ("hello", false), ("[1 2]", false), ("[1", false), ("{\"a\" 1}", false), ("[]]", false),
    ("[\"\\x\"]", false),
    ("", false), ("[01]", false),
  ])
  func theHintDependsOnTheMistake(text: String, isExpected: Bool) {
    do {
      _ = try StructuredValue.readJSON(Data(text.utf8))
      Issue.record("\(text) is JSON")
    } catch {
      #expect(
        ((error as? CoderError)?.suggestedTypeIdentifier == "io.proffer.json5") == isExpected, "\(text)")
    }
  }
}

extension StructuredValue {
  /// The number of values in the value, at any depth, that are not containers.
  var scalarCount: Int {
    switch self {
    case .array(let elements): elements.reduce(0) { $0 + $1.scalarCount }
    case .dictionary(let members): members.reduce(0) { $0 + $1.value.scalarCount }
    default: 1
    }
  }
}
