import Foundation
import ProfferConversions
import StandardCoders
import TestSupport;
import Testing

@testable import TextEncodings

/// Detection of encodings that are not declared.
@Suite struct EncodingDetectionTests {
  private static func encoding(_ name: String) throws -> TextEncoding {
    try #require(TextEncoding(name: name), "\(name)")
  }

  // MARK: Texts of languages

  @Test(arguments: EncodingSample.all)
  func aTextOfTwoHundredBytesIsReadAsItWasWritten(sample: EncodingSample) throws {
    for name in sample.encodings {
      let written = try Self.encoding(name).encode(sample.text)
      expectEmpty(written.losses, "\(name) lacks characters of the sample")
      expectAtLeast(written.data.count, 200, "\(name)")
      let detection = TextEncoding.detection(in: written.data)
      expect(
        detection.encoding.decode(written.data).value.unicodeScalars.elementsEqual(
          TextEncoding(name: name)?.decode(written.data).value.unicodeScalars ?? "".unicodeScalars),
        "\(name) was detected as \(detection)")
    }
  }

  @Test(arguments: EncodingSample.all)
  func unicodeWithoutAMarkIsReadAsItWasWritten(sample: EncodingSample) {
    for form in [
      TextEncoding.Form.utf8, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian,
    ] {
      let detection = TextEncoding.detection(in: TextEncoding(form).encode(sample.text).data)
      expectEqual(detection.encoding, TextEncoding(form), "\(detection.evidence)")
    }
  }

  @Test(arguments: EncodingSample.all)
  func wordsOfASCIIAroundDoNotHideALanguage(sample: EncodingSample) throws {
    // Like a catalogue of translations: more English words than words of the language.
    let text = sample.text.split(separator: " ").map { "msgid \"The value of the option\" = \($0);\n" }
      .joined()
    for name in sample.encodings {
      let bytes = try Self.encoding(name).encode(text).data
      let detection = TextEncoding.detection(in: bytes)
      let expected = try Self.encoding(name).decode(bytes).value
      expectEqual(
        Array(detection.encoding.decode(bytes).value.unicodeScalars), Array(expected.unicodeScalars),
        "\(name) was detected as \(detection)")
    }
  }

  /// Expects that bytes are read as the text from which they were written.
  private func expectRead(_ text: String, in name: String) throws {
    let encoding = try Self.encoding(name)
    let written = encoding.encode(text).data
    let detection = TextEncoding.detection(in: written)
    expectEqual(detection.encoding.decode(written).value, text, "\(name) was detected as \(detection)")
  }

  // A text of more than 13 KB was read as UTF-16 if its byte count was even.
  @Test(arguments: ["ISO-8859-2", "Windows-1250", "Windows-1254", "Big5", "Shift_JIS", "EUC-KR", "GBK"])
  func aLongTextIsNotUTF16(name: String) throws {
    let encoding = try Self.encoding(name)
    let sample = try require(EncodingSample.all.first { $0.encodings.contains(name) }, "\(name)")
    for byteCount in [16_384, 24_576] {
      let part = encoding.encode(sample.text + "\n= = = = = = = = = = = = = = = =\n").data
      let whole = Data(repeatElement(part, count: byteCount / part.count + 1).joined())
      let text = encoding.decode(whole.prefix(byteCount)).value
      let detection = TextEncoding.detection(in: whole.prefix(byteCount))
      expectEqual(detection.encoding.decode(whole.prefix(byteCount)).value, text, "\(detection)")
    }
  }

  // A lone accented letter and the letter after it were read as an ideograph or a syllable.
  @Test(arguments: [
    ("the Vindbäl project", "Windows-1252"), ("Løscher", "Windows-1252"), ("Insérez", "ISO-8859-15"),
    ("Quizás", "Windows-1252"), ("příkaz", "Windows-1250"), ("ändringar", "Windows-1252"),
    ("Funktionalitäten", "Windows-1252"), ("LÖSCHOPERATOR", "Windows-1252"),
  ])
  func aLoneAccentInAProgramIsNoIdeograph(word: String, name: String) throws {
    let code = """
      #!/usr/bin/perl
      # Copyright (c) 2003 \(word)
      use strict;
      my $parserOptions = ArgumentParser->new(readTimeout => 30, maximumByteCount => 4096);
      while (my $line = <STDIN>) { print uc($line) if $line =~ /^[A-Z]+$/; }

      """
    let written = try Self.encoding(name).encode(code).data
    let text = TextEncoding.detected(in: written).decode(written).value
    expect(!text.unicodeScalars.contains { $0.value >= 0x2E80 }, "\(text)")
    try expectRead(code, in: name)
  }

