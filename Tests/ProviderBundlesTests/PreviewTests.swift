import Foundation
import ItemProviders
import ProfferFileSystem
import ProviderBundles
import TestSupport
import Testing
import UniformTypes

/// Renders previews that state their source bytes and size, without pixels.
struct NamingRenderer: PreviewRendering {
  struct Broken: Error {}

  let renderableTypeIdentifiers = ["public.png", "public.tiff"]

  func preview(of data: Data, typeIdentifier: String, fitting size: PresentationSize?) throws -> PreviewImage
  {
    if data == Data("broken".utf8) { throw Broken() }
    let side = size ?? PresentationSize(width: 256, height: 256)
    let text =
      "\(typeIdentifier) \(Int(side.width))×\(Int(side.height)) of \(String(decoding: data, as: UTF8.self))"
    return PreviewImage(typeIdentifier: "public.png", data: Data(text.utf8), pixelSize: side)
  }
}

extension BundleFixture {
  func writerOfPreviews() throws -> ProviderBundleWriter {
    var writer = try writer()
    writer.previews = PreviewMaking(renderer: NamingRenderer())
    return writer
  }

  /// Packs with previews and opens the bundle.
  func packPreviews(_ draft: BundleDraft, as name: String = "p.dragbundle", folder: Bool = false) throws
    -> ProviderBundle
  {
    if folder {
      try writerOfPreviews().writeFolder(draft, to: path(name))
    } else {
      try writerOfPreviews().write(draft, to: path(name))
    }
    return try ProviderBundle(opening: path(name))
  }
}

/// Previews that are stored with the items of a bundle.
@Suite struct PreviewTests {
  private static func item(_ name: String, _ text: String, type: String = "public.png") -> BundleDraft.Item {
    BundleDraft.Item(
      suggestedName: name,
      representations: [
        BundleDraft.Representation(.bytes(Data(text.utf8)), typeIdentifier: type, kind: .data)
      ])
  }

  private static let two = BundleDraft(items: [
    item("a", "one"), item("b", "two"), item("c", "words", type: "public.plain-text"),
  ])

  private func texts(_ bundle: ProviderBundle) throws -> [String?] {
    try bundle.items.map { try bundle.storedPreview(of: $0).map { String(decoding: $0.data, as: UTF8.self) } }
  }

  private func requireWhole(_ bundle: ProviderBundle) throws {
    try bundle.verify { expectNil($0.failure, "\($0.path)") }
  }

  private static let one = "public.png 256×256 of one"
  private static let second = "public.png 256×256 of two"

  @Test(arguments: [false, true]) func whatIsPackedIsReadBack(folder: Bool) throws {
    let fixture = try BundleFixture()
    let bundle = try fixture.packPreviews(Self.two, folder: folder)
    try expectEqual(texts(bundle), [Self.one, Self.second, nil])
    expectEqual(bundle.items[0].preview?.pixelSize, PresentationSize(width: 256, height: 256))
    expectEqual(bundle.items[0].preview?.typeIdentifier, "public.png")
    for item in bundle.items.prefix(2) {
      expectEqual(item.preview?.payload.path.hasPrefix("previews/"), true)
      expectEqual(item.preview?.payload.path.hasSuffix(".png"), true)
    }
    try requireWhole(bundle)
    // The same input gives the same bytes.
    if !folder {
      _ = try fixture.packPreviews(Self.two, as: "again")
      try expectEqual(fixture.folder.read("again"), fixture.folder.read("p.dragbundle"))
    }
    // Previews are only made on request.
    #expect(try fixture.pack(Self.two).items.allSatisfy { $0.preview == nil })
  }

