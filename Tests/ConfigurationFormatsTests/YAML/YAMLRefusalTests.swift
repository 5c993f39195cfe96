import ConfigurationFormats
import Foundation
import ProfferConversions
import StructuredFormats
import Testing

/// Invalid texts are refused with the position of the mistake.
@Suite struct YAMLRefusalTests {
  @Test(
    arguments: [
      ("title: Foo: bar\n", .unexpectedCharacter, 1, 11), ("a: b\n c: d\n", .unexpectedCharacter, 2, 3),
      ("a:\n  b: 1\n c: 2\n", .invalidIndentation, 3, 2), ("a: 1\n\tb: 2\n", .invalidIndentation, 2, 2),
      ("- a\nb: 1\n", .invalidIndentation, 2, 1), ("a: [1, 2\n", .unexpectedEnd, 2, 1),
      ("a: [1, 2\nb: 3\n", .invalidIndentation, 2, 1), ("a: \"x\n", .unexpectedEnd, 1, 4),
      ("a: 'x\n", .unexpectedEnd, 1, 4),
      ("a: \"x\ny\"\n", .invalidIndentation, 2, 1), ("[a, , b]", .unexpectedCharacter, 1, 5),
      ("[a b: c\n d: e]", .unexpectedCharacter, 2, 3), ("{a: b]", .unexpectedCharacter, 1, 6),
      ("a: @b\n", .unexpectedCharacter, 1, 4), ("a: `b`\n", .unexpectedCharacter, 1, 4),
      ("a: %b\n", .unexpectedCharacter, 1, 4), ("a: \"\\q\"\n", .invalidEscape, 1, 5),
      ("a: \"\\x4\"\n", .invalidEscape, 1, 5), ("a: \"\\ud800\"\n", .loneSurrogate, 1, 5),
      ("a: \"\\U00110000\"\n", .invalidEscape, 1, 5), ("a: *b\n", .undefinedAlias, 1, 4),
      ("a: &x &y b\n", .unexpectedCharacter, 1, 7), ("a: &x *x\n", .unexpectedCharacter, 1, 7),
      ("a: !e!b c\n", .invalidTag, 1, 4), ("%YAML 2.0\n---\n", .invalidDirective, 1, 1),
      ("%YAML 1.2\n", .invalidDirective, 2, 1), ("a: |x\n", .unexpectedCharacter, 1, 5),
      ("a: |\n\tb\n", .invalidIndentation, 2, 1),
      ("? [a]\n: b\n", .invalidKey, 1, 3), ("{[a]: b}", .invalidKey, 1, 2),
      ("&k [a]: b\n", .invalidKey, 1, 4),
      ("a: !!int b\n", .invalidNumber, 1, 10), ("a: !!float b\n", .invalidNumber, 1, 12),
      ("a: !!bool no\n", .invalidLiteral, 1, 11),
      ("a: !!null 0\n", .invalidLiteral, 1, 11), ("a: !!binary \"?\"\n", .invalidData, 1, 13),
      ("a: 1\n&b", .unexpectedEnd, 2, 3), ("a: 1\n!b ", .unexpectedEnd, 2, 4), ("[&a", .unexpectedEnd, 1, 4),
      ("a: 1\nb\n", .unexpectedCharacter, 2, 2), ("a: 'b'c\n", .unexpectedCharacter, 1, 7),
      ("--- a: b\n", .unexpectedCharacter, 1, 6),
      ("key: - a\n", .unexpectedCharacter, 1, 6), ("a: \"b\"\n---x\n", .unexpectedCharacter, 2, 5),
      ("\u{1}", .controlCharacter, 1, 1), ("a: é\u{7}\n", .controlCharacter, 1, 5),
    ] as [(String, CoderError.Code, Int, Int)])
  func mistakesAreNamedWithTheirPosition(text: String, code: CoderError.Code, line: Int, column: Int) throws {
    let error = try #require(refusal(text))
    #expect(error.code == code, "\(error)")
    #expect(error.position == .line(line, column: column), "\(error)")
  }

  @Test func invalidUTF8IsRefused() throws {
    let data = Data("a: 1\nb: ".utf8) + [0xC3, 0x28]
    let error = #expect(throws: CoderError.self) { try StructuredValue.readYAML(data) }
    #expect(error?.code == .invalidUTF8)
    #expect(error?.position == .line(2, column: 4))
  }

  @Test func aPrefixOfATextIsReadOrRefused() throws {
    let text = """
      %TAG !e! tag:example.com,2000:
      --- # comment
      a: &x {b: [1, "two\\n", 'three'], ? c : d}
      "key": !e!t |2-
         literal
      ? - *x
        - >+
         folded

      : last
      ...
      """
    for count in 0...text.utf8.count {
      let prefix = Data(text.utf8.prefix(count))
      expectCoderErrorOrValue { try StructuredValue.readYAML(prefix).value.writeJSON() }
      for byte in [UInt8(0x20), 0x0A, 0x3A, 0x22, 0x80] {
        expectCoderErrorOrValue { try StructuredValue.readYAML(prefix + [byte]) }
      }
    }
  }
}
