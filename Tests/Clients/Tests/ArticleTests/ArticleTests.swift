import Foundation
import Proffer
import Testing

/// The code that the articles show does what they say.
struct ArticleTests {
  private func withFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "articles-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    do {
      let result = try await body(folder)
      try FileManager.default.removeItem(at: folder)
      return result
    } catch {
      try FileManager.default.removeItem(at: folder)
      throw error
    }
  }

  private let note = Note(title: "Greeting", html: "<p>Hello</p>", text: "Hello")

  @Test func aNoteIsTakenInItsBestForm() async throws {
    let offered = provider(of: note)
    #expect(offered.registeredTypeIdentifiers == ["public.html", "public.utf8-plain-text"])
    #expect(try await bestForm(of: offered) == Data("<p>Hello</p>".utf8))
    #expect(try await bestForm(of: ItemProvider()) == nil)
  }

  @Test func theActionsOfTheProgramConvertAndLoad() async throws {
    try await withFolder { folder in
      let page = folder.appendingPathComponent("notes.md")
      try Data("# Trip\n".utf8).write(to: page)
      let lossy = try await publish(
        [FilePath(fileURL: page)], into: FilePath(fileURL: folder.appendingPathComponent("site")))
      #expect(lossy.isEmpty)
      let html = try Data(contentsOf: folder.appendingPathComponent("site/notes.html"))
      #expect(String(decoding: html, as: UTF8.self).contains(">Trip</h1>"))

      var item = BundleDraft.Item(suggestedName: "notes")
      item.representations = [
        BundleDraft.Representation(
          .bytes(Data("<p>Hello</p>".utf8)), typeIdentifier: "public.html", kind: .data)
      ]
      var draft = BundleDraft()
      draft.items = [item]
      let bundle = try FilePath(fileURL: folder.appendingPathComponent("notes.dragbundle"))
      try ProviderBundleWriter().write(draft, to: bundle)
      #expect(try text(in: bundle, for: "ours") == Data("Hello".utf8))
    }
  }

  @Test func aTransferableValueComesBackAsItselfAndAsText() async throws {
    let (chore, text) = try await passOn(Chore(title: "Water the plants"))
    #expect(chore == Chore(title: "Water the plants"))
    #expect(text == "Water the plants")
  }

  @Test func aPromisedFileIsWrittenWhenItIsLoaded() async throws {
    try await withFolder { folder in
      let offered = promise([["a", "b"], ["1", "2"]], named: "Numbers", in: folder)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
      let (name, rowCount) = try await read(offered)
      #expect(name == "Numbers.csv")
      #expect(rowCount == 2)
      let kept = try await keep(offered, in: folder)
      #expect(kept.lastPathComponent == "Numbers.csv")
      #expect(try String(contentsOf: kept, encoding: .utf8) == "a,b\n1,2\n")
    }
  }

  @Test func aDeclaredTypeIsFoundByItsName() async throws {
    let bytes = try await offer(recipe: Data("{}".utf8)).loadDataRepresentation(for: .json)
    #expect(bytes == Data("{}".utf8))
    let registry = try registryWithRecipes()
    #expect(type(ofFileNamed: "soup.recipe", in: registry)?.identifier == "org.example.recipe")
    #expect(type(ofFileNamed: "soup.recipe", in: registry)?.conforms(to: .json, in: registry) == true)
    #expect(type(ofFileNamed: "soup.recipe", in: .standard)?.isDynamic == true)
    #expect(description(ofFileNamed: "soup.recipe", in: registry) == "recipe")
  }

  @Test func aCoderOfOnesOwnTakesPartInConversions() throws {
    let page = try html(ofChecklist: "+ Milk\n- Bread\n")
    #expect(page.contains("Milk") && page.contains("checked"))
    #expect(throws: CoderError.self) { try html(ofChecklist: "Milk\n") }
    let plan = try ConversionRegistry(.checklists + .standard).plan(
      from: ["public.html"], to: "org.example.checklist")
    let source = RepresentationSource(
      Data("<p>To buy:</p><ul><li>Milk</li></ul>".utf8), typeIdentifier: "public.html")
    let result = try plan.run(on: source)
    #expect(result.data == Data("- Milk\n".utf8))
    #expect(result.losses.map(\.kind) == [.layout])
  }

  @Test func aConversionTellsItsLosses() async throws {
    let (text, losses) = try markdown(ofPage: Data("<p style='color: red'>Hello, <b>world</b></p>".utf8))
    #expect(text == "Hello, **world**\n")
    #expect(losses.count == 1)
    try await withFolder { folder in
      let (page, result) = (folder.appendingPathComponent("a.html"), folder.appendingPathComponent("a.md"))
      try Data("<p>Hello</p>".utf8).write(to: page)
      try convertExactly(page, to: "net.daringfireball.markdown", at: result)
      #expect(try String(contentsOf: result, encoding: .utf8) == "Hello\n")
      try Data("<p style='color: red'>Hello</p>".utf8).write(to: page)
      #expect(throws: LossyConversion.self) {
        try convertExactly(page, to: "net.daringfireball.markdown", at: result)
      }
      let package = folder.appendingPathComponent("a.rtfd")
      try convertExactly(result, to: "com.apple.rtfd", at: package)
      #expect(try DocumentContents(contentsOf: package) != .package([]))
      #expect(throws: (any Error).self) { try DocumentContents.package([]).write(to: package) }
      let outside = DocumentContents.package([PackageMember("../outside", Data())])
      #expect(throws: ConversionError.self) { try outside.write(to: folder.appendingPathComponent("b")) }
      #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("b").path))
      #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("outside").path))
    }
  }

  @Test func aBundleIsWrittenReadAndChanged() async throws {
    try await withFolder { folder in
      let bundle = folder.appendingPathComponent("note.dragbundle")
      let offered = provider(of: note)
      offered.registerDataRepresentation(for: .data, visibility: .ownProcess) { completion in
        completion(Data(), nil)
        return nil
      }
      #expect(try await pack(offered, at: bundle) == ["public.data"])
      #expect(try await firstText(inBundleAt: bundle) == "Hello")
      let file = folder.appendingPathComponent("photo.png")
      try Data([0x89, 0x50]).write(to: file)
      try addFile(at: file, of: .png, toBundleAt: bundle)
      #expect(try ProviderBundle(opening: bundle).items.map(\.suggestedName) == ["Letter", "Enclosure"])
      #expect(try damagedPaths(inBundleAt: bundle).isEmpty)
      var bytes = try Data(contentsOf: bundle)
      let place = try #require(bytes.range(of: Data("<p>Hello</p>".utf8)))
      bytes[place.lowerBound] = 0x3F
      try bytes.write(to: bundle)
      #expect(try damagedPaths(inBundleAt: bundle).count == 1)
    }
  }

  @Test func theExampleOfTheReadmeWorks() async throws {
    try await withFolder { folder in
      let bundle = folder.appendingPathComponent("note.dragbundle")
      let text = try await keepNote(in: bundle)
      #expect(text == "Hello, world")
      let kept = try ProviderBundle(opening: bundle).items[0]
      #expect(kept.representations.map(\.typeIdentifier) == ["public.html", "public.utf8-plain-text"])
    }
  }

  @Test @MainActor func theDragOfTheReadmeMovesARow() throws {
    let (rows, calls) = try dragARow()
    #expect(rows == ["Bread", "Eggs", "Milk"])
    #expect(calls.first == "list.itemsForBeginning" && calls.last == "list.didEnd")
  }

  @Test func aDropIntoAFolderIsUndone() async throws {
    try await withFolder { folder in
      let history = try UndoHistory(in: folder.appendingPathComponent("history"))
      let place = folder.appendingPathComponent("notes")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      let drop = try FolderDrop(into: place, accepting: ["public.plain-text"])
      let report = try drop.run([provider(of: note)], recordingIn: history)
      let names = try report.paths.map { try $0.fileURL(isFolder: false).lastPathComponent }
      #expect(names == ["Greeting.txt"])
      #expect(try history.undoLastDrop()?.removed == report.paths)
      #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).isEmpty)
      let page = try #require(URL(string: "https://example.org/"))
      #expect(throws: ItemProviderError.self) { try FolderDrop(into: page) }
      #expect(throws: ItemProviderError.self) { try UndoHistory(in: page) }
    }
  }

  @Test @MainActor func aDropIsPlayedWithoutAScreen() async throws {
    let shelf = Shelf()
    let calls = try await drag("Bread", to: shelf)
    #expect(shelf.texts == ["Bread"])
    #expect(calls.contains("shelf.performDrop"))
  }

  @Test @MainActor func aMethodThatASubclassAddsIsCalled() throws {
    let delegate = CountingDelegate()
    let view = View(name: "target", frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    view.onDrag { ItemProvider(object: "Bread") }.addInteraction(DropInteraction(delegate: delegate))
    let notes = Application(name: "Notes", frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    notes.window.addSubview(view)
    let drag = try #require(DragDriver(applications: [notes]).beginDrag(at: CGPoint(x: 5, y: 5)))
    try drag.move(to: CGPoint(x: 50, y: 50))
    #expect(try drag.drop() == .copy)
    #expect(delegate.count == 1)
  }

  @Test @MainActor func aDelegateIsCalledWithASessionOfATestsOwn() {
    let interaction = DropInteraction(delegate: Shelf())
    let texts = PreparedSession([DragItem(itemProvider: ItemProvider(object: "Bread"))])
    #expect(Shelf().dropInteraction(interaction, canHandle: texts))
    #expect(!Shelf().dropInteraction(interaction, canHandle: PreparedSession([])))
  }
}

/// The code that the articles show is the code that these tests compile.
struct ArticleTextTests {
  private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let catalogue = package.appendingPathComponent("Sources/Proffer/Proffer.docc")

  /// The blocks of Swift in an article.
  private func blocks(in article: String) throws -> [String] {
    let text = try String(
      contentsOf: Self.catalogue.appendingPathComponent(article), encoding: .utf8)
    return text.components(separatedBy: "```swift\n").dropFirst().map { part in
      part.components(separatedBy: "```").first ?? ""
    }
  }

  @Test(arguments: [
    "OfferSeveralRepresentations", "PromiseAFile", "DeclareAType", "WriteACoder", "ConvertADocument",
    "PackAndReadABundle", "TestADrop", "OptionalMethods",
  ])
  func everyBlockIsCompiled(_ name: String) throws {
    let source = try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("\(name).swift"), encoding: .utf8)
    let blocks = try blocks(in: "\(name).md")
    #expect(!blocks.isEmpty)
    for block in blocks { #expect(source.contains(block), "\(name): \(block)") }
  }

  @Test func noOtherArticleShowsCode() throws {
    let articles = try FileManager.default.contentsOfDirectory(atPath: Self.catalogue.path)
    let tested = Set(
      try FileManager.default.contentsOfDirectory(
        atPath: URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
      ).map { $0.replacingOccurrences(of: ".swift", with: ".md") })
    #expect(articles.count > 7)
    for article in articles where !tested.contains(article) && article.hasSuffix(".md") {
      #expect(try blocks(in: article).isEmpty, "\(article)")
    }
  }
}
