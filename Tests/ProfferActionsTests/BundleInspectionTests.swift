import Foundation
import ItemProviders
import ProfferActions
import ProfferFileSystem
import ProviderBundles
import TestSupport
import Testing
import UniformTypes

/// Listing, checking, repairing and unpacking a bundle, in process.
struct BundleInspectionTests {
  private let folder: TemporaryFolder
  private let bundle: FilePath

  /// A folder bundle with one item: HTML, plain text for a team, and a promise.
  init() throws {
    folder = try TemporaryFolder()
    bundle = try require(FilePath(folder.path("b")))
    try folder.write(Array("<p>notes</p>".utf8), to: "notes.html")
    try folder.write(Array("secret".utf8), to: "notes.txt")
    var secret = PackedRepresentation(ActionInput(try require(FilePath(folder.path("notes.txt")))))
    secret.audience = .team("ours")
    var item = PackedItem(
      [PackedRepresentation(ActionInput(try require(FilePath(folder.path("notes.html"))))), secret],
      name: "Notes")
    item.promises = [TypeReference(.rtf)]
    _ = try BundlePacking([.item(item)], to: .folder(bundle)).run(in: .standard)
  }

  private var input: ActionInput { ActionInput(bundle) }

  private func items(in context: ActionContext = .standard) throws -> [ListedItem] {
    var items: [ListedItem] = []
    try BundleListing(of: input).run(in: context).forEach { items.append($0) }
    return items
  }

  private func unpacking(into name: String = "out") throws -> BundleUnpacking {
    BundleUnpacking(of: input, into: try require(FilePath(folder.path(name))))
  }