  @Test func aPreviewIsMadeOfWhatEveryoneMaySee() throws {
    let fixture = try BundleFixture()
    try fixture.folder.write("outside", to: "outside.png")
    var secret = Self.item("secret", "for the team")
    secret.representations[0].audience = .team("blue")
    var mixed = secret
    mixed.representations.append(
      BundleDraft.Representation(.bytes(Data("for all".utf8)), typeIdentifier: "public.tiff"))
    let promised = BundleDraft.Item(representations: [
      BundleDraft.Representation(.bytes(Data("words".utf8)), typeIdentifier: "public.plain-text"),
      BundleDraft.Representation(.promise(of: 0, coder: "x"), typeIdentifier: "public.png"),
    ])
    let reference = BundleDraft.Item(representations: [
      BundleDraft.Representation(.reference(try fixture.path("outside.png")), typeIdentifier: "public.png")
    ])
    let broken = Self.item("broken", "broken")
    let stream = BundleDraft.Item(representations: [
      try fixture.file("x.tiff", Array("file".utf8), type: "public.tiff")
    ])
    let outcomes = Outcomes()
    var writer = try fixture.writerOfPreviews()
    writer.previews?.report = { outcomes.add($0, $1) }
    try writer.write(
      BundleDraft(items: [secret, mixed, promised, reference, broken, stream]), to: fixture.path("a"))
    let bundle = try ProviderBundle(opening: fixture.path("a"))
    try expectEqual(
      texts(bundle),
      [
        nil, "public.tiff 256×256 of for all", nil, "public.png 256×256 of outside", nil,
        "public.tiff 256×256 of file",
      ])
    expectEqual(outcomes.all, ["0 not", "1 made", "2 not", "3 made", "4 failed", "5 made"])
  }

  @Test func equalPreviewsAreOneEntryAndNeverThatOfARepresentation() throws {
    let fixture = try BundleFixture()
    // The data of the third item is identical to the preview of the others.
    let draft = BundleDraft(items: [
      Self.item("a", "one"), Self.item("b", "one"), Self.item("c", Self.one, type: "public.plain-text"),
    ])
    let bundle = try fixture.packPreviews(draft)
    let paths = bundle.items.compactMap { $0.preview?.payload.path }
    #expect(paths.count == 2 && Set(paths).count == 1)
    expectEqual(bundle.manifest.payloads.count, 3)
    try requireWhole(bundle)
  }

  @Test(arguments: [false, true]) func editsKeepPreviewsWithTheirItems(folder: Bool) throws {
    let fixture = try BundleFixture()
    _ = try fixture.packPreviews(Self.two, folder: folder)
    let path = try fixture.path("p.dragbundle")
    func edited(_ change: (inout BundleDraft) throws -> Void) throws -> [String?] {
      try fixture.writer().edit(path, change)
      let bundle = try ProviderBundle(opening: path)
      try requireWhole(bundle)
      return try texts(bundle)
    }
    try expectEqual(edited { try $0.reorder(items: [2, 1, 0]) }, [nil, Self.second, Self.one])
    try expectEqual(edited { try $0.rename(itemAt: 1, to: "new") }, [nil, Self.second, Self.one])
    try expectEqual(
      edited { try $0.retype(representationAt: 0, ofItemAt: 1, to: "public.jpeg") },
      [
        nil, Self.second, Self.one,
      ])
    // A new item gets no preview without a renderer.
    #expect(try edited { try $0.add([Self.item("d", "four")]) } == [nil, Self.second, Self.one, nil])
    try expectEqual(edited { try $0.remove(itemsAt: [1]) }, [nil, Self.one, nil])
    // The removed representation may be the source of the preview, so the preview is removed, too.
    #expect(
      try edited { draft in
        try draft.add(
          [BundleDraft.Representation(.bytes(Data("t".utf8)), typeIdentifier: "public.text")], toItemAt: 1)
      } == [nil, Self.one, nil])
    try expectEqual(edited { try $0.remove(representationsAt: [0], ofItemAt: 1) }, [nil, nil, nil])
    // No data of the removed previews is left.
    #expect(try BundleDraft(of: ProviderBundle(opening: path)).split().count == 3)
    let left = try ProviderBundle(opening: path).manifest.payloads.map(\.path)
    expect(!left.contains { $0.hasPrefix("previews/") }, left)
    if folder { #expect(try !fixture.folder.names().contains { $0.contains("previews/") }) }
    var writer = try fixture.writerOfPreviews()
    writer.previews?.size = PresentationSize(width: 9, height: 8)
    try writer.edit(path) { try $0.add([Self.item("e", "five")]) }
    try expectEqual(texts(ProviderBundle(opening: path)), [nil, nil, nil, "public.png 9×8 of five"])
  }

