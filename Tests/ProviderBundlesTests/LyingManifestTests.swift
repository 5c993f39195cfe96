import Foundation
import JSONText
import ProfferFileSystem
import ProviderBundles
import TestSupport
import Testing
import ZipArchives

/// Valid archives with a false manifest, made by changing the text of a correct one.
@Suite struct LyingManifestTests {
  struct Lie: Sendable, CustomTestStringConvertible {
    let name: String
    let code: BundleError.Code
    /// A text in the correct manifest, and its replacement.
    let change: (from: String, to: String)

    var testDescription: String { name }

    init(_ name: String, _ code: BundleError.Code, _ from: String, _ to: String) {
      self.name = name
      self.code = code
      change = (from, to)
    }
  }

  private static let good = """
    {"version":1,"items":[{"name":"n","representations":[\
    {"type":"public.plain-text","kind":"file","path":"items/1/1/a.txt","byteCount":5,"crc32":"3610a686","name":"a.txt"},\
    {"type":"public.folder","kind":"file","path":"items/1/2/f/","members":[{"path":"d","kind":"folder"},\
    {"path":"d/x","byteCount":1,"crc32":"8cdc1683"},{"path":"l","kind":"link","target":"d/x"}],"name":"f"},\
    {"type":"public.html","kind":"data","promise":{"of":0,"coder":"c"}}]}]}
    """

  /// The entries that the correct manifest names.
  private static let entries: [(String, [UInt8])] = [
    ("items/1/1/a.txt", Array("hello".utf8)), ("items/1/2/f/d/x", Array("x".utf8)),
  ]

  private func open(
    _ manifest: String, entries: [(String, [UInt8])] = LyingManifestTests.entries,
    limits: BundleLimits = .standard
  ) throws -> ProviderBundle {
    let folder = try TemporaryFolder()
    let path = try require(FilePath(folder.path("lie.dragbundle")))
    let file = try OpenFile.creating(path)
    var writer = ZipWriter(output: file)
    let mark = ("mimetype", Array("application/vnd.proffer.dragbundle+zip".utf8))
    for (name, bytes) in [mark] + entries + [("manifest.json", Array(manifest.utf8))] {
      try bytes.withUnsafeBytes { _ = try writer.add(name: Array(name.utf8), bytes: $0) }
    }
    _ = try writer.finish()
    return try ProviderBundle(opening: path, limits: limits)
  }

  @Test func theGoodManifestIsRead() throws {
    let bundle = try open(Self.good)
    expectEqual(bundle.items.count, 1)
    expectEqual(bundle.items[0].representations.count, 3)
    var results: [VerificationResult] = []
    try bundle.verify { results.append($0) }
    expectEqual(results.map(\.failure), [nil, nil])
  }

