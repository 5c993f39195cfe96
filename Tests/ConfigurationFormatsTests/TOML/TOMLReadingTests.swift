import Foundation
import ProfferConversions
import StructuredFormats
import Testing

@testable import ConfigurationFormats

/// The values of TOML documents, and their losses.
struct TOMLReadingTests {
  private func read(_ text: String) throws -> Reading<StructuredValue> {
    try StructuredValue.readTOML(Data(text.utf8))
  }

  @Test(
    arguments: [
      ("a = 1", ["a": 1]),
      ("a=-0\nb = +99\nc = 1_000", ["a": 0, "b": 99, "c": 1000]),
      ("a = 0xDEAD_beef\nb = 0o755\nc = 0b1101", ["a": 0xDEAD_BEEF, "b": 0o755, "c": 0b1101]),
      ("a = 9223372036854775807\nb = -9223372036854775808", ["a": .init(Int64.max), "b": .init(Int64.min)]),
      ("a = 0x0000000000000000000000000001", ["a": 1]),
      ("a = true\nb = false", ["a": true, "b": false]),
      ("a = 1.5\nb = -0.0\nc = 6.25e-1", ["a": 1.5, "b": -0.0, "c": 0.625]),
      ("a = +1_0.2_5\nb = 5e+2\nc = 1E06", ["a": 10.25, "b": 500.0, "c": 1000000.0]),
      ("a = inf\nb = +inf\nc = -inf", ["a": .infinite(1), "b": .infinite(1), "c": .infinite(-1)]),
      ("a = nan\nb = -nan", ["a": .init(Double.nan), "b": .init(Double.nan)]),
      (#"a = "\b\t\n\f\r\"\\\u00e9\U0001F600""#, ["a": "\u{8}\t\n\u{C}\r\"\\é😀"]),
      (#"a = 'C:\new'"#, ["a": #"C:\new"#]),
      ("a = \"\"\"\none\ntwo\"\"\"", ["a": "one\ntwo"]),
      ("a = \"\"\"one \\\n\n   two\"\"\"", ["a": "one two"]),
      ("a = \"\"\"\"\"quoted\"\"\"\"\"", ["a": "\"\"quoted\"\""]),
      ("a = '''\n'one'\n'''''", ["a": "'one'\n''"]),
      ("a = \"\"\nb = ''\nc = \"\"\"\"\"\"", ["a": "", "b": "", "c": ""]),
      ("a = \"\"\"\r\none\r\ntwo\"\"\"\r\n", ["a": "one\ntwo"]),
      (
        "a = []\nb = [ 1, # one\n 2, ]\nc = [[1], [\"x\", {}]]",
        ["a": [], "b": [1, 2], "c": [[1], ["x", [:]]]]
      ),
      ("a = { b = 1, c.d = 2, c.e = { } }", ["a": ["b": 1, "c": ["d": 2, "e": [:]]]]),
      (
        "a = [{ b.c = 1, x = 0, b.d = [{ e.f = 2 }] }, 3]",
        ["a": [["b": ["c": 1, "d": [["e": ["f": 2]]]], "x": 0], 3]]
      ),
      ("a.b = 1\na . \"c\" = 2\n'a'.d.e = 3", ["a": ["b": 1, "c": 2, "d": ["e": 3]]]),
      ("\"\" = 1\n\"a.b\" = 2\n1.2 = 3", ["": 1, "a.b": 2, "1": ["2": 3]]),
      ("[a]\nb = 1\n[c]\n[a.d]\ne = 2", ["a": ["b": 1, "d": ["e": 2]], "c": [:]]),
      ("[a.b]\n[a]\nc = 1", ["a": ["b": [:], "c": 1]]),
      ("[[a]]\nb = 1\n[[a]]\n[a.c]\nd = 2", ["a": [["b": 1], ["c": ["d": 2]]]]),
      ("[a]\nb.c = 1\n[a.b.d]\ne = 2", ["a": ["b": ["c": 1, "d": ["e": 2]]]]),
      ("[a]\nb.c = 1\n[[a.b.d]]\n", ["a": ["b": ["c": 1, "d": [[:]]]]]),
      ("[ a . 'b' ]\n", ["a": ["b": [:]]]),
      ("\u{FEFF}a = 1", ["a": 1]),
      ("", [:]),
      ("\r\n \t\n# only a comment", [:]),
    ] as [(String, StructuredValue)])
  func theValueIsWhatTheSpecificationSays(text: String, value: StructuredValue) throws {
    #expect(try read(text).value == value)
  }

  @Test(
    arguments: [
      ("1979-05-27", .localDate), ("07:32:00.999999", .localTime), ("1979-05-27T07:32:00", .localDateTime),
      ("1979-05-27 07:32:00.5", .localDateTime),
    ] as [(String, DateKind)])
  func datesWithoutAnOffsetAreLocal(text: String, kind: DateKind) throws {
    let reading = try read("a = \(text) # comment\n")
    let expected: StructuredValue? =
      switch kind {
      case .localDate: LocalDate(text).map { .localDate($0) }
      case .localTime: LocalTime(text).map { .localTime($0) }
      case .localDateTime: LocalDateTime(text).map { .localDateTime($0) }
      }
    #expect(expected != nil && reading.value["a"] == expected)
    #expect(reading.losses.descriptions == ["1 comment"])
  }

  enum DateKind { case localDate, localTime, localDateTime }

  @Test(
    arguments: [
      ("1979-05-27T07:32:00Z", 296_638_320, []),
      ("1979-05-27 00:32:00-07:00", 296_638_320, ["1 date (converted to UTC, without the offset)"]),
      ("1979-05-27t07:32:00.5+00:00", 296_638_320.5, []),
      (
        "2024-05-27T07:32:00.123456789Z", 1_716_795_120.123456789,
        ["precision in 1 place (fractions of seconds)"]
      ),
      ("1990-12-31T23:59:60Z", 662_688_000, ["precision in 1 place (leap seconds)"]),
    ] as [(String, Double, [String])])
  func pointsInTimeLoseTheirOffsetAndDigitsThatADateCannotStore(
    text: String, seconds: Double, losses: [String]
  ) throws {
    let reading = try read("a = [\(text)]")
    let date = try #require(reading.value["a"]?[0]?.dateValue)
    #expect(abs(date.timeIntervalSince1970 - seconds) < 1e-6)
    #expect(reading.losses.descriptions == losses)
  }

  @Test func digitsOfLocalTimesAfterTheNinthAreCounted() throws {
    let reading = try read("a = 07:32:00.1234567891\nb = 07:32:00.1234567890\n")
    #expect(reading.losses.descriptions == ["precision in 1 place (fractions of seconds)"])
  }

  @Test func realNumbersKeepTheirDigits() throws {
    let value = try read("a = 3.14159265358979323846264338327950288\nb = 1e400").value
    #expect(
      value["a"] == .real(try #require(StructuredReal(spelling: "3.14159265358979323846264338327950288"))))
    #expect(String(decoding: try value.writeJSON().data, as: UTF8.self).hasSuffix(#""b":1e400}"#))
  }

  @Test func keysAreInTheOrderOfTheirFirstMention() throws {
    let value = try read("[b.y]\nz = 1\n[a]\n[b]\nx = 2\n").value
    #expect(value == ["b": ["y": ["z": 1], "x": 2], "a": [:]])
    #expect(value.members?.map(\.key) == ["b", "a"])
  }

  @Test func everyCommentIsCountedOnce() throws {
    let text = "# 1\na = [ # 2\n 1, # 3\n # 4\n] # 5\n[b] # 6\nc = '# no comment'\n# 7"
    #expect(try read(text).losses == [Loss(.comments, count: 7)])
  }

  // MARK: Errors

  @Test(
    arguments: [
      ("a = 1\na = 2", "duplicateKey", 2, 1),
      ("a = 1\n\"\\u0061\" = 2", "duplicateKey", 2, 2),
      ("a = 1\n'a' = 2", "duplicateKey", 2, 2),
      ("[a]\n[b]\n[a]", "duplicateKey", 3, 2),
      ("[a]\n[[a]]", "duplicateKey", 2, 3),
      ("[[a]]\n[a]", "duplicateKey", 2, 2),
      ("a = []\n[[a]]", "duplicateKey", 2, 3),
      ("a = {}\n[a.b]", "duplicateKey", 2, 2),
      ("a = { b = 1 }\na.c = 2", "duplicateKey", 2, 1),
      ("a = { b = 1, b = 2 }", "duplicateKey", 1, 14),
      ("a = { b = { c = 1 }, b.d = 2 }", "duplicateKey", 1, 22),
      ("a = { b.c = 1, b = 2 }", "duplicateKey", 1, 16),
      ("a.b = 1\na.b.c = 2", "duplicateKey", 2, 3),
      ("a.b = 1\n[a]", "duplicateKey", 2, 2),
      ("[a]\nb.c = 1\n[a.b]", "duplicateKey", 3, 4),
      ("[a.b.c]\n[a]\nb.c.d = 1", "duplicateKey", 3, 3),
      ("[[a.b]]\n[a]\nb.c = 1", "duplicateKey", 3, 1),
      ("[a.b]\n[[a]]", "duplicateKey", 2, 3),
      ("a = 01", "leadingZero", 1, 5),
      ("a = -01.5", "leadingZero", 1, 5),
      ("a = 9223372036854775808", "invalidNumber", 1, 5),
      ("a = -9223372036854775809", "invalidNumber", 1, 5),
      ("a = 0x8000000000000000", "invalidNumber", 1, 5),
      ("a = 1__0", "invalidNumber", 1, 5),
      ("a = 1_", "invalidNumber", 1, 5),
      ("a = +0x1", "invalidNumber", 1, 5),
      ("a = 1.", "invalidNumber", 1, 5),
      ("a = 1.e5", "invalidNumber", 1, 5),
      ("a = 1e", "invalidNumber", 1, 5),
      ("a = .5", "unexpectedCharacter", 1, 5),
      ("a = 2023-02-29", "invalidDate", 1, 5),
      ("a = 2024-01-01T24:00:00", "invalidDate", 1, 5),
      ("a = 2024-01-01T00:00", "invalidDate", 1, 5),
      ("a = 2024-01-01T00:00:00+24:00", "invalidDate", 1, 5),
      ("a = 2024-01-01 00:00:00.", "invalidDate", 1, 5),
      ("a = yes", "invalidLiteral", 1, 5),
      ("a = True", "invalidLiteral", 1, 5),
      ("a = \"\\x41\"", "invalidEscape", 1, 6),
      ("a = \"\\u12\"", "invalidEscape", 1, 6),
      ("a = \"\\U00110000\"", "invalidEscape", 1, 6),
      ("a = \"\\uD83D\\uDE00\"", "loneSurrogate", 1, 6),
      ("a = \"\"\"\\ x\"\"\"", "invalidEscape", 1, 8),
      ("a = \"one\ntwo\"", "controlCharacter", 1, 9),
      ("a = '\u{7F}'", "controlCharacter", 1, 6),
      ("a = 1 # \u{1}", "controlCharacter", 1, 9),
      ("a = 1\rb = 2", "controlCharacter", 1, 6),
      ("a = '''\r'''", "controlCharacter", 1, 8),
      ("a = \"one", "unexpectedEnd", 1, 5),
      ("a = '''one", "unexpectedEnd", 1, 5),
      ("a = \"\"\"one\"\"\"\"\"\"", "unexpectedCharacter", 1, 11),
      ("a = 1 b = 2", "unexpectedCharacter", 1, 7),
      ("a = [1 2]", "unexpectedCharacter", 1, 8),
      ("a = [1,,2]", "unexpectedCharacter", 1, 8),
      ("a = [1", "unexpectedEnd", 1, 7),
      ("a = {b = 1,}", "unexpectedCharacter", 1, 12),
      ("a = {b = 1,\nc = 2}", "unexpectedCharacter", 1, 12),
      ("a = ", "unexpectedEnd", 1, 5),
      ("a\n= 1", "unexpectedCharacter", 1, 2),
      ("= 1", "unexpectedCharacter", 1, 1),
      ("é = 1", "unexpectedCharacter", 1, 1),
      ("[a", "unexpectedEnd", 1, 3),
      ("[]", "unexpectedCharacter", 1, 2),
      ("[[a] ]", "unexpectedCharacter", 1, 5),
      ("[a] b = 1", "unexpectedCharacter", 1, 5),
      ("\"\"\"a\"\"\" = 1", "unexpectedCharacter", 1, 3),
      ("a = 1\n\u{FEFF}b = 2", "unexpectedCharacter", 2, 1),
    ] as [(String, String, Int, Int)])
  func eachMistakeIsNamedWithItsPlace(text: String, code: String, line: Int, column: Int) throws {
    let error = try #require(throws: CoderError.self) { try read(text) }
    #expect(error.code.rawValue == code, "\(error)")
    #expect(error.position == .line(line, column: column), "\(error)")
  }

  @Test func bytesThatAreNotUTF8AreRefused() throws {
    let error = try #require(throws: CoderError.self) {
      try StructuredValue.readTOML(Data("a = 1\nb = '".utf8) + [0xC0, 0xAF] + Data("'".utf8))
    }
    #expect(error.code == .invalidUTF8)
    #expect(error.position == .line(2, column: 6))
  }

  @Test func theBeginningsOfADocumentAreReadOrRefused() throws {
    let text = Data(
      "[a]\nb.c = [\"é\\u00e9\", {d.e = 1, f = '''x\n'''}] # end\r\n[[g]]\nh = 2024-01-01 00:00:00.5Z\n".utf8)
    for count in 0..<text.count {
      do {
        _ = try StructuredValue.readTOML(text.prefix(count))
      } catch let error as CoderError {
        #expect(error.position != nil)
      }
    }
  }
}

extension StructuredValue {
  fileprivate init(_ integer: Int64) { self = .integer(StructuredInteger(integer)) }
  fileprivate init(_ number: Double) { self = .real(StructuredReal(number)) }
  fileprivate static func infinite(_ sign: Double) -> StructuredValue { .init(sign * .infinity) }
}
