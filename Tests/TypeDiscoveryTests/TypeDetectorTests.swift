import Foundation
import ProfferFileSystem
import TestSupport
import Testing
import UniformTypes

@testable import TypeDiscovery

struct TypeDetectorTests {
  let detector = TypeDetector(registry: .standard)

  // MARK: - Names

  @Test(arguments: [
    ("notes.txt", "txt"), ("notes.tar.gz", "gz"), ("Photo.JPG", "JPG"), (".profile", nil), ("..profile", nil),
    (".config.json", "json"), ("notes.", nil), ("notes", nil), ("1. Introduction", nil), ("…", nil),
    ("...", nil),
  ])
  func theExtensionIsWhatFollowsTheLastPeriod(_ name: String, _ expected: String?) throws {
    expectEqual(FilenameExtension.of(try require(FileName(name)).bytes), expected)
  }

  @Test func anExtensionThatIsNotTextIsIgnored() throws {
    let name = try require(FileName(bytes: Array("a.t".utf8) + [0xFF]))
    expectNil(FilenameExtension.of(name.bytes))
    expectEqual(detector.detect(name: name, prefix: nil).type, .data)
  }

  @Test func extensionsIgnoreCase() {
    expectEqual(detector.type(name: "PHOTO.PNG", []), .png)
  }

  @Test func anUndeclaredExtensionGivesADynamicType() {
    let found = detector.detection(name: "a.zzyzx", [0, 1, 2, 3, 0xFF])
    expect(found.type.isDynamic)
    expectEqual(found.type, found.nameType)
    expectEqual(found.type, UTType(filenameExtension: "zzyzx", in: .standard))
  }

  @Test func knownBytesGoBeforeAnUndeclaredExtension() {
    let found = detector.detection(name: "a.zzyzx", Beginning.png)
    expectEqual(found.type, .png)
    expect(!found.isContradicted)
    expect(found.candidates.contains { $0.isDynamic }, found.candidates)
  }

  // MARK: - Types from the file system

  @Test(arguments: [
    ("Notes.rtfd", "com.apple.rtfd"), ("Editor.app", "com.apple.application-bundle"),
    ("Report.pages", "com.apple.iwork.pages.pages"),
    ("album", "public.folder"), ("notes.txt", "public.folder"), ("a.zzyzx", "public.folder"),
    ("Tool.framework", "com.apple.framework"),
  ])
  func aFolderIsAFolderOrThePackageThatItsNameMeans(_ name: String, _ expected: String) throws {
    let folder = try TemporaryFolder()
    try Folder.create(try folder.filePath(name))
    try expectEqual(detector.detect(try folder.filePath(name)).type.identifier, expected)
    try expectEqual(detector.detect(try folder.filePath(name + "/")).type.identifier, expected)
    try expectEqual(detector.detect(try folder.filePath(name + "/.")).type.identifier, expected)
  }

  @Test func theRootIsAFolder() throws {
    try expectEqual(detector.detect(try require(FilePath("/"))).type, .folder)
  }

  @Test func aLinkIsALinkOnlyWhenItIsNotFollowed() throws {
    let folder = try TemporaryFolder()
    try folder.write(Beginning.png, to: "target")
    let link = try folder.filePath("link")
    try FileTree.createLink(at: link, pointingTo: Array("target".utf8))
    try expectEqual(detector.detect(link, followingLinks: false).type, .symbolicLink)
    try expectEqual(detector.detect(link).type, .png)
  }

  @Test func aBrokenLinkIsAnErrorOnlyWhenItIsFollowed() throws {
    let folder = try TemporaryFolder()
    let link = try folder.filePath("link.txt")
    try FileTree.createLink(at: link, pointingTo: Array("nowhere".utf8))
    try expectEqual(detector.detect(link, followingLinks: false).type, .symbolicLink)
    let error = try requireThrows(DiscoveryError.self) { try detector.detect(link) }
    expectEqual(error.code, .fileSystem)
    expectEqual((error.cause as? FileSystemError)?.code, .notFound)
    expect(error.message.contains("link.txt"), error.message)
  }

  @Test func aPipeIsNotOpened() async throws {
    let folder = try TemporaryFolder()
    let made = try await ProgramRun.run("/usr/bin/mkfifo", [folder.path("pipe.txt")])
    expectEqual(made.status, 0)
    try expectEqual(detector.detect(try folder.filePath("pipe.txt")).type.identifier, "public.named-pipe")
  }

  @Test func aDeviceIsADevice() throws {
    let found = try detector.detect(try require(FilePath("/dev/null")))
    expectEqual(found.type.identifier, "public.character-special")
  }

