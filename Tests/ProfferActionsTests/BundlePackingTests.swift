import ByteTools
import Foundation
import ItemProviders
import ProfferActions
import ProfferFileSystem
import ProviderBundles
import TestSupport
import Testing
import UniformTypes

struct BundlePackingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) throws -> FilePath { try #require(FilePath(folder.path(name))) }

  private func write(_ text: String, to name: String) throws -> FilePath {
    try folder.write(text, to: name)
    return try path(name)
  }

  private func types(of bundle: FilePath) throws -> [[String]] {
    try ProviderBundle(opening: bundle).items.map { $0.representations.map(\.typeIdentifier) }
  }

  private func code(_ body: () throws -> Void) -> ActionError.Code? {
    do {
      try body()
      return nil
    } catch { return (error as? ActionError)?.code }
  }

  @Test func eachFileIsAnItemOfItsType() throws {
    let files = try [write("# a", to: "a.md"), write("<p>b", to: "b.html")]
    let bundle = try path("two.dragbundle")
    let outcome = try BundlePacking(of: files, to: bundle).run(in: .standard)
    #expect(outcome.bundle == bundle && outcome.itemCount == 2 && outcome.missingPreviews == nil)
    try expectEqual(types(of: bundle), [["net.daringfireball.markdown"], ["public.html"]])
  }

  @Test func filesOfOneItemAreItsRepresentationsInTheirOrder() throws {
    let item = PackedItem(
      [
        PackedRepresentation(ActionInput(try write("<p>a", to: "a.html"))),
        PackedRepresentation(ActionInput(try write("a", to: "a.txt"))),
      ], name: "both")
    let bundle = try path("one.dragbundle")
    _ = try BundlePacking([.item(item)], to: .file(bundle)).run(in: .standard)
    try expectEqual(types(of: bundle), [["public.html", "public.plain-text"]])
    try expectEqual(ProviderBundle(opening: bundle).items[0].suggestedName, "both")
  }

  @Test func oneItemOffersATypeOnce() throws {
    let item = PackedItem(
      try ["a.txt", "b.txt"].map { PackedRepresentation(ActionInput(try write("a", to: $0))) })
    let bundle = try path("one.dragbundle")
    expectEqual(
      code { _ = try BundlePacking([.item(item)], to: .file(bundle)).run(in: .standard) }, .repeatedType)
    try expectEqual(folder.names(), ["a.txt", "b.txt"])
  }

  @Test func aFileIsRefusedUnderATypeOfFolders() throws {
    let file = try write("a", to: "a.txt")
    let item = PackedItem([PackedRepresentation(ActionInput(file), type: TypeReference("com.apple.rtfd"))])
    expectEqual(
      code { _ = try BundlePacking([.item(item)], to: .file(path("b.dragbundle"))).run(in: .standard) },
      .otherForm)
  }

  @Test func aPromiseIsAddedAfterWhatItIsMadeOf() throws {
    var item = PackedItem([PackedRepresentation(ActionInput(try write("# a", to: "a.md")))])
    item.promises = [TypeReference(.html)]
    let bundle = try path("one.dragbundle")
    _ = try BundlePacking([.item(item)], to: .file(bundle)).run(in: .standard)
    try expectEqual(types(of: bundle), [["net.daringfireball.markdown", "public.html"]])
  }

  @Test func anExistingBundleIsReplacedOnRequestOnly() throws {
    let bundle = try write("old", to: "a.dragbundle")
    var packing = BundlePacking(of: [try write("a", to: "a.txt")], to: bundle)
    expectEqual(code { _ = try packing.run(in: .standard) }, .alreadyExists)
    try expectEqual(folder.read("a.dragbundle"), Array("old".utf8))
    packing.replaces = true
    try expectEqual(packing.run(in: .standard).itemCount, 1)
  }

