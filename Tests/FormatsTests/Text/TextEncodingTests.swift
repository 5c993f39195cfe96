import Foundation
import ProfferConversions
import TestSupport
import Testing

@testable import TextEncodings

struct TextEncodingTests {
  static let all = TextEncoding.Form.allCases.flatMap {
    [TextEncoding($0), TextEncoding($0, byteOrderMark: true)]
  }
  /// The single-byte encodings, with Python's names for them.
  private static let oneByteForms: [(TextEncoding, String)] = TextEncoding.Form.allCases.compactMap { form in
    let name = form.rawValue.lowercased()
    guard !["utf", "shift", "euc", "gb", "big5", "iso-2022", "johab"].contains(where: name.hasPrefix) else {
      return nil
    }
    let witness =
      switch form {
      case .ibm858: "cp858"
      case .windows874: "cp874"
      case .macRoman: "mac_roman"
      case .macCentralEuropean: "mac_latin2"
      case .macIcelandic: "mac_iceland"
      default:
        name.replacingOccurrences(of: "x-mac-", with: "mac_").replacingOccurrences(of: "ibm", with: "cp")
      }
    return (TextEncoding(form), witness)
  }

  // MARK: Laws

  @Test(arguments: all)
  func textReadsBackAsItWas(encoding: TextEncoding) throws {
    let seed = SeededGenerator.testSeed(for: "\(encoding)")
    var random = RandomValues(seed: seed, [.controls, .subtleText])
    let isComplete = encoding.form.rawValue.hasPrefix("UTF") || encoding.form == .gb18030
    for _ in 0..<Repetitions.count(10, long: 40) {
      var text = random.string()
      // Another test covers characters that an encoding lacks.
      if !isComplete { text = encoding.decode(encoding.encode(text).data).value }
      let written = encoding.encode(text)
      #expect(written.losses.isEmpty, "seed \(seed), \(text.debugDescription)")
      let back = encoding.decode(written.data)
      #expect(back.losses.isEmpty)
      #expect(Array(back.value.utf8) == Array(text.utf8), "seed \(seed), \(encoding)")
    }
  }

  /// The tables also contain single bytes above ASCII, which these encodings do not have.
  @Test(arguments: [TextEncoding.Form.iso2022KR, .iso2022JP])
  func everyCharacterIsWrittenAndReadBackOrLacking(form: TextEncoding.Form) {
    let encoding = TextEncoding(form)
    // All characters take two seconds.
    for number in stride(from: UInt32(0), through: 0xFFFF, by: Repetitions.areLong ? 1 : 11) {
      guard let scalar = UnicodeScalar(number) else { continue }
      for text in [String(Character(scalar)), "가\(Character(scalar))あ"] {
        let written = encoding.encode(text)
        guard written.losses.isEmpty else { continue }
        let back = encoding.decode(written.data)
        #expect(back.losses.isEmpty && back.value == text, "U+\(String(number, radix: 16))")
      }
    }
  }

