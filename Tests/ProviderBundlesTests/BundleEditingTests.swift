import Foundation
import ItemProviders
import JSONText
import ProfferFileSystem
import ProviderBundles
import TestSupport
import Testing
import ZipArchives

@Suite struct BundleEditingTests {
  private let fixture: BundleFixture
  private let writer: ProviderBundleWriter

  init() throws {
    fixture = try BundleFixture()
    // Files are created again for every comparison, so their times differ.
    var writer = try fixture.writer()
    writer.includesTimes = false
    self.writer = writer
  }

  /// An item of one file with a unique name and contents; from number 4 on, the kernel copies the long contents.
  private func item(_ number: Int) throws -> BundleDraft.Item {
    let bytes = [UInt8](repeating: UInt8(number), count: number < 4 ? number * 100 : 80_000 + number)
    return BundleDraft.Item(
      suggestedName: "item \(number)", representations: [try fixture.file("f\(number).bin", bytes)])
  }

  private func pack(_ numbers: [Int], as name: String) throws -> [UInt8] {
    try writer.write(BundleDraft(items: numbers.map(item)), to: fixture.path(name))
    return try fixture.folder.read(name)
  }

  @Test func editedBundlesAreThoseThatPackingGives() throws {
    let changes: [(change: (inout BundleDraft) throws -> Void, result: [Int])] = [
      ({ try $0.remove(itemsAt: [0]) }, [2, 3, 4, 5]), ({ try $0.remove(itemsAt: [1, 4]) }, [1, 3, 4]),
      ({ try $0.reorder(items: [4, 0, 3, 1, 2]) }, [5, 1, 4, 2, 3]), ({ _ in }, [1, 2, 3, 4, 5]),
      ({ [self] in try $0.add([item(6)], at: 2) }, [1, 2, 6, 3, 4, 5]),
      ({ [self] in try $0.add([item(6)]) }, [1, 2, 3, 4, 5, 6]),
    ]
    for (index, (change, result)) in changes.enumerated() {
      _ = try pack([1, 2, 3, 4, 5], as: "\(index).dragbundle")
      try writer.edit(fixture.path("\(index).dragbundle"), change)
      let expected = try pack(result, as: "\(index)-packed.dragbundle")
      try expectEqual(fixture.folder.read("\(index).dragbundle"), expected, "change \(index)")
    }
  }

  @Test func namesAndTypesAreChangedWithoutTheirBytes() throws {
    _ = try pack([1, 5], as: "a.dragbundle")
    try writer.edit(fixture.path("a.dragbundle")) { draft in
      try draft.rename(itemAt: 0, to: "other")
      try draft.rename(representationAt: 0, ofItemAt: 1, to: require(FileName("five.txt")))
      try draft.retype(representationAt: 0, ofItemAt: 1, to: "public.plain-text")
    }
    let bundle = try ProviderBundle(opening: fixture.path("a.dragbundle"))
    expectEqual(bundle.items.map(\.suggestedName), ["other", "item 5"])
    expectEqual(bundle.items[1].representations[0].typeIdentifier, "public.plain-text")
    expectEqual(bundle.items[1].representations[0].name, FileName("five.txt"))
    expectEqual(bundle.manifest.payloads.map(\.path), ["items/1/1/f1.bin", "items/2/1/five.txt"])
    try expectEqual(bundle.bytes(of: bundle.items[1].representations[0]).count, 80_005)
  }

