import Foundation
import ItemProviders
import ProfferFileSystem
import TestSupport
import Testing
import UniformTypes

@testable import ProviderBundles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Files whose types are detected when they are stored.
@Suite struct PackingListTests {
  /// Chooses and declares the type of a file by its length.
  private struct Typing: FileTyping {
    var look: @Sendable (FileName) throws -> Void = { _ in }

    func typeIdentifier(
      of file: OpenFile, named name: FileName, status: FileStatus, bytes: UnsafeRawBufferPointer?
    ) throws -> String {
      try look(name)
      if let bytes { expectEqual(UInt64(bytes.count), status.byteCount) }
      return status.byteCount > 65_536 ? "com.example.long" : "com.example.short"
    }

    func declarations(of typeIdentifiers: [String]) -> [TypeDeclaration] {
      typeIdentifiers.filter { $0.hasPrefix("com.example.") }.map { TypeDeclaration(identifier: $0) }
    }
  }

  private let fixture: BundleFixture

  init() throws { fixture = try BundleFixture() }

  /// A folder of files with the given lengths, in this order.
  ///
  /// It has more files than are read ahead at once.
  private func folder(_ byteCounts: [Int]) throws -> FileList {
    try Folder.create(fixture.path("files"))
    for (number, byteCount) in byteCounts.enumerated() {
      try fixture.folder.write(
        [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: byteCount),
        to: "files/\(1000 + number)")
    }
    return try FileList(below: fixture.path("files"))
  }

