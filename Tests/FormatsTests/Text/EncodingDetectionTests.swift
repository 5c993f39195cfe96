import Foundation
import ProfferConversions
import StandardCoders
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
      #expect(written.losses.isEmpty, "\(name) lacks characters of the sample")
      #expect(written.data.count >= 200, "\(name)")
      let detection = TextEncoding.detection(in: written.data)
      #expect(
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
      #expect(detection.encoding == TextEncoding(form), "\(detection.evidence)")
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
      #expect(
        Array(detection.encoding.decode(bytes).value.unicodeScalars) == Array(expected.unicodeScalars),
        "\(name) was detected as \(detection)")
    }
  }

  @Test func aWordThatRepeatsIsReadInItsLanguage() throws {
    // In Windows-1256, the last letter of this alphabet is a zero-width mark, here between ASCII letters.
    let text = (1...40).map { "<title>Film \($0) English altyaz\u{131}s\u{131}</title>\n" }.joined()
    let detection = TextEncoding.detection(in: try Self.encoding("ISO-8859-9").encode(text).data)
    #expect(
      detection.encoding.decode(try Self.encoding("ISO-8859-9").encode(text).data).value == text,
      "\(detection)")
  }

  @Test func theNoteNamesTheEncodingAndTheLanguage() throws {
    let sample = try #require(EncodingSample.all.first { $0.language == "Russian" })
    let bytes = try Self.encoding("KOI8-R").encode(sample.text).data
    let detection = TextEncoding.detection(in: bytes)
    #expect(detection.evidence == .language("ru", rival: nil))
    #expect(detection.isGuess)
    #expect(detection.warnings.count == 1)
    #expect(detection.warnings[0].contains("KOI8-R") && detection.warnings[0].contains("Russian"))
  }

  @Test func bytesOfNoLanguageStayWindows1252WithANote() {
    let detection = TextEncoding.detection(in: Data([0x81, 0x8D, 0x8F, 0x90, 0x9D, 0xFF]))
    #expect(detection.isGuess)
    #expect(!detection.warnings.isEmpty)
  }

  // MARK: Detection without a guess

  @Test(arguments: [
    (Data("plain".utf8), EncodingDetection.Evidence.wellFormed), (Data("naïve".utf8), .wellFormed),
    (Data([0xEF, 0xBB, 0xBF, 0x61]), .byteOrderMark),
    (Data("\u{1B}$BF|K\\\u{1B}(B".utf8), .escapes), (Data("\u{1B}$)Ca \u{0E}0!\u{0F}".utf8), .escapes),
    (Data("h\u{0}i\u{0}".utf8), .unitPattern),
  ])
  func whatTheBytesSayIsNoGuess(bytes: Data, evidence: EncodingDetection.Evidence) {
    let detection = TextEncoding.detection(in: bytes)
    #expect(detection.evidence == evidence)
    #expect(!detection.isGuess)
    #expect(detection.warnings.isEmpty)
  }

  @Test func escapesOfTerminalsAreNotJapanese() {
    #expect(TextEncoding.detected(in: Data("\u{1B}(B\u{1B}[m plain \u{1B}[1m".utf8)) == .utf8)
    #expect(TextEncoding.detected(in: Data("é \u{1B}$B".utf8)) == .utf8)
  }

  // MARK: Damage

  @Test(arguments: EncodingSample.all)
  func utf8WithABadByteStaysUTF8(sample: EncodingSample) throws {
    var bytes = Data(sample.text.utf8)
    bytes.insert(0xFF, at: bytes.count / 2)
    let detection = TextEncoding.detection(in: bytes)
    #expect(detection.encoding == .utf8)
    let reading = detection.encoding.decode(bytes)
    #expect(reading.losses.map(\.kind) == [.characters])
    // A bad byte inside a character makes the parts of the character invalid, too: each written U+FFFD is
    // counted.
    let repairs = reading.value.unicodeScalars.count { $0 == "\u{FFFD}" }
    #expect(reading.losses.map(\.count) == [repairs])
    #expect((1...4).contains(repairs))
  }

  @Test func utf8ThatIsCutInACharacterStaysUTF8() {
    let bytes = Data("é 中".utf8.dropLast())
    #expect(TextEncoding.detected(in: bytes) == .utf8)
    #expect(TextEncoding.detected(in: bytes).decode(bytes).losses.map(\.count) == [1])
  }

  // MARK: Readers

  @Test(arguments: [
    "public.plain-text", "public.html", "net.daringfireball.markdown", "public.comma-separated-values-text",
  ])
  func readersTellAGuess(type: String) throws {
    let sample = try #require(EncodingSample.all.first { $0.language == "Greek" })
    let bytes = try Self.encoding("Windows-1253").encode(sample.text).data
    let plan = try ConversionRegistry(.standard).plan(from: [type], to: "public.utf16-plain-text")
    let result = try plan.run(on: RepresentationSource(bytes, typeIdentifier: type))
    #expect(result.warnings.contains { $0.contains("Windows-1253, by the characters of Greek") })
    #expect(
      TextEncoding(.utf16LittleEndian, byteOrderMark: true).decode(result.data).value.contains("συνάντησα"))
    var declared = RepresentationSource(bytes, typeIdentifier: type)
    declared.declaredEncodingName = "windows-1253"
    #expect(try plan.run(on: declared).warnings.isEmpty)
  }

  @Test func aLateMetaElementOfAPageCounts() throws {
    let page =
      "<!DOCTYPE html><style>\(String(repeating: "p{margin:0}\n", count: 600))</style><meta charset=koi8-r><p>да"
    let bytes = try Self.encoding("koi8-r").encode(page).data
    let plan = try ConversionRegistry(.standard).plan(from: ["public.html"], to: "public.utf8-plain-text")
    let result = try plan.run(on: RepresentationSource(bytes, typeIdentifier: "public.html"))
    #expect(String(decoding: result.data, as: UTF8.self).contains("да"))
    #expect(result.warnings.isEmpty)
  }
}