  @Test(
    arguments: [
      ("EUC-KR", ["안녕", "안녕하세요", "파일 이름", "// 사용자 목록"]),
      ("Shift_JIS", ["日本語", "ファイル名", "エラー", "// 初期化", "ありがとう", "ﾃﾞｰﾀﾍﾞｰｽ"]),
      ("EUC-JP", ["日本語", "設定を保存", "こんにちは"]),
      ("GBK", ["你好", "文件名", "保存设置", "int x = 3; // 用户列表"]), ("Big5", ["台灣", "檔案名稱", "儲存設定"]),
    ] as [(String, [String])])
  func aShortAsianTextStaysAsian(name: String, texts: [String]) throws {
    for text in texts { try expectRead(text, in: name) }
  }

  @Test(arguments: ["IBM437", "IBM850"])
  func framesAreBoxDrawings(name: String) throws {
    for text in [
      "┌──────┐\n│ name │\n└──────┘\n", "╔════╗\n║ Menü ║\n╚════╝\n", "├── src\n│   └── main.c\n",
      "File ░░▒▒▓▓██ 100%\n", "Name │ Größe\n─────┼──────\nBücher │ 12\n",
    ] { try expectRead(text, in: name) }
  }

  @Test func aWordThatRepeatsIsReadInItsLanguage() throws {
    // In Windows-1256, the last letter of this alphabet is a zero-width mark, here between ASCII letters.
    let text = (1...40).map { "<title>Film \($0) English altyaz\u{131}s\u{131}</title>\n" }.joined()
    let detection = TextEncoding.detection(in: try Self.encoding("ISO-8859-9").encode(text).data)
    expectEqual(
      detection.encoding.decode(try Self.encoding("ISO-8859-9").encode(text).data).value, text,
      "\(detection)")
  }

  @Test func theNoteNamesTheEncodingAndTheLanguage() throws {
    let sample = try require(EncodingSample.all.first { $0.language == "Russian" })
    let bytes = try Self.encoding("KOI8-R").encode(sample.text).data
    let detection = TextEncoding.detection(in: bytes)
    expectEqual(detection.evidence, .language("ru", rival: nil))
    expect(detection.isGuess)
    expectEqual(detection.warnings.count, 1)
    #expect(detection.warnings[0].contains("KOI8-R") && detection.warnings[0].contains("Russian"))
  }

  @Test func bytesOfNoLanguageAreReadWithANote() {
    let detection = TextEncoding.detection(in: Data([0x81, 0x8D, 0x8F, 0x90, 0x9D, 0xFF]))
    expect(detection.isGuess)
    expect(!detection.warnings.isEmpty)
  }

  @Test func anUnknownDeclarationIsIgnored() {
    let bytes = Data([0xF0, 0xD2, 0xC9])
    expectEqual(
      TextEncoding.detection(in: bytes, declaredName: "nothing known"), TextEncoding.detection(in: bytes))
  }

  // MARK: Damage

  @Test(arguments: EncodingSample.all)
  func utf8WithABadByteStaysUTF8(sample: EncodingSample) throws {
    var bytes = Data(sample.text.utf8)
    bytes.insert(0xFF, at: bytes.count / 2)
    let detection = TextEncoding.detection(in: bytes)
    expectEqual(detection.encoding, .utf8)
    let reading = detection.encoding.decode(bytes)
    expectEqual(reading.losses.map(\.kind), [.characters])
    // A bad byte inside a character makes the parts of the character invalid, too: each written U+FFFD is
    // counted.
    let repairs = reading.value.unicodeScalars.count { $0 == "\u{FFFD}" }
    expectEqual(reading.losses.map(\.count), [repairs])
    #expect((1...4).contains(repairs))
  }

  // MARK: Readers

  @Test(arguments: [
    "public.plain-text", "public.html", "net.daringfireball.markdown", "public.comma-separated-values-text",
  ])
  func readersTellAGuess(type: String) throws {
    let sample = try require(EncodingSample.all.first { $0.language == "Greek" })
    let bytes = try Self.encoding("Windows-1253").encode(sample.text).data
    let plan = try ConversionRegistry(.standard).plan(from: [type], to: "public.utf16-plain-text")
    let result = try plan.run(on: RepresentationSource(bytes, typeIdentifier: type))
    expect(
      result.warnings.contains { $0.contains("Windows-1253, by the characters of Greek") }, result.warnings)
    #expect(
      TextEncoding(.utf16LittleEndian, byteOrderMark: true).decode(result.data).value.contains("συνάντησα"))
    var declared = RepresentationSource(bytes, typeIdentifier: type)
    declared.declaredEncodingName = "windows-1253"
    try expectEmpty(plan.run(on: declared).warnings)
  }

  @Test func aLateMetaElementOfAPageCounts() throws {
    let page =
      "<!DOCTYPE html><style>\(String(repeating: "p{margin:0}\n", count: 600))</style><meta charset=koi8-r><p>да"
    let bytes = try Self.encoding("koi8-r").encode(page).data
    let plan = try ConversionRegistry(.standard).plan(from: ["public.html"], to: "public.utf8-plain-text")
    let result = try plan.run(on: RepresentationSource(bytes, typeIdentifier: "public.html"))
    #expect(String(decoding: result.data, as: UTF8.self).contains("да"))
    expectEmpty(result.warnings)
  }
}
