import TestSupport
import Testing

@testable import UniformTypes

@Suite struct ContentSignatureTests {
  @Test func theTableNamesOnlyDeclaredTypes() throws {
    let table = try SignatureTable(StandardSignatures.table + "\n" + FurtherSignatures.table)
    expectGreater(table.formatCount, 250)
    for format in 0..<table.formatCount {
      let identifier = table.typeIdentifier(ofFormat: format)
      expectEqual(UTType(identifier)?.isDeclared, true, "\(identifier)")
      if let mimeType = table.mimeType(ofFormat: format) {
        // The MIME type of a declared type is superfluous: the table should name the type instead.
        expectEqual(UTType(mimeType: mimeType)?.isDynamic, true, "\(mimeType)")
      }
    }
  }

  @Test(arguments: samples)
  func theFirstBytesMeanTheType(_ sample: Sample) throws {
    let first = try require(ContentSignatures.standard.candidates(in: sample.bytes, isWhole: true).first)
    expectEqual(first.typeIdentifier, sample.identifier, "\(sample)")
    expectEqual(first.mimeType, sample.mimeType, "\(sample)")
    expectNotNil(first.type(), "\(sample)")
  }

  @Test(arguments: samples)
  func aPrefixOfAnyLengthGivesAnAnswer(_ sample: Sample) {
    for count in 0...min(sample.bytes.count, 400) {
      for isWhole in [false, true] {
        let matches = ContentSignatures.standard.candidates(
          in: Array(sample.bytes.prefix(count)), isWhole: isWhole)
        let last = matches.last
        expect(
          last?.confidence == .general || last?.typeIdentifier == "public.data", "\(sample) cut to \(count)")
        expectEqual(Set(matches.map { [$0.typeIdentifier, $0.mimeType] }).count, matches.count)
        #expect(zip(matches, matches.dropFirst()).allSatisfy { $0.confidence >= $1.confidence })
      }
    }
  }

  @Test func wordsThatBeginLikeASignatureAreText() {
    for text in [
      "MZ is how programs for DOS begin, which this sentence is not, whatever else it may be.",
      "ID3 tags are old.",
      "icns files hold icons.", "The wide world is not a film box.", "BM stands for bitmap", "GG",
      "From here on, no mail.",
      "To: nobody\n\nSubject to change.", "{not json}", "[1, 2", "[]]", "<3", "< p", "#! ", "PK", "{\"a\" 1}",
      "[1 2]",
      "[+1]", "{\"a\":1,}", "[\"a]", "{\"a\":\"\u{1}\"}", "ftyp", "Note: this: that",
    ] {
      let matches = ContentSignatures.standard.candidates(in: Array(text.utf8), isWhole: true)
      expectNotEqual(matches.first?.confidence, .certain, "\(text): \(matches)")
    }
    let sentence = ContentSignatures.standard.candidates(in: Array("The wide world".utf8), isWhole: true)
    expectEqual(sentence.map(\.typeIdentifier), ["public.utf8-plain-text"])
  }

  @Test(arguments: [
    "{not json}", "[1, 2", "[]]", "{\"a\" 1}", "[1 2]", "[+1]", "{\"a\":1,}", "[\"a]", "[[1}]", "[nul]",
    "[-]",
  ])
  func textThatBreaksTheGrammarIsNotJSON(_ text: String) {
    let matches = ContentSignatures.standard.candidates(in: Array(text.utf8), isWhole: true)
    expect(!matches.contains { $0.typeIdentifier.hasSuffix("json") }, "\(matches)")
  }