  @Test(arguments: [
    Lie("a later version", .unknownVersion, "\"version\":1", "\"version\":2"),
    Lie("no version", .malformedManifest, "\"version\":1,", ""),
    Lie("a version that is text", .wrongKind, "\"version\":1", "\"version\":\"1\""),
    Lie("no items", .malformedManifest, "\"items\"", "\"things\""),
    Lie("a key twice", .duplicateKey, "\"name\":\"n\"", "\"name\":\"n\",\"name\":\"m\""),
    Lie(
      "a key twice, once with an escape", .duplicateKey, "\"name\":\"n\"",
      "\"name\":\"n\",\"n\\u0061me\":\"m\""),
    Lie("an unknown key twice", .duplicateKey, "\"name\":\"n\"", "\"name\":\"n\",\"k\":1,\"k\":2"),
    Lie(
      "a contradiction before a faulty type", .claimedTwice,
      "\"promise\":{\"of\":0,\"coder\":\"c\"}}]}",
      "\"path\":\"items/1/1/a.txt\",\"byteCount\":4,\"crc32\":\"3610a686\"}]},"
        + "{\"representations\":[{\"type\":\"no such\",\"kind\":\"data\",\"path\":\"items/2\",\"byteCount\":1,"
        + "\"crc32\":\"3610a686\"}]}"),
    Lie("trailing text", .malformedManifest, "}]}]}", "}]}]} x"),
    Lie("another size", .manifestDisagrees, "\"byteCount\":5", "\"byteCount\":6"),
    Lie("a negative size", .wrongKind, "\"byteCount\":5", "\"byteCount\":-5"),
    Lie("a huge size", .wrongKind, "\"byteCount\":5", "\"byteCount\":99999999999999999999"),
    Lie("a fractional size", .wrongKind, "\"byteCount\":5", "\"byteCount\":5.0"),
    Lie("another checksum", .manifestDisagrees, "3610a686", "3610a687"),
    Lie("a checksum of seven digits", .malformedManifest, "3610a686", "610a686"),
    Lie("a checksum with a sign", .malformedManifest, "3610a686", "+610a686"),
    Lie("a path that is not there", .manifestDisagrees, "items/1/1/a.txt", "items/1/1/b.txt"),
    Lie("the manifest as a payload", .pathOutsideItems, "items/1/1/a.txt", "manifest.json"),
    Lie("a path that climbs", .pathOutsideItems, "items/1/1/a.txt", "items/../mimetype"),
    Lie("an absolute path", .pathOutsideItems, "items/1/1/a.txt", "/items/1/1/a.txt"),
    Lie("an empty component", .pathOutsideItems, "items/1/1/a.txt", "items//1/a.txt"),
    Lie("no type", .malformedManifest, "\"type\":\"public.html\",", ""),
    Lie("an empty type", .malformedManifest, "\"type\":\"public.html\"", "\"type\":\"\""),
    Lie("a type twice in one item", .malformedManifest, "public.html", "PUBLIC.plain-text"),
    Lie("an unknown kind", .malformedManifest, "\"kind\":\"data\"", "\"kind\":\"magic\""),
    Lie("a name with a slash", .malformedManifest, "\"name\":\"a.txt\"", "\"name\":\"../a.txt\""),
    Lie("a name that is a dot", .malformedManifest, "\"name\":\"a.txt\"", "\"name\":\"..\""),
    Lie("a name with NUL", .malformedManifest, "\"name\":\"a.txt\"", "\"name\":\"a\\u0000\""),
    Lie("name bytes that are not base64", .malformedManifest, "\"name\":\"a.txt\"", "\"nameBytes\":\"*\""),
    Lie("a promise of itself", .malformedManifest, "\"of\":0", "\"of\":2"),
    Lie("a promise of nothing", .malformedManifest, "\"of\":0", "\"of\":9"),
    Lie("a promise of the largest place", .malformedManifest, "\"of\":0", "\"of\":\(Int.max)"),
    Lie(
      "a path and a promise", .malformedManifest, "\"promise\"", "\"path\":\"items/1/1/a.txt\",\"promise\""),
    Lie("a link that leads out", .linkLeadsOut, "\"target\":\"d/x\"", "\"target\":\"../x\""),
    Lie("an absolute link", .linkLeadsOut, "\"target\":\"d/x\"", "\"target\":\"/etc/passwd\""),
    Lie("a member before its folder", .malformedManifest, "{\"path\":\"d\",\"kind\":\"folder\"},", ""),
    Lie("a member below a file", .malformedManifest, "{\"path\":\"l\",", "{\"path\":\"d/x/l\","),
    Lie("a member that climbs", .malformedManifest, "{\"path\":\"l\",", "{\"path\":\"..\","),
    Lie("a member twice", .malformedManifest, "{\"path\":\"l\",", "{\"path\":\"d\","),
    Lie("a member of unknown kind", .malformedManifest, "\"kind\":\"link\"", "\"kind\":\"device\""),
    Lie(
      "one entry with two sizes", .claimedTwice, "\"promise\":{\"of\":0,\"coder\":\"c\"}",
      "\"path\":\"items/1/1/a.txt\",\"byteCount\":4,\"crc32\":\"3610a686\""),
    Lie(
      "one entry with two checksums, the first of them wrong", .claimedTwice,
      "\"crc32\":\"3610a686\",\"name\":\"a.txt\"},",
      "\"crc32\":\"3610a687\",\"name\":\"a.txt\"},{\"type\":\"public.rtf\",\"kind\":\"file\","
        + "\"path\":\"items/1/1/a.txt\",\"byteCount\":5,\"crc32\":\"3610a686\"},"),
    Lie("a type with a space", .malformedType, "\"type\":\"public.html\"", "\"type\":\"no such\""),
    Lie("a type of one part", .malformedType, "\"type\":\"public.html\"", "\"type\":\"html\""),
    Lie(
      "a type that cannot be seen", .malformedManifest, "\"type\":\"public.html\"",
      "\"type\":\"public.\\u200b\""),
    Lie(
      "a type that moves the cursor", .malformedType, "\"type\":\"public.html\"",
      "\"type\":\"public.\\u001b[31m\""),
    Lie("a coder that moves the cursor", .malformedManifest, "\"coder\":\"c\"", "\"coder\":\"\\u001b[2J\""),
    Lie("a path that moves the cursor", .pathOutsideItems, "items/1/1/a.txt", "items/1/1/\\u001b[31m"),
    Lie(
      "a promise to more than see its source", .malformedManifest, "\"kind\":\"file\",\"path\":\"items/1/1",
      "\"team\":\"t\",\"kind\":\"file\",\"path\":\"items/1/1"),
    Lie("text that is not a time", .malformedManifest, "\"name\":\"a.txt\"", "\"modified\":\"yesterday\""),
    Lie("a list in place of the manifest", .wrongKind, "{\"version\"", "[\"version\""),
  ])
  func aLieIsRefusedByName(lie: Lie) throws {
    let manifest = Self.good.replacing(lie.change.from, with: lie.change.to, maxReplacements: 1)
    try #require(manifest != Self.good)
    let error = expectThrows(BundleError.self) { try open(manifest) }
    expectEqual(error?.code, lie.code, "\(error?.message ?? "")")
    expectEqual(error?.message.hasPrefix("/"), true, "the message names the file: \(error?.message ?? "")")
  }

