import TestSupport;
import Testing

@testable import UniformTypes

@Suite struct FurtherSignatureTests {
  private func best(_ bytes: [UInt8], isWhole: Bool = true) -> String? {
    ContentSignatures.standard.candidates(in: bytes, isWhole: isWhole).first?.typeIdentifier
  }

  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  /// A file with the given bytes at their offsets, and zeros elsewhere.
  private static func bytes(_ parts: (Int, [UInt8])...) -> [UInt8] {
    var bytes = zeros(1200)
    for (offset, part) in parts { bytes.replaceSubrange(offset..<offset + part.count, with: part) }
    return bytes
  }

  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  static let samples: [(String, [UInt8])] = [
    ("com.autodesk.dwg", text("AC1015\0\0\0")), ("com.microsoft.chm-archive", text("ITSF\u{3}\0\0\0")),
    ("io.proffer.onenote-section", [0xE4, 0x52, 0x5C, 0x7B, 0x8C, 0xD8, 0xA7, 0x4D, 0xAE]),
    ("io.proffer.pkcs-7", [0x30, 0x82, 1, 2, 6, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 2]),
    ("io.proffer.bpg", [0x42, 0x50, 0x47, 0xFB, 0x20]), ("io.proffer.jpeg-ls", [0xFF, 0xD8, 0xFF, 0xF7, 0]),
    ("io.proffer.jpeg-xr", [0x49, 0x49, 0xBC, 1, 8, 0, 0, 0]),
    (
      "com.adobe.indesign-image",
      [6, 6, 0xED, 0xF5, 0xD8, 0x1D, 0x46, 0xE5, 0xBD, 0x31, 0xEF, 0xE7, 0xFE, 0x74, 0xB7, 0x1D]
    ),
    ("com.apple.colorsync-profile", bytes((36, text("acsp")))),
    ("io.proffer.enhanced-metafile", bytes((0, [1]), (40, text(" EMF")))),
    ("io.proffer.windows-metafile", [0xD7, 0xCD, 0xC6, 0x9A, 0, 0, 1]),
    ("io.proffer.fits", text("SIMPLE  =                    T / standard")),
    ("io.proffer.parquet", text("PAR1") + [0x15, 4]), ("io.proffer.avro", text("Obj\u{1}\u{4}")),
    ("io.proffer.arrow", text("ARROW1\0\0")), ("io.proffer.outlook-store", text("!BDN") + [0x87, 0]),
    ("io.proffer.access-database-2007", [0, 1, 0, 0] + text("Standard ACE DB\0")),
    ("io.proffer.access-database", [0, 1, 0, 0] + text("Standard Jet DB\0")),
    ("io.proffer.esri-shape", bytes((2, [0x27, 0x0A]), (28, [0xE8, 3]))),
    ("io.proffer.cbor", [0xD9, 0xD9, 0xF7, 0xA0]),
    ("io.proffer.windows-shortcut", [0x4C, 0, 0, 0, 1, 0x14, 2, 0, 0]),
    ("io.proffer.packet-capture", [0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0]),
    ("io.proffer.windows-registry-hive", text("regf") + [9, 0, 0, 0]),
    ("com.autodesk.fbx", text("Kaydara FBX Binary  \0\u{1A}\0")),
    ("com.autodesk.dxf", text("  0\nSECTION\n  2\nHEADER\n")),
    ("io.proffer.lz4", [4, 0x22, 0x4D, 0x18, 0x64]),
    ("org.chromium.extension", text("Cr24\u{3}\0\0\0")),
    ("io.proffer.embedded-opentype", bytes((8, [1, 0, 2, 0]), (34, text("LP")))),
    (
      "public.avchd-mpeg-2-transport-stream", (0..<4).flatMap { _ in [0, 0, 0, 0, 0x47] + zeros(187) }
    ),
    ("public.ac3-audio", [0x0B, 0x77, 1, 2, 0, 0x40]),
    ("org.videolan.voc", text("Creative Voice File\u{1A}")),
    ("io.proffer.gguf", text("GGUF\u{3}\0\0\0")), ("io.proffer.numpy-array", [0x93] + text("NUMPY\u{1}\0")),
    ("io.proffer.safetensors", [64, 0, 0, 0, 0, 0, 0, 0] + text("{\"__metadata__\":{}}")),
    ("io.proffer.webassembly", [0, 0x61, 0x73, 0x6D, 1, 0, 0, 0]),
    ("io.proffer.mysql-table-definition", [0xFE, 1, 9, 9, 3, 0, 0, 0x10]),
    ("com.adobe.pdf", [0xEF, 0xBB, 0xBF] + text("%PDF-1.4\n")),
    ("com.apple.m4a-audio", [0, 0, 0, 20] + text("ftypM4A\0\0\0\0\0mp42")),
    ("org.webmproject.webm", [0x1A, 0x45, 0xDF, 0xA3, 0x9F, 0x42, 0x82, 0x85] + text("webm\0")),
    (
      "io.proffer.motion-jpeg-2000",
      [0, 0, 0, 12] + text("jP  \r\n") + [0x87, 0x0A, 0, 0, 0, 20] + text("ftypmjp2")
    ),
    ("com.audible.aax-audiobook", [0, 0, 0, 16] + text("ftypaax \0\0\0\0")),
    ("org.xiph.flac", text("ID3\u{4}\0\0\0\0\0\u{4}abcdfLaC\0\0\0\u{22}")),
    (
      "public.aac-audio",
      text("ID3\u{4}\0\0\0\0\0\u{2}ab")
        + [0xFF, 0xF1, 0x50, 0x80, 1, 0x7F, 0xFC, 0, 0, 0, 0, 0xFF, 0xF1, 0x50, 0x80, 1, 0x7F, 0xFC]
    ),
    ("org.xiph.opus", text("OggS\0\u{2}") + zeros(20) + [1, 8] + text("OpusHead")),
    ("io.proffer.speex", text("OggS\0\u{2}") + zeros(20) + [1, 8] + text("Speex   ")),
    (
      "io.proffer.animated-png",
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + text("IHDR") + zeros(17) + [0, 0, 0, 8]
        + text("acTL") + zeros(12)
    ),
    (
      "com.adobe.raw-image",
      [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 1, 0, 0x12, 0xC6, 1, 0, 4, 0, 0, 0, 1, 4, 0, 0]
    ),
    (
      "com.nikon.raw-image",
      [
        0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 2, 0, 0x0F, 1, 2, 0, 6, 0, 0, 0, 34, 0, 0, 0, 0x4A, 1, 4, 0, 1, 0, 0,
        0,
      ]
        + zeros(4) + text("NIKON\0")
    ),
    ("io.proffer.pem-key", text("-----BEGIN PRIVATE KEY-----\nMIIE")),
    ("io.proffer.pgp-keys", text("-----BEGIN PGP PUBLIC KEY BLOCK-----\n")),
    ("org.jupyter.ipynb", text(#"{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}"#)),
    ("org.opml.opml", text("<?xml version='1.0'?>\n<opml version='2.0'/>")),
    ("io.proffer.atom-feed", text("<feed xmlns='http://www.w3.org/2005/Atom'/>")),
    ("io.proffer.xml-schema", text("<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\">")),
    ("io.proffer.maven-project", text("<project xmlns=\"http://maven.apache.org/POM/4.0.0\">")),
  ]

  @Test(arguments: samples.indices)
  func theFirstBytesMeanTheType(_ index: Int) {
    let (identifier, bytes) = Self.samples[index]
    expectEqual(best(bytes), identifier)
  }

  @Test(arguments: samples.indices)
  func aPrefixOfAnyLengthGivesAnAnswer(_ index: Int) {
    for count in 0..<min(Self.samples[index].1.count, 300) {
      let matches = ContentSignatures.standard.candidates(in: Array(Self.samples[index].1.prefix(count)))
      #expect(matches.last?.confidence == .general || matches.last?.typeIdentifier == "public.data")
    }
  }

  @Test(arguments: [
    "<feed xmlns='http://example.com/'/>", "<schema/>", "<project name='build' default='all'/>",
    "<playlist><item/></playlist>",
  ])
  func anElementOfAnotherNamespaceMeansNothing(_ text: String) {
    expectEqual(best(Array(text.utf8))?.hasPrefix("io.proffer."), false)
  }

  @Test func theByteFFAloneIsNoText() {
    expectEqual(best([0xFF]), "public.data")
  }

  @Test func theNamespaceOfTheRootElementIsRead() {
    let text = Array("<?xml version='1.0'?><!-- <b/> --><a:b xmlns:c='x' xmlns:a = \"urn:y\">".utf8)
    let root = text.withUnsafeBytes { ContentSignatures.rootElement(in: $0) }
    #expect(root?.namespace == "urn:y" && root?.localName == "b")
  }
}