  @Test func jsonThatIsCutOffIsFollowedAsFarAsItGoes() {
    let text = Array(#"{"name": [1.5e3, true, null, {"inner": "x\"y"}], "more": "#.utf8)
    let cut = ContentSignatures.standard.candidates(in: text, isWhole: false)
    expectEqual(cut.first?.typeIdentifier, "public.json")
    expectEqual(ContentSignatures.standard.candidates(in: text, isWhole: true).first?.confidence, .general)
  }

  @Test func deepNestingIsBounded() {
    let deep = [UInt8](repeating: UInt8(ascii: "["), count: 60_000)
    let matches = ContentSignatures.standard.candidates(in: deep)
    expectEqual(matches.map(\.typeIdentifier), ["public.utf8-plain-text"])
  }

  @Test func aCharacterCutOffAtTheEndIsStillUTF8() {
    let bytes = Array("größe 😎".utf8)
    for count in 4..<bytes.count {
      let matches = ContentSignatures.standard.candidates(in: Array(bytes.prefix(count)), isWhole: false)
      expectEqual(matches.last?.typeIdentifier, "public.utf8-plain-text", "\(count) bytes")
    }
    let whole = ContentSignatures.standard.candidates(in: Array(bytes.dropLast()), isWhole: true)
    expectEqual(whole.last?.typeIdentifier, "public.plain-text")
  }

  @Test func randomBytesAreAnsweredTheSameTwice() {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    let starts: [[UInt8]] = [
      [], [0xFF, 0xFB, 0x90, 0x00], [0x1A, 0x45, 0xDF, 0xA3], Array("MZ".utf8),
      [0, 0, 0, 0x20] + Array("ftyp".utf8),
      Array("<!DOCTYPE".utf8), Array("{\"".utf8), [0xFF, 0xFE], [0xCA, 0xFE, 0xBA, 0xBE],
      Array("#!/usr/bin/env ".utf8),
    ]
    for round in 0..<Repetitions.count(150, long: 500) {
      let bytes =
        starts[round % starts.count] + generator.bytes(count: Int.random(in: 0...700, using: &generator))
      let first = ContentSignatures.standard.candidates(in: bytes)
      expectEqual(first, ContentSignatures.standard.candidates(in: bytes), "seed \(seed)")
      expectEqual(first.last?.confidence, .general, "seed \(seed)")
    }
  }

  @Test(arguments: [
    ("  0: 00", "line 1: a pattern stands before the first format"),
    ("public.png PNG", "line 1: a format has a colon after its name"),
    (
      "png: PNG",
      "line 1: a format is a type identifier, or a MIME type and one, and the evidence after a colon"
    ),
    ("public.png: PNG", "at the end: public.png has no pattern"),
    ("public.png: PNG\npublic.jpeg: JPEG", "line 2: public.png has no pattern"),
    ("public.png: PNG\n  0: 8", "line 2: “8” is neither a place nor a byte"),
    ("public.png: PNG\n  89", "line 2: “89” is neither a place nor a byte"),
    ("public.png: PNG\n  0: \"PN", "line 2: a text is closed by a quotation mark and has a place before it"),
    ("public.png: PNG\n  0: 4: 00", "line 2: every place has bytes, and a text has one place"),
    (
      "public.png: PNG\n  99999999999999999999: 00",
      "line 2: “99999999999999999999:” is neither a place nor a byte"
    ),
  ])
  func aMalformedTableIsRefusedWithTheLine(_ table: String, _ message: String) {
    let error = expectThrows(TypeError.self) { try ContentSignatures(table: table) }
    expectEqual(error?.message, message)
  }

  @Test func anotherTableIsUsed() throws {
    let signatures = try ContentSignatures(
      table: "# mine\ncom.example.note: note header\n  2: \"NO\" ?? 45 FF\n")
    let match = try require(signatures.candidates(in: [0, 0, 0x4E, 0x4F, 0x54, 0x45, 0xFF]).first)
    #expect(match.typeIdentifier == "com.example.note" && match.confidence == .certain)
    expectEqual(match.evidence, "note header")
    expectNil(match.type())
    let registry = try TypeRegistry.standard.adding([
      TypeDeclaration(identifier: "com.example.note", parents: ["public.data"])
    ])
    expectEqual(match.type(in: registry)?.identifier, "com.example.note")
  }

  @Test func aFormatWithAMIMETypeOnlyIsADynamicTypeOrTheDeclaredOne() throws {
    let signatures = try ContentSignatures(table: "font/x-rune public.font: rune header\n  0: \"rune!\"\n")
    let match = try require(signatures.candidates(in: Array("rune!".utf8)).first)
    let dynamic = try require(match.type())
    #expect(dynamic.isDynamic && dynamic.conforms(to: .font) && dynamic.preferredMIMEType == "font/x-rune")
    let registry = try TypeRegistry.standard.adding([
      TypeDeclaration(
        identifier: "com.example.rune", parents: ["public.font"], tags: [.mimeType: ["font/x-rune"]])
    ])
    expectEqual(match.type(in: registry)?.identifier, "com.example.rune")
  }
}

/// The first bytes of a file of a type.
struct Sample: Sendable, CustomTestStringConvertible {
  let identifier: String
  let mimeType: String?
  let name: String
  let bytes: [UInt8]

