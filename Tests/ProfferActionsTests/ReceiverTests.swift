import Foundation
import ItemProviders
import ProfferActions
import ProfferConversions
import ProfferFileSystem
import ProviderBundles
import TestSupport
import Testing
import UniformTypes

struct ReceiverTests {
  private let folder: TemporaryFolder
  private let context = ActionContext.standard

  init() throws { folder = try TemporaryFolder() }

  /// A bundle with one item.
  private func bundle(of representations: [BundleDraft.Representation]) throws -> ProviderBundle {
    var draft = BundleDraft()
    draft.items = [BundleDraft.Item(suggestedName: "Notes", representations: representations)]
    let path = try require(FilePath(folder.path("trip.dragbundle")))
    try ProviderBundleWriter(spoolFolder: context.folders.temporary).write(draft, to: path)
    return try ProviderBundle(opening: path)
  }

  private func text(
    _ type: String, _ text: String = "words", for audience: BundledRepresentation.Audience = .all
  ) -> BundleDraft.Representation {
    var representation = BundleDraft.Representation(
      .bytes(Data(text.utf8)), typeIdentifier: type, kind: .data)
    representation.audience = audience
    return representation
  }

  private func choice(
    in bundle: ProviderBundle, accepting types: [UTType],
    preferring loop: FidelityOrder.OuterLoop = .receiver,
    as identity: ReceiverIdentity = ReceiverIdentity(team: nil, group: nil)
  ) throws -> RepresentationChoice {
    var context = context
    context.identity = identity
    let order = FidelityOrder(outerLoop: loop, registry: context.types.registry)
    var receiver = Receiver(of: bundle, accepting: types, by: order, in: context)
    return try receiver.choice(of: bundle.items[0], number: 1)
  }

  @Test func theProvidersOrderCanBeTheOuterLoop() throws {
    let bundle = try bundle(of: [text("public.rtf"), text("public.plain-text")])
    let types = [UTType.plainText, .rtf]
    try expectEqual(choice(in: bundle, accepting: types).chosen?.index, 1)
    try expectEqual(choice(in: bundle, accepting: types, preferring: .provider).chosen?.index, 0)
  }

  @Test func aConversionIsConsideredOnlyIfNothingFits() throws {
    let bundle = try bundle(of: [text("public.html", "<p>words</p>"), text("public.plain-text")])
    let converted = try choice(in: bundle, accepting: [.rtf])
    #expect(converted.chosen == nil && converted.plan?.destinationIdentifier == "public.rtf")
    let registered = try choice(in: bundle, accepting: [.rtf, .plainText])
    #expect(registered.chosen?.index == 1 && registered.plan == nil)
  }

  /// A representation hidden from the receiver is not chosen, converted or named.
  @Test func aRepresentationForATeamIsNeitherChosenNorConvertedForOthers() throws {
    let bundle = try bundle(of: [text("public.html", "<p>words</p>", for: .team("blue"))])
    for types in [[UTType.html], [.rtf]] {
      let choice = try choice(in: bundle, accepting: types)
      #expect(choice.chosen == nil && choice.plan == nil && choice.isForOthers)
      #expect(choice.name == "(for others)" && choice.stem == nil)
    }
    let member = ReceiverIdentity(team: "blue", group: nil)
    try expectEqual(choice(in: bundle, accepting: [.html], as: member).chosen?.index, 0)
    try expectNotNil(choice(in: bundle, accepting: [.rtf], as: member).plan)
  }
}