  @Test func filesStandBetweenTheItemsOfTheDraft() throws {
    let byteCounts = (0..<300).map { $0 % 50 == 7 ? 65_537 + $0 : $0 % 50 == 8 ? 65_536 : $0 }
    let files = try folder(byteCounts)
    var list = PackingList(typing: Typing())
    list.draft.items.append(
      BundleDraft.Item(representations: [try fixture.file("first", [1], type: "public.png")]))
    list.append(files)
    list.draft.items.append(BundleDraft.Item(representations: [try fixture.file("middle", [2])]))
    list.append(files)
    list.draft.items.append(BundleDraft.Item(representations: [try fixture.file("last", [3])]))
    for makesFolder in [false, true] {
      let path = try fixture.path(makesFolder ? "a.layout" : "a.dragbundle")
      if makesFolder {
        try fixture.writer().writeFolder(list, to: path, replacing: false)
      } else {
        try fixture.writer().write(list, to: path, replacing: false)
      }
      let bundle = try ProviderBundle(opening: path)
      try bundle.verify { expectNil($0.failure) }
      let names = (0..<300).map { "\(1000 + $0)" }
      let representations = bundle.items.map { $0.representations[0] }
      expectEqual(
        representations.map { $0.name?.string }, ["first"] + names + ["middle"] + names + ["last"])
      #expect(
        representations.map(\.typeIdentifier)[1...300].elementsEqual(
          byteCounts.map { $0 > 65_536 ? "com.example.long" : "com.example.short" }))
      #expect(representations.map(\.byteCount)[1...300].elementsEqual(byteCounts.map { UInt64($0) }))
      // Equal payloads are stored once.
      expectEqual(representations[1...300].map(\.storage), representations[302...601].map(\.storage))
      try expectEqual(
        bundle.typeDeclarations.map(\.identifier),
        [
          "com.example.short", "com.example.long",
        ])
    }
  }

  /// A file is among other representations of an item, after files that are read one by one or ahead.
  @Test(arguments: [0, 100])
  func aFileIsTypedByTheOpenFileThatIsStored(otherCount: Int) throws {
    let files = try folder([10] + [Int](repeating: 5, count: otherCount))
    let path = try fixture.path("other.txt")
    try fixture.folder.write("other", to: "other.txt")
    // The file is replaced while its type is detected: an implementation that reopens it would store other
    // bytes.
    let typing = Typing { [fixture] name in
      guard name.string == "other.txt" else { return }
      try FileTree.removeFile(path)
      try fixture.folder.write("replaced", to: "other.txt")
    }
    var list = PackingList(typing: typing)
    if otherCount > 0 { list.append(files) }
    list.draft.items.append(
      BundleDraft.Item(
        suggestedName: "both",
        representations: [
          BundleDraft.Representation(.bytes(Data("x".utf8)), typeIdentifier: "public.data"),
          BundleDraft.Representation(typedWhenStored: path),
        ]))
    try fixture.writer().write(list, to: fixture.path("a.dragbundle"), replacing: false)
    let bundle = try ProviderBundle(opening: fixture.path("a.dragbundle"))
    let representation = try require(bundle.items.last?.representations.last)
    expectEqual(representation.typeIdentifier, "com.example.short")
    expectEqual(representation.name?.string, "other.txt")
    try expectEqual(bundle.bytes(of: representation), Data("other".utf8))
  }

  @Test func aDraftedListGivesTheSameBundle() throws {
    var list = PackingList(typing: Typing())
    list.append(try folder([0, 5, 70_000, 5]))
    try fixture.writer().write(list, to: fixture.path("a.dragbundle"), replacing: false)
    try fixture.writer().write(list.drafted(), to: fixture.path("b.dragbundle"))
    try expectEqual(fixture.folder.read("a.dragbundle"), fixture.folder.read("b.dragbundle"))
  }

  /// The change to the last file before it is read.
  enum Change: String, CaseIterable {
    case grows, shrinks, isRemoved, becomesAFolder, becomesALink
  }

  @Test(arguments: Change.allCases, [10, 100_000])
  func aFileIsPackedInItsStateWhenItIsRead(change: Change, byteCount: Int) throws {
    // There are so many files that the last one is not read ahead before the type of the first one is
    // detected.
    let files = try folder([Int](repeating: 10, count: 399) + [byteCount])
    let path = try fixture.path("files/1399")
    let typing = Typing { [fixture] name in
      guard name.string == "1000" else { return }
      switch change {
      case .grows: try fixture.folder.write([UInt8](repeating: 1, count: byteCount + 1), to: "files/1399")
      case .shrinks: try fixture.folder.write([UInt8](repeating: 1, count: 3), to: "files/1399")
      case .isRemoved: try FileTree.removeFile(path)
      case .becomesAFolder:
        try FileTree.removeFile(path)
        try Folder.create(path)
      case .becomesALink:
        try FileTree.removeFile(path)
        try FileTree.createLink(at: path, pointingTo: Array("1001".utf8))
      }
    }
    var list = PackingList(typing: typing)
    list.append(files)
    let pack = { try fixture.writer().write(list, to: fixture.path("a.dragbundle"), replacing: false) }
    switch change {
    case .grows, .shrinks:
      try pack()
      let bundle = try ProviderBundle(opening: fixture.path("a.dragbundle"))
      try bundle.verify { expectNil($0.failure) }
      expectEqual(
        bundle.items.last?.representations[0].byteCount, change == .grows ? UInt64(byteCount) + 1 : 3)
    case .isRemoved, .becomesAFolder, .becomesALink:
      let error = expectThrows(FileSystemError.self) { try pack() }
      expectEqual(error?.path, path)
      #expect(try !fixture.folder.names().contains { $0.contains("dragbundle") })
    }
  }

  @Test(arguments: [59_999, 60_001])
  func aShortFileThatChangesBeforeItIsReadIsNamed(byteCount: Int) throws {
    try fixture.folder.write([UInt8](repeating: 1, count: 60_000), to: "short")
    let contents = try FileContents(of: fixture.path("short"), spoolingIn: fixture.path("."))
    expectEqual(truncate(contents.file.path.description, byteCount), 0)
    let error = expectThrows(BundleError.self) { try PayloadSource(reading: contents) }
    #expect(error?.code == .changedWhilePacking && error?.message.contains("short") == true)
  }

  // The type is detected after the file is opened and before its bytes are stored.
  @Test(arguments: [99_999, 100_001], [1, 40])
  func aLongFileThatChangesBeforeItIsStoredIsNamed(byteCount: Int, fileCount: Int) throws {
    let files = try folder([Int](repeating: 100_000, count: fileCount))
    let last = "\(999 + fileCount)"
    let path = try fixture.path("files/" + last)
    var list = PackingList(
      typing: Typing { name in
        if name.string == last { expectEqual(truncate(path.description, byteCount), 0) }
      })
    list.append(files)
    let error = expectThrows(BundleError.self) {
      try fixture.writer().write(list, to: fixture.path("a.dragbundle"), replacing: false)
    }
    #expect(error?.code == .changedWhilePacking && error?.message.contains("files/" + last) == true)
    #expect(try !fixture.folder.names().contains { $0.contains("dragbundle") })
  }

  @Test func anErrorOfTypeDetectionIsTheErrorOfPacking() throws {
    struct Refusal: Error {}
    var list = PackingList(
      typing: Typing { name in
        if name.string == "1042" { throw Refusal() }
      })
    list.append(try folder([Int](repeating: 1, count: 100)))
    expectThrows(Refusal.self) {
      try fixture.writer().write(list, to: fixture.path("a.dragbundle"), replacing: false)
    }
    #expect(try !fixture.folder.names().contains { $0.contains("dragbundle") })
  }

  @Test func aManifestOfManyMegabytesIsWrittenWhole() throws {
    let files = try folder([1])
    let item = BundleDraft.Item(
      suggestedName: String(repeating: "long", count: 1000),
      representations: [BundleDraft.Representation(.file(files.path(at: 0)), typeIdentifier: "public.data")])
    let draft = BundleDraft(items: [BundleDraft.Item](repeating: item, count: 2500))
    let bundle = try fixture.pack(draft)
    expectEqual(bundle.items.map(\.suggestedName), draft.items.map(\.suggestedName))
    try bundle.verify { expectNil($0.failure) }
    let folder = try fixture.path("a.layout")
    try fixture.writer().writeFolder(draft, to: folder)
    try expectEqual(ProviderBundle(opening: folder).manifest, bundle.manifest)
    #expect(try !fixture.folder.names().contains { $0.contains("partial") })
  }
}
