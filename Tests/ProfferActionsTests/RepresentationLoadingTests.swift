import Foundation
import ItemProviders
import ProfferActions
import ProfferFileSystem
import ProviderBundles
import TestSupport
import Testing
import UniformTypes

struct RepresentationLoadingTests {
  private let folder: TemporaryFolder
  private let bundle: FilePath

  /// A bundle of two items: RTF with plain text for a team, and HTML.
  init() throws {
    folder = try TemporaryFolder()
    bundle = try require(FilePath(folder.path("trip.dragbundle")))
    func representation(_ text: String, _ type: String) -> BundleDraft.Representation {
      BundleDraft.Representation(.bytes(Data(text.utf8)), typeIdentifier: type, kind: .data)
    }
    var secret = representation("secret", "public.utf8-plain-text")
    secret.audience = .team("ours")
    var first = BundleDraft.Item(suggestedName: "first")
    first.representations = [representation("{\\rtf1 a}", "public.rtf"), secret]
    var second = BundleDraft.Item(suggestedName: "second")
    second.representations = [representation("<p>b</p>", "public.html")]
    var draft = BundleDraft()
    draft.items = [first, second]
    try ProviderBundleWriter().write(draft, to: bundle)
  }

  private func loading(_ type: UTType?, to name: String = "out") throws -> RepresentationLoading {
    let path = try require(FilePath(folder.path(name)))
    var loading = RepresentationLoading(from: ActionInput(bundle), to: .written(.path(path)))
    loading.type = type.map { TypeReference($0) }
    return loading
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try folder.read(name), as: UTF8.self)
  }

  private func code(of loading: RepresentationLoading, in context: ActionContext = .standard) -> ActionError
    .Code?
  {
    do {
      _ = try loading.run(in: context)
      return nil
    } catch { return (error as? ActionError)?.code }
  }

  @Test func theOneItemThatFitsIsLoaded() throws {
    let outcome = try loading(.html).run(in: .standard)
    #expect(outcome.item == 2 && outcome.typeIdentifier == "public.html" && outcome.report == nil)
    try expectEqual(text("out"), "<p>b</p>")
  }

  @Test func severalItemsThatFitAreNamed() throws {
    expectEqual(code(of: try loading(nil)), .severalItems)
    try expectEqual(folder.names(), ["trip.dragbundle"])
  }

  @Test func whatIsForATeamIsLoadedByItsMembersOnly() throws {
    var loading = try loading(.utf8PlainText)
    loading.place = PlaceReference(item: 1)
    expectEqual(code(of: loading), .needsConversion)
    loading.place = PlaceReference(item: 1, representation: 2)
    expectEqual(code(of: loading), .notVisible)
    var context = ActionContext.standard
    context.identity = ReceiverIdentity(team: "ours", group: nil)
    _ = try loading.run(in: context)
    try expectEqual(text("out"), "secret")
  }

  @Test func aConversionIsUsedOnRequestOnly() throws {
    var loading = try loading(UTType("net.daringfireball.markdown"))
    loading.place = PlaceReference(item: 2)
    expectEqual(code(of: loading), .needsConversion)
    loading.converts = true
    let outcome = try loading.run(in: .standard)
    #expect(outcome.report != nil && outcome.typeIdentifier == "net.daringfireball.markdown")
    try expectEqual(text("out"), "b\n")
  }

  @Test func nothingIsOfferedInPlaceByAPayload() throws {
    var loading = try loading(.html)
    loading.delivery = .inPlace
    expectEqual(code(of: loading), .notInPlace)
  }

  @Test func aPlaceThatDoesNotExistIsNamed() throws {
    for place in [PlaceReference(item: 3), PlaceReference(item: 2, representation: 2)] {
      var loading = try loading(nil)
      loading.place = place
      expectEqual(code(of: loading), .noSuchPlace, "\(place)")
    }
  }

  @Test func bytesGoToAStream() throws {
    let received = Received()
    var loading = RepresentationLoading(
      from: ActionInput(bundle), to: .written(.stream { received.append($0) }))
    loading.type = TypeReference("html")
    try expectNil(loading.run(in: .standard).path)
    expectEqual(received.text, "<p>b</p>")
  }

  @Test func aQueryChoosesAsALoadDoes() throws {
    let query = RepresentationQuery(
      of: ActionInput(bundle), accepting: .types([TypeReference("html"), TypeReference("rtf")]))
    var answers: [String] = []
    let outcome = try query.run(in: .standard)
    try outcome.forEach { answers.append($0.chosen?.representation.typeIdentifier ?? "-") }
    #expect(answers == ["public.rtf", "public.html"] && outcome.count == 2)
  }

  @Test func anUnknownProfileIsAnErrorOfItsOwn() throws {
    let query = RepresentationQuery(of: ActionInput(bundle), accepting: .profile("brouser"))
    #expect { _ = try query.run(in: .standard) } throws: { error in
      let error = error as? ActionError
      return error?.code == .unknownProfile && error?.reason.contains("browser") == true
    }
  }

  /// Bytes that a stream has received.
  private final class Received: @unchecked Sendable {
    // The action calls the stream on one thread, and the test reads the bytes after the action has returned.
    private var bytes: [UInt8] = []

    var text: String { String(decoding: bytes, as: UTF8.self) }

    func append(_ piece: UnsafeRawBufferPointer) { bytes += piece }
  }
}
