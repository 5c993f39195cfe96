import ByteTools
import ProfferFileSystem
import TestSupport
import Testing
import UniformTypes

@testable import TypeDiscovery

/// The types that the desktop's database adds to our own tables.
struct DesktopDetectionTests {
  private static let globs = """
    50:application/x-zzsubtitle:*.zzsrt
    50:application/x-zzlayout+xml:*.zzui
    50:application/x-zz-compressed-tar:*.zztar.gz
    50:text/x-zzproject:ZZProject.txt
    50:text/plain:*.txt
    50:text/x-zznotes:notes.*
    60:application/x-zzfirst:*.zzboth
    50:application/x-zzsecond:*.zzboth
    50:video/x-zzogv:*.ogv
    50:video/x-zzogv:*.zzogv
    50:text/x-zzplus:*.ZZC:cs
    50:application/x-zzcells:*.xlw
    50:application/x-zz-console-rom:*.iso
    """

  /// A rule at offset 0.
  private static func rule(_ priority: Int, _ mimeType: String, _ text: String) -> [UInt8] {
    Array("[\(priority):\(mimeType)]\n>0=".utf8) + [0, UInt8(text.utf8.count)] + Array("\(text)\n".utf8)
  }

  private func database(in folder: TemporaryFolder) throws -> SharedMimeDatabase {
    try Folder.create(try folder.filePath("mime"))
    try folder.write(Self.globs + "\n", to: "mime/globs2")
    try folder.write(
      """
      application/x-zzlayout+xml application/xml
      application/x-zz-compressed-tar application/gzip
      application/x-zzsubtitle text/plain
      application/x-zznote application/x-zzsubtitle
      """ + "\n", to: "mime/subclasses")
    try folder.write("application/x-zzold application/x-zzsubtitle\n", to: "mime/aliases")
    try folder.write("urn:zz:layout layout application/x-zzlayout+xml\n", to: "mime/XMLnamespaces")
    let rules = [
      Self.rule(60, "application/x-zzsecond", "SECOND"),
      Self.rule(50, "application/x-zzsubtitle", "1\n00:00"),
      Self.rule(50, "application/x-zz-console-rom", "ZZCONSOLE"),
      Self.rule(50, "application/x-zz-pk", "PK\u{3}\u{4}zz"),
      Self.rule(50, "application/x-zz-png", "\u{7F}PNG"),
    ]
    try folder.write(Array("MIME-Magic\0\n".utf8) + rules.joined(), to: "mime/magic")
    return try SharedMimeDatabase(folders: [try folder.filePath("mime")])
  }

  private func detector(in folder: TemporaryFolder) throws -> TypeDetector {
    let database = try database(in: folder)
    return TypeDetector(registry: .standard) { () throws(DiscoveryError) in database }
  }

  private func type(_ detector: TypeDetector, _ name: String?, _ text: String) throws -> String {
    try Array(text.utf8).withUnsafeBytes {
      try detector.detectReadingDatabase(name: name.flatMap { FileName($0) }, prefix: $0, isWhole: true)
    }.type.identifier
  }

  static let questions: [(name: String?, text: String, expected: String?)] = [
    (nil, "1\n00:00:01,000 --> 00:00:02,000\n", "application.x-zzsubtitle"),
    (nil, "PK\u{3}\u{4}zz", "application.x-zz-pk"),
    (nil, "<?xml version='1.0'?><layout xmlns='urn:zz:layout'/>", "application.x-zzlayout--xml"),
    (nil, "<l:layout xmlns:l='urn:zz:layout'/>", "application.x-zzlayout--xml"),
    ("a.xml", "<?xml version='1.0'?><layout xmlns='urn:zz:layout'/>", "application.x-zzlayout--xml"),
    ("a.zztar.gz", "\u{1F}\u{0}", "application.x-zz-compressed-tar"),
    ("ZZProject.txt", "words\n", "text.x-zzproject"), ("other.zzproject.txt", "words\n", nil),
    ("a.zzboth", "SECOND", "application.x-zzsecond"), ("a.zzboth", "other\u{0}", "application.x-zzfirst"),
    ("a.ZZC", "int\n", "text.x-zzplus"),
  ]

  @Test(arguments: questions.indices)
  func theDatabaseIsAskedForWhatIsMoreSpecial(_ index: Int) throws {
    let (name, text, expected) = Self.questions[index]
    let found = try type(try detector(in: try TemporaryFolder()), name, text)
    expectEqual(found, expected.map { SharedMimeDatabase.identifierPrefix + $0 } ?? "public.plain-text")
  }

  /// A database's signatures are guesses, and so are our own if they only indicate text.
  @Test func aTextOfTheTypeThatItsNameMeansIsNotComparedWithTheDatabase() throws {
    let detector = try detector(in: try TemporaryFolder())
    let subtitle = Array("1\n00:00:01,000 --> 00:00:02,000\n".utf8)
    for (name, isCompared) in [("a.txt", false), ("a.b.txt", true), ("a", true)] {
      let found = try subtitle.withUnsafeBytes {
        try detector.detectReadingDatabase(name: FileName(name), prefix: $0, isWhole: true)
      }
      expectEqual(found.contentType?.identifier.hasSuffix("x-zzsubtitle") == true, isCompared, "\(name)")
    }
  }

