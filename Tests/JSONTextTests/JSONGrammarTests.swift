import JSONText
import TestSupport;
import Testing

/// A text that RFC 8259 rejects, and the expected error.
struct RefusedText: Sendable, CustomTestStringConvertible {
  let text: [UInt8]
  let code: JSONError.Code
  let offset: Int

  init(_ text: String, _ code: JSONError.Code, _ offset: Int) {
    self.init(bytes: Array(text.utf8), code, offset)
  }

  init(bytes: [UInt8], _ code: JSONError.Code, _ offset: Int) {
    text = bytes
    self.code = code
    self.offset = offset
  }

  var testDescription: String { String(decoding: text, as: UTF8.self).debugDescription }
}

@Suite struct JSONGrammarTests {
  @Test(arguments: [
    ("null", JSONNode.null), (" true\n", .boolean(true)), ("\t\rfalse ", .boolean(false)),
    ("0", .number("0")),
    ("-0", .number("-0")), ("10", .number("10")), ("1.50", .number("1.50")), ("0.0", .number("0.0")),
    ("1E+2", .number("1E+2")), ("-1.2e-30", .number("-1.2e-30")), ("0e1", .number("0e1")),
    ("\"\"", .string("")),
    ("\"\u{7F}\"", .string("\u{7F}")), ("\"\u{2028}\"", .string("\u{2028}")), ("[]", .array([])),
    ("[ ]", .array([])), ("{}", .object([])), ("{ }", .object([])),
    ("[1,[2],{}]", .array([.number("1"), .array([.number("2")]), .object([])])),
    (
      "{\"b\":1 , \"a\" : [ null ]}",
      .object([JSONMember("b", .number("1")), JSONMember("a", .array([.null]))])
    ),
    (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{C}\n\r\t")), (#""\u0041\u00e9\u20AC""#, .string("Aé€")),
    (#""\uD83D\ude00""#, .string("😀")), (#""\u0000""#, .string("\0")), (#""\uFFFF""#, .string("\u{FFFF}")),
    ("\"aé€😀 and some more\"", .string("aé€😀 and some more")),
  ])
  func textIsAccepted(text: String, node: JSONNode) throws {
    try expectEqual(JSONNode.parse(Array(text.utf8)), node)
    // Skipping a value applies the same grammar and ends at the same place.
    try JSONScanner.scan(Array(text.utf8)) { scanner in
      let range = try scanner.skipValue()
      #expect(!scanner.text(range).isEmpty && text.contains(scanner.text(range)))
      try expectEqual(JSONNode.parse(Array(scanner.text(range).utf8)), node)
      try scanner.finish()
    }
  }

  @Test(arguments: [
    RefusedText("", .unexpectedEnd, 0), RefusedText("  ", .unexpectedEnd, 2),
    RefusedText("[", .unexpectedEnd, 1), RefusedText("[1", .unexpectedEnd, 2),
    RefusedText("[1,", .unexpectedEnd, 3),
    RefusedText("{", .unexpectedEnd, 1), RefusedText("{\"a\"", .unexpectedEnd, 4),
    RefusedText("{\"a\":", .unexpectedEnd, 5), RefusedText("{\"a\":1", .unexpectedEnd, 6),
    RefusedText("{\"a\":1,", .unexpectedEnd, 7), RefusedText(" \"abc", .unexpectedEnd, 1),
    RefusedText("\"a\\", .unexpectedEnd, 0), RefusedText("[1,]", .unexpectedCharacter, 3),
    RefusedText("[,1]", .unexpectedCharacter, 1), RefusedText("[1 2]", .unexpectedCharacter, 3),
    RefusedText("[1}", .unexpectedCharacter, 2), RefusedText("]", .unexpectedCharacter, 0),
    RefusedText("{1:2}", .unexpectedCharacter, 1), RefusedText("{\"a\" 1}", .unexpectedCharacter, 5),
    RefusedText("{\"a\":1,}", .unexpectedCharacter, 7), RefusedText("{\"a\":}", .unexpectedCharacter, 5),
    RefusedText("{\"a\":1]", .unexpectedCharacter, 6), RefusedText("{'a':1}", .unexpectedCharacter, 1),
    RefusedText("'a'", .unexpectedCharacter, 0), RefusedText("+1", .unexpectedCharacter, 0),
    RefusedText(".5", .unexpectedCharacter, 0), RefusedText("NaN", .unexpectedCharacter, 0),
    RefusedText("/* */ 1", .unexpectedCharacter, 0), RefusedText("\u{A0}1", .unexpectedCharacter, 0),
    RefusedText("nul", .invalidLiteral, 0), RefusedText("[tRue]", .invalidLiteral, 1),
    RefusedText("fals\u{65}\u{301}", .trailingData, 5), RefusedText("1 2", .trailingData, 2),
    RefusedText("{}}", .trailingData, 2), RefusedText("nullx", .trailingData, 4),
    RefusedText("-", .invalidNumber, 1), RefusedText("[-a]", .invalidNumber, 2),
    RefusedText("1.", .invalidNumber, 2),
    RefusedText("1.e3", .invalidNumber, 2), RefusedText("1e", .invalidNumber, 2),
    RefusedText("1e+", .invalidNumber, 3),
    RefusedText("01", .leadingZero, 0), RefusedText("-012", .leadingZero, 1),
    RefusedText("0x10", .trailingData, 1),
    RefusedText(#""\x""#, .invalidEscape, 1), RefusedText(#""\u12G4""#, .invalidEscape, 1),
    RefusedText(#""\u12"#, .invalidEscape, 1), RefusedText(#""a\ud800""#, .loneSurrogate, 2),
    RefusedText(#""\udc00""#, .loneSurrogate, 1), RefusedText(#""\ud800\u0041""#, .loneSurrogate, 1),
    RefusedText(#""\ud800x""#, .loneSurrogate, 1), RefusedText("\"a\nb\"", .controlCharacter, 2),
    RefusedText("\"abcdefgh\u{0}\"", .controlCharacter, 9), RefusedText("\"\u{1F}\"", .controlCharacter, 1),
    RefusedText("\u{FEFF}1", .byteOrderMark, 0), RefusedText("{\"a\":1,\"a\":2}", .duplicateKey, 7),
    RefusedText("{\"a\":1,\"\\u0061\":2}", .duplicateKey, 7),
    RefusedText(bytes: [0x22, 0x80, 0x22], .invalidUTF8, 1),
    RefusedText(bytes: [0x22, 0xC0, 0x80, 0x22], .invalidUTF8, 1),
    RefusedText(bytes: [0x22, 0xC3, 0x22], .invalidUTF8, 1),
    RefusedText(bytes: [0x22, 0x61, 0xC3], .invalidUTF8, 2),
    RefusedText(bytes: [0x22, 0xE0, 0x80, 0x80, 0x22], .invalidUTF8, 1),
    RefusedText(bytes: [0x22, 0xED, 0xA0, 0x80, 0x22], .invalidUTF8, 1),
    RefusedText(bytes: [0x22, 0xE2, 0x82, 0x22], .invalidUTF8, 1),
    RefusedText(bytes: [0x22, 0xF0, 0x80, 0x80, 0x80, 0x22], .invalidUTF8, 1),
    RefusedText(bytes: [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], .invalidUTF8, 1),
    RefusedText(bytes: [0x22, 0xF0, 0x9F, 0x98, 0x22], .invalidUTF8, 1),
    RefusedText(bytes: [0x22, 0xFF, 0x22], .invalidUTF8, 1),
    RefusedText(bytes: [0xFF], .unexpectedCharacter, 0),
  ])
  func textIsRefusedWithItsErrorAndPlace(row: RefusedText) {
    let error = expectThrows(JSONError.self) { try JSONNode.parse(row.text) }
    expectEqual(error?.code, row.code)
    expectEqual(error?.offset, row.offset)
  }

  @Test(arguments: [
    (
      "{\n  \"a\": 1,\n  \"name\" \"x\"\n}",
      "line 3, column 10: expected ':' after the key \"name\", found '\"'"
    ),
    ("[\n\"é\" x]", "line 2, column 5: expected ',' or ']', found 'x'"),
    ("", "line 1, column 1: expected a value, found the end"),
    ("[1, 2", "line 1, column 6: expected ',' or ']', found the end"),
    ("\u{1}", "line 1, column 1: expected a value, found byte 0x01"),
    ("[trye]", "line 1, column 2: expected a value; did you mean true?"),
    (
      "{\"a\u{202E}\":1,\"a\u{202E}\":2}",
      "line 1, column 9: the key \"a\\u{202E}\" occurs twice in one object"
    ),
    ("1.x", "line 1, column 3: expected a digit after the decimal point, found 'x'"),
  ])
  func messageSaysWhatAndWhere(text: String, message: String) {
    let error = expectThrows(JSONError.self) { try JSONNode.parse(Array(text.utf8)) }
    expectEqual(error?.message, message)
  }

  @Test func longKeyIsShortenedInMessages() {
    let text = "{\"\(String(repeating: "k", count: 1000))\" 1}"
    let error = expectThrows(JSONError.self) { try JSONNode.parse(Array(text.utf8)) }
    expectEqual(
      error?.reason, "expected ':' after the key \"\(String(repeating: "k", count: 60))…\", found '1'")
  }

  @Test func byteOrderMarkIsSkippedOnRequest() throws {
    try expectEqual(
      JSONNode.parse(Array("\u{FEFF}[1]".utf8), skipsByteOrderMark: true), .array([.number("1")]))
  }

  @Test func duplicateKeysAreKeptOnRequest() throws {
    let node = try JSONNode.parse(Array("{\"a\":1,\"b\":2,\"a\":3}".utf8), duplicateKeys: .keep)
    expectEqual(node.members?.map(\.key), ["a", "b", "a"])
    expectEqual(node["a"], .number("3"))
  }

  @Test func keysThatDifferOnlyInEncodingAreDifferent() throws {
    let node = try JSONNode.parse(Array("{\"\u{E9}\":1,\"e\u{301}\":2}".utf8))
    expectEqual(node["\u{E9}"], .number("1"))
    expectEqual(node["e\u{301}"], .number("2"))
    expectNotEqual(JSONNode.string("\u{E9}"), .string("e\u{301}"))
  }

  @Test func duplicateAmongManyKeysIsFound() {
    let members = (0..<100).map { "\"k\($0)\":0" } + ["\"k3\":0"]
    let error = expectThrows(JSONError.self) {
      try JSONNode.parse(Array("{\(members.joined(separator: ","))}".utf8))
    }
    expectEqual(error?.code, .duplicateKey)
  }
}