  @Test func mergingAndSplittingKeepPreviewsApart() throws {
    let fixture = try BundleFixture()
    let first = try fixture.packPreviews(Self.two, as: "first")
    let second = try fixture.packPreviews(
      BundleDraft(items: [Self.item("x", "two"), Self.item("y", "three")]), as: "second", folder: true)
    var merged = try BundleDraft(of: first)
    try merged.merge(BundleDraft(of: second))
    let bundle = try fixture.pack(merged, as: "merged")
    try expectEqual(
      texts(bundle), [Self.one, Self.second, nil, Self.second, "public.png 256×256 of three"])
    expectEqual(bundle.manifest.payloads.filter { $0.path.hasPrefix("previews/") }.count, 3)
    try requireWhole(bundle)
    for (number, part) in try BundleDraft(of: bundle).split().enumerated() {
      let part = try fixture.pack(part, as: "part\(number)")
      try expectEqual(texts(part), [texts(bundle)[number]])
      // A part does not contain the previews of other items.
      expectEqual(part.manifest.payloads.count, part.items[0].preview == nil ? 1 : 2)
      try expectEqual(BundleDraft(of: part).split().count, 1)
      let names = try fixture.folder.read("part\(number)")
      expectLess(names.count, 2000)
    }
  }

  @Test func damagedPreviewsAreFoundAndSalvaged() throws {
    let fixture = try BundleFixture()
    let bundle = try fixture.packPreviews(Self.two)
    let preview = try require(bundle.items[0].preview)
    var bytes = try fixture.folder.read("p.dragbundle")
    bytes[Int(try bundle.stored(preview.payload).offset)] ^= 1
    try fixture.folder.write(bytes, to: "damaged")
    let damaged = try ProviderBundle(opening: fixture.path("damaged"))
    var failures: [String] = []
    try damaged.verify { if $0.failure != nil { failures.append($0.path) } }
    expectEqual(failures, [preview.payload.path])
    expectThrows(BundleError.self) { try damaged.storedPreview(of: damaged.items[0]) }
    let salvage = try fixture.writer().salvage(fixture.path("damaged"), to: fixture.path("saved"))
    expectEqual(salvage.results.filter { $0.failure != nil }.map(\.path), [preview.payload.path])
    let saved = try ProviderBundle(opening: fixture.path("saved"))
    try expectEqual(texts(saved), [nil, Self.second, nil])
    try requireWhole(saved)
    // Without a manifest, previews are kept as foreign entries, not as items.
    let cut = bytes.prefix(upTo: try require(bytes.lastRange(of: Array("\"version\"".utf8))).lowerBound)
    try fixture.folder.write(Array(cut), to: "cut")
    let guessed = try fixture.writer().salvage(fixture.path("cut"), to: fixture.path("guessed"))
    #expect(!guessed.hasFoundManifest && guessed.items.count == 3)
    try requireWhole(ProviderBundle(opening: fixture.path("guessed")))
  }

  // MARK: Providers

  @Test func aProviderGivesTheStoredPreview() async throws {
    let fixture = try BundleFixture()
    let bundle = try fixture.packPreviews(Self.two)
    let plain = bundle.provider(for: bundle.items[0])
    try await expectEqual(plain.loadPreviewImage(as: Data.self), Data(Self.one.utf8))
    let small = PresentationSize(width: 10, height: 20)
    try await expectEqual(plain.loadPreviewImage(as: Data.self, fitting: small), Data(Self.one.utf8))
    let image = try await require(plain.loadPreviewImage() as? PreviewImage)
    #expect(image.typeIdentifier == "public.png" && image.pixelSize?.width == 256)
    let none = bundle.provider(for: bundle.items[2], previews: NamingRenderer())
    await expectThrows(ItemProviderError.self) { try await none.loadPreviewImage(as: Data.self) }
  }

