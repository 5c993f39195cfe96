import Foundation
import ItemProviders
import ProfferFileSystem
import ProviderBundles
import TestSupport
import Testing
import ZipArchives

@Suite struct SalvageTests {
  private let fixture: BundleFixture
  private let good: [UInt8]
  private let bundle: ProviderBundle

  init() throws {
    fixture = try BundleFixture()
    good = try fixture.smallBundle()
    bundle = try ProviderBundle(opening: fixture.path("small.dragbundle"))
  }

  /// Salvages some bytes, and opens and verifies the new bundle.
  private func salvage(_ bytes: [UInt8]) throws -> (salvage: Salvage, bundle: ProviderBundle) {
    try fixture.folder.write(bytes, to: "damaged")
    let destination = try fixture.path("saved.dragbundle")
    let salvage = try fixture.writer().salvage(fixture.path("damaged"), to: destination, replacing: true)
    let saved = try ProviderBundle(opening: destination)
    try saved.verify { expectNil($0.failure) }
    expectEqual(salvage.manifest, saved.manifest)
    return (salvage, saved)
  }

  private func place(of payload: BundledPayload) throws -> Range<Int> {
    let offset = Int(try bundle.stored(payload).offset)
    return offset..<offset + Int(payload.byteCount)
  }

  @Test func anIntactBundleIsSavedCompletely() throws {
    let (salvage, saved) = try salvage(good)
    expect(salvage.hasFoundManifest)
    expectEqual(saved.manifest, bundle.manifest)
    expectEqual(salvage.results.map(\.path), bundle.manifest.payloads.map(\.path))
  }

  @Test func everyIntactPayloadOfATruncatedBundleIsSaved() throws {
    let payloads = bundle.manifest.payloads
    let ends = try payloads.map { try place(of: $0).upperBound }
    for length in stride(from: 0, to: good.count, by: 3) {
      let whole = Set(zip(payloads, ends).filter { $0.1 <= length }.map(\.0.crc32))
      do {
        let (salvage, saved) = try salvage(Array(good[..<length]))
        expectEqual(Set(saved.manifest.payloads.map(\.crc32)), whole, "cut at \(length)")
        expectEqual(salvage.results.count { $0.failure == nil }, whole.count)
        let half = try payloads.first { try place(of: $0).contains(length) }
        if let half, try place(of: half).lowerBound < length {
          let cut = try require(salvage.cut, "cut at \(length)")
          expect(cut.path == half.path && cut.byteCount == half.byteCount, "cut at \(length)")
          try expectEqual(
            cut.presentByteCount, UInt64(length - place(of: half).lowerBound), "cut at \(length)")
          #expect(salvage.results.last?.path == half.path && salvage.results.last?.code == .truncated)
        }
      } catch let error as BundleError {
        expect(error.code == .notABundle || error.code == .truncated, "cut at \(length): \(error)")
        expectEmpty(whole, "cut at \(length): \(error)")
      }
    }
  }

  @Test func aDamagedPayloadIsLeftOutWithItsName() throws {
    for payload in bundle.manifest.payloads {
      var bytes = good
      bytes[try place(of: payload).lowerBound] ^= 1
      let (salvage, saved) = try salvage(bytes)
      expectEqual(salvage.results.filter { $0.failure != nil }.map(\.path), [payload.path])
      expectEqual(saved.manifest.payloads.count, bundle.manifest.payloads.count - 1)
    }
  }

  @Test func aDamagedHeaderHidesOnePayloadAtMost() throws {
    for payload in bundle.manifest.payloads {
      var bytes = good
      // Damage the header of the payload, and the end record, so that the directory is not used.
      let name = Array(payload.path.utf8)
      let header = try require(bytes.firstRange(of: name)).lowerBound - 30
      bytes[header] = 0
      bytes.removeLast()
      let (salvage, saved) = try salvage(bytes)
      expect(salvage.hasFoundManifest)
      expectEqual(saved.manifest.payloads.count, bundle.manifest.payloads.count - 1, "\(payload.path)")
    }
  }