  @Test func filesBelowAFolderAreItemsAndTheRestIsNoted() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path("docs/sub"), withIntermediateDirectories: true)
    _ = try write("a", to: "docs/a.txt")
    _ = try write("b", to: "docs/sub/b.txt")
    try FileManager.default.createSymbolicLink(atPath: folder.path("docs/link"), withDestinationPath: "a.txt")
    let notes = Locked<[String]>([])
    var context = ActionContext.standard
    context.note = { note in
      if case .packing(.leftOut(let path, let count)) = note {
        notes.withLock { $0.append("\(path.lastComponent?.description ?? "") \(count)") }
      }
    }
    let bundle = try path("docs.dragbundle")
    let outcome = try BundlePacking([.files(below: path("docs"))], to: .file(bundle)).run(in: context)
    #expect(outcome.itemCount == 2 && notes.withLock { $0 } == ["link 1"])
    try FileManager.default.createDirectory(atPath: folder.path("empty"), withIntermediateDirectories: true)
    expectEqual(
      code {
        _ = try BundlePacking([.files(below: path("empty"))], to: .file(path("e.dragbundle"))).run(
          in: .standard)
      },
      .noFiles)
  }

  @Test func itemsAndRepresentationsAreAddedWhereTheyAreWanted() throws {
    let bundle = try path("a.dragbundle")
    _ = try BundlePacking(of: [try write("<p>a", to: "a.html")], to: bundle).run(in: .standard)
    let text = PackedItem([PackedRepresentation(ActionInput(try write("a", to: "a.txt")))])
    let rtf = PackedItem([PackedRepresentation(ActionInput(try write("{\\rtf1 a}", to: "a.rtf")))])
    var addition = BundleAddition([.item(text)], to: bundle)
    addition.position = .item(PlaceReference(item: 1))
    try expectEqual(addition.run(in: .standard).itemCount, 1)
    addition = BundleAddition([.item(rtf)], to: bundle)
    addition.position = .number(1)
    try expectEqual(addition.run(in: .standard).itemCount, 2)
    try expectEqual(types(of: bundle), [["public.rtf"], ["public.html", "public.plain-text"]])
  }

  @Test func aBundleIsChangedInItsPlace() throws {
    let bundle = try path("a.dragbundle")
    let files = try [write("<p>a", to: "a.html"), write("b", to: "b.txt"), write("# c", to: "c.md")]
    _ = try BundlePacking(of: files, to: bundle).run(in: .standard)
    _ = try BundleEdit(of: bundle, .reorder([PlaceReference(item: 3)])).run(in: .standard)
    try expectEqual(
      types(of: bundle).map(\.first),
      [
        "net.daringfireball.markdown", "public.html", "public.plain-text",
      ])
    let place = PlaceReference(item: 3, representation: 1)
    _ = try BundleEdit(of: bundle, .retype(place, to: TypeReference(.utf8PlainText))).run(in: .standard)
    _ = try BundleEdit(of: bundle, .renameFile(place, to: require(FileName("d.txt")))).run(in: .standard)
    _ = try BundleEdit(of: bundle, .renameItem(PlaceReference(item: 3), to: "last")).run(in: .standard)
    let last = try ProviderBundle(opening: bundle).items[2]
    #expect(last.suggestedName == "last" && last.representations[0].name == FileName("d.txt"))
    expectEqual(last.representations[0].typeIdentifier, "public.utf8-plain-text")
    let outcome = try BundleEdit(of: bundle, .remove([PlaceReference(item: 1), place])).run(in: .standard)
    try expectEqual(outcome.itemCount, types(of: bundle).count)
    #expect(try !types(of: bundle).joined().contains("net.daringfireball.markdown"))
  }

  @Test func aPlaceThatDoesNotExistChangesNothing() throws {
    let bundle = try path("a.dragbundle")
    _ = try BundlePacking(of: [try write("a", to: "a.txt")], to: bundle).run(in: .standard)
    let before = try folder.read("a.dragbundle")
    for change in [BundleEdit.Change.remove([PlaceReference(item: 2)]), .reorder([PlaceReference(item: 2)])] {
      expectThrows((any Error).self) { try BundleEdit(of: bundle, change).run(in: .standard) }
    }
    try expectEqual(folder.read("a.dragbundle"), before)
  }

  @Test func aRepresentationIsNotTakenForItsItem() throws {
    let bundle = try path("a.dragbundle")
    let file = try write("a", to: "a.txt")
    _ = try BundlePacking(of: [file], to: bundle).run(in: .standard)
    let before = try folder.read("a.dragbundle")
    let place = PlaceReference(item: 1, representation: 1)
    var addition = BundleAddition([.item(PackedItem([PackedRepresentation(ActionInput(file))]))], to: bundle)
    addition.position = .item(place)
    expectEqual(code { _ = try addition.run(in: .standard) }, .usage)
    expectEqual(
      code { _ = try BundleEdit(of: bundle, .renameItem(place, to: "b")).run(in: .standard) }, .usage)
    try expectEqual(folder.read("a.dragbundle"), before)
  }

  /// If a name is resolved before the bundle is locked, another program can move the item before the change.
  @Test func aNameIsResolvedWhileTheBundleIsLocked() throws {
    let bundle = try path("a.dragbundle")
    let file = try write("a", to: "a.txt")
    _ = try BundlePacking(of: [file], to: bundle).run(in: .standard)
    // An item that does not exist can be noticed only after the bundle is locked.
    let missing = PlaceReference.name("missing")
    var addition = BundleAddition([.item(PackedItem([PackedRepresentation(ActionInput(file))]))], to: bundle)
    addition.position = .item(missing)
    let runs: [() throws -> Void] =
      [
        .remove([missing]), .reorder([missing]), .renameItem(missing, to: "b"),
        .renameFile(missing, to: try require(FileName("b.txt"))), .retype(missing, to: TypeReference(.png)),
      ].map { (change: BundleEdit.Change) in { _ = try BundleEdit(of: bundle, change).run(in: .standard) } }
      + [{ _ = try addition.run(in: .standard) }]
    for run in runs {
      let lock = try LockedBundle(bundle)
      let error = expectThrows(BundleError.self) { try run() }
      expectEqual(error?.code, .beingChanged)
      withExtendedLifetime(lock) {}
    }
    for run in runs { expectEqual(code(run), .noSuchPlace) }
  }

  @Test func bundlesAreMergedAndSplit() throws {
    let (first, second, both) = (
      try path("1.dragbundle"), try path("2.dragbundle"), try path("both.dragbundle")
    )
    _ = try BundlePacking(of: [try write("a", to: "a.txt")], to: first).run(in: .standard)
    _ = try BundlePacking(of: [try write("<p>b", to: "b.html")], to: second).run(in: .standard)
    let merged = try BundleMerge(of: [ActionInput(first), ActionInput(second)], to: .file(both)).run(
      in: .standard)
    expectEqual(merged.itemCount, 2)
    let split = try BundleSplit(of: ActionInput(both), into: path("parts")).run(in: .standard)
    expectEqual(split.bundles.map { $0.lastComponent?.string }, ["a.dragbundle", "b.dragbundle"])
    try expectEqual(split.bundles.flatMap { try types(of: $0) }, [["public.plain-text"], ["public.html"]])
    expectEqual(
      code { _ = try BundleSplit(of: ActionInput(both), into: path("parts")).run(in: .standard) },
      .existsInFolder)
  }

  @Test func aCancelledPackLeavesNothing() async throws {
    for number in 0..<300 {
      try folder.write(String(repeating: "\(number) ", count: 5_000), to: "\(number).txt")
    }
    let files = try (0..<300).map { try path("\($0).txt") }
    let running = Locked<Task<BundlePacking.Outcome, any Error>?>(nil)
    var context = ActionContext.standard
    context.progress = { progress in
      if case .advanced = progress { running.withLock { $0?.cancel() } }
    }
    let packing = BundlePacking(of: files, to: try path("all.dragbundle"))
    let task = Task { [packing, context] in try await packing.perform(in: context) }
    running.withLock { $0 = task }
    await expectThrows(CancellationError.self) { try await task.value }
    #expect(try folder.names().allSatisfy { $0.hasSuffix(".txt") })
  }

  @Test func actionsOfOneProcessHaveTypesOfTheirOwn() throws {
    let file = try write("thing", to: "a.thing")
    let bundles = try ["one", "two"].map { name in
      let declaration = TypeDeclaration(
        identifier: "org.example.\(name)", parents: ["public.data"],
        tags: [.filenameExtension: ["thing"]])
      let context = ActionContext(types: try TypeRegistry.standard.adding([declaration]))
      let bundle = try path("\(name).dragbundle")
      _ = try BundlePacking(of: [file], to: bundle).run(in: context)
      return bundle
    }
    try expectEqual(bundles.flatMap { try types(of: $0) }, [["org.example.one"], ["org.example.two"]])
    let carried = try ProviderBundle(opening: bundles[1]).typeRegistry(beyond: .standard)
    #expect(carried.declaredType("org.example.two") != nil && carried.declaredType("org.example.one") == nil)
  }
}
