import Foundation
import ItemProviders
import ProfferFileSystem
import ProviderBundles
import TestSupport
import Testing
import ZipArchives

@Suite struct BundleLimitTests {
  private let fixture: BundleFixture
  private let long = String(repeating: "x", count: 4097)

  init() throws { fixture = try BundleFixture() }

  private func expectRefusal(
    _ words: [String], sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) {
    let error = expectThrows(BundleError.self, sourceLocation: sourceLocation) { try body() }
    expectEqual(error?.code, .limitExceeded, sourceLocation: sourceLocation)
    for word in words {
      expectEqual(
        error?.message.contains(word), true, "\(error?.message ?? "")", sourceLocation: sourceLocation)
    }
  }

  @Test func textThatIsTooLongForAReaderIsNotWritten() throws {
    let text = BundleDraft.Representation(.bytes(Data("a".utf8)), typeIdentifier: "public.text")
    let changes: [(String, (inout BundleDraft.Item) throws -> Void)] = [
      ("name", { $0.suggestedName = long }),
      ("type", { $0.representations[0].typeIdentifier = "public.\(long)" }),
      ("team", { $0.representations[0].audience = .team(long) }),
      ("group", { $0.representations[0].audience = .group(long) }),
      ("name", { $0.representations[0].name = FileName(long) }),
      (
        "coder",
        {
          $0.representations.append(
            BundleDraft.Representation(.promise(of: 0, coder: long), typeIdentifier: "public.rtf"))
        }
      ),
    ]
    for (what, change) in changes {
      var item = BundleDraft.Item(representations: [text])
      try change(&item)
      let draft = BundleDraft(items: [BundleDraft.Item(representations: [text]), item])
      expectRefusal(["item 2", what, "bytes; the limit is 4096"]) {
        try fixture.writer().write(draft, to: fixture.path("a.dragbundle"))
      }
      expectRefusal(["item 2", what]) {
        try fixture.writer().writeFolder(draft, to: fixture.path("a.dragbundle"))
      }
    }
    try expectEmpty(fixture.folder.names())
  }

  @Test func anEditThatAReaderWouldRefuseLeavesTheOldBundle() throws {
    let old = try fixture.smallBundle(named: "a.dragbundle")
    expectRefusal(["item 1", "name", "4097"]) {
      try fixture.writer().edit(fixture.path("a.dragbundle")) { try $0.rename(itemAt: 0, to: long) }
    }
    try expectEqual(fixture.folder.read("a.dragbundle"), old)
  }

  @Test func countsAndBytesHaveTheLimitsOfTheReader() throws {
    let draft = BundleDraft(items: [
      BundleDraft.Item(representations: [
        BundleDraft.Representation(.bytes(Data("a".utf8)), typeIdentifier: "public.text"),
        BundleDraft.Representation(.bytes(Data("b".utf8)), typeIdentifier: "public.html"),
      ]),
      BundleDraft.Item(),
    ])
    let changes: [(String, (inout BundleLimits) -> Void)] = [
      ("2 items; the limit is 1", { $0.itemCount = 1 }),
      ("2 representations; the limit is 1", { $0.representationCount = 1 }),
      ("manifest.json", { $0.manifestByteCount = 100 }),
      ("type of 11 bytes; the limit is 10", { $0.nameByteCount = 10 }),
    ]
    try fixture.writer().write(draft, to: fixture.path("b.dragbundle"))
    for (words, change) in changes {
      var writer = try fixture.writer()
      change(&writer.limits)
      expectRefusal([words]) { try writer.write(draft, to: fixture.path("a.dragbundle")) }
      expectThrows(BundleError.self) {
        try ProviderBundle(opening: fixture.path("b.dragbundle"), limits: writer.limits)
      }
    }
    var writer = try fixture.writer()
    writer.limits.memberCount = 1
    _ = try fixture.smallBundle()
    let album = BundleDraft.Representation(
      .file(try fixture.path("album")), typeIdentifier: "public.folder")
    expectRefusal(["representation 1 of item 1", "2 files, folders and links; the limit is 1"]) {
      try writer.write(
        BundleDraft(items: [BundleDraft.Item(representations: [album])]), to: fixture.path("c.dragbundle"))
    }
  }

