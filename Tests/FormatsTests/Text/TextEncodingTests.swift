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
      expectEmpty(written.losses, "seed \(seed), \(text.debugDescription)")
      let back = encoding.decode(written.data)
      expectEmpty(back.losses)
      expectEqual(Array(back.value.utf8), Array(text.utf8), "seed \(seed), \(encoding)")
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
        expect(back.losses.isEmpty && back.value == text, "U+\(String(number, radix: 16))")
      }
    }
  }

  @Test(arguments: oneByteForms.map(\.0))
  func everyByteThatHasACharacterSurvives(encoding: TextEncoding) {
    let bytes = Data(0...255)
    let text = encoding.decode(bytes)
    let scalars = Array(text.value.unicodeScalars)
    expectEqual(scalars.count, 256)
    let open = scalars.count { $0 == "\u{FFFD}" }
    expectEqual(text.losses.map(\.count), open == 0 ? [] : [open])
    let known = zip(bytes, scalars).filter { $0.1 != "\u{FFFD}" }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: known.map(\.1))
    let written = encoding.encode(String(view))
    expectEmpty(written.losses)
    expectEqual(written.data, Data(known.map(\.0)))
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
    try requireEqual(tables.count, forms.count, "\(run.errorText)")
    for (theirs, (encoding, _)) in zip(tables, forms) {
      let ours = encoding.decode(Data(0...255)).value.unicodeScalars.map(\.value)
      try #require(theirs.count == 256 && ours.count == 256)
      // Browsers have a Belarusian letter in KOI8-U where Python has box drawings.
      let belarusian = encoding.form == .koi8U ? [0xAE, 0xBE] : []
      let others = (0..<256).filter {
        theirs[$0] != 0xFFFD && theirs[$0] != ours[$0] && !belarusian.contains($0)
      }
      expectEmpty(others, "\(encoding)")
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
    expectEmpty(ours.losses)
    let scalars = Array(ours.value.unicodeScalars)
    try requireEqual(scalars.count, rows.count)
    // Windows maps some dashes, signs and a wave dash differently from the standard's table.
    let others = zip(rows, scalars).filter { $0[2] != $1.value }
    expectAtMost(others.count, form == .eucJP ? 7 : 0, "\(others)")
    // A character with two codes is written as one of them.
    let written = zip(rows, scalars).filter { row, _ in row[3] == 1 }
    let elsewhere = written.filter { row, scalar in
      TextEncoding(form).encode(String(scalar)).data != Data([UInt8(row[0]), UInt8(row[1])])
    }
    // IBM's characters have two codes in Shift JIS: Python writes NEC's, but Windows and browsers write the
    // other ones.
    let isOther = elsewhere.filter { row, _ in form != .shiftJIS || ![0xED, 0xEE].contains(row[0]) }
    expectEmpty(isOther)
  }

  @Test(arguments: 16...40)
  func hzIsDividedOnlyWhereItIsInASCII(byteCount: Int) {
    let bytes = Array("a~{VPND~}b, ~{ND~}~~c\n~{VPNDVPND~}1~{ND~}2~{VP~}".utf8)
    var text: [UInt8] = []
    let repairCount = bytes.withUnsafeBytes { bytes in
      TextEncoding(.hz).forEachPiece(of: bytes, byteCount: byteCount) { text.append(contentsOf: $0) }
    }
    expectEqual(repairCount, 0)
    expectEqual(String(decoding: text, as: UTF8.self), "a中文b, 文~c\n中文中文1文2中")
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
    expectEqual(found, checksum)
  }

  @Test(arguments: [
    (TextEncoding.Form.shiftJIS, [0x93, 0xFA] as [UInt8]), (.eucJP, [0xC6, 0xFC]), (.eucKR, [0xB0, 0xA1]),
    (.gbk, [0xD6, 0xD0]), (.gb18030, [0xD6, 0xD0]), (.big5, [0xA4, 0xA4]),
  ])
  func controlCharactersAreKeptAmongOthers(form: TextEncoding.Form, character: [UInt8]) {
    let controls = Array(0..<0x20 as Range<UInt8>) + [0x7F]
    let text = TextEncoding(form).decode(Data(character + controls))
    expectEqual(text.value.unicodeScalars.dropFirst().map(\.value), controls.map(UInt32.init))
    expectEqual(TextEncoding(form).encode(text.value).data, Data(character + controls))
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
      expectEqual(text, Array(whole.value.utf8), "seed \(seed), \(encoding), \(bytes)")
      expectEqual(
        repairCount, whole.losses.reduce(0) { $0 + $1.count }, "seed \(seed), \(encoding), \(bytes)")
    }
  }

  // MARK: Detection

  @Test(arguments: all.filter { $0.hasByteOrderMark })
  func byteOrderMarksAreDetected(encoding: TextEncoding) {
    expectEqual(TextEncoding.detected(in: encoding.encode("Grüße, 中文").data), encoding)
  }

  @Test(arguments: TextEncoding.Form.allCases)
  func everyFormIsKnownByItsName(form: TextEncoding.Form) {
    expectEqual(TextEncoding(name: form.rawValue)?.form, form)
  }

  /// Only browsers use `replacement` and `x-user-defined`, and ISO-2022-CN is not supported.
  ///
  /// All other labels of the WHATWG's Encoding Standard are in `Tests/Cases/encodings/names.cases`.
  @Test func theConversionsPageListsTheLabelsThatAreNotSupported() throws {
    let page = try Self.conversionsPage()
    for name in ["iso-2022-cn", "iso-2022-cn-ext", "replacement", "x-user-defined"] {
      expect(page.contains("`\(name)`"), page)
    }
  }

  @Test func theConversionsPageListsTheEncodingsThatAreRecognized() throws {
    let page = try Self.conversionsPage()
    let recognized = Set(
      EncodingCandidates.all.map(\.form) + [.iso2022JP, .iso2022KR, .utf32BigEndian, .utf32LittleEndian])
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| yes |") || $0.hasPrefix("| no |") }
    try requireEqual(rows.count, 2)
    for form in TextEncoding.Form.allCases {
      let isInRow = rows.map {
        $0.split(separator: "|").last?.split(separator: ",").contains { word in
          word.trimmingCharacters(in: .whitespaces) == form.rawValue
        } == true
      }
      expectEqual(isInRow, [recognized.contains(form), !recognized.contains(form)], "\(form.rawValue)")
    }
  }

  private static func conversionsPage() throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
    return try String(contentsOf: root.appendingPathComponent(".github/docs/conversions.md"), encoding: .utf8)
  }
}