  /// Replaces each number of a manifest by the extremes of integers of 8 to 64 bits and their neighbours.
  ///
  /// The manifest contains every kind of number.
  @Test func aNumberOfAnySizeIsReadOrRefused() throws {
    let image =
      "\"preview\":{\"type\":\"public.png\",\"path\":\"previews/1\",\"byteCount\":1,\"crc32\":\"8cdc1683\","
    let manifest = Self.good.replacing(
      "\"name\":\"n\",",
      with: "\"name\":\"n\",\"width\":3,\"height\":4,\(image)\"width\":5,\"height\":6},"
    ).replacing(
      "{\"type\":\"public.html\"",
      with: "{\"type\":\"public.png\",\"kind\":\"data\",\"openInPlace\":true,\"reference\":{\"file\":\"/a\","
        + "\"byteCount\":7,\"modified\":\"2026-03-09T18:04:05Z\"}},{\"type\":\"public.html\"")
    let entries = Self.entries + [("previews/1", Array("x".utf8))]
    try expectEqual(open(manifest, entries: entries).items.count, 1)
    let numbers = manifest.matches(of: /:([0-9]+)/).map { $0.output.1.startIndex..<$0.output.1.endIndex }
    // The version, two of the item, three of the preview, two files, three of the reference, the promise.
    expectEqual(numbers.count, 12)
    for range in numbers {
      for text in Self.extremes {
        let changed = manifest[..<range.lowerBound] + text + manifest[range.upperBound...]
        do { _ = try open(String(changed), entries: entries) } catch {
          expect(error is BundleError, "\(changed): \(error)")
        }
      }
    }
  }

  /// Zero and the extremes of integers of 8 to 64 bits, each with its neighbours.
  private static let extremes: [String] = {
    var texts: [String] = []
    for width: Int128 in [8, 16, 32, 64] {
      let half = Int128(1) << (width - 1)
      for edge: Int128 in [-half, 0, half, 2 * half] {
        for neighbour: Int128 in -1...1 { texts.append("\(edge + neighbour)") }
      }
    }
    return texts
  }()

  @Test func anUnnamedEntryIsRefused() throws {
    let error = expectThrows(BundleError.self) {
      try open(Self.good, entries: Self.entries + [("items/9/9/stowaway", [1])])
    }
    expectEqual(error?.code, .unnamedEntry)
    expectEqual(error?.message.contains("stowaway"), true)
  }

  @Test func foreignEntriesAreKeptOutsideItemsOnly() throws {
    try expectEqual(open(Self.good, entries: Self.entries + [("notes/readme.txt", [1])]).items.count, 1)
  }

  @Test(arguments: ["items/1/1/A.TXT", "ITEMS/1/1/a.txt"])
  func entriesThatDifferOnlyInCaseAreRefused(name: String) throws {
    let error = expectThrows(BundleError.self) {
      try open(Self.good, entries: Self.entries + [(name, [1])])
    }
    expectEqual(error?.code, .ambiguousName)
  }

  @Test(arguments: [
    ("con", BundleError.Code.reservedName), ("notes/Aux.txt", .reservedName), ("lpt9", .reservedName),
    ("notes/a:b", .reservedName), ("a ", .reservedName), ("a./b", .reservedName), ("a?", .reservedName),
    ("items/1", .ambiguousName), ("ITEMS", .ambiguousName), ("Notes\u{E9}", .ambiguousName),
    ("../up", .dotsInName), ("/root", .absoluteName), ("a\\b", .backslashInName), ("a\0b", .nulInName),
    ("c:x", .driveLetterInName), ("mimetype", .duplicateName),
  ])
  func ambiguousAndReservedNamesAreRefused(name: String, code: BundleError.Code) throws {
    let error = expectThrows(BundleError.self) {
      try open(Self.good, entries: Self.entries + [(name, [1])])
    }
    expectEqual(error?.code, code, "\(error?.message ?? "")")
  }