  /// A few names are searched in the text of the files; more names are looked up in an index.
  @Test(arguments: [
    ("a.txt", 1), ("a.TXT", 1), ("zzproject.txt", nil), ("ZZProject.TXT", nil), ("project.txt", 1),
    ("a.zzboth", 2),
    ("a.ZZC", nil), ("a.zzc", nil), ("notes.txt", 1), ("notes.zzunknown", nil), ("a.zzunknown", nil),
    ("a.tx", nil),
    ("a.xlw", 1),
  ])
  func theExtensionOfANameIsFoundBySearchAndByIndex(name: String, expected: Int?) throws {
    let database = try database(in: try TemporaryFolder())
    let fileName = try require(FileName(name))
    for _ in 0..<40 { expectEqual(database.typeCount(byExtensionOf: fileName), expected) }
  }

  @Test func aTypeOfTheDatabaseConformsToWhatIsAboveIt() throws {
    let database = try database(in: try TemporaryFolder())
    let note = try require(database.ownType(mimeType: "application/x-zznote", in: .standard))
    expectEqual(note.identifier, "io.proffer.mime.application.x-zznote")
    #expect(note.conforms(to: .plainText, in: .standard) && !note.isDeclared(in: .standard))
    expectEqual(
      database.ownType(mimeType: "application/x-zzold", in: .standard)?.identifier.hasSuffix("x-zzsubtitle"),
      true)
    let registry = try TypeRegistry.standard.adding(database.declarations(beyond: .standard))
    expectEqual(
      database.ownType(mimeType: "application/x-zznote", in: registry)?.isDeclared(in: registry), true)
  }

  @Test func aTypeThatSharesAnExtensionIsDeclaredAndComesAfterOurs() throws {
    let database = try database(in: try TemporaryFolder())
    let registry = try TypeRegistry.standard.adding(database.declarations(beyond: .standard))
    let types = UTType.types(tag: "ogv", tagClass: .filenameExtension, conformingTo: nil, in: registry)
    expectEqual(types.map(\.identifier), ["org.xiph.ogv", "io.proffer.mime.video.x-zzogv"])
    expectEqual(UTType(filenameExtension: "zzogv", in: registry)?.identifier, "io.proffer.mime.video.x-zzogv")
  }

  @Test func aDeclaredTypeWithoutMIMETypesIsKnownByItsExtension() throws {
    let database = try database(in: try TemporaryFolder())
    let type = TypeDeclaration(
      identifier: "com.example.first", parents: ["public.data"], tags: [.filenameExtension: ["zzboth"]])
    let registry = try TypeRegistry.standard.adding([type])
    expectEqual(
      database.type(mimeType: "application/x-zzfirst", in: registry)?.identifier, "com.example.first")
    expectNil(database.type(mimeType: "application/x-zzcells", in: registry))
  }

  @Test func aDiscOfAConsoleIsNotTheGeneralImageOfADiscThatSharesItsExtension() throws {
    let folder = try TemporaryFolder()
    let detector = try detector(in: folder)
    try expectEqual(type(detector, nil, "ZZCONSOLE"), "io.proffer.mime.application.x-zz-console-rom")
    try expectEqual(
      type(detector, "game.unknown", "ZZCONSOLE"), "io.proffer.mime.application.x-zz-console-rom")
  }

  @Test func theDatabaseIsReadOnceAndOnlyForAFileThatNeedsIt() throws {
    let folder = try TemporaryFolder()
    let database = try database(in: folder)
    let counter = ReadCounter()
    let detector = TypeDetector(registry: .standard) { () throws(DiscoveryError) in
      counter.count()
      return database
    }
    try folder.write(Beginning.png, to: "a.png")
    try expectEqual(detector.detect(try folder.filePath("a.png")).type, .png)
    expectEqual(counter.value, 0)
    try folder.write("words", to: "a.txt")
    try folder.write("words", to: "b")
    for name in ["a.txt", "b", "a.txt"] { _ = try detector.detect(try folder.filePath(name)) }
    expectEqual(counter.value, 1)
  }

  @Test func anErrorOfTheDatabaseIsThatOfEveryFileThatNeedsIt() throws {
    let folder = try TemporaryFolder()
    let detector = TypeDetector(registry: .standard) { () throws(DiscoveryError) in
      throw DiscoveryError(.malformedDatabase, reason: "broken")
    }
    try folder.write("words", to: "a.txt")
    for _ in 0..<2 {
      let error = expectThrows(DiscoveryError.self) { try detector.detect(try folder.filePath("a.txt")) }
      expectEqual(error?.code, .malformedDatabase)
    }
  }
}

/// The number of reads.
private final class ReadCounter: Sendable {
  private let storage = Locked(0)

  func count() { storage.withLock { $0 += 1 } }
  var value: Int { storage.withLock { $0 } }
}