  @Test func theLongestNamesThatAreWrittenAreRead() throws {
    // Most of these names are longer in the manifest than in memory, because of escapes or base64.
    let names = [
      String(repeating: "x", count: 4096), String(repeating: "\"", count: 4096),
      String(repeating: "\u{1}", count: 4096), String(repeating: "é", count: 2048),
    ]
    for name in names {
      var item = BundleDraft.Item(suggestedName: name)
      item.representations = [
        BundleDraft.Representation(
          .bytes(Data("a".utf8)), typeIdentifier: "public.text",
          name: FileName(bytes: [UInt8](repeating: 0xFF, count: 4096)))
      ]
      let bundle = try fixture.pack(BundleDraft(items: [item]))
      expectEqual(bundle.items[0].suggestedName, name)
      expectEqual(bundle.items[0].representations[0].name?.bytes.count, 4096)
      try FileTree.remove(fixture.path("a.dragbundle"))
    }
  }

  /// Each invalid UTF-8 byte becomes three bytes in an entry name, so the path becomes longer.
  @Test func aFolderWhosePathsGrowTooLongIsRefused() throws {
    var place = try fixture.path("deep")
    try Folder.create(place)
    let top = place
    for _ in 0..<34 {
      place = place.appending(try require(FileName(bytes: [UInt8](repeating: 0xFF, count: 40))))
      try Folder.create(place)
    }
    let deep = BundleDraft.Representation(.file(top), typeIdentifier: "public.folder")
    expectRefusal(["a path in the bundle", "the limit is 4096", "items/1/1/deep/"]) {
      try fixture.writer().write(
        BundleDraft(items: [BundleDraft.Item(representations: [deep])]), to: fixture.path("a.dragbundle"))
    }
  }

  /// A bundle folder that contains foreign files.
  private func layout(_ name: String, beside files: [String]) throws -> ProviderBundle {
    let text = BundleDraft.Representation(.bytes(Data("a".utf8)), typeIdentifier: "public.text")
    try fixture.writer().writeFolder(
      BundleDraft(items: [BundleDraft.Item(representations: [text])]), to: fixture.path(name))
    for file in files {
      let path = "\(name)/\(file)"
      try FileManager.default.createDirectory(
        atPath: (fixture.folder.path(path) as NSString).deletingLastPathComponent,
        withIntermediateDirectories: true)
      try fixture.folder.write("beside", to: path)
    }
    return try ProviderBundle(opening: fixture.path(name))
  }

  @Test(arguments: [
    (["aux.txt"], BundleError.Code.reservedName), (["sub/a:b"], .reservedName), (["a\\b"], .backslashInName),
    (["x", "X"], .ambiguousName), (["MimeType"], .ambiguousName), (["Items/x"], .ambiguousName),
    (["\u{E9}", "E\u{301}"], .ambiguousName), (["a\u{1B}b"], .controlCharacterInName),
  ])
  func foreignEntriesThatAReaderWouldRefuseAreNotWritten(
    files: [String], code: BundleError.Code
  ) throws {
    let bundle = try layout("layout", beside: files)
    let error = expectThrows(BundleError.self) {
      try fixture.writer().write(BundleDraft(of: bundle), to: fixture.path("archive"))
    }
    expectEqual(error?.code, code, "\(error?.message ?? "")")
    // The bundle folder is unchanged.
    try fixture.writer().edit(fixture.path("layout")) { try $0.rename(itemAt: 0, to: "other") }
    for file in files { try expectEqual(fixture.folder.read("layout/\(file)"), Array("beside".utf8)) }
  }

  @Test func theFileOfOneBundleAndTheFolderOfAnotherAreNotPutIntoOneArchive() throws {
    var draft = try BundleDraft(of: layout("one", beside: ["note"]))
    try draft.merge(BundleDraft(of: layout("other", beside: ["note/below"])))
    let error = expectThrows(BundleError.self) {
      try fixture.writer().write(draft, to: fixture.path("archive"))
    }
    #expect(error?.code == .ambiguousName && error?.message.contains("note/below") == true)
  }

