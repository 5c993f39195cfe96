import FileSystem
import Foundation
import ItemProviders
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

  /// Salvages some bytes and gives what the new bundle holds, as it was verified.
  private func salvage(_ bytes: [UInt8]) throws -> (salvage: Salvage, bundle: ProviderBundle) {
    try fixture.folder.write(bytes, to: "damaged")
    let destination = try fixture.path("saved.dragbundle")
    let salvage = try fixture.writer().salvage(fixture.path("damaged"), to: destination, replacing: true)
    let saved = try ProviderBundle(opening: destination)
    try saved.verify { #expect($0.failure == nil) }
    #expect(salvage.manifest == saved.manifest)
    return (salvage, saved)
  }

  private func place(of payload: BundledPayload) throws -> Range<Int> {
    let offset = Int(try bundle.stored(payload).offset)
    return offset..<offset + Int(payload.byteCount)
  }

  @Test func aWholeBundleIsSavedWhole() throws {
    let (salvage, saved) = try salvage(good)
    #expect(salvage.hasFoundManifest)
    #expect(saved.manifest == bundle.manifest)
    #expect(salvage.results.map(\.path) == bundle.manifest.payloads.map(\.path))
  }

  @Test func ofABundleCutAtAnyLengthEveryWholePayloadIsSaved() throws {
    let payloads = bundle.manifest.payloads
    let ends = try payloads.map { try place(of: $0).upperBound }
    for length in stride(from: 0, to: good.count, by: 3) {
      let whole = Set(zip(payloads, ends).filter { $0.1 <= length }.map(\.0.crc32))
      do {
        let (salvage, saved) = try salvage(Array(good[..<length]))
        #expect(Set(saved.manifest.payloads.map(\.crc32)) == whole, "cut at \(length)")
        #expect(salvage.results.count { $0.failure == nil } == whole.count)
      } catch let error as BundleError {
        #expect(error.code == .notABundle && whole.isEmpty, "cut at \(length): \(error)")
      }
    }
  }

  @Test func aDamagedPayloadIsLeftOutWithItsName() throws {
    for payload in bundle.manifest.payloads {
      var bytes = good
      bytes[try place(of: payload).lowerBound] ^= 1
      let (salvage, saved) = try salvage(bytes)
      #expect(salvage.results.filter { $0.failure != nil }.map(\.path) == [payload.path])
      #expect(saved.manifest.payloads.count == bundle.manifest.payloads.count - 1)
    }
  }

  @Test func aDamagedHeaderHidesOnePayloadAtMost() throws {
    for payload in bundle.manifest.payloads {
      var bytes = good
      // The header of the payload, and the end record, so that the directory is not believed.
      let name = Array(payload.path.utf8)
      let header = try #require(bytes.firstRange(of: name)).lowerBound - 30
      bytes[header] = 0
      bytes.removeLast()
      let (salvage, saved) = try salvage(bytes)
      #expect(salvage.hasFoundManifest)
      #expect(saved.manifest.payloads.count == bundle.manifest.payloads.count - 1, "\(payload.path)")
    }
  }

  @Test func withoutAManifestTheNamesOfTheEntriesTell() throws {
    let manifest = try #require(good.firstRange(of: Array("\"version\": 1".utf8)))
    var bytes = good
    bytes[manifest.lowerBound + 1] ^= 1
    bytes.removeLast()
    let (salvage, saved) = try salvage(bytes)
    #expect(!salvage.hasFoundManifest)
    #expect(saved.manifest.payloads.count == bundle.manifest.payloads.count)
    #expect(saved.items[0].representations.map(\.typeIdentifier) == ["public.html", "public.plain-text"])
    #expect(try saved.bytes(of: saved.items[0].representations[0]) == Data("<p>notes</p>".utf8))
  }

  @Test func promisesGoWithWhatTheyAreMadeOf() throws {
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
    #expect(saved.items[0].representations.map(\.typeIdentifier) == ["public.html", "public.xml"])
    #expect(saved.items[0].representations[1].storage == .promise(of: 0, coder: "c"))
  }

  @Test func aBundleFolderIsSavedToo() throws {
    try fixture.writer().writeFolder(BundleDraft(of: bundle), to: fixture.path("folder"))
    try fixture.folder.write("other bytes", to: "folder/items/1/1/notes.html")
    let salvage = try fixture.writer().salvage(fixture.path("folder"), to: fixture.path("saved.dragbundle"))
    #expect(salvage.results.filter { $0.failure != nil }.map(\.path) == ["items/1/1/notes.html"])
    #expect(try ProviderBundle(opening: fixture.path("saved.dragbundle")).items.count == bundle.items.count)
  }

  @Test func whatNoBundleCouldHoldTogetherIsLeftOut() throws {
    let foreign = [
      "note", "NOTE", "note/below", "other/one", "other", "aux.txt", "ITEMS/x", "Manifest.json", "n\u{E9}",
    ]
    let file = try OpenFile.creating(fixture.path("foreign.zip"))
    var writer = ZipWriter(output: file)
    for name in foreign {
      try Array(name.utf8).withUnsafeBytes { _ = try writer.add(name: Array(name.utf8), bytes: $0) }
    }
    _ = try writer.finish()
    // The entries follow a bundle without its end, so that they are found by their own headers.
    let start = try #require(good.firstRange(of: [0x50, 0x4B, 1, 2])).lowerBound
    let (_, saved) = try salvage(Array(good[..<start]) + fixture.folder.read("foreign.zip"))
    #expect(saved.manifest == bundle.manifest)
    let entries = try StrictZipReader.directory(of: OpenFile.reading(fixture.path("saved.dragbundle")))
      .entries
    let names = entries.map { String(decoding: $0.name, as: UTF8.self) }.filter { !$0.hasPrefix("items/") }
    #expect(names == ["mimetype", "note", "other/one", "n\u{E9}", "manifest.json"])
  }

  @Test func whatIsNoBundleAtAllIsRefused() throws {
    let error = #expect(throws: BundleError.self) { try salvage(Array("some text".utf8)) }
    #expect(error?.code == .notABundle)
    #expect(try fixture.folder.names().allSatisfy { !$0.contains("saved") })
  }
}
