import ProfferFileSystem
import TestSupport;
import Testing

@Suite struct PrintableTextTests {
  @Test(arguments: [
    ("plain é 漢 👩‍👩‍👧", "plain é 漢 👩‍👩‍👧"), ("a\\b", "a\\\\b"),
    ("a\nb\tc\rd", "a\\nb\\tc\\x0dd"),
    ("\u{1B}[31m", "\\x1b[31m"),
    ("\u{7F}", "\\x7f"), ("\u{9B}", "\\u{9b}"), ("a\u{202E}gpj", "a\\u{202e}gpj"),
    ("\u{2066}\u{2069}", "\\u{2066}\\u{2069}"),
    ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"), ("\u{FEFF}\u{200E}\u{200F}", "\\u{feff}\\u{200e}\\u{200f}"),
  ])
  func whatCouldFoolAReaderIsEscaped(text: String, expected: String) {
    expectEqual(PrintableText.escaped(text.utf8), expected)
  }

  @Test(
    arguments: [
      ([0xFF], "\\xff"), ([0xC3], "\\xc3"), ([0xC3, 0x28], "\\xc3("), ([0xE2, 0x82], "\\xe2\\x82"),
      ([0xED, 0xA0, 0x80], "\\xed\\xa0\\x80"), ([0xC0, 0xAF], "\\xc0\\xaf"),
      ([0xF4, 0x90, 0x80, 0x80], "\\xf4\\x90\\x80\\x80"),
      ([0x61, 0x80, 0x62], "a\\x80b"),
    ] as [([UInt8], String)])
  func bytesThatAreNotTextAreEscaped(bytes: [UInt8], expected: String) {
    expectEqual(PrintableText.escaped(bytes), expected)
  }

  @Test func differentBytesGiveDifferentText() {
    // All sequences of up to three bytes that could be confused with each other.
    let alphabet: [UInt8] = Array("\\xnu{}9b\n\u{1B}".utf8) + [0x00, 0x9B, 0xC2, 0xE2, 0x80, 0xAE]
    var seen: [String: [UInt8]] = [:]
    var words: [[UInt8]] = [[]]
    for _ in 0..<3 {
      words = words.flatMap { word in alphabet.map { word + [$0] } }
      for word in words {
        expectNil(seen.updateValue(word, forKey: PrintableText.escaped(word)), "\(word)")
      }
    }
  }

  @Test(arguments: [
    ("plain é 漢", "plain é 漢"), ("a\\nb", "a\\nb"), ("a\nb\tc\r\u{1B}", "a\\nb\\tc\\x0d\\x1b"),
    ("\u{7F}\u{9B}\u{202E}\u{2028}\u{FEFF}", "\\x7f\\u{9b}\\u{202e}\\u{2028}\\u{feff}"),
  ])
  func aLineKeepsBackslashesAndIsItsOwnLine(text: String, expected: String) {
    expectEqual(PrintableText.line(text), expected)
    expectEqual(PrintableText.line(PrintableText.line(text)), expected)
    let escaped = PrintableText.escaped(text.utf8)
    expectEqual(PrintableText.line(escaped), escaped, "what was escaped once is not escaped again")
  }
}