  @Test func mergingAndSplittingGoBackAndForth() throws {
    let whole = try pack([1, 2, 3, 4], as: "whole.dragbundle")
    let draft = try BundleDraft(of: ProviderBundle(opening: fixture.path("whole.dragbundle")))
    var merged = BundleDraft()
    for (index, part) in try draft.split().enumerated() {
      try writer.write(part, to: fixture.path("part\(index).dragbundle"))
      try expectEqual(
        fixture.folder.read("part\(index).dragbundle"), pack([index + 1], as: "one\(index).dragbundle"))
      let bundle = try ProviderBundle(opening: fixture.path("part\(index).dragbundle"))
      try merged.merge(BundleDraft(of: bundle))
    }
    try writer.write(merged, to: fixture.path("merged.dragbundle"))
    try expectEqual(fixture.folder.read("merged.dragbundle"), whole)
    let halves = try draft.split([[3, 0], [1, 2]])
    expectEqual(halves.map { $0.items.map(\.suggestedName) }, [["item 4", "item 1"], ["item 2", "item 3"]])
  }

  @Test func aBundleGoesFromFileToFolderAndBack() throws {
    let file = try fixture.smallBundle()
    let bundle = try ProviderBundle(opening: fixture.path("small.dragbundle"))
    let writer = try fixture.writer()
    try writer.writeFolder(BundleDraft(of: bundle), to: fixture.path("folder.dragbundle"))
    let folder = try ProviderBundle(opening: fixture.path("folder.dragbundle"))
    expectEqual(folder.manifest, bundle.manifest)
    try writer.write(BundleDraft(of: folder), to: fixture.path("again.dragbundle"))
    try expectEqual(fixture.folder.read("again.dragbundle"), file)
  }

  @Test func aFolderIsEditedAsAFolder() throws {
    _ = try fixture.smallBundle()
    let bundle = try ProviderBundle(opening: fixture.path("small.dragbundle"))
    let path = try fixture.path("folder.dragbundle")
    try writer.writeFolder(BundleDraft(of: bundle), to: path)
    try fixture.folder.write("mine", to: "folder.dragbundle/README")
    try writer.edit(path) { try $0.remove(itemsAt: [0]) }
    let edited = try ProviderBundle(opening: path)
    expectEqual(edited.items.count, 2)
    try expectEqual(fixture.folder.read("folder.dragbundle/README"), Array("mine".utf8))
    // The second item still uses the payload that it shared with the first one.
    #expect(try edited.bytes(of: edited.items[0].representations[0]) == Data("the same bytes".utf8))
    try edited.verify { expectNil($0.failure) }
  }

  @Test func sharedPayloadsStayWhileTheyAreNamed() throws {
    let shared = [UInt8](repeating: 7, count: 100_000)
    let representations = try ["a", "b", "c"].map { try fixture.file("\($0).bin", shared) }
    _ = try fixture.pack(representations)
    try writer.edit(fixture.path("a.dragbundle")) { try $0.remove(itemsAt: [0]) }
    let bundle = try ProviderBundle(opening: fixture.path("a.dragbundle"))
    expectEqual(bundle.manifest.payloads.count, 1)
    try expectEqual(
      bundle.items.map { try [UInt8](bundle.bytes(of: $0.representations[0])) }, [shared, shared])
  }

  @Test func unknownMembersAndForeignEntriesAreKept() throws {
    let manifest = """
      {"version":1,"future":[1.50],"items":[{"colour":"red","representations":[\
      {"type":"public.folder","kind":"file","path":"items/1/1/f/","members":[\
      {"path":"x","byteCount":1,"crc32":"8cdc1683","weight":1e1}],"name":"f","mood":null}]}]}
      """
    try write([("items/1/1/f/x", "x"), ("notes/readme.txt", "foreign"), ("notes/empty/", "")], manifest)
    for form in ["archive", "folder"] {
      let path = try fixture.path(form)
      let bundle = try ProviderBundle(opening: fixture.path("a.dragbundle"))
      if form == "folder" {
        try writer.writeFolder(BundleDraft(of: bundle), to: path)
      } else {
        try writer.write(BundleDraft(of: bundle), to: path)
      }
      try writer.edit(path) { try $0.rename(itemAt: 0, to: "renamed") }
      let edited = try ProviderBundle(opening: path)
      let text = String(decoding: edited.manifest.encoded(), as: UTF8.self)
      for known in ["\"future\": [", "1.50", "\"colour\": \"red\"", "\"weight\":1e1", "\"mood\":null"] {
        expect(text.contains(known), "\(known) in the \(form): \(text)")
      }
      try writer.write(BundleDraft(of: edited), to: fixture.path("\(form).zip"))
      let directory = try StrictZipReader.directory(of: OpenFile.reading(fixture.path("\(form).zip")))
      let names = directory.entries.map { String(decoding: $0.name, as: UTF8.self) }
      expectEqual(
        names.sorted(), ["items/1/1/f/x", "manifest.json", "mimetype", "notes/empty/", "notes/readme.txt"])
    }
  }