  @Test func withoutAManifestEntryNamesAreUsed() throws {
    let manifest = try require(good.firstRange(of: Array("\"version\": 1".utf8)))
    var bytes = good
    bytes[manifest.lowerBound + 1] ^= 1
    bytes.removeLast()
    let (salvage, saved) = try salvage(bytes)
    expect(!salvage.hasFoundManifest)
    expectEqual(saved.manifest.payloads.count, bundle.manifest.payloads.count)
    expectEqual(saved.items[0].representations.map(\.typeIdentifier), ["public.html", "public.plain-text"])
    try expectEqual(saved.bytes(of: saved.items[0].representations[0]), Data("<p>notes</p>".utf8))
  }

  @Test(arguments: [
    #"{"UTTypeIdentifier": "a.a"}, {"UTTypeIdentifier": "A.A"}"#, #"{"UTTypeIdentifier": "no such"}"#,
    #"{"UTTypeIdentifier": "a.a", "UTTypeConformsTo": ["a.unknown"]}"#, "1",
  ])
  func declarationsThatAReaderRefusesAreLeftOutAndNamed(types: String) throws {
    try fixture.writer().writeFolder(BundleDraft(of: bundle), to: fixture.path("layout"))
    let manifest = String(decoding: try fixture.folder.read("layout/manifest.json"), as: UTF8.self)
    try fixture.folder.write(
      manifest.replacing("\"version\": 1,", with: "\"version\": 1, \"types\": [\(types)],"),
      to: "layout/manifest.json")
    let salvage = try fixture.writer().salvage(fixture.path("layout"), to: fixture.path("saved"))
    expectEqual(salvage.results.filter { $0.failure != nil }.map(\.code), [.malformedDeclaration])
    let saved = try ProviderBundle(opening: fixture.path("saved"))
    try saved.verify { expectNil($0.failure) }
    #expect(try saved.typeDeclarations.isEmpty && saved.items.count == bundle.items.count)
  }

  @Test func aPromiseIsLostWithItsSource() throws {
    let item = BundleDraft.Item(
      representations: [
        try fixture.file("a.txt", [1, 2, 3], type: "public.plain-text"),
        BundleDraft.Representation(.promise(of: 0, coder: "c"), typeIdentifier: "public.rtf"),
        try fixture.file("b.html", [4, 5, 6], type: "public.html"),
        BundleDraft.Representation(.promise(of: 2, coder: "c"), typeIdentifier: "public.xml"),
      ])
    let packed = try fixture.pack(BundleDraft(items: [item]))
    var bytes = try fixture.folder.read("a.dragbundle")
    bytes[Int(try packed.stored(packed.manifest.payloads[0]).offset)] ^= 1
    let (_, saved) = try salvage(bytes)
    expectEqual(saved.items[0].representations.map(\.typeIdentifier), ["public.html", "public.xml"])
    expectEqual(saved.items[0].representations[1].storage, .promise(of: 0, coder: "c"))
  }

  @Test func aBundleFolderIsSavedToo() throws {
    try fixture.writer().writeFolder(BundleDraft(of: bundle), to: fixture.path("folder"))
    try fixture.folder.write("other bytes", to: "folder/items/1/1/notes.html")
    let salvage = try fixture.writer().salvage(fixture.path("folder"), to: fixture.path("saved.dragbundle"))
    expectEqual(salvage.results.filter { $0.failure != nil }.map(\.path), ["items/1/1/notes.html"])
    try expectEqual(ProviderBundle(opening: fixture.path("saved.dragbundle")).items.count, bundle.items.count)
  }

  @Test func entriesWithAmbiguousNamesAreLeftOut() throws {
    let foreign = [
      "note", "NOTE", "note/below", "other/one", "other", "aux.txt", "ITEMS/x", "Manifest.json", "n\u{E9}",
    ]
    let file = try OpenFile.creating(fixture.path("foreign.zip"))
    var writer = ZipWriter(output: file)
    for name in foreign {
      try Array(name.utf8).withUnsafeBytes { _ = try writer.add(name: Array(name.utf8), bytes: $0) }
    }
    _ = try writer.finish()
    // The foreign entries are appended to a bundle without its end, so that they are found by their local
    // headers.
    let start = try require(good.firstRange(of: [0x50, 0x4B, 1, 2])).lowerBound
    let (_, saved) = try salvage(Array(good[..<start]) + fixture.folder.read("foreign.zip"))
    expectEqual(saved.manifest, bundle.manifest)
    let entries = try StrictZipReader.directory(of: OpenFile.reading(fixture.path("saved.dragbundle")))
      .entries
    let names = entries.map { String(decoding: $0.name, as: UTF8.self) }.filter { !$0.hasPrefix("items/") }
    expectEqual(names, ["mimetype", "note", "other/one", "n\u{E9}", "manifest.json"])
  }