  @Test(arguments: oneByteForms.map(\.0))
  func everyByteThatHasACharacterSurvives(encoding: TextEncoding) {
    let bytes = Data(0...255)
    let text = encoding.decode(bytes)
    let scalars = Array(text.value.unicodeScalars)
    #expect(scalars.count == 256)
    let open = scalars.count { $0 == "\u{FFFD}" }
    #expect(text.losses.map(\.count) == (open == 0 ? [] : [open]))
    let known = zip(bytes, scalars).filter { $0.1 != "\u{FFFD}" }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: known.map(\.1))
    let written = encoding.encode(String(view))
    #expect(written.losses.isEmpty)
    #expect(written.data == Data(known.map(\.0)))
  }

  @Test func pythonHasTheSameTables() async throws {
    // One process tests all encodings, because starting it takes longer than the rest.
    let script = """
      import sys
      for name in sys.argv[1:]:
          text = bytes(range(256)).decode(name, 'replace')
          print(' '.join(str(ord(character)) for character in text))
      """
    let run = try await ProgramRun.run(
      "/usr/bin/env", ["python3", "-c", script] + Self.oneByteForms.map(\.1), environment: testEnvironment)
    let tables = run.text.split(separator: "\n").map { $0.split(separator: " ").compactMap { UInt32($0) } }
    try #require(tables.count == Self.oneByteForms.count, "\(run.errorText)")
    for (theirs, (encoding, _)) in zip(tables, Self.oneByteForms) {
      let ours = encoding.decode(Data(0...255)).value.unicodeScalars.map(\.value)
      try #require(theirs.count == 256 && ours.count == 256)
      let others = (0..<256).filter { theirs[$0] != 0xFFFD && theirs[$0] != ours[$0] }
      #expect(others.isEmpty, "\(encoding)")
    }
  }

  @Test(arguments: [
    (TextEncoding.Form.shiftJIS, "cp932"), (.eucKR, "cp949"), (.gbk, "gbk"), (.eucJP, "euc_jp"),
    (.johab, "johab"),
  ])
  func pythonReadsTheSameOfTwoBytes(form: TextEncoding.Form, name: String) async throws {
    let script = """
      import sys
      for lead in range(0x81, 0xFF):
          for trail in range(0x31, 0xFF):
              try: text = bytes([lead, trail]).decode(sys.argv[1])
              except UnicodeDecodeError: continue
              isWritten = text.encode(sys.argv[1], 'replace') == bytes([lead, trail])
              if len(text) == 1: print("%d %d %d %d" % (lead, trail, ord(text), isWritten))
      """
    let run = try await ProgramRun.run(
      "/usr/bin/env", ["python3", "-c", script, name], environment: testEnvironment)
    let rows = run.text.split(separator: "\n").map { $0.split(separator: " ").compactMap { UInt32($0) } }
    try #require(rows.count > 6_000, "\(run.errorText)")
    let bytes = rows.flatMap { [UInt8($0[0]), UInt8($0[1])] }
    let ours = TextEncoding(form).decode(Data(bytes))
    #expect(ours.losses.isEmpty)
    let scalars = Array(ours.value.unicodeScalars)
    try #require(scalars.count == rows.count)
    // Windows maps some dashes, signs and a wave dash differently from the standard's table.
    let others = zip(rows, scalars).filter { $0[2] != $1.value }
    #expect(others.count <= (form == .eucJP ? 7 : 0), "\(others)")
    // A character with two codes is written as one of them.
    let written = zip(rows, scalars).filter { row, _ in row[3] == 1 }
    let elsewhere = written.filter { row, scalar in
      TextEncoding(form).encode(String(scalar)).data != Data([UInt8(row[0]), UInt8(row[1])])
    }
    // IBM's characters have two codes in Shift JIS: Python writes NEC's, but Windows and browsers write the
    // other ones.
    let isOther = elsewhere.filter { row, _ in form != .shiftJIS || ![0xED, 0xEE].contains(row[0]) }
    #expect(isOther.isEmpty, "\(isOther)")
  }

  @Test(arguments: [
    (TextEncoding.Form.shiftJIS, [0x93, 0xFA, 0x96, 0x7B, 0xB6] as [UInt8], "日本ｶ"),
    (.eucJP, [0xC6, 0xFC, 0xCB, 0xDC, 0x8E, 0xB6], "日本ｶ"), (.eucJP, [0xFC, 0xDF, 0xAD, 0xEA], "\u{FA2C}㈱"),
    (.eucKR, [0xB0, 0xA1, 0x81, 0x41], "가갂"),
    (.gbk, [0xD6, 0xD0, 0x80], "中€"), (.gb18030, [0xD6, 0xD0, 0x94, 0x39, 0xDA, 0x33], "中💩"),
    (.big5, [0xA4, 0xA4, 0xA4, 0xE5], "中文"),
    (.iso2022JP, Array("a\u{1B}$BF|K\\\u{1B}(I6\u{1B}(B\nb".utf8), "a日本ｶ\nb"),
    (.iso2022JP, Array("\u{1B}(J\\~\u{1B}(B~".utf8), "¥‾~"),
  ])
  func multibyteCharactersAreReadAndWritten(form: TextEncoding.Form, bytes: [UInt8], text: String) {
    #expect(TextEncoding(form).decode(Data(bytes)).value == text)
    #expect(TextEncoding(form).encode(text).data == Data(bytes))
  }

  @Test(arguments: [
    (TextEncoding.Form.shiftJIS, [0x93, 0xFA] as [UInt8]), (.eucJP, [0xC6, 0xFC]), (.eucKR, [0xB0, 0xA1]),
    (.gbk, [0xD6, 0xD0]), (.gb18030, [0xD6, 0xD0]), (.big5, [0xA4, 0xA4]),
  ])
  func controlCharactersAreKeptAmongOthers(form: TextEncoding.Form, character: [UInt8]) {
    let controls = Array(0..<0x20 as Range<UInt8>) + [0x7F]
    let text = TextEncoding(form).decode(Data(character + controls))
    #expect(text.value.unicodeScalars.dropFirst().map(\.value) == controls.map(UInt32.init))
    #expect(TextEncoding(form).encode(text.value).data == Data(character + controls))
  }

  @Test(arguments: all)
  func piecesJoinToTheWholeText(encoding: TextEncoding) {
    let seed = SeededGenerator.testSeed(for: "\(encoding)")
    var random = RandomValues(seed: seed, [.controls, .subtleText])
    for _ in 0..<Repetitions.count(10, long: 40) {
      var bytes = [UInt8](encoding.encode(random.string() + random.string()).data)
      // Damage the bytes, which also cuts characters in two.
      for _ in 0..<Int.random(in: 0...4, using: &random.generator) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random.generator)
        bytes[place] = UInt8.random(in: 0x30...0xFF, using: &random.generator)
      }
      let whole = encoding.decode(Data(bytes))
      var text: [UInt8] = []
      let repairCount = bytes.withUnsafeBytes { bytes in
        encoding.forEachPiece(of: bytes, byteCount: 16) { text.append(contentsOf: $0) }
      }
      #expect(text == Array(whole.value.utf8), "seed \(seed), \(encoding), \(bytes)")
      #expect(repairCount == whole.losses.reduce(0) { $0 + $1.count }, "seed \(seed), \(encoding), \(bytes)")
    }
  }

  // MARK: Losses

  @Test func escapesInJapaneseMailAreNotText() {
    let written = TextEncoding(.iso2022JP).encode("日\u{1B}é本")
    #expect(written.data == Data("\u{1B}$BF|\u{1B}(B??\u{1B}$BK\\\u{1B}(B".utf8))
    #expect(written.losses.map(\.count) == [2])
  }

  @Test func missingCharactersAreCounted() {
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
    // Unpaired surrogates, overlong forms, and values beyond the last scalar.
    (.utf8, [0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}", 3),
    (.utf8, [0xC1, 0x81], "\u{FFFD}\u{FFFD}", 2), (.utf8, [0xE0, 0x9F, 0xBF], "\u{FFFD}\u{FFFD}\u{FFFD}", 3),
    (.utf8, [0xF0, 0x8F, 0xBF, 0xBF], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}", 4),
    (.utf8, [0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}", 4),
    (.utf16BigEndian, [0xD8, 0x00, 0x00, 0x41, 0xDC, 0x00, 0x00], "\u{FFFD}A\u{FFFD}\u{FFFD}", 3),
    (.utf16LittleEndian, [0x3D, 0xD8, 0x00, 0xDE, 0x3D, 0xD8], "😀\u{FFFD}", 1),
    (.utf32BigEndian, [0, 0, 0xD8, 0, 0, 0x11, 0, 0, 0, 0, 0, 0x41, 0], "\u{FFFD}\u{FFFD}A\u{FFFD}", 3),
    (TextEncoding(.windows1253), [0x41, 0xD2, 0xE1], "A\u{FFFD}α", 1),
    (TextEncoding(.shiftJIS), [0x81, 0x0A, 0x93, 0xFA, 0x81], "\u{FFFD}\n日\u{FFFD}", 2),
    (TextEncoding(.gbk), [0xD6, 0xD0, 0xD6, 0x22, 0x41], "中\u{FFFD}\"A", 1),
    // A line begins in ASCII. The texts contain half a character, an unknown escape sequence, and a byte
    // above ASCII.
    (TextEncoding(.iso2022JP), Array("\u{1B}$@F|F\nF|".utf8), "日\u{FFFD}\nF|", 1),
    (TextEncoding(.iso2022JP), Array("a\u{1B}(Zb".utf8) + [0xE9], "a\u{FFFD}(Zb\u{FFFD}", 2),
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
  func utf8IsDetected(text: String, typeIdentifier: String?, encoding: TextEncoding) {
    #expect(TextEncoding.detected(in: Data(text.utf8), typeIdentifier: typeIdentifier) == encoding)
  }

  @Test(arguments: all.filter { $0.hasByteOrderMark })
  func byteOrderMarksAreDetected(encoding: TextEncoding) {
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
  func encodingsAreDetectedByTheDocumentedRule(
    bytes: [UInt8], typeIdentifier: String?, encoding: TextEncoding
  ) {
    #expect(TextEncoding.detected(in: Data(bytes), typeIdentifier: typeIdentifier) == encoding)
  }

  @Test func namesOfEncodingsAreKnownInAnyCase() {
    #expect(TextEncoding(name: "UTF-8") == .utf8)
    #expect(TextEncoding(name: "iso-8859-1") == .latin1)
    #expect(TextEncoding(name: "Macintosh") == .macRoman)
    #expect(TextEncoding(name: "EBCDIC") == nil)
    #expect(TextEncoding(name: "KOI8-R")?.form == .koi8R)
    #expect(TextEncoding(name: "x-sjis")?.form == .shiftJIS)
    for name in ["latin-1", "Latin_1", "ISO8859-1", "latin 01"] {
      #expect(TextEncoding(name: name) == .latin1)
    }
    #expect(TextEncoding(name: "iso-8859-11")?.form == .iso8859Part11)
    #expect(TextEncoding(name: "win-1251")?.form == .windows1251)
    #expect(TextEncoding(name: "csISO2022JP")?.form == .iso2022JP)
    #expect(TextEncoding(name: "utf-7") == nil)
    #expect(TextEncoding(name: "") == nil)
    for form in TextEncoding.Form.allCases { #expect(TextEncoding(name: form.rawValue)?.form == form) }
  }

  @Test(
    arguments: [
      (1250, .windows1250), (1252, .windows1252), (65001, .utf8), (1200, .utf16LittleEndian),
      (932, .shiftJIS),
      (936, .gbk), (949, .eucKR), (950, .big5), (54936, .gb18030), (866, .ibm866), (10000, .macRoman),
      (10007, .macCyrillic), (28605, .iso8859Part15), (37, nil),
    ] as [(Int, TextEncoding.Form?)])
  func codePagesAreKnownByTheirNumbers(number: Int, form: TextEncoding.Form?) {
    #expect(TextEncoding(windowsCodePage: number)?.form == form)
  }

  @Test func aDeclaredEncodingCountsUnlessTheBytesBeginWithAMark() {
    let bytes = Data([0xF0, 0xD2, 0xC9])
    #expect(TextEncoding.detected(in: bytes, declaredName: "koi8-r").decode(bytes).value == "При")
    #expect(TextEncoding.detected(in: Data("\u{FEFF}a".utf8), declaredName: "koi8-r").form == .utf8)
    #expect(
      TextEncoding.detected(in: bytes, declaredName: "nothing known") == TextEncoding.detected(in: bytes))
  }
}