  var testDescription: String { name }
}

private func sample(_ identifier: String, _ name: String, _ bytes: [UInt8], mimeType: String? = nil) -> Sample
{
  Sample(identifier: identifier, mimeType: mimeType, name: name, bytes: bytes)
}

private func sample(_ identifier: String, _ text: String, mimeType: String? = nil) -> Sample {
  Sample(identifier: identifier, mimeType: mimeType, name: String(text.prefix(30)), bytes: Array(text.utf8))
}

private func media(_ identifier: String, _ brands: String...) -> Sample {
  let box =
    Array("ftyp".utf8) + Array(brands[0].utf8) + [0, 0, 0, 0] + brands.dropFirst().flatMap { Array($0.utf8) }
  return sample(identifier, "ISO media \(brands)", [0, 0, 0, UInt8(box.count + 4)] + box + [0, 0, 0, 8])
}

private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

private let samples: [Sample] = pictures + documents + archives + soundAndMovies + programs + texts

private let pictures: [Sample] = [
  sample("public.png", "PNG", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]),
  sample("public.jpeg", "JPEG", [0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10, 0x4A, 0x46]),
  sample("com.compuserve.gif", "GIF89a\u{1}"), sample("com.compuserve.gif", "GIF87a\u{1}"),
  sample("org.webmproject.webp", "WebP", Array("RIFF\u{1}\0\0\0WEBPVP8 ".utf8)),
  sample("public.tiff", "TIFF", [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0]),
  sample("public.tiff", "TIFF", [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8]),
  sample("com.canon.cr2-raw-image", "CR2", [0x49, 0x49, 0x2A, 0, 16, 0, 0, 0, 0x43, 0x52, 2, 0]),
  sample("com.microsoft.bmp", "BMP", [0x42, 0x4D, 1, 2, 3, 4, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 1]),
  sample("com.microsoft.ico", "ICO", [0, 0, 1, 0, 2, 0, 16, 16, 0, 0, 1, 0]),
  sample("com.apple.icns", "ICNS", Array("icns".utf8) + [0, 1, 2, 3]),
  sample("com.adobe.photoshop-image", "PSD", Array("8BPS".utf8) + [0, 1, 0, 0]),
  sample("com.adobe.photoshop-large-image", "PSB", Array("8BPS".utf8) + [0, 2, 0, 0]),
  sample("public.jpeg-2000", "JP2", [0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20, 13, 10, 0x87, 10]),
  sample("public.jpeg-xl", "JXL", [0xFF, 0x0A, 0xFA, 0x1F]),
  media("public.heic", "heic", "mif1"), media("public.heic", "mif1", "heic", "miaf"),
  media("public.heif", "mif1", "miaf"),
  media("public.avif", "avif", "mif1"), media("public.avif", "mif1", "avif"),
  media("public.heics", "msf1", "hevc"),
  sample(
    "public.svg-image",
    "<?xml version=\"1.0\"?>\n<!-- c --><!DOCTYPE svg [<!ENTITY a \"b\">]>\n<svg xmlns=\"x\"/>"),
  sample("public.svg-image", "<svg:svg xmlns:svg='http://www.w3.org/2000/svg'>"),
]