  @Test(arguments: [
    (10.0, 20.0, "public.png 10×20 of \(one)"), (256, 256, "public.png 256×256 of \(one)"),
    (300, 10, "public.png 300×10 of \(one)"), (300, 400, "public.png 300×400 of one"),
    (0, 5, one), (.nan, 5, one), (.infinity, 5, one),
  ])
  func aPreviewIsScaledOrRenderedToTheSizeAskedFor(width: Double, height: Double, text: String) async throws {
    let fixture = try BundleFixture()
    let bundle = try fixture.packPreviews(Self.two)
    let provider = bundle.provider(for: bundle.items[0], previews: NamingRenderer())
    let size = PresentationSize(width: width, height: height)
    try await expectEqual(provider.loadPreviewImage(as: Data.self, fitting: size), Data(text.utf8))
  }

  @Test func aLargerPreviewFallsBackToTheStoredOne() async throws {
    let fixture = try BundleFixture()
    try fixture.folder.write("outside", to: "outside.png")
    let reference = BundleDraft.Item(representations: [
      BundleDraft.Representation(.reference(try fixture.path("outside.png")), typeIdentifier: "public.png")
    ])
    let bundle = try fixture.packPreviews(BundleDraft(items: [reference]))
    let provider = bundle.provider(
      for: bundle.items[0], followingReferences: false, previews: NamingRenderer())
    let large = PresentationSize(width: 500, height: 500)
    let preview = try await provider.loadPreviewImage(as: Data.self, fitting: large)
    expectEqual(
      String(decoding: preview, as: UTF8.self), "public.png 500×500 of public.png 256×256 of outside")
    // The preview of an item without a stored one is rendered if possible.
    let bare = try fixture.pack(Self.two, as: "bare")
    let rendered = bare.provider(for: bare.items[0], previews: NamingRenderer())
    try await expectEqual(rendered.loadPreviewImage(as: Data.self), Data(Self.one.utf8))
    expectNil(bare.provider(for: bare.items[0]).previewImageHandler)
  }

  @Test func providersArePackedWithTheirPreviews() async throws {
    let fixture = try BundleFixture()
    let given = ItemProvider(object: "text")
    given.previewImageHandler = { completion, _, options in
      let size = options[ItemProvider.preferredImageSizeKey] as? PresentationSize
      completion(
        PreviewImage(typeIdentifier: "public.jpeg", data: Data("given \(size?.width ?? 0)".utf8)), nil)
    }
    let failing = ItemProvider(object: "text")
    failing.previewImageHandler = { completion, _, _ in completion(nil, NamingRenderer.Broken()) }
    let words = ItemProvider(object: "text")
    words.previewImageHandler = { completion, _, _ in
      completion(PreviewImage(typeIdentifier: "public.html", data: Data()), nil)
    }
    let picture = ItemProvider()
    picture.registerDataRepresentation(forTypeIdentifier: "public.png", visibility: .all) { completion in
      completion(Data("one".utf8), nil)
      return nil
    }
    let all = [given, failing, words, picture, ItemProvider(object: "text")]
    let outcomes = Outcomes()
    var writer = try fixture.writerOfPreviews()
    writer.previews?.size = PresentationSize(width: 64, height: 64)
    writer.previews?.report = { outcomes.add($0, $1) }
    try await writer.write(all, to: fixture.path("a"))
    let bundle = try ProviderBundle(opening: fixture.path("a"))
    try expectEqual(texts(bundle), ["given 64.0", nil, nil, "public.png 64×64 of one", nil])
    expectEqual(bundle.items[0].preview?.typeIdentifier, "public.jpeg")
    expectEqual(Set(outcomes.all), ["0 made", "1 failed", "2 failed", "3 made", "4 not"])
    try requireWhole(bundle)
    try await fixture.writer().write(all, to: fixture.path("b"))
    #expect(try ProviderBundle(opening: fixture.path("b")).items.allSatisfy { $0.preview == nil })
  }
}

/// The results of previews, in the order of the reports.
private final class Outcomes: @unchecked Sendable {
  private let lock = NSLock()
  private var texts: [String] = []

  var all: [String] { lock.withLock { texts } }

  func add(_ item: Int, _ outcome: PreviewMaking.Outcome) {
    let word =
      switch outcome {
      case .made: "made"
      case .notRenderable: "not"
      case .failed: "failed"
      }
    lock.withLock { texts.append("\(item) \(word)") }
  }
}