  private func write(_ entries: [(String, String)], _ manifest: String) throws {
    var writer = ZipWriter(output: try OpenFile.creating(fixture.path("a.dragbundle")))
    let mark = ("mimetype", "application/vnd.proffer.dragbundle+zip")
    for (name, text) in [mark] + entries + [("manifest.json", manifest)] {
      if name.hasSuffix("/") {
        try writer.addFolder(name: Array(name.utf8))
      } else {
        try Array(text.utf8).withUnsafeBytes { _ = try writer.add(name: Array(name.utf8), bytes: $0) }
      }
    }
    _ = try writer.finish()
  }

  @Test func promisesFollowTheirSources() throws {
    let promise = BundleDraft.Representation(.promise(of: 1, coder: "c"), typeIdentifier: "public.rtf")
    let item = BundleDraft.Item(
      representations: [
        try fixture.file("a.txt", [1], type: "public.plain-text"),
        try fixture.file("b.html", [2], type: "public.html"), promise,
      ])
    _ = try fixture.pack(BundleDraft(items: [item]))
    let path = try fixture.path("a.dragbundle")
    try writer.edit(path) { try $0.reorder(representations: [2, 1, 0], ofItemAt: 0) }
    try writer.edit(path) { try $0.remove(representationsAt: [2], ofItemAt: 0) }
    let bundle = try ProviderBundle(opening: path)
    expectEqual(bundle.items[0].representations.map(\.typeIdentifier), ["public.rtf", "public.html"])
    expectEqual(bundle.items[0].representations[0].storage, .promise(of: 1, coder: "c"))
    let error = expectThrows(BundleError.self) {
      try writer.edit(path) { try $0.remove(representationsAt: [1], ofItemAt: 0) }
    }
    expectEqual(error?.code, .invalidDraft)
    try expectEqual(ProviderBundle(opening: path).manifest, bundle.manifest)
  }

  @Test(arguments: [
    (0, BundleError.Code.noSuchRepresentation), (1, .invalidDraft), (2, .invalidDraft),
    (3, .noSuchRepresentation),
    (4, .noSuchRepresentation), (5, .noSuchRepresentation),
  ])
  func impossibleChangesAreRefused(number: Int, code: BundleError.Code) throws {
    let changes: [(inout BundleDraft) throws -> Void] = [
      { try $0.remove(itemsAt: [0, 2]) }, { try $0.reorder(items: [0]) }, { try $0.reorder(items: [0, 0]) },
      { try $0.rename(itemAt: -1, to: "x") }, { try $0.add([], at: 3) },
      { try $0.retype(representationAt: 1, ofItemAt: 0, to: "public.data") },
    ]
    let before = try pack([1, 2], as: "a.dragbundle")
    let error = expectThrows(BundleError.self) {
      try writer.edit(fixture.path("a.dragbundle"), changes[number])
    }
    expectEqual(error?.code, code)
    try expectEqual(fixture.folder.read("a.dragbundle"), before)
  }