private let documents: [Sample] = [
  sample("com.adobe.pdf", "%PDF-1.7\n%âãÏÓ"), sample("com.adobe.postscript", "%!PS\n"),
  sample("com.adobe.encapsulated-postscript", "%!PS-Adobe-3.0 EPSF-3.0\n"),
  sample("com.adobe.encapsulated-postscript", "EPS", [0xC5, 0xD0, 0xD3, 0xC6, 30, 0, 0, 0]),
  sample("public.rtf", "{\\rtf1\\ansi Hello}"),
  sample("com.apple.binary-property-list", "bplist00\u{1}\u{2}"),
  sample("io.proffer.sqlite", "SQLite format 3\0\u{10}\0"),
  sample("io.proffer.compound-file", "OLE", [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]),
  sample("public.html", "<!DOCTYPE html>\n<html lang=en>"), sample("public.html", "  <HTML><BODY>"),
  sample("public.html", "<!-- c -->\n<p class=x>Hello"), sample("public.html", "<!doctype HTML>"),
  sample("public.xml", "<?xml version=\"1.0\"?><note/>"),
  sample("public.xhtml", "<?xml version='1.0'?><html xmlns='x'>"),
  sample(
    "com.apple.xml-property-list",
    "<?xml version=\"1.0\"?>\n<!DOCTYPE plist PUBLIC \"-\" \"x\">\n<plist version=\"1.0\">"),
  sample("public.rss", "<?xml version=\"1.0\"?><rss version=\"2.0\">"),
  sample("public.json", "{\"a\": [1, -2.5e3, true]}\n"),
  sample("public.json", "\u{FEFF}[]"), sample("public.ndjson", "{\"a\":1}\n{\"a\":2}\n"),
  sample(
    "public.xml", "UTF-16 XML",
    [0xFF, 0xFE] + "<?xml version=\"1.0\"?><a/>".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }),
]

