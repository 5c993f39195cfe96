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
    guard !["utf", "shift", "euc", "gb", "hz", "big5", "iso-2022", "johab"].contains(where: name.hasPrefix)
    else {
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
    // Python has no VISCII.
    let forms = Self.oneByteForms.filter { $0.0.form != .viscii }
    let run = try await ProgramRun.run(
      "/usr/bin/env", ["python3", "-c", script] + forms.map(\.1), environment: testEnvironment)
    let tables = run.text.split(separator: "\n").map { $0.split(separator: " ").compactMap { UInt32($0) } }
    try #require(tables.count == forms.count, "\(run.errorText)")
    for (theirs, (encoding, _)) in zip(tables, forms) {
      let ours = encoding.decode(Data(0...255)).value.unicodeScalars.map(\.value)
      try #require(theirs.count == 256 && ours.count == 256)
      // Browsers have a Belarusian letter in KOI8-U where Python has box drawings.
      let belarusian = encoding.form == .koi8U ? [0xAE, 0xBE] : []
      let others = (0..<256).filter {
        theirs[$0] != 0xFFFD && theirs[$0] != ours[$0] && !belarusian.contains($0)
      }
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
    (.hz, Array("a~{VPND~}~~b\n~{VP~}".utf8), "a中文~b\n中"),
    (.viscii, [0x56, 0x69, 0xAE, 0x74, 0x02], "Vi\u{1EC7}t\u{1EB2}"),
    (.iso2022JP, Array("a\u{1B}$BF|K\\\u{1B}(I6\u{1B}(B\nb".utf8), "a日本ｶ\nb"),
    (.iso2022JP, Array("\u{1B}(J\\~\u{1B}(B~".utf8), "¥‾~"),
  ])
  func multibyteCharactersAreReadAndWritten(form: TextEncoding.Form, bytes: [UInt8], text: String) {
    #expect(TextEncoding(form).decode(Data(bytes)).value == text)
    #expect(TextEncoding(form).encode(text).data == Data(bytes))
  }

  @Test(arguments: [
    (TextEncoding.Form.big5, [0x88, 0x66] as [UInt8], "\u{CA}"), (.big5, [0x87, 0x40], "\u{43F0}"),
    (.big5, [0x88, 0x62, 0x88, 0x64], "\u{CA}\u{304}\u{CA}\u{30C}"),
    (.big5, [0x88, 0xA3, 0x88, 0xA5], "\u{EA}\u{304}\u{EA}\u{30C}"),
    (.big5, [0x8B, 0x40], "\u{233F4}"), (.big5, [0xA3, 0xE1], "€"), (.big5, [0xFA, 0x66], "\u{507D}"),
    (.eucJP, [0x8F, 0xB0, 0xA1], "丂"), (.gbk, [0x81, 0x30, 0x89, 0x38], "ß"),
    (.hz, Array("a~\nb~{VP\nNDc".utf8), "ab中\nNDc"),
  ])
  func rareCodesAreReadAsInBrowsers(form: TextEncoding.Form, bytes: [UInt8], text: String) {
    let reading = TextEncoding(form).decode(Data(bytes))
    #expect(Array(reading.value.utf8) == Array(text.utf8))
    #expect(reading.losses.isEmpty)
  }

  @Test(arguments: 16...40)
  func hzIsDividedOnlyWhereItIsInASCII(byteCount: Int) {
    let bytes = Array("a~{VPND~}b, ~{ND~}~~c\n~{VPNDVPND~}1~{ND~}2~{VP~}".utf8)
    var text: [UInt8] = []
    let repairCount = bytes.withUnsafeBytes { bytes in
      TextEncoding(.hz).forEachPiece(of: bytes, byteCount: byteCount) { text.append(contentsOf: $0) }
    }
    #expect(repairCount == 0)
    #expect(String(decoding: text, as: UTF8.self) == "a中文b, 文~c\n中文中文1文2中")
  }

  /// The checksums are those of the WHATWG's `index-*.txt`; `Tests/Interop/encoding_standard.py
  /// --checksums` prints them for Chromium.
  @Test(arguments: [
    (TextEncoding.Form.big5, 0xF940_8740_50C7_51A2 as UInt64), (.eucJP, 0x2411_4F2A_9785_B551),
    (.eucKR, 0x9CC4_6DEA_440B_B238), (.gbk, 0x05B9_ACDF_0B5F_4CB0), (.gb18030, 0x05B9_ACDF_0B5F_4CB0),
    (.shiftJIS, 0x1631_D7C5_02F0_BFAA),
  ])
  func everyCodeOfTwoBytesIsReadAsInTheEncodingStandard(form: TextEncoding.Form, checksum: UInt64) {
    let codes = (0x81...0xFE).flatMap { lead in
      (0x40...0xFE).flatMap { [lead, $0, 0x0A] as [UInt8] }
    }
    let text = TextEncoding(form).decode(Data(codes)).value
    let found = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    #expect(found == checksum)
  }

  @Test(arguments: [
    (TextEncoding.Form.big5, "\u{CA}", false), (.big5, "\u{43F0}", false), (.big5, "中", true),
    (.eucJP, "丂", false), (.gbk, "å", false), (.hz, "鎔", false), (.viscii, "\u{2}", false),
  ])
  func charactersOutsideTheUsualSetAreNotWritten(form: TextEncoding.Form, text: String, isWritten: Bool) {
    #expect(TextEncoding(form).encode(text).losses.isEmpty == isWritten)
  }

  /// Browsers write the later ones of two codes for these characters.
  @Test func someCharactersOfBig5HaveLaterCodes() {
    #expect(TextEncoding(.big5).encode("═╡十").data == Data([0xF9, 0xF9, 0xF9, 0xEB, 0xA4, 0x51]))
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
    // An ASCII byte that is not part of a character is kept, also where it may be the second byte of others.
    (TextEncoding(.big5), [0x81, 0x40, 0xFF, 0xA4, 0xA4, 0xC8, 0xA5], "\u{FFFD}@\u{FFFD}中\u{FFFD}", 3),
    (TextEncoding(.eucKR), [0x80, 0xC9, 0xA1, 0xB0, 0xA1], "\u{FFFD}\u{FFFD}가", 2),
    (TextEncoding(.gb18030), [0x84, 0x31, 0xA5, 0x30, 0x81, 0x30, 0x41], "\u{FFFD}\u{FFFD}0A", 2),
    (TextEncoding(.eucJP), [0x8F, 0xA1, 0x0A, 0x8F, 0x80, 0xC6, 0xFC], "\u{FFFD}\n\u{FFFD}日", 2),
    (TextEncoding(.hz), Array("~x~{VP*!V\n".utf8) + [0xE9], "\u{FFFD}x中\u{FFFD}\u{FFFD}\n\u{FFFD}", 4),
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
    #expect(TextEncoding(name: "VISCII")?.form == .viscii)
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

  /// The labels of the WHATWG's Encoding Standard, with its name for the encoding.
  private static let labels = """
    UTF-8: unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8
    IBM866: 866 cp866 csibm866 ibm866
    ISO-8859-2: csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2
      latin2
    ISO-8859-3: csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3
      latin3
    ISO-8859-4: csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4
      latin4
    ISO-8859-5: csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5
      iso_8859-5:1988
    ISO-8859-6: arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6
      iso-8859-6-e iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987
    ISO-8859-7: csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597
      iso_8859-7 iso_8859-7:1987 sun_eu_greek
    ISO-8859-8: csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8
      iso88598 iso_8859-8 iso_8859-8:1988 visual
    ISO-8859-8-I: csiso88598i iso-8859-8-i logical
    ISO-8859-10: csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6
    ISO-8859-13: iso-8859-13 iso8859-13 iso885913
    ISO-8859-14: iso-8859-14 iso8859-14 iso885914
    ISO-8859-15: csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9
    ISO-8859-16: iso-8859-16
    KOI8-R: cskoi8r koi koi8 koi8-r koi8_r
    KOI8-U: koi8-ru koi8-u
    macintosh: csmacintosh mac macintosh x-mac-roman
    windows-874: dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874
    windows-1250: cp1250 windows-1250 x-cp1250
    windows-1251: cp1251 windows-1251 x-cp1251
    windows-1252: ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1
      iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252
    windows-1253: cp1253 windows-1253 x-cp1253
    windows-1254: cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989
      l5 latin5 windows-1254 x-cp1254
    windows-1255: cp1255 windows-1255 x-cp1255
    windows-1256: cp1256 windows-1256 x-cp1256
    windows-1257: cp1257 windows-1257 x-cp1257
    windows-1258: cp1258 windows-1258 x-cp1258
    x-mac-cyrillic: x-mac-cyrillic x-mac-ukrainian
    GBK: chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk
    gb18030: gb18030
    Big5: big5 big5-hkscs cn-big5 csbig5 x-x-big5
    EUC-JP: cseucpkdfmtjapanese euc-jp x-euc-jp
    ISO-2022-JP: csiso2022jp iso-2022-jp
    Shift_JIS: csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis
    EUC-KR: cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601
      ksc_5601 windows-949
    UTF-16BE: unicodefffe utf-16be
    UTF-16LE: csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le
    """

  /// Only browsers use `replacement` and `x-user-defined`, and ISO-2022-CN is not supported.
  @Test func everyLabelOfTheEncodingStandardIsKnownOrListed() throws {
    var name = ""
    for word in Self.labels.split(whereSeparator: \.isWhitespace) {
      if word.hasSuffix(":") {
        name = String(word.dropLast())
        continue
      }
      let found = try #require(TextEncoding(name: String(word)), "\(word)")
      let expected = name == "ISO-8859-8-I" ? "ISO-8859-8" : name
      // These labels state no byte order.
      guard !["csunicode", "iso-10646-ucs-2", "ucs-2", "utf-16"].contains(word) else {
        #expect(found == .utf16BigEndian)
        continue
      }
      // ASCII is read as UTF-8, which contains it.
      guard found != .utf8 || name != "windows-1252" else { continue }
      #expect(found.usedByBrowsers.form.rawValue.lowercased() == expected.lowercased(), "\(word)")
    }
    let page = try Self.conversionsPage()
    for name in ["iso-2022-cn", "iso-2022-cn-ext", "replacement", "x-user-defined"] {
      #expect(TextEncoding(name: name) == nil)
      #expect(page.contains("`\(name)`"))
    }
    #expect(TextEncoding(name: "hz-gb-2312")?.form == .hz)
  }

  @Test func theConversionsPageListsTheEncodingsThatAreRecognized() throws {
    let page = try Self.conversionsPage()
    let recognized = Set(
      EncodingCandidates.all.map(\.form) + [.iso2022JP, .iso2022KR, .utf32BigEndian, .utf32LittleEndian])
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| yes |") || $0.hasPrefix("| no |") }
    try #require(rows.count == 2)
    for form in TextEncoding.Form.allCases {
      let isInRow = rows.map {
        $0.split(separator: "|").last?.split(separator: ",").contains { word in
          word.trimmingCharacters(in: .whitespaces) == form.rawValue
        } == true
      }
      #expect(isInRow == [recognized.contains(form), !recognized.contains(form)], "\(form.rawValue)")
    }
  }

  private static func conversionsPage() throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
    return try String(contentsOf: root.appendingPathComponent(".github/docs/conversions.md"), encoding: .utf8)
  }

  @Test(
    arguments: [
      (1250, .windows1250), (1252, .windows1252), (65001, .utf8), (1200, .utf16LittleEndian),
      (932, .shiftJIS),
      (936, .gbk), (949, .eucKR), (950, .big5), (54936, .gb18030), (52936, .hz), (866, .ibm866),
      (10000, .macRoman),
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