  @Test func aTypeIsNotGivenTwice() throws {
    let item = BundleDraft.Item(
      representations: [
        try fixture.file("a.txt", [1], type: "public.plain-text"),
        try fixture.file("b.html", [2], type: "public.html"),
      ])
    _ = try fixture.pack(BundleDraft(items: [item]))
    let error = expectThrows(BundleError.self) {
      try writer.edit(fixture.path("a.dragbundle")) {
        try $0.retype(representationAt: 1, ofItemAt: 0, to: "Public.Plain-Text")
      }
    }
    expectEqual(error?.code, .invalidDraft)
  }

  @Test func theSecondOfTwoWritersIsRefused() throws {
    let before = try pack([1, 2], as: "a.dragbundle")
    let path = try fixture.path("a.dragbundle")
    try writer.edit(path) { _ in
      let draft = BundleDraft(items: [try item(3)])
      for write in [
        { try writer.edit(path) { try $0.remove(itemsAt: [0]) } },
        { try writer.write(draft, to: path, replacing: true) },
      ] as [() throws -> Void] {
        let error = expectThrows(BundleError.self) { try write() }
        expectEqual(error?.code, .beingChanged)
        expectEqual(error?.message.contains("a.dragbundle"), true)
      }
      try expectEqual(fixture.folder.read("a.dragbundle"), before)
    }
    try writer.edit(path) { try $0.remove(itemsAt: [0]) }
    try expectEqual(ProviderBundle(opening: path).items.count, 1)
  }

  @Test func writersThatRetryLoseNoChange() throws {
    _ = try pack([1], as: "a.dragbundle")
    let path = try fixture.path("a.dragbundle")
    let results = ParallelWork.results(count: 8) { thread in
      Result {
        for round in 0..<4 {
          let name = "\(thread)-\(round)"
          let added = BundleDraft.Item(
            suggestedName: name,
            representations: [
              BundleDraft.Representation(.bytes(Data(name.utf8)), typeIdentifier: "public.data")
            ])
          while true {
            do {
              try writer.edit(path) { try $0.add([added]) }
              break
            } catch let error as BundleError where error.code == .beingChanged {
              continue
            }
          }
        }
      }
    }
    for result in results { try result.get() }
    let names = try ProviderBundle(opening: path).items.compactMap(\.suggestedName)
    #expect(names.count == 33 && Set(names).count == 33)
    try ProviderBundle(opening: path).verify { expectNil($0.failure) }
    try expectEqual(fixture.folder.names(), ["a.dragbundle", "f1.bin"])
  }

  @Test func editingKeepsADamagedPayloadDetectable() throws {
    var bytes = try pack([1, 4], as: "a.dragbundle")
    let bundle = try ProviderBundle(opening: fixture.path("a.dragbundle"))
    for payload in bundle.manifest.payloads { bytes[Int(try bundle.stored(payload).offset)] ^= 1 }
    try fixture.folder.write(bytes, to: "b.dragbundle")
    try writer.edit(fixture.path("b.dragbundle")) { try $0.rename(itemAt: 0, to: "x") }
    var failures = 0
    try ProviderBundle(opening: fixture.path("b.dragbundle")).verify { failures += $0.failure == nil ? 0 : 1 }
    expectEqual(failures, 2)
  }

  @Test func foreignEntriesOfOneNameAreRefusedWhenTheyDiffer() throws {
    let manifest = "{\"version\":1,\"items\":[]}"
    try write([("note", "one")], manifest)
    let first = try BundleDraft(of: ProviderBundle(opening: fixture.path("a.dragbundle")))
    try FileTree.rename(from: fixture.path("a.dragbundle"), to: fixture.path("first"), replacing: false)
    try write([("note", "two")], manifest)
    let second = try BundleDraft(of: ProviderBundle(opening: fixture.path("a.dragbundle")))
    var merged = first
    try merged.merge(first)
    expectThrows(BundleError.self) { try merged.merge(second) }
  }
}

/// The items of a draft; the items of an opened bundle are created when they are accessed.
@Suite struct DraftItemsTests {
  private let fixture: BundleFixture

  init() throws { fixture = try BundleFixture() }

