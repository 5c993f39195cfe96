import ArgumentParsing
import TestSupport;
import Testing

@Suite struct ArgumentLexerTests {
  /// The tokens as text; the options -o and --output take a value.
  private func tokens(_ line: String) -> [String] {
    var lexer = ArgumentLexer(Sample.words(line))
    var tokens: [String] = []
    func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    while let token = lexer.next() {
      switch token {
      case .short(let letter):
        tokens.append("-\(text([letter]))")
        if letter == UInt8(ascii: "o") {
          tokens.append(lexer.takeValue().map { "(\(text($0)))" } ?? "nothing")
        }
      case .long(let name, let value):
        tokens.append("--\(text(name))")
        if let value {
          tokens.append("=(\(text(value)))")
        } else if text(name) == "output" {
          tokens.append(lexer.takeValue().map { "(\(text($0)))" } ?? "nothing")
        }
      case .operand(let word): tokens.append("[\(text(word))]")
      }
    }
    return tokens
  }

  @Test(arguments: [
    ("", []), ("a", ["[a]"]), ("-", ["[-]"]), ("-a", ["-a"]), ("-abc", ["-a", "-b", "-c"]),
    ("-ovalue", ["-o", "(value)"]), ("-o value", ["-o", "(value)"]), ("-o=value", ["-o", "(value)"]),
    ("-o==v", ["-o", "(=v)"]), ("-o=", ["-o", "()"]), ("-abovalue x", ["-a", "-b", "-o", "(value)", "[x]"]),
    ("-o", ["-o", "nothing"]), ("-o -", ["-o", "(-)"]), ("-o -a", ["-o", "(-a)"]), ("-o --", ["-o", "(--)"]),
    ("--all", ["--all"]), ("--output=v", ["--output", "=(v)"]), ("--output=", ["--output", "=()"]),
    ("--output=a=b", ["--output", "=(a=b)"]), ("--output v", ["--output", "(v)"]),
    ("--output", ["--output", "nothing"]), ("--=x", ["--", "=(x)"]), ("a -b c", ["[a]", "-b", "[c]"]),
    ("-- -a --b -- -", ["[-a]", "[--b]", "[--]", "[-]"]), ("-a -- b", ["-a", "[b]"]), ("--", []),
    ("---", ["---"]),
    ("a  b", ["[a]", "[]", "[b]"]), ("-a=b", ["-a", "-=", "-b"]),
  ])
  func wordsBecomeTokens(line: String, expected: [String]) {
    expectEqual(tokens(line), expected)
  }

  @Test func bytesThatAreNotTextSurvive() {
    var lexer = ArgumentLexer([[0xFF, 0x2D], Array("--n=".utf8) + [0x80], [0x2D, 0x6F, 0xC3]])
    expectEqual(lexer.next(), .operand([0xFF, 0x2D]))
    expectEqual(lexer.next(), .long(name: Array("n".utf8), value: [0x80]))
    expectEqual(lexer.next(), .short(UInt8(ascii: "o")))
    expectEqual(lexer.takeValue(), [0xC3])
    expectNil(lexer.next())
  }
}