  @Test func anEmptyFileWithoutANameTypeIsData() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "empty")
    try folder.write("", to: "empty.txt")
    try expectEqual(detector.detect(try folder.filePath("empty")).type, .data)
    try expectEqual(detector.detect(try folder.filePath("empty.txt")).type, .plainText)
  }

  @Test func anOpenFileIsExaminedWhateverIsAtItsPathByNow() throws {
    let folder = try TemporaryFolder()
    try folder.write(Beginning.png, to: "picture")
    let path = try folder.filePath("picture")
    let file = try OpenFile.readingRegular(path)
    let before = try detector.detect(path)
    try FileManager.default.removeItem(atPath: folder.path("picture"))
    try folder.write(Beginning.json, to: "picture")
    try expectEqual(detector.detect(file, name: path.lastComponent), before)
    try expectEqual(detector.detect(file, name: nil).type, .png)
    try expectEqual(detector.detect(path).type, .json)
  }

  @Test func anOpenFileIsAnExecutableByItsOwnPermissions() throws {
    let folder = try TemporaryFolder()
    try folder.write([0, 0xFE, 1, 0xFD, 2], to: "tool")
    let path = try folder.filePath("tool")
    let file = try OpenFile.readingRegular(path)
    try expectEqual(detector.detect(file, name: path.lastComponent).type, .data)
    try FileTree.setPermissions(path, 0o755)
    try expectEqual(detector.detect(file, name: path.lastComponent).type, .unixExecutable)
    try expectEqual(detector.detect(file, name: path.lastComponent, isExecutable: false).type, .data)
  }

  @Test func unknownBytesThatMayBeExecutedAreAnExecutable() throws {
    let folder = try TemporaryFolder()
    try folder.write([0, 0xFE, 1, 0xFD, 2], to: "tool")
    let path = try folder.filePath("tool")
    try expectEqual(detector.detect(path).type, .data)
    try FileTree.setPermissions(path, 0o755)
    try expectEqual(detector.detect(path).type, .unixExecutable)
  }

  // MARK: - Names against bytes

  static let jointDecisions: [(String, [UInt8], String, Bool)] = [
    ("a.txt", Beginning.png, "public.png", true),
    ("a.txt", Beginning.json, "public.plain-text", false),
    ("a.txt", Beginning.rtf, "public.plain-text", false),
    ("a.csv", Beginning.text, "public.comma-separated-values-text", false),
    ("a.json", Beginning.text, "public.json", false),
    ("a.svg", Beginning.text, "public.svg-image", false),
    ("a.doc", Beginning.rtf, "public.rtf", true),
    ("a.jpg", Beginning.png, "public.png", true),
    ("a.png", Beginning.text, "public.utf8-plain-text", true),
    ("a.ts", Beginning.text, "com.microsoft.typescript", false),
    ("a.png", Beginning.binaryPropertyList, "com.apple.binary-property-list", true),
    ("a.webarchive", Beginning.binaryPropertyList, "com.apple.webarchive", false),
    ("a.webloc", Beginning.binaryPropertyList, "com.apple.web-internet-location", false),
    ("a.plist", Beginning.binaryPropertyList, "com.apple.binary-property-list", false),
    ("a.png", [1, 2, 0, 0xFF, 0xFE], "public.png", false),
    (
      "a.dng", [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0] + [UInt8](repeating: 0, count: 24), "com.adobe.raw-image",
      false
    ),
    ("a.ai", Array("%PDF-1.5\n%\u{e2}\n1 0 obj\n".utf8), "com.adobe.illustrator.ai-image", false),
  ]

  @Test(arguments: jointDecisions)
  func bytesOverruleOnlyANameThatCannotBeRight(
    _ name: String, _ bytes: [UInt8], _ expected: String, _ isContradicted: Bool
  ) {
    let found = detector.detection(name: name, bytes)
    expectEqual(found.type.identifier, expected, "\(found.evidence)")
    expectEqual(found.isContradicted, isContradicted, "\(found.evidence)")
  }

  @Test func aContradictionIsExplained() {
    let found = detector.detection(name: "a.txt", Beginning.png)
    expectEqual(found.nameType, .plainText)
    expectEqual(found.contentType, .png)
    expectEqual(found.candidates.prefix(2), [.png, .plainText])
    let last = found.evidence.last
    expectEqual(last?.source, .content)
    expectEqual(last?.text.contains("public.plain-text cannot be public.png"), true)
  }

  @Test func aTypeThatTheProgramDeclaresIsFound() throws {
    let note = TypeDeclaration(
      identifier: "com.example.note", parents: ["public.data"], tags: [.filenameExtension: ["zznote"]],
      origin: .exported)
    let detector = TypeDetector(registry: try TypeRegistry.standard.adding([note]))
    expectEqual(detector.type(name: "a.zznote", Beginning.binaryPropertyList).identifier, "com.example.note")
    expectEqual(detector.type(name: "a.zznote", Beginning.png), .png)
  }

  @Test func anyBytesUnderAnyNameHaveAType() throws {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    let names = [nil, "a", "a.txt", "a.zip", "a.png", "a.plist", "a.zzyzx", "a.docx"]
    for _ in 0..<300 {
      var bytes = generator.bytes(count: Int.random(in: 0...400, using: &generator))
      if Bool.random(using: &generator) {
        bytes = Array(
          ([Beginning.png, Beginning.json, Array("PK\u{3}\u{4}".utf8)].randomElement(using: &generator) ?? [])
            + bytes)
      }
      for name in names {
        let found = detector.detection(name: name, bytes)
        expectEqual(found.candidates.first, found.type, "seed \(seed)")
        expectEqual(Set(found.candidates).count, found.candidates.count, "seed \(seed)")
        if found.isContradicted { expectEqual(found.type, found.contentType, "seed \(seed)") }
      }
    }
  }
}