  private func new(_ name: String) -> BundleDraft.Item {
    BundleDraft.Item(
      suggestedName: name,
      representations: [.init(.bytes(Data(name.utf8)), typeIdentifier: "public.plain-text")])
  }

  private func bundle(_ count: Int, named name: String) throws -> ProviderBundle {
    try fixture.pack(BundleDraft(items: (0..<count).map { new("\(name) \($0)") }), as: "\(name).dragbundle")
  }

  /// Applies one random change to a draft, and to the array of expected names.
  private func change(
    _ draft: inout BundleDraft, _ names: inout [String?], with others: BundleDraft, _ step: Int,
    _ random: inout SeededGenerator
  ) throws {
    let place = Int.random(in: 0...names.count, using: &random)
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      try draft.add([new("new \(step)")], at: place)
      names.insert("new \(step)", at: place)
    case 1:
      let part = others.items[0..<Int.random(in: 0...others.items.count, using: &random)]
      draft.items.insert(contentsOf: part, at: place)
      names.insert(contentsOf: part.map(\.suggestedName), at: place)
    case 2:
      let order = Array(names.indices).shuffled(using: &random)
      try draft.reorder(items: order)
      names = order.map { names[$0] }
    case 3:
      let gone = Set(names.indices.filter { _ in Int.random(in: 0..<4, using: &random) == 0 })
      try draft.remove(itemsAt: gone)
      names = names.enumerated().filter { !gone.contains($0.offset) }.map(\.element)
    case 4:
      try draft.merge(others)
      names += others.items.map(\.suggestedName)
    case 5:
      draft.items.removeAll { $0.suggestedName == nil }
      names.removeAll { $0 == nil }
    case 6:
      draft.items.reverse()
      names.reverse()
    case 7:
      let end = min(names.count, place + 2)
      draft.items.replaceSubrange(place..<end, with: [new("one \(step)")])
      names.replaceSubrange(place..<end, with: ["one \(step)"])
    default:
      guard place < names.count else { return }
      let name = step % 3 == 0 ? nil : "name \(step)"
      try draft.rename(itemAt: place, to: name)
      names[place] = name
    }
  }

  @Test func anySequenceOfChangesIsThatOfAnArray() throws {
    let seed = SeededGenerator.testSeed()
    var random = SeededGenerator(seed: seed)
    let first = try BundleDraft(of: bundle(12, named: "first"))
    var second = try BundleDraft(of: bundle(5, named: "second"))
    second.items.append(new("fresh"))
    for round in 0..<Repetitions.count(4, long: 12) {
      var draft = first
      var names = first.items.map(\.suggestedName)
      for step in 0..<25 where names.count < 200 {
        try change(&draft, &names, with: second, step, &random)
        try requireEqual(
          draft.items.map(\.suggestedName), names, "seed \(seed), round \(round), step \(step)")
      }
      // Each item is written with its own bytes and its new name.
      let written = try fixture.pack(draft, as: "written \(round).dragbundle")
      expectEqual(written.items.map(\.suggestedName), names, "seed \(seed), round \(round)")
      for (item, old) in zip(written.items, draft.items) {
        guard case .bytes(let data) = old.representations[0].content else { continue }
        try expectEqual(written.bytes(of: item.representations[0]), data, "seed \(seed), round \(round)")
      }
    }
    // Drafts are values: changing a copy does not change the original.
    expectEqual(first.items.map(\.suggestedName), (0..<12).map { "first \($0)" })
  }

  @Test func partsAreThoseOfTheWhole() throws {
    var draft = try BundleDraft(of: bundle(6, named: "whole"))
    try draft.rename(itemAt: 2, to: "renamed")
    var parts = try draft.split()
    expectEqual(parts.map { $0.items.map(\.suggestedName) }, draft.items.map { [$0.suggestedName] })
    try parts[2].rename(itemAt: 0, to: "again")
    expectEqual(draft.items[2].suggestedName, "renamed")
  }
}
