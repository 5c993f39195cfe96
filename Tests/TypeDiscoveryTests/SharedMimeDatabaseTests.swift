import ProfferFileSystem
import TestSupport
import Testing
import UniformTypes

@testable import TypeDiscovery

struct SharedMimeDatabaseTests {
  /// A small database with paint files, and a text type with its own file name.
  private func database(in folder: TemporaryFolder) throws -> SharedMimeDatabase {
    try Folder.create(try folder.filePath("mime"))
    try folder.write(
      """
      # a comment
      application/x-paint
      application/x-paint+zip
      text/x-buildfile
      image/png
      inode/directory
      """, to: "mime/types")
    try folder.write(
      """
      50:application/x-paint:*.zzpaint
      60:application/x-paint:*.zzpnt
      50:application/x-paint+zip:*.zzpaint.zip
      50:text/x-buildfile:buildfile
      10:text/x-buildfile:build-[0-9]*
      50:text/x-csource:*.ZZC:cs
      50:image/png:*.png
      """, to: "mime/globs2")
    try folder.write("application/x-paint+zip application/zip\n", to: "mime/subclasses")
    try folder.write(
      "application/x-old-paint application/x-paint\nimage/x-png image/png\n", to: "mime/aliases")
    try folder.write(Self.magic, to: "mime/magic")
    return try SharedMimeDatabase(folders: [try folder.filePath("mime")])
  }

  static let magic: [UInt8] =
    Array("MIME-Magic\0\n[50:application/x-paint]\n>4=".utf8) + [0, 4] + Array("PAIN\n".utf8)
    + Array("1>8=".utf8) + [0, 2, 0x01, 0x02] + Array("~2\n".utf8)
    + Array("1>8=".utf8) + [0, 1, 0xF0] + Array("&".utf8) + [0xF0] + Array("\n".utf8)
    + Array("[80:text/x-buildfile]\n>0=".utf8) + [0, 5] + Array("BUILD+10\n".utf8)

  private func mimeType(_ database: SharedMimeDatabase, _ bytes: [UInt8]) -> String? {
    bytes.withUnsafeBytes { database.mimeType(ofPrefix: $0) }
  }

  @Test(arguments: [
    ("a.zzpaint", ["application/x-paint"]), ("A.ZZPAINT", ["application/x-paint"]),
    ("a.zzpaint.zip", ["application/x-paint+zip"]), ("buildfile", ["text/x-buildfile"]),
    ("Buildfile", ["text/x-buildfile"]), ("build-12", ["text/x-buildfile"]), ("build-x", []),
    ("a.ZZC", ["text/x-csource"]), ("a.zzc", []), ("zzpaint", []),
  ])
  func aNameMeansTheTypesOfItsPatterns(_ name: String, _ expected: [String]) throws {
    let database = try database(in: try TemporaryFolder())
    expectEqual(database.mimeTypes(named: try require(FileName(name))), expected)
  }

  @Test func aSignatureHoldsWhenOneOfItsInnermostRulesDoes() throws {
    let database = try database(in: try TemporaryFolder())
    let start = [0, 0, 0, 0] + Array("PAIN".utf8)
    expectNil(mimeType(database, start))
    expectEqual(mimeType(database, start + [0x02, 0x01]), "application/x-paint")
    expectNil(mimeType(database, start + [0x01, 0x02]))
    expectEqual(mimeType(database, start + [0xF7]), "application/x-paint")
    expectEqual(mimeType(database, Array("012345678BUILD".utf8)), "text/x-buildfile")
    expectNil(mimeType(database, Array("0123456789BUILD".utf8)))
  }

  @Test func otherNamesMeanTheSameType() throws {
    let database = try database(in: try TemporaryFolder())
    expectEqual(database.canonicalName(of: "image/x-PNG"), "image/png")
    expectEqual(database.type(mimeType: "image/x-png", in: .standard), .png)
    expectNil(database.type(mimeType: "application/x-paint", in: .standard))
    expectEqual(database.closestType(mimeType: "application/x-paint+zip", in: .standard), .zip)
    expectEqual(database.closestType(mimeType: "text/x-buildfile", in: .standard), .plainText)
  }