  @Test func aForeignEntryWithALongPathIsNotWritten() throws {
    let part = String(repeating: "d", count: 200)
    let bundle = try layout("layout", beside: ["\(part)/\(part)/note"])
    var writer = try fixture.writer()
    writer.limits.nameByteCount = 300
    expectRefusal(["a path in the bundle would have 406 bytes"]) {
      try writer.write(BundleDraft(of: bundle), to: fixture.path("archive"))
    }
    #expect(try !fixture.folder.names().contains("archive"))
  }
}

/// Bundles with a number of entries or items that only an attacker creates.
@Suite struct ManyEntriesTests {
  /// A number of entries that fits into an archive without ZIP64 records.
  private static let count = 30_000

  /// Writes an archive with a mark, empty entries and a manifest, faster than the writer, which checks its
  /// output.
  private func write(_ names: some Sequence<String>, manifest: String, in fixture: BundleFixture) throws
    -> FilePath
  {
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    var count: UInt16 = 0
    func add(_ name: String, _ content: [UInt8]) {
      let shared =
        little(UInt16(10)) + little(UInt16(0x800)) + [UInt8](repeating: 0, count: 6)
        + little(content.isEmpty ? 0 : content.withUnsafeBytes { CRC32.of($0) })
        + little(UInt32(content.count)) + little(UInt32(content.count)) + little(UInt16(name.utf8.count))
      directory += little(UInt32(0x0201_4B50)) + [30, 3] + shared + [UInt8](repeating: 0, count: 12)
      directory += little(UInt32(archive.count)) + name.utf8
      archive += little(UInt32(0x0403_4B50)) + shared + [0, 0] + name.utf8 + content
      count += 1
    }
    add("mimetype", Array("application/vnd.proffer.dragbundle+zip".utf8))
    for name in names { add(name, []) }
    add("manifest.json", Array(manifest.utf8))
    let start = UInt32(archive.count)
    archive += directory
    archive += little(UInt32(0x0605_4B50)) + little(UInt32(0)) + little(count) + little(count)
    archive += little(UInt32(directory.count)) + little(start) + [0, 0]
    return try require(FilePath(fixture.folder.write(archive, to: "many.dragbundle")))
  }

  private func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  @Test func unnamedEmptyEntriesAreRefused() throws {
    let fixture = try BundleFixture()
    let names = (0..<Self.count).lazy.map { "items/\($0)" }
    let path = try write(names, manifest: "{\"version\":1,\"items\":[]}", in: fixture)
    let error = expectThrows(BundleError.self) { try ProviderBundle(opening: path) }
    expect(
      error?.code == .unnamedEntry && error?.message.contains("items/0;") == true, "\(error?.message ?? "")")
  }

  @Test func itemsBeyondTheLimitAreRefused() throws {
    let fixture = try BundleFixture()
    let items = Array(repeating: "{\"representations\":[]}", count: Self.count).joined(separator: ",")
    let path = try write([], manifest: "{\"version\":1,\"items\":[\(items)]}", in: fixture)
    try expectEqual(ProviderBundle(opening: path).items.count, Self.count)
    var limits = BundleLimits()
    limits.itemCount = Self.count - 1
    let error = expectThrows(BundleError.self) { try ProviderBundle(opening: path, limits: limits) }
    expectEqual(error?.code, .limitExceeded)
  }

  @Test func oneEntryMayBeNamedByManyItems() throws {
    let fixture = try BundleFixture()
    let representation =
      "{\"type\":\"public.data\",\"kind\":\"data\",\"path\":\"items/1/1/a\",\"byteCount\":0,\"crc32\":\"00000000\"}"
    let item = "{\"representations\":[\(representation)]}"
    let items = Array(repeating: item, count: Self.count / 10).joined(separator: ",")
    let path = try write(["items/1/1/a"], manifest: "{\"version\":1,\"items\":[\(items)]}", in: fixture)
    let bundle = try ProviderBundle(opening: path)
    expectEqual(bundle.items.count, Self.count / 10)
    var results: [VerificationResult] = []
    try bundle.verify { results.append($0) }
    #expect(results.map(\.path) == ["items/1/1/a"] && results[0].failure == nil)
  }
}