  @Test(arguments: ["conx", "com0", "auxiliary", "nul_", ".a", "a.b.c", "lpt10"])
  func namesThatOnlyLookReservedAreTaken(name: String) throws {
    try expectEqual(open(Self.good, entries: Self.entries + [(name, [1])]).items.count, 1)
  }

  @Test func unknownKeysAreKept() throws {
    let manifest = Self.good.replacing("\"version\":1", with: "\"version\":1,\"colour\":{\"of\":[1,2.50]}")
    let bundle = try open(manifest)
    expectEqual(bundle.manifest.unknownMembers.map(\.key), ["colour"])
    #expect(String(decoding: bundle.manifest.encoded(), as: UTF8.self).contains("2.50"))
  }

  /// A bundle folder whose manifest was changed.
  private func changedFolder(
    in fixture: BundleFixture, _ change: (String) -> String
  ) throws -> FilePath {
    let manifest = String(decoding: try fixture.folder.read("folder/manifest.json"), as: UTF8.self)
    let changed = change(manifest)
    try #require(changed != manifest)
    try fixture.folder.write(changed, to: "folder/manifest.json")
    return try fixture.path("folder")
  }

  @Test func unknownKeysOfPromisesAndReferencesAreKeptByEditing() throws {
    let fixture = try BundleFixture()
    let item = BundleDraft.Item(representations: [
      try fixture.file("a.txt", [1], type: "public.plain-text"),
      BundleDraft.Representation(.promise(of: 0, coder: "c"), typeIdentifier: "public.rtf"),
      BundleDraft.Representation(.reference(try fixture.path("a.txt")), typeIdentifier: "public.text"),
    ])
    try fixture.writer().writeFolder(BundleDraft(items: [item]), to: fixture.path("folder"))
    let folder = try changedFolder(in: fixture) { manifest in
      manifest.replacing("\"coder\"", with: "\"shade\": [1, 2.50], \"coder\"")
        .replacing("\"reference\":{", with: "\"reference\":{\"volume\":\"v\",")
    }
    try fixture.writer().edit(folder) { draft in
      try draft.reorder(representations: [2, 1, 0], ofItemAt: 0)
      try draft.rename(itemAt: 0, to: "new")
    }
    let edited = String(decoding: try fixture.folder.read("folder/manifest.json"), as: UTF8.self)
    let lines = edited.split(separator: "\n")
    expect(
      lines.contains { $0.contains("\"promise\"") && $0.contains("\"shade\"") && $0.contains("2.50") }, lines)
    expect(lines.contains { $0.contains("\"reference\"") && $0.contains("\"volume\"") }, lines)
    let items = try ProviderBundle(opening: folder).items
    expectEqual(items[0].representations.map(\.unknownSourceMembers.count), [1, 1, 0])
    try expectEqual(ProviderBundle(opening: folder).manifest.encoded(), Array(edited.utf8))
  }

  @Test func limitsAreArguments() throws {
    var limits = BundleLimits()
    limits.representationCount = 2
    expectThrows(BundleError.self) { try open(Self.good, limits: limits) }
    limits = BundleLimits()
    limits.nameByteCount = 14
    expectThrows(BundleError.self) { try open(Self.good, limits: limits) }
    limits = BundleLimits()
    limits.manifestByteCount = 100
    let error = expectThrows(BundleError.self) { try open(Self.good, limits: limits) }
    expectEqual(error?.code, .limitExceeded)
  }

  @Test(arguments: [100, 100_000])
  func deepNestingIsRefused(depth: Int) throws {
    let nest = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let manifest = Self.good.replacing("\"version\":1", with: "\"version\":1,\"deep\":\(nest)")
    let error = expectThrows(BundleError.self) { try open(manifest) }
    expectEqual(error?.code, .tooDeep)
  }

  @Test func aNameLongerThanTheFileSystemTakesIsNotThereInAFolder() throws {
    let fixture = try BundleFixture()
    try fixture.writer().writeFolder(
      BundleDraft(items: [BundleDraft.Item(representations: [try fixture.file("a.txt", [1])])]),
      to: fixture.path("folder"))
    let manifest = String(decoding: try fixture.folder.read("folder/manifest.json"), as: UTF8.self)
    let long = String(repeating: "n", count: 300)
    try fixture.folder.write(
      manifest.replacing("items/1/1/a.txt", with: "items/1/1/\(long)"), to: "folder/manifest.json")
    let error = expectThrows(BundleError.self) { try ProviderBundle(opening: fixture.path("folder")) }
    expectEqual(error?.code, .manifestDisagrees)
  }
}
