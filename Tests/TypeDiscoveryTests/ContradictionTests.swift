import ProfferFileSystem
import TestSupport
import Testing
import UniformTypes

@testable import TypeDiscovery

struct ContradictionTests {
  private let detector = TypeDetector(registry: .standard)

  private static func sound(_ mark: String) -> [UInt8] {
    Array("ID3\u{4}\0\0\0\u{7F}\u{7F}\u{7F}".utf8) + Array(mark.utf8)
  }

  @Test(arguments: [
    "docx", "gz", "mkv", "iso", "key", "xlsx", "odt", "epub", "mp3", "doc", "ttf", "sqlite", "7z", "jpg", "o",
  ])
  func textContradictsEveryTypeThatHasASignature(_ fileExtension: String) {
    let found = detector.detection(name: "a.\(fileExtension)", Beginning.text)
    expect(found.type == .utf8PlainText && found.isContradicted, "\(found.evidence)")
  }

  @Test func htmlIsNoWordDocument() {
    let found = detector.detection(name: "a.doc", Array("<html><body>Hello".utf8))
    expect(found.type == .html && found.isContradicted, "\(found.evidence)")
  }

  @Test func aMissingSignatureIsSaid() {
    let found = detector.detection(name: "a.png", [1, 2, 0, 0xFF, 0xFE])
    #expect(found.type == .png && !found.isContradicted)
    expectEqual(found.evidence.last?.text, "the signature of public.png is missing")
    expectEqual(
      detector.detection(name: "a.zzyzx", [1, 2, 0, 0xFF]).evidence.count { $0.text.contains("missing") }, 0
    )
  }

  @Test(arguments: [
    ("a.key", "-----BEGIN PRIVATE KEY-----\nMIIE\n", "io.proffer.pem-key"),
    ("a.dot", "digraph g { a -> b }\n", "io.proffer.graphviz"),
    ("a.pot", "msgid \"\"\nmsgstr \"\"\n", "io.proffer.gettext-template"),
    ("a.ts", "export const a = 1\n", "com.microsoft.typescript"),
    ("a.mts", "export const a = 1\n", "io.proffer.typescript-module"),
    ("a.cts", "export const a = 1\n", "io.proffer.typescript-module"),
  ])
  func textMeansTheTextualTypeOfAnExtension(_ name: String, _ text: String, _ expected: String) {
    let found = detector.detection(name: name, Array(text.utf8))
    expect(found.type.identifier == expected && !found.isContradicted, "\(found.evidence)")
  }

  @Test(arguments: [
    ("a.bin", "public.data"), ("a.img", "io.proffer.raw-disk-image"), ("a.dmg", "com.apple.disk-image-udif"),
  ])
  func rawBytesAreNoArchiveOfTheExtension(_ name: String, _ expected: String) {
    let found = detector.detection(
      name: name, [0x13, 0xFE, 0, 1, 0x80, 0xFF] + [UInt8](repeating: 0x91, count: 200))
    expectEqual(found.type.identifier, expected, "\(found.evidence)")
  }

  @Test func aDiskImageIsKnownByItsTrailer() throws {
    let folder = try TemporaryFolder()
    let bytes = [UInt8](repeating: 0x91, count: 1000) + Array("koly".utf8) + [UInt8](repeating: 0, count: 508)
    for name in ["a.img", "a.dmg", "a"] {
      try folder.write(bytes, to: name)
      try expectEqual(detector.detect(try folder.filePath(name)).type.identifier, "com.apple.disk-image-udif")
    }
  }

  @Test func aModelOfTrianglesIsKnownByItsLength() throws {
    let folder = try TemporaryFolder()
    var bytes = [UInt8](repeating: 0xEE, count: 84 + 50 * 3)
    bytes.replaceSubrange(80..<84, with: [3, 0, 0, 0])
    try folder.write(bytes, to: "model")
    let expected = "public.standard-tesselated-geometry-format"
    try expectEqual(detector.detect(try folder.filePath("model")).type.identifier, expected)
    try folder.write(bytes + [0], to: "other")
    try expectNotEqual(detector.detect(try folder.filePath("other")).type.identifier, expected)
  }

  static let relatives: [(String, [UInt8], String)] = [
    ("a.flac", sound("???"), "org.xiph.flac"), ("a.aac", sound("???"), "public.aac-audio"),
    ("a.mj2", [0, 0, 0, 12] + Array("jP  \r\n".utf8) + [0x87, 0x0A], "io.proffer.motion-jpeg-2000"),
    ("a.ogm", Array("OggS\0\u{2}".utf8) + [UInt8](repeating: 0, count: 30), "org.xiph.ogv"),
    ("a.ogx", Array("OggS\0\u{2}".utf8) + [UInt8](repeating: 0, count: 30), "org.xiph.ogv"),
    ("a.themepack", Array("MSCF\0\0\0\0".utf8), "io.proffer.windows-theme-pack"),
    ("a.aax", [0, 0, 0, 20] + Array("ftypM4B \0\0\0\0mp42".utf8), "com.audible.aax-audiobook"),
    ("a.qtl", Array("<?xml version=\"1.0\"?>\n<embed src=\"x\"/>".utf8), "io.proffer.quicktime-link"),
    (
      "a.so", [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0] + [UInt8](repeating: 0, count: 60),
      "io.proffer.shared-library"
    ),
    (
      "a.AppImage", [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0] + [UInt8](repeating: 0, count: 60),
      "io.proffer.appimage"
    ),
  ]

  @Test(arguments: relatives.indices)
  func aRightNameIsNotOverruledByARelative(_ index: Int) {
    let (name, bytes, expected) = Self.relatives[index]
    let found = detector.detection(name: name, bytes)
    expect(found.type.identifier == expected && !found.isContradicted, "\(found.evidence)")
  }
}
