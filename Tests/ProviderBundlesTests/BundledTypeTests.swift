import Foundation
import ItemProviders
import ProfferFileSystem
import ProviderBundles
import TestSupport
import Testing
import UniformTypes

/// The type declarations in a bundle.
@Suite struct BundledTypeTests {
  private let note = UTType(exportedAs: "org.example.note", conformingTo: .json)
  private let declarations = [
    TypeDeclaration(
      identifier: "org.example.sheet", parents: ["org.example.table"],
      tags: [.filenameExtension: ["exsheet"]], description: "example sheet", origin: .exported),
    TypeDeclaration(identifier: "org.example.table", parents: ["public.json"], origin: .exported),
    TypeDeclaration(identifier: "org.example.unused", parents: ["public.data"], origin: .exported),
  ]

  private func provider(of type: UTType) -> ItemProvider {
    let provider = ItemProvider()
    provider.registerDataRepresentation(for: type) { completion in
      completion(Data("[]".utf8), nil)
      return nil
    }
    return provider
  }

  @Test func aTypeThatSaysItsParentIsDeclaredInTheBundle() async throws {
    let fixture = try BundleFixture()
    try await fixture.writer().write([provider(of: note)], to: fixture.path("a"))
    let bundle = try ProviderBundle(opening: fixture.path("a"))
    try expectEqual(bundle.typeDeclarations.map(\.identifier), ["org.example.note"])
    try expectEqual(bundle.typeDeclarations.first?.parents, ["public.json"])
    let registry = try bundle.typeRegistry()
    expect(registry.conforms(identifier: "org.example.note", to: "public.json"))

    let received = bundle.provider(for: bundle.items[0])
    expectEqual(received.registeredContentTypes(conformingTo: .json), [note])
    try await expectEqual(received.loadDataRepresentation(for: .json), Data("[]".utf8))
    received.suggestedName = "list"
    try await expectEqual(
      received.loadFileRepresentation(for: .json).path.lastComponent?.string, "list.json")
    // The declaration is kept when the item is packed again.
    try await fixture.writer().write([received], to: fixture.path("b"))
    try expectEqual(ProviderBundle(opening: fixture.path("b")).typeDeclarations, bundle.typeDeclarations)
  }

  @Test func theTypesOfTheCurrentRegistryTravelWithADraft() async throws {
    let fixture = try BundleFixture()
    let registry = try TypeRegistry.standard.adding(declarations)
    let representation = try fixture.file("a", Array("[]".utf8), type: "org.example.sheet")
    let bundle = try TypeRegistry.withCurrent(registry) { try fixture.pack([representation]) }
    try expectEqual(
      bundle.typeDeclarations.map(\.identifier), ["org.example.sheet", "org.example.table"])
    let provider = bundle.provider(for: bundle.items[0])
    let type = try require(provider.registeredContentTypes.first)
    #expect(type.conforms(to: .json) && type.preferredFilenameExtension == "exsheet")
    provider.suggestedName = "b"
    let file = try await provider.loadFileRepresentation(for: .json)
    expectEqual(file.path.lastComponent?.string, "b.exsheet")
    try expectEqual(fixture.pack(BundleDraft(of: bundle), as: "c").typeDeclarations, bundle.typeDeclarations)
  }

  @Test func aDraftCarriesWhatItIsGiven() throws {
    let fixture = try BundleFixture()
    var draft = BundleDraft(items: [
      BundleDraft.Item(representations: [try fixture.file("a", [0], type: "org.example.note")])
    ])
    draft.carry(note)
    draft.carry([TypeDeclaration(identifier: "ORG.example.note", parents: ["public.image"])])
    try expectEqual(fixture.pack(draft).typeDeclarations.map(\.parents), [["public.json"]])
  }

  @Test func standardTypesAreNotDeclared() async throws {
    let fixture = try BundleFixture()
    try await fixture.writer().write([provider(of: .json)], to: fixture.path("a"))
    try expectEqual(ProviderBundle(opening: fixture.path("a")).typeDeclarations, [])
  }

  /// A bundle does not change the meaning of types that the receiver knows.
  @Test func theReceiversTypesGoBeforeThoseOfABundle() throws {
    let fixture = try BundleFixture()
    var draft = BundleDraft(items: [
      BundleDraft.Item(representations: [
        try fixture.file("a", [0], type: "public.png"),
        try fixture.file("b", [0], type: "org.example.note"),
      ])
    ])
    draft.carry([
      TypeDeclaration(identifier: "public.png", parents: ["public.html"]),
      TypeDeclaration(identifier: "org.example.note", parents: ["public.html"]),
    ])
    let bundle = try fixture.pack(draft)
    let provider = bundle.provider(for: bundle.items[0])
    expectEqual(provider.registeredContentTypes(conformingTo: .html).map(\.identifier), ["org.example.note"])
    let registry = try TypeRegistry.standard.adding([
      TypeDeclaration(identifier: "org.example.note", parents: ["public.image"], origin: .imported)
    ])
    TypeRegistry.withCurrent(registry) {
      expectEqual(provider.registeredContentTypes(conformingTo: .html), [])
    }
    // A known type gets no further file extensions either.
    let known = TypeDeclaration(identifier: "Public.PNG", tags: [.filenameExtension: ["picture"]])
    #expect(try TypeRegistry.standard.addingCarried([known]) === TypeRegistry.standard)
  }

  @Test(arguments: [
    [
      TypeDeclaration(identifier: "a.a", parents: ["a.b"]),
      TypeDeclaration(identifier: "a.b", parents: ["a.a"]),
    ],
    [TypeDeclaration(identifier: "a.a", parents: ["a.unknown"])],
    [TypeDeclaration(identifier: "no identifier")],
  ])
  func declarationsThatCannotBeUsedAreReported(declarations: [TypeDeclaration]) async throws {
    let fixture = try BundleFixture()
    var draft = BundleDraft(items: [
      BundleDraft.Item(representations: [try fixture.file("a", [1], type: "a.a")])
    ])
    draft.carry(declarations)
    let bundle = try fixture.pack(draft)
    expectEqual(bundle.items.count, 1)
    let error = expectThrows(BundleError.self) { try bundle.typeRegistry() }
    expectEqual(error?.code, .malformedDeclaration)
    expectThrows(BundleError.self) { try bundle.verify { _ in } }
    let provider = bundle.provider(for: bundle.items[0])
    expectEqual(provider.diagnostics.count, 1, "\(provider.diagnostics)")
    try await expectEqual(provider.loadDataRepresentation(forTypeIdentifier: "a.a"), Data([1]))
  }
}
