import Conversions
import Foundation
import RepresentationCoders
import TestSupport
import Testing

struct TextEncodingTests {
  static let all = TextEncoding.Form.allCases.flatMap {
    [TextEncoding($0), TextEncoding($0, byteOrderMark: true)]
  }
  private static let oneByteForms: [(TextEncoding, String)] = [
    (.latin1, "latin-1"), (.windows1252, "cp1252"), (.macRoman, "mac_roman"),
  ]

  // MARK: Laws

  @Test(arguments: all)
  func textReadsBackAsItWas(encoding: TextEncoding) throws {
    let seed = SeededGenerator.freshSeed()
    var random = RandomValues(seed: seed, [.controls, .subtleText])
    for _ in 0..<300 {
      var text = random.string()
      // What the encoding lacks is another test's matter.
      if [.latin1, .windows1252, .macRoman].contains(encoding.form) { text = text.filter(\.isASCII) }
      let written = encoding.encode(text)
      #expect(written.losses.isEmpty)
      let back = encoding.decode(written.data)
      #expect(back.losses.isEmpty)
      #expect(Array(back.value.utf8) == Array(text.utf8), "seed \(seed), \(encoding)")
    }
  }

  @Test(arguments: oneByteForms.map(\.0))
  func everyByteHasACharacter(encoding: TextEncoding) {
    let bytes = Data(0...255)
    let text = encoding.decode(bytes)
    #expect(text.losses.isEmpty)
    #expect(text.value.unicodeScalars.count == 256)
    #expect(encoding.encode(text.value).data == bytes)
  }

  @Test(arguments: oneByteForms)
  func pythonHasTheSameTables(encoding: TextEncoding, name: String) throws {
    let script =
      "import sys; sys.stdout.buffer.write(bytes(range(256)).decode(sys.argv[1], 'replace').encode('utf-8'))"
    let run = try ProgramRun.run(
      "/usr/bin/env", ["python3", "-c", script, name], environment: testEnvironment)
    let theirs = Array(run.text.unicodeScalars)
    let ours = Array(encoding.decode(Data(0...255)).value.unicodeScalars)
    try #require(theirs.count == 256, "\(run.errorText)")
    for byte in 0..<256 where theirs[byte] != "\u{FFFD}" { #expect(ours[byte] == theirs[byte], "\(byte)") }
  }

  // MARK: Losses

  @Test func charactersThatAreLackingAreCountedOnceEach() {
    let written = TextEncoding.macRoman.encode("é中e\u{301}👩‍👩‍👧x\r\n")
    #expect(written.data == Data([0x8E, 0x3F, 0x8E, 0x3F, 0x78, 0x0D, 0x0A]))
    #expect(written.losses.map(\.kind) == [.characters])
    #expect(written.losses.map(\.count) == [2])
  }

  @Test(arguments: [
    (
      TextEncoding.utf8, [0x61, 0xC3, 0x62, 0xEF, 0xBF, 0xBD, 0xFF] as [UInt8], "a\u{FFFD}b\u{FFFD}\u{FFFD}",
      2
    ),
    (.utf16BigEndian, [0xD8, 0x00, 0x00, 0x41, 0xDC, 0x00, 0x00], "\u{FFFD}A\u{FFFD}\u{FFFD}", 3),
    (.utf16LittleEndian, [0x3D, 0xD8, 0x00, 0xDE, 0x3D, 0xD8], "😀\u{FFFD}", 1),
    (.utf32BigEndian, [0, 0, 0xD8, 0, 0, 0x11, 0, 0, 0, 0, 0, 0x41, 0], "\u{FFFD}\u{FFFD}A\u{FFFD}", 3),
  ])
  func malformedBytesAreRepairedAndCounted(encoding: TextEncoding, bytes: [UInt8], text: String, count: Int) {
    let reading = encoding.decode(Data(bytes))
    #expect(reading.value == text)
    #expect(reading.losses.map(\.count) == [count])
  }

  // MARK: Detection

  @Test(
    arguments: [
      ("", nil, .utf8), ("plain", nil, .utf8), ("naïve", nil, .utf8),
      ("text\u{0}with\u{0}zeros", nil, .utf8),
    ] as [(String, String?, TextEncoding)])
  func textInUTF8IsFoundOut(text: String, typeIdentifier: String?, encoding: TextEncoding) {
    #expect(TextEncoding.detected(in: Data(text.utf8), typeIdentifier: typeIdentifier) == encoding)
  }

  @Test(arguments: all.filter { $0.hasByteOrderMark })
  func marksAreFoundOut(encoding: TextEncoding) {
    #expect(TextEncoding.detected(in: encoding.encode("Grüße, 中文").data) == encoding)
  }

  @Test(
    arguments: [
      ([0xE9, 0x74, 0xE9], nil, .windows1252), ([0x68, 0, 0x69, 0], nil, .utf16LittleEndian),
      ([0, 0x68, 0, 0x69], nil, .utf16BigEndian),
      ([0x2D, 0x4E, 0x87, 0x65, 0x0A, 0x00], nil, .utf16LittleEndian),
      ([0x61, 0x00], nil, .utf8), ([0xE9, 0, 0x61], nil, .windows1252),
      ([0x2D, 0x4E], "public.utf16-plain-text", .utf16LittleEndian),
      ([0x2D, 0x4E], "public.utf16-external-plain-text", .utf16BigEndian),
      ([0, 0x68, 0, 0x69], "public.utf16-plain-text", .utf16BigEndian),
      ([0xFE, 0xFF, 0, 0x68], "public.UTF16-plain-text", TextEncoding(.utf16BigEndian, byteOrderMark: true)),
      ([0xFF, 0xFE, 0, 0], "public.utf16-plain-text", TextEncoding(.utf16LittleEndian, byteOrderMark: true)),
      ([0xFF, 0xFE, 0, 0], "public.plain-text", TextEncoding(.utf32LittleEndian, byteOrderMark: true)),
      (
        [0xFF, 0xFE, 0x61, 0], "public.utf8-plain-text", TextEncoding(.utf16LittleEndian, byteOrderMark: true)
      ),
      ([0xE9, 0x61], "public.utf8-plain-text", .utf8),
      ([0xEF, 0xBB, 0xBF], "com.apple.traditional-mac-plain-text", .macRoman),
    ] as [([UInt8], String?, TextEncoding)])
  func encodingsAreFoundOutByTheStatedRule(bytes: [UInt8], typeIdentifier: String?, encoding: TextEncoding) {
    #expect(TextEncoding.detected(in: Data(bytes), typeIdentifier: typeIdentifier) == encoding)
  }

  @Test func namesOfEncodingsAreKnownInAnyCase() {
    #expect(TextEncoding(name: "UTF-8") == .utf8)
    #expect(TextEncoding(name: "iso-8859-1") == .latin1)
    #expect(TextEncoding(name: "Macintosh") == .macRoman)
    #expect(TextEncoding(name: "EBCDIC") == nil)
  }
}