  private func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
  }

  private func code(_ body: () throws -> Void) -> String? {
    do { try body() } catch {
      return (error as? ActionError)?.code.rawValue ?? (error as? BundleError)?.code.rawValue
    }
    return nil
  }

  @Test func aListShowsWhatTheReceiverMaySee() throws {
    let item = try require(items().first)
    #expect(item.number == 1 && item.name == "Notes" && item.suggestedName == "Notes")
    expectEqual(item.representations.map(\.number), [1, 3])
    expectEqual(item.representations.map(\.typeIdentifier), ["public.html", "public.rtf"])
    guard case .payload = item.representations[0].storage,
      case .promise(ofRepresentation: 1, coder: "rtf") = item.representations[1].storage
    else {
      Issue.record("\(item.representations)")
      return
    }
    var member = ActionContext.standard
    member.identity = ReceiverIdentity(team: "ours", group: nil)
    let seen = try require(items(in: member).first).representations
    #expect(seen.map(\.number) == [1, 2, 3] && seen[1].audience == .team("ours"))
  }

  @Test func everythingButPromisesIsUnpacked() throws {
    let outcome = try unpacking().run(in: .standard)
    expectEqual(outcome.files.map(\.place), [BundlePlace(item: 1, representation: 1)])
    expectEqual(outcome.omissions.map(\.place), [BundlePlace(item: 1, representation: 3)])
    expect(outcome.isComplete)
    try expectEqual(folder.read("out/notes.html"), Array("<p>notes</p>".utf8))
  }

  @Test func onlyAcceptedTypesAreUnpacked() throws {
    var unpacking = try unpacking()
    unpacking.accepted = [TypeReference(.plainText)]
    expectEqual(code { _ = try unpacking.run(in: .standard) }, "noMatch")
    #expect(try !folder.names().contains { $0.hasPrefix("out") })
    var member = ActionContext.standard
    member.identity = ReceiverIdentity(team: "ours", group: nil)
    try expectEqual(unpacking.run(in: member).files.map(\.path.lastComponent?.string), ["notes.txt"])
  }

  @Test func whatWouldExpandTooFarIsNotUnpacked() throws {
    var context = ActionContext.standard
    context.limits.expandedByteCount = 5
    context.limits.expansionFactor = nil
    expectEqual(code { _ = try unpacking().run(in: context) }, "expandsTooFar")
    #expect(try !folder.names().contains { $0.hasPrefix("out") })
  }

  @Test func anExistingFileIsReplacedOnRequestOnly() throws {
    try makeFolder("out")
    try folder.write(Array("mine".utf8), to: "out/notes.html")
    var unpacking = try unpacking()
    expectEqual(code { _ = try unpacking.run(in: .standard) }, "existsInFolder")
    try expectEqual(folder.read("out/notes.html"), Array("mine".utf8))
    unpacking.replaces = true
    _ = try unpacking.run(in: .standard)
    try expectEqual(folder.read("out/notes.html"), Array("<p>notes</p>".utf8))
  }

  @Test func aDamagedPayloadIsFoundAndTheOthersAreSaved() throws {
    #expect(try BundleVerification(of: input).run(in: .standard).isGood)
    let place = "b/items/1/1/notes.html"
    var bytes = try folder.read(place)
    bytes[0] ^= 1
    try folder.write(bytes, to: place)
    var verification = BundleVerification(of: input)
    verification.keepsIntact = true
    let outcome = try verification.run(in: .standard)
    #expect(!outcome.isGood && outcome.payloadCount == 2 && outcome.failure == nil)
    expectEqual(outcome.payloads.map(\.failureCode), ["checksumMismatch", nil])
    let saved = try require(FilePath(folder.path("saved.dragbundle")))
    let repair = try BundleRepair(of: ActionInput(bundle), to: saved).run(in: .standard)
    #expect(repair.totalCount == 2 && repair.savedCount == 1 && !repair.isComplete)
    #expect(repair.lost.map(\.path) == ["items/1/1/notes.html"] && repair.manifestFailure == nil)
  }

  @Test func theTypeOfEachFileBelowAFolderIsAsked() throws {
    try makeFolder("d/below")
    try folder.write(Array("{}".utf8), to: "d/a.json")
    try folder.write(Array("words".utf8), to: "d/below/b.txt")
    let inputs = try ["d", "none"].map { ActionInput(try require(FilePath(folder.path($0)))) }
    var query = FileTypeQuery(of: inputs)
    query.isRecursive = true
    var types: [String] = []
    try query.run(in: .standard).forEach { input, result in
      switch result {
      case .success(let detected): types.append(detected.type.identifier)
      case .failure: types.append("no \(input.description.hasSuffix("none") ? "none" : "?")")
      }
    }
    expectEqual(types, ["no none", "public.json", "public.plain-text"])
  }

  @Test func theMistakesOfDeclarationsAreListed() throws {
    try folder.write(Array(#"{"UTExportedTypeDeclarations": 3}"#.utf8), to: "bad.json")
    let file = try require(FilePath(folder.path("bad.json")))
    let outcome = try TypeDeclarationCheck(of: [ActionInput(file)]).run(in: .standard)
    expectEqual(outcome.mistakes.map(\.code.rawValue), ["wrongShape"])
    expectEqual(outcome.mistakes.first?.message.contains("bad.json"), true)
  }

  @Test func aScriptIsPlayedAndAMistakeInItIsNamed() async throws {
    let script = "application A 0,0 9x9\nitem I text x\nsource S 0,0 9x9 offers I\nbegin S\ncancel\n"
    let calls = try await ScriptedDrag(script).perform(in: .standard)
    expect(calls.contains { $0.contains("itemsForBeginning") }, "\(calls)")
    do {
      _ = try await ScriptedDrag("application\n", named: "a.drag").perform(in: .standard)
      Issue.record("a line without a name is a script")
    } catch let error as ActionError {
      expect(error.reason.hasPrefix("a.drag:1: "), "\(error)")
    }
  }

  @Test func theCodersOfTheLibraryAreListedWithTheirConversions() throws {
    let listing = try CoderListing().run(in: .standard)
    expect(listing.readers.contains { $0.types.contains("public.html") }, listing.readers)
    expect(listing.programs.allSatisfy { $0.file == nil }, "the search path is empty")
    #expect(listing.destinations(from: "public.json").contains("com.apple.property-list"))
    expectEqual(Set(listing.sources).count, listing.sources.count)
  }
}