  /// Packs a folder `f` with the file `damaged`, other files and links, damages that file, and salvages the
  /// bundle.
  private func salvageFolder(
    files: [String] = [], links: KeyValuePairs<String, String>
  ) throws -> (salvage: Salvage, bundle: ProviderBundle) {
    try FileManager.default.createDirectory(
      atPath: fixture.folder.path("f/sub"), withIntermediateDirectories: true)
    try fixture.folder.write("will be damaged", to: "f/damaged")
    for file in files { try fixture.folder.write("the file \(file)", to: "f/\(file)") }
    for (link, target) in links {
      try FileManager.default.createSymbolicLink(
        atPath: fixture.folder.path("f/\(link)"), withDestinationPath: target)
    }
    let packed = try fixture.pack([
      BundleDraft.Representation(.file(try fixture.path("f")), typeIdentifier: "public.folder")
    ])
    let payload = try require(packed.manifest.payloads.first { $0.path.hasSuffix("damaged") })
    var bytes = try fixture.folder.read("a.dragbundle")
    bytes[Int(try packed.stored(payload).offset)] ^= 1
    return try salvage(bytes)
  }

  @Test func onlyTheLinksThatLeadToALostFileAreLostWithIt() throws {
    let (salvage, saved) = try salvageFolder(
      files: ["whole", "sub/whole"],
      links: [
        "one": "damaged", "two": "whole", "dl": "sub", "sub/up": "../damaged", "sub/top": "../whole",
        "through": "sub/up", "again": "dl/up", "kept": "dl/top",
      ])
    guard case .folder(_, let members) = saved.items[0].representations[0].storage else {
      Issue.record("it is a folder")
      return
    }
    let names = members.map(\.printablePath)
    expectEqual(Set(names), ["sub", "whole", "sub/whole", "two", "dl", "sub/top", "kept"])
    let lost = salvage.results.filter { $0.failure != nil }
    #expect(lost.first?.path == "items/1/1/f/damaged" && lost.first?.code == .checksumMismatch)
    expectEqual(
      Set(lost.dropFirst().map(\.path)),
      ["items/1/1/f/again", "items/1/1/f/one", "items/1/1/f/sub/up", "items/1/1/f/through"])
    #expect(lost.dropFirst().allSatisfy { $0.code == .linkLeadsOut })
  }

  /// Kept links can be resolved, and the targets of lost links are lost, too.
  @Test func everyLinkOfADamagedBundleIsSavedOrReported() throws {
    let seed = SeededGenerator.testSeed()
    var random = SeededGenerator(seed: seed)
    for round in 0..<Repetitions.count(4, long: 12) {
      let fixture = try BundleFixture()
      let top = fixture.folder.path("f")
      let manager = FileManager.default
      try manager.createDirectory(atPath: "\(top)/s", withIntermediateDirectories: true)
      for name in ["damaged", "whole"] { try fixture.folder.write(name, to: "f/\(name)") }
      var targets = ["damaged", "whole", "s"]
      var all: Set<String> = []
      for number in 0..<8 {
        let name = "l\(number)"
        let target = targets.randomElement(using: &random) ?? "whole"
        try manager.createSymbolicLink(atPath: "\(top)/\(name)", withDestinationPath: target)
        targets.append(name)
        all.insert(name)
      }
      let packed = try fixture.pack([
        BundleDraft.Representation(.file(try fixture.path("f")), typeIdentifier: "public.folder")
      ])
      let payload = try require(packed.manifest.payloads.first { $0.path.hasSuffix("damaged") })
      var bytes = try fixture.folder.read("a.dragbundle")
      bytes[Int(try packed.stored(payload).offset)] ^= 1
      try fixture.folder.write(bytes, to: "damaged")
      let salvage = try fixture.writer().salvage(fixture.path("damaged"), to: fixture.path("saved"))
      let saved = try ProviderBundle(opening: fixture.path("saved"))
      guard case .folder(_, let members) = saved.items[0].representations[0].storage else {
        Issue.record("it is a folder")
        return
      }
      let kept = Set(members.map(\.printablePath)).intersection(all)
      let lost = Set(
        salvage.results.filter { $0.code == .linkLeadsOut }.map { String($0.path.suffix(2)) })
      expect(kept.isDisjoint(with: lost) && kept.union(lost) == all, "seed \(seed), round \(round)")
      try manager.removeItem(atPath: "\(top)/damaged")
      let standing = all.filter { manager.fileExists(atPath: "\(top)/\($0)") }
      expectEqual(kept, standing, "seed \(seed), round \(round)")
    }
  }

