import Foundation
import ProfferFileSystem
import TestSupport
import TypeDiscovery
import UniformTypes

/// The files of the desktop's MIME database: each input is one file, preceded by its name and a line break.
///
/// For any content, the database must be readable, report the skipped parts, and give declarations that a
/// registry accepts.
struct DesktopDatabaseFuzzer: Fuzzer {
  let material: Material
  private let folder: TemporaryFolder
  private let path: FilePath

  private static let magic: [UInt8] =
    Array("MIME-Magic\0\n[50:application/x-paint]\n>4=".utf8) + [0, 4] + Array("PAIN\n".utf8)
    + Array("1>8=".utf8) + [0, 2, 0x01, 0x02] + Array("~2\n".utf8)
    + Array("1>8=".utf8) + [0, 1, 0xF0] + Array("&".utf8) + [0xF0] + Array("\n".utf8)
    + Array("[80:text/x-buildfile]\n>0=".utf8) + [0, 5] + Array("BUILD+10\n".utf8)

  /// Every file of a small database.
  private static let files: [(name: String, bytes: [UInt8])] = [
    ("types", Array("application/x-paint\ntext/x-buildfile\nimage/png\n".utf8)),
    (
      "globs2",
      Array(
        """
        # a comment
        50:application/x-paint:*.zzpaint
        60:application/x-paint+zip:*.zzpaint.zip
        10:text/x-buildfile:build-[0-9]*
        50:text/x-csource:*.ZZC:cs
        0:text/x-buildfile:__NOGLOBS__

        """.utf8)
    ),
    ("magic", magic),
    ("aliases", Array("application/x-old-paint application/x-paint\nimage/x-png image/png\n".utf8)),
    ("subclasses", Array("application/x-paint+zip application/zip\ntext/x-buildfile text/plain\n".utf8)),
    ("XMLnamespaces", Array("urn:zz:layout layout application/x-layout+xml\n".utf8)),
  ]

  /// Valid lines that are appended to an input and must be found whatever precedes them.
  private static let lawful: [String: [UInt8]] = [
    "globs2": Array("\n50:application/x-zz-law:*.zzlaw\n".utf8),
    "magic": Array("\n[99:application/x-zz-law]\n>0=".utf8) + [0, 5] + Array("ZZLAW\n".utf8),
    "aliases": Array("\napplication/x-zz-other application/x-zz-law\n".utf8),
    "subclasses": Array("\napplication/x-zz-law application/x-zz-parent\n".utf8),
  ]

  init() throws {
    folder = try TemporaryFolder()
    guard let path = FilePath(folder.path) else { throw Finding("the folder has no path") }
    self.path = path
    for file in Self.files { try folder.write(file.bytes, to: file.name) }
    material = Material(
      seeds: Self.files.map { Array("\($0.name)\n".utf8) + $0.bytes },
      words: [
        "\n", ":", "/", " ", "*.", "*", "?", "[", "]", "[!a-z]", "__NOGLOBS__", "__NOMAGIC__", ":cs", "#",
        "application/x-paint", "text/plain", "all/all", "image/png", "[50:", "]\n", ">0=", "&", "~2", "+9",
        "\n>",
        "application/x_paint", "application/x---paint", "x-content/a", "inode/a", "\u{0}",
      ],
      shapes: [
        GrowingShape("globs2\n", repeating: "50:a/b:*.zz\n"), GrowingShape("globs2\n", repeating: "bad\n"),
        GrowingShape("globs2\n", repeating: "50:a/b:*a*b*c\n"),
        GrowingShape("globs2\n50:a/b:", repeating: "*"),
        GrowingShape("aliases\n", repeating: "a/b c/d\n"), GrowingShape("subclasses\n", repeating: "a/b\n"),
        GrowingShape("magic\nMIME-Magic\u{0}\n", repeating: "[50:a/b]\n"),
        GrowingShape("magic\nMIME-Magic\u{0}\n", repeating: "[50:a/b]\n>0=\u{0}"),
        GrowingShape("magic\nMIME-Magic\u{0}\n", repeating: "["),
        GrowingShape("magic\nMIME-Magic\u{0}\n[50:a/b]\n", repeating: ">0=\u{0}\u{1}a\n"),
      ])
  }

  func check(_ input: [UInt8]) throws(Finding) {
    let head = String(decoding: input.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    guard let file = Self.files.first(where: { $0.name == head }) else { return }
    let bytes = Array(input.dropFirst(head.utf8.count + 1)) + (Self.lawful[file.name] ?? [])
    let database: SharedMimeDatabase
    do {
      try folder.write(bytes, to: file.name)
      defer { do { try folder.write(file.bytes, to: file.name) } catch { print("\(file.name): \(error)") } }
      database = try SharedMimeDatabase(folders: [path])
    } catch {
      throw Finding("\(file.name) stops the database: \(error)")
    }
    try Finding.unless(
      database.skipped.count <= 1
        && database.skipped.allSatisfy {
          $0.code == .malformedDatabase && $0.subject == folder.path("\(file.name)")
        }, "the errors are \(database.skipped)")
    try checkDeclarations(of: database)
    try checkAnswers(of: database, file.name)
  }

  /// Checks that a registry accepts the declarations.
  private func checkDeclarations(of database: SharedMimeDatabase) throws(Finding) {
    let declarations = database.declarations(beyond: .standard)
    try Finding.unless(
      Set(declarations.map(\.identifier)).count == declarations.count, "an identifier is declared twice")
    do { _ = try TypeRegistry.standard.adding(declarations) } catch {
      throw Finding("the declarations are rejected: \(error)")
    }
  }

  /// Checks that answers are types of the database, and that valid lines count whatever precedes them.
  private func checkAnswers(of database: SharedMimeDatabase, _ name: String) throws(Finding) {
    let lawful = "application/x-zz-law"
    let known = Set(database.mimeTypes)
    for text in ["a.zzpaint", "A.ZZPAINT.ZIP", "build-1", "a.zzc", "x"] {
      guard let fileName = FileName(text) else { continue }
      let types = database.mimeTypes(named: fileName)
      try Finding.unless(known.isSuperset(of: types), "\(text) is \(types), which is not known")
      try Finding.unless(Set(types).count == types.count, "\(text) is \(types)")
    }
    let found: Bool
    switch name {
    case "globs2": found = FileName("a.zzlaw").map { database.mimeTypes(named: $0).contains(lawful) } ?? false
    case "aliases": found = database.canonicalName(of: "application/x-zz-other") == lawful
    case "subclasses": found = database.parents(of: lawful).contains("application/x-zz-parent")
    case "magic":
      let match = Array("ZZLAW".utf8).withUnsafeBytes { database.mimeType(ofPrefix: $0) }
      // A file without the right magic bytes is skipped; and a rule before the last line may contain any
      // bytes, even these.
      found =
        match != nil || database.skipped.first?.reason.hasPrefix("the file") == true
        || database.skipped.isEmpty
    default: found = true
    }
    try Finding.unless(found, "the last line of \(name) does not count")
    let detector = TypeDetector(registry: .standard, database: database)
    let detection = Array("0123PAIN\u{F7}".utf8).withUnsafeBytes {
      detector.detect(name: FileName("a.zzpaint"), prefix: $0, isWhole: true)
    }
    try Finding.unless(!detection.evidence.isEmpty, "there is no evidence for \(detection.type)")
  }
}