  @Test func unknownTypesAreDeclaredWithTheirTagsAndParents() throws {
    let database = try database(in: try TemporaryFolder())
    let declarations = database.declarations(beyond: .standard)
    expectEqual(
      declarations.map(\.identifier),
      [
        "io.proffer.mime.application.x-paint", "io.proffer.mime.application.x-paint--zip",
        "io.proffer.mime.text.x-buildfile", "io.proffer.mime.text.x-csource",
      ])
    let registry = try TypeRegistry.standard.adding(declarations)
    let paint = try require(UTType(filenameExtension: "zzpaint", in: registry))
    expectEqual(paint.identifier, "io.proffer.mime.application.x-paint")
    expectEqual(paint.preferredFilenameExtension(in: registry), "zzpnt")
    expectEqual(UTType(mimeType: "application/x-old-paint", in: registry), paint)
    expectEqual(database.type(mimeType: "application/x-paint", in: registry), paint)
    let packed = try require(UTType(mimeType: "application/x-paint+zip", in: registry))
    #expect(packed.conforms(to: .zip, in: registry))
    #expect(
      try require(UTType(mimeType: "text/x-buildfile", in: registry)).conforms(to: .plainText, in: registry))
  }

  @Test func theDetectorUsesTheDatabaseLast() throws {
    let database = try database(in: try TemporaryFolder())
    let plain = TypeDetector(registry: .standard, database: database)
    expectEqual(plain.type(name: "buildfile", []), .plainText)
    expectEqual(plain.type(name: "a.png", [0, 0, 0, 0] + Array("PAIN".utf8) + [0xF7]), .png)
    let registry = try TypeRegistry.standard.adding(database.declarations(beyond: .standard))
    let knowing = TypeDetector(registry: registry, database: database)
    let bytes = [0, 0, 0, 0] + Array("PAIN".utf8) + [0xF7]
    expectEqual(knowing.type(name: nil, bytes).identifier, "io.proffer.mime.application.x-paint")
    expectEqual(knowing.type(name: "a.zzpaint", [0, 0xFF]).identifier, "io.proffer.mime.application.x-paint")
  }

  @Test func aMoreImportantDatabaseWithdrawsTheEntriesOfAnother() throws {
    let folder = try TemporaryFolder()
    _ = try database(in: folder)
    try Folder.create(try folder.filePath("own"))
    try folder.write("50:application/x-paint:__NOGLOBS__\n50:application/x-paint:*.zzown\n", to: "own/globs2")
    try folder.write(
      Array("MIME-Magic\0\n[50:application/x-paint]\n>0=".utf8) + [0, 11] + Array("__NOMAGIC__\n".utf8),
      to: "own/magic")
    let both = try SharedMimeDatabase(folders: [try folder.filePath("own"), try folder.filePath("mime")])
    expectEmpty(both.mimeTypes(named: try require(FileName("a.zzpaint"))))
    expectEqual(both.mimeTypes(named: try require(FileName("a.zzown"))), ["application/x-paint"])
    expectNil(mimeType(both, [0, 0, 0, 0] + Array("PAIN".utf8) + [0xF7]))
  }

  @Test func aCircleOfTypesLosesOneEdge() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "application/x-zza application/x-zzb\napplication/x-zzb application/x-zza\n", to: "subclasses")
    let database = try SharedMimeDatabase(folders: [try folder.filePath()])
    let registry = try TypeRegistry.standard.adding(database.declarations(beyond: .standard))
    expectNil(database.closestType(mimeType: "application/x-zza", in: .standard))
    expectEqual(UTType(mimeType: "application/x-zza", in: registry)?.isDeclared(in: registry), true)
  }

  @Test func aMissingFolderIsAnEmptyDatabase() throws {
    let database = try SharedMimeDatabase(folders: [try require(FilePath("/nowhere/at/all"))])
    expectEmpty(database.mimeTypes)
    expectNil(mimeType(database, [1, 2, 3]))
  }

  /// Malformed lines and sections, and the knowledge that remains about the files with them.
  @Test(arguments: [
    (
      "globs2", "50:application/x-paint\n",
      "line 1 is skipped, because it is not a weight, a MIME type and a pattern"
    ),
    ("globs2", "bad\n50:application/x-zza:*.zzown\n\n\n:::\n50:paint:*.x\n", "line 1 and 2 more are skipped"),
    ("aliases", "# names\none two three\n", "line 2 is skipped, because it is not two MIME types"),
    ("aliases", "x-paint application/x-paint\n", "line 1 is skipped"),
    ("subclasses", "application/x-zza\n", "line 1 is skipped"),
    ("magic", "MIME\n", "the file is skipped"),
    ("magic", "MIME-Magic\0\n[50:application/x-zza]\n>nonsense\n", "the section at byte 12 is skipped"),
    ("magic", "MIME-Magic\0\n[x]\nnonsense\n", "the section at byte 12 is skipped"),
  ])
  func whatIsNotInItsFormatIsSkippedAndSaid(name: String, text: String, reason: String) throws {
    let folder = try TemporaryFolder()
    _ = try database(in: folder)
    var whole = try folder.read("mime/\(name)")
    let isMagic = name == "magic"
    if !isMagic, whole.last != UInt8(ascii: "\n") { whole.append(UInt8(ascii: "\n")) }
    // The malformed part is before the valid part, and after it.
    let files =
      isMagic && text.hasPrefix("MIME-")
      ? [Array(text.utf8) + whole.dropFirst(12), whole + text.utf8.dropFirst(12)] : [Array(text.utf8)]
    for file in isMagic ? files : [Array(text.utf8) + whole, whole + Array(text.utf8)] {
      try folder.write(file, to: "mime/\(name)")
      let damaged = try SharedMimeDatabase(folders: [try folder.filePath("mime")])
      expectEqual(damaged.skipped.map(\.code), [.malformedDatabase])
      let message = try require(damaged.skipped.first?.message)
      expect(message.hasPrefix("\(folder.path("mime/\(name)")): "), "\(message)")
      if file.starts(with: text.utf8) { expect(message.contains(reason), "\(message)") }
      expectEqual(damaged.mimeTypes(named: try require(FileName("a.zzpaint"))), ["application/x-paint"])
      expectEqual(damaged.canonicalName(of: "image/x-png"), "image/png")
      expectEqual(damaged.parents(of: "application/x-paint+zip"), ["application/zip"])
      let isKnown = !isMagic || file.count > text.utf8.count
      expectEqual(mimeType(damaged, Array("BUILD".utf8)) == "text/x-buildfile", isKnown)
      _ = try TypeRegistry.standard.adding(damaged.declarations(beyond: .standard))
    }
  }

  @Test func aFileOfSignaturesThatIsCutKeepsItsWholeSections() throws {
    let folder = try TemporaryFolder()
    let path = try folder.filePath()
    // A cut between two sections leaves only complete ones. Any other cut is in a section or in the file's
    // header.
    let second = try require(Self.magic.indices.last { Self.magic[$0...].starts(with: "[80:".utf8) })
    for length in 0..<Self.magic.count {
      try folder.write(Array(Self.magic[..<length]), to: "magic")
      let database = try SharedMimeDatabase(folders: [path])
      #expect(database.signatures.ranked.count == (length >= second ? 1 : 0) || length < second)
      expectAtMost(database.skipped.count, 1)
      #expect(length < 12 ? database.skipped.count == 1 : database.signatures.ranked.count <= 1)
    }
  }

  /// Names that a registry would reject, or that give one identifier to two types.
  @Test func theDeclarationsOfAnyDatabaseAreAccepted() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "50:application/x_zz:*.\n50:application/x_zz:*.a/b\n50:application/x---zz:*.zzzz\n50:a/b/c:*.zzzy\n",
      to: "globs2")
    try folder.write(
      "application/x_zz application/x-zzother\napplication/x-zzother application/x---zz\n", to: "subclasses")
    try folder.write("zz application/x_zz\n/ application/x_zz\n", to: "aliases")
    let declarations = try SharedMimeDatabase(folders: [try folder.filePath()]).declarations(
      beyond: .standard)
    expectEqual(Set(declarations.map(\.identifier)).count, declarations.count)
    let registry = try TypeRegistry.standard.adding(declarations)
    expectEqual(UTType(mimeType: "application/x-zzother", in: registry)?.isDeclared(in: registry), true)
  }

  @Test(arguments: [
    ("*", "abc", true), ("a*c", "abbc", true), ("a*c", "abcd", false), ("?", "", false),
    ("[a-c]x", "bx", true),
    ("[!a-c]x", "bx", false), ("[!a-c]x", "dx", true), ("[]", "[]", true), ("a[", "a[", true),
    ("*.so.[0-9]*", "l.so.6", true),
    ("*a*b*c", "xxaxxbxxc", true), ("", "", true), ("", "a", false),
  ])
  func aPatternMatchesWholeNames(_ pattern: String, _ name: String, _ expected: Bool) {
    expectEqual(NamePattern.matches(Array(pattern.utf8), Array(name.utf8)), expected)
  }
}