  @Test func unnamedPayloadsBecomeItems() throws {
    let start = try require(good.firstRange(of: [0x50, 0x4B, 1, 2])).lowerBound
    let file = try OpenFile.creating(fixture.path("more.zip"))
    var writer = ZipWriter(output: file)
    for (name, text) in [
      ("items/9/1/stray.html", "<p>stray"), ("items/8", "short"), ("items/7/1/bad", "bad"),
    ] {
      try Array(text.utf8).withUnsafeBytes { _ = try writer.add(name: Array(name.utf8), bytes: $0) }
    }
    _ = try writer.finish()
    var more = try fixture.folder.read("more.zip")
    more[try require(more.firstRange(of: Array("badPK".utf8))).lowerBound] ^= 1
    let (salvage, saved) = try salvage(Array(good[..<start]) + more)
    expect(salvage.hasFoundManifest)
    expectEqual(Array(saved.items.prefix(bundle.items.count)), Array(bundle.items))
    let added = saved.items.dropFirst(bundle.items.count)
    expectEqual(added.map { $0.representations.map(\.typeIdentifier) }, [["public.html"], ["public.data"]])
    expectEqual(added.map { $0.representations[0].name?.string }, ["stray.html", "8"])
    expectEqual(salvage.unnamedPaths, ["items/9/1/stray.html", "items/8"])
    let lost = salvage.results.filter { $0.failure != nil }
    #expect(lost.map(\.path) == ["items/7/1/bad"] && lost.map(\.code) == [.checksumMismatch])
  }

  @Test func whatCannotBeSavedIsReported() throws {
    let start = try require(good.firstRange(of: [0x50, 0x4B, 1, 2])).lowerBound
    let names = ["items/9/1/compressed", "items/9/1/encrypted", "../up", "aux", "note", "NOTE", "damaged"]
    let file = try OpenFile.creating(fixture.path("more.zip"))
    var writer = ZipWriter(output: file)
    for name in names {
      try Array(name.utf8).withUnsafeBytes { _ = try writer.add(name: Array(name.utf8), bytes: $0) }
    }
    _ = try writer.finish()
    var more = try fixture.folder.read("more.zip")
    func header(_ name: String) throws -> Int {
      try #require(more.firstRange(of: Array(name.utf8))).lowerBound - 30
    }
    more[try header("items/9/1/compressed") + 8] = 8
    more[try header("items/9/1/encrypted") + 6] |= 1
    more[try header("damaged") + 14] ^= 1
    let (salvage, _) = try salvage(Array(good[..<start]) + more)
    let lost = salvage.results.filter { $0.failure != nil }
    expectEqual(lost.map(\.path), names.filter { $0 != "note" })
    expectEqual(
      lost.map(\.code),
      [.compressed, .encrypted, .dotsInName, .reservedName, .ambiguousName, .checksumMismatch])
  }

  @Test func aFileThatIsNotABundleIsRefused() throws {
    let error = expectThrows(BundleError.self) { try salvage(Array("some text".utf8)) }
    expectEqual(error?.code, .notABundle)
    #expect(try fixture.folder.names().allSatisfy { !$0.contains("saved") })
  }
}