private let archives: [Sample] = [
  sample("public.zip-archive", "zip", [0x50, 0x4B, 3, 4, 20, 0]),
  sample("public.zip-archive", "empty", [0x50, 0x4B, 5, 6, 0]),
  sample("org.gnu.gnu-zip-archive", "gzip", [0x1F, 0x8B, 8, 0, 0]),
  sample("public.bzip2-archive", "bzip2", Array("BZh9".utf8) + [0x31, 0x41, 0x59, 0x26, 0x53, 0x59]),
  sample("org.tukaani.xz-archive", "xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]),
  sample("io.proffer.zstandard", "zstd", [0x28, 0xB5, 0x2F, 0xFD, 4]),
  sample("org.7-zip.7-zip-archive", "7z", [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
  sample("com.rarlab.rar-archive", "rar", Array("Rar!".utf8) + [0x1A, 7, 1, 0]),
  sample("public.tar-archive", "ustar", Array("name".utf8) + zeros(253) + Array("ustar\0".utf8) + zeros(249)),
  sample("public.tar-archive", "old tar", oldTapeHeader),
  sample("public.z-archive", "compress", [0x1F, 0x9D, 0x90]),
  sample("public.cpio-archive", "0707010000\0"),
  sample("com.apple.xar-archive", "xar", Array("xar!".utf8) + [0, 0x1C]),
  sample("public.iso-image", "ISO 9660", zeros(32768) + [1] + Array("CD001".utf8) + [1]),
  sample("org.debian.deb-archive", "!<arch>\ndebian-binary  "),
]

/// A tar header from before tar had a signature.
///
/// The checksum is the sum of the bytes in octal, with its own field counted as spaces.
private let oldTapeHeader: [UInt8] = {
  var header = Array("name".utf8) + zeros(508)
  let sum = header.reduce(0) { $0 + Int($1) } + 8 * 0x20
  let digits = String(sum, radix: 8)
  header.replaceSubrange(
    148..<156, with: Array((String(repeating: "0", count: 6 - digits.count) + digits).utf8) + [0, 0x20])
  return header
}()

private let soundAndMovies: [Sample] = [
  sample("public.mp3", "ID3", Array("ID3".utf8) + [4, 0, 0]),
  sample("public.mp3", "MP3 frames", [0xFF, 0xFB, 0x90, 0] + zeros(413) + [0xFF, 0xFB, 0x90, 0]),
  sample(
    "public.aac-audio", "ADTS",
    [0xFF, 0xF1, 0x50, 0x80, 1, 0x7F, 0xFC, 0, 0, 0, 0, 0xFF, 0xF1, 0x50, 0x80, 1, 0x7F, 0xFC]),
  sample("com.microsoft.waveform-audio", "WAVE", Array("RIFF\u{1}\0\0\0WAVEfmt ".utf8)),
  sample("public.aiff-audio", "AIFF", Array("FORM\0\0\0\u{1}AIFFCOMM".utf8)),
  sample("org.xiph.flac", "FLAC", Array("fLaC\0\0\0".utf8)),
  sample("org.xiph.ogg-audio", "Ogg", Array("OggS\0\u{2}".utf8) + zeros(22) + Array("?".utf8)),
  sample(
    "io.proffer.vorbis", "Vorbis",
    Array("OggS\0\u{2}".utf8) + zeros(20) + [1, 7] + Array("\u{1}vorbis".utf8)),
  sample(
    "org.xiph.ogv", "Theora", Array("OggS\0\u{2}".utf8) + zeros(20) + [1, 7, 0x80] + Array("theora".utf8)),
  sample("public.midi-audio", "MIDI", Array("MThd\0\0\0\u{6}".utf8)),
  sample("public.avi", "AVI", Array("RIFF\u{1}\0\0\0AVI LIST".utf8)),
  sample(
    "org.webmproject.webm", "WebM",
    [0x1A, 0x45, 0xDF, 0xA3, 0x9F, 0x42, 0x86, 0x81, 1, 0x42, 0x82, 0x84] + Array("webm".utf8)),
  sample(
    "org.matroska.mkv", "MKV",
    [0x1A, 0x45, 0xDF, 0xA3, 0x9F, 0x42, 0x86, 0x81, 1, 0x42, 0x82, 0x88] + Array("matroska".utf8)),
  media("public.mpeg-4", "isom", "iso2", "mp41"), media("public.mpeg-4", "mp42"),
  media("com.apple.quicktime-movie", "qt  "),
  media("com.apple.m4a-audio", "M4A ", "mp42", "isom"), media("com.apple.m4v-video", "M4V "),
  media("public.3gpp", "3gp4"),
  sample("com.apple.quicktime-movie", "old QuickTime", [0, 0, 0, 8] + Array("wide".utf8) + [0, 1, 0, 0]),
  sample(
    "public.mpeg-2-transport-stream", "TS", (0..<4).flatMap { _ in [0x47, 0x40, 0, 0x10] + zeros(184) }),
  sample("public.truetype-ttf-font", "TTF", [0, 1, 0, 0, 0, 12, 0, 0x80]),
  sample("public.opentype-font", "OTF", Array("OTTO".utf8) + [0, 9]),
  sample("org.w3.woff", "wOFFOTTO\0\0"),
  sample("org.w3.woff2", "WOFF2", Array("wOF2".utf8) + [0, 1, 0, 0, 0]),
]

private let programs: [Sample] = [
  sample("public.elf-binary", "ELF", [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0]),
  sample(
    "com.apple.mach-o-executable", "Mach-O", [0xCF, 0xFA, 0xED, 0xFE, 7, 0, 0, 1, 3, 0, 0, 0, 2, 0, 0, 0]),
  sample("com.apple.mach-o-dylib", "Mach-O", [0xFE, 0xED, 0xFA, 0xCE, 0, 0, 0, 18, 0, 0, 0, 0, 0, 0, 0, 6]),
  sample("com.apple.mach-o-binary", "universal", [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 2, 1, 0, 0, 7]),
  sample("com.sun.java-class", "class", [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 0x34, 0, 0x1D]),
  sample(
    "com.microsoft.windows-executable", "PE",
    Array("MZ".utf8) + zeros(58) + [64, 0, 0, 0] + Array("PE".utf8) + zeros(30)),
  sample(
    "com.microsoft.windows-dynamic-link-library", "DLL",
    Array("MZ".utf8) + zeros(58) + [64, 0, 0, 0] + Array("PE".utf8) + zeros(20) + [0x02, 0x20] + zeros(8)),
  sample("io.proffer.webassembly", "wasm", [0, 0x61, 0x73, 0x6D, 1, 0, 0, 0]),
  sample("public.shell-script", "#!/bin/sh\n"), sample("public.bash-script", "#!/usr/bin/env bash\n"),
  sample("public.python-script", "#!/usr/bin/python3.12 -E\n"),
  sample("public.python-script", "#! /usr/bin/env -S python3 -u\n"),
  sample("public.perl-script", "#!/usr/bin/perl -w\n"), sample("public.ruby-script", "#!/usr/bin/env ruby"),
  sample("com.netscape.javascript-source", "#!/usr/bin/env NODE_ENV=test node\r\n"),
  sample("public.script", "#!/opt/odd/tool\n"),
]

private let texts: [Sample] = [
  sample("public.vcard", "BEGIN:VCARD\r\nVERSION:3.0\r\n"), sample("public.vcard", "\u{FEFF}\nbegin:vcard\n"),
  sample("com.apple.ical.ics", "BEGIN:VCALENDAR\r\n"),
  sample("com.microsoft.internet-shortcut", "[InternetShortcut]\r\nURL=x"),
  sample(
    "com.apple.mail.email", "Return-Path: <a@b>\r\nReceived: from x\r\n\tby y\r\nSubject: Hi\r\n\r\nText"),
  sample(
    "com.c-command.mbox", "From a@b Thu Jan  1 00:00:00 2026\nFrom: a@b\nSubject: Hi\n\nText"),
  sample("org.w3.webvtt", "WEBVTT\n\n"), sample("public.m3u-playlist", "#EXTM3U\n"),
  sample("public.x509-certificate", "-----BEGIN CERTIFICATE-----\n"),
  sample("public.utf8-plain-text", "Just some words.\n"), sample("public.utf8-plain-text", "Größe\n"),
  sample("public.utf8-plain-text", "\u{FEFF}Größe\n"),
  sample("public.plain-text", "Latin-1", [0x47, 0x72, 0xF6, 0xDF, 0x65, 0x0A]),
  sample("public.utf16-external-plain-text", "UTF-16", [0xFE, 0xFF, 0, 0x47, 0, 0xF6]),
  sample("public.utf16-external-plain-text", "UTF-16", [0xFF, 0xFE, 0x47, 0, 0xF6, 0]),
  sample("public.utf16-external-plain-text", "UTF-16BE", [0, 0x47, 0, 0x72, 0, 0x0A]),
  sample("public.utf16-plain-text", "UTF-16LE", [0x47, 0, 0x72, 0, 0x0A, 0]),
  sample("public.plain-text", "UTF-32", [0xFF, 0xFE, 0, 0, 0x47, 0, 0, 0]),
  sample("public.data", "binary", [1, 2, 3, 0, 0xFF]),
  sample("public.data", "nothing", []),
]
