import Foundation
import ItemProviders
import ProfferFileSystem
import TestSupport
import Testing
import UniformTypes

/// The declaration of a provided type, for receivers that know only its identifier.
@Suite struct ProvidedTypeTests {
  private let note = UTType(exportedAs: "org.example.note", conformingTo: .json)

  private func provider(of types: UTType...) -> ItemProvider {
    let provider = ItemProvider()
    for type in types {
      provider.registerDataRepresentation(for: type) { completion in
        completion(Data(type.identifier.utf8), nil)
        return nil
      }
    }
    return provider
  }

  @Test func aRegisteredTypeConformsToItsParent() async throws {
    let provider = self.provider(of: note)
    expectEqual(provider.registeredContentTypes, [note])
    expect(
      provider.registeredContentTypes.allSatisfy { $0.conforms(to: .json) && $0.conforms(to: .text) },
      provider.registeredContentTypes)
    expectEqual(provider.registeredContentTypes(conformingTo: .json), [note])
    expectEqual(provider.registeredContentTypes(conformingTo: .image), [])
    expect(provider.hasItemConformingToTypeIdentifier("public.json"))
    expectEqual(provider.choice(accepting: ["public.json"]).winner?.index, 0)
    try await expectEqual(provider.loadDataRepresentation(for: .json), Data("org.example.note".utf8))
    expectEqual(provider.diagnostics, [])
  }

  @Test func aFileIsNamedByTheParent() async throws {
    let provider = self.provider(of: note)
    provider.suggestedName = "list"
    let file = try await provider.loadFileRepresentation(for: note)
    expectEqual(file.path.lastComponent?.string, "list.json")
  }

  @Test func copiesAndViewsKeepWhatATypeSays() {
    let provider = self.provider(of: note)
    for other in [ItemProvider(copying: provider), provider.view(for: .other)] {
      expect(other.hasItemConformingToTypeIdentifier("public.json"))
    }
  }

  @Test func theParentsOfAParentAreKeptToo() {
    let sheet = UTType(exportedAs: "org.example.sheet", conformingTo: note)
    let provider = self.provider(of: sheet)
    for type in ["org.example.sheet", "org.example.note", "public.json", "public.data"] {
      expect(provider.hasItemConformingToTypeIdentifier(type), "\(type)")
    }
    expect(!provider.hasItemConformingToTypeIdentifier("public.image"))
  }

  /// A dynamic type cannot be declared as a parent, but its own parents can.
  @Test func aDynamicParentGivesItsOwnParents() throws {
    let dynamic = try require(UTType(filenameExtension: "exunknown", conformingTo: .json))
    expect(dynamic.isDynamic)
    let provider = self.provider(of: UTType(exportedAs: "org.example.note", conformingTo: dynamic))
    expect(provider.hasItemConformingToTypeIdentifier("public.json"))
    expectEqual(provider.diagnostics, [])
  }

  @Test func aTypeThatIsNotAnIdentifierIsOfferedUnderItsName() async throws {
    let provider = self.provider(of: UTType(exportedAs: "note", conformingTo: .json))
    expectEqual(provider.registeredTypeIdentifiers, ["note"])
    expect(!provider.hasItemConformingToTypeIdentifier("public.json"))
    expectEqual(provider.diagnostics, [])
  }

  @Test func typesThatContradictEachOtherAreReported() async throws {
    let circle = UTType(exportedAs: "org.example.other", conformingTo: note)
    let provider = self.provider(
      of: UTType(exportedAs: "org.example.note", conformingTo: UTType(exportedAs: "org.example.other")),
      UTType(exportedAs: "org.example.other", conformingTo: .json),
      UTType(exportedAs: "org.example.third", conformingTo: circle))
    // The first declaration of a type counts, so there is no contradiction to report.
    expectEqual(provider.diagnostics, [])
    expect(!provider.hasItemConformingToTypeIdentifier("public.json"))
    expect(provider.hasItemConformingToTypeIdentifier("public.data"))
    let loop = self.provider(
      of: UTType(
        exportedAs: "org.example.a",
        conformingTo: UTType(exportedAs: "org.example.b", conformingTo: UTType(exportedAs: "org.example.a"))))
    let reported = try require(loop.diagnostics.first)
    expect("\(reported)".contains("org.example.a → org.example.b → org.example.a"), "\(reported)")
    try await expectEqual(loop.loadDataRepresentation(forTypeIdentifier: "org.example.a").count, 13)
  }

  @Test func theReceiversDeclarationGoesBeforeWhatATypeSays() throws {
    let registry = try TypeRegistry.standard.adding([
      TypeDeclaration(identifier: "org.example.note", parents: ["public.image"], origin: .exported)
    ])
    let provider = self.provider(of: note)
    TypeRegistry.withCurrent(registry) {
      expect(provider.hasItemConformingToTypeIdentifier("public.image"))
      expect(!provider.hasItemConformingToTypeIdentifier("public.json"))
    }
    expect(provider.hasItemConformingToTypeIdentifier("public.json"))
  }

  /// A receiver knows a type that only the source's registry declares, even without that registry.
  @Test func aTypeOfTheSourcesRegistryIsKnownOutsideOfIt() async throws {
    let registry = try TypeRegistry.standard.adding([
      TypeDeclaration(
        identifier: "org.example.note", parents: ["public.json", "public.content"],
        tags: [.filenameExtension: ["exnote"]], description: "example note", origin: .exported)
    ])
    let provider = TypeRegistry.withCurrent(registry) {
      self.provider(of: UTType(exportedAs: "org.example.note"))
    }
    let type = try require(provider.registeredContentTypes.first)
    #expect(type.conforms(to: .json) && type.conforms(to: .content) && !type.conforms(to: .image))
    #expect(type.preferredFilenameExtension == "exnote" && type.localizedDescription == "example note")
    #expect(type.supertypes.contains(.json) && type.supertypes.contains(.content))
    expect(!type.isDeclared)
    let file = try await provider.loadFileRepresentation(for: .json)
    expectEqual(file.path.lastComponent?.string?.hasSuffix(".exnote"), true)
  }

  // MARK: Transferable values

  private struct Note: Codable, Transferable {
    var text: String

    static var transferRepresentation: some TransferRepresentation {
      CodableRepresentation(contentType: UTType(exportedAs: "org.example.note", conformingTo: .json))
    }
  }

  private struct AnyJSON: Transferable {
    let data: Data
    let type: UTType?

    static var transferRepresentation: some TransferRepresentation {
      FileRepresentation(importedContentType: .json) {
        AnyJSON(data: try Data(contentsOf: $0.file), type: $0.contentType)
      }
    }
  }

  @Test func anExportedTypeConformsToItsParent() async throws {
    let provider = ItemProvider()
    provider.register(Note(text: "a"))
    expectEqual(provider.registeredContentTypes(conformingTo: .json), [note])
    try await expectEqual(provider.loadDataRepresentation(for: .json), Data(#"{"text":"a"}"#.utf8))
    let imported = try await provider.loadTransferable(type: AnyJSON.self)
    expectEqual(imported.data, Data(#"{"text":"a"}"#.utf8))
    #expect(imported.type == note && imported.type?.conforms(to: .json) == true)
    try await expectEqual(Note(text: "b").exported(as: .json), Data(#"{"text":"b"}"#.utf8))
  }

  @Test func anImportTakesATypeThatConformsToItsOwn() async throws {
    let imported = try await AnyJSON(importing: Data("[]".utf8), contentType: note)
    expectEqual(imported.data, Data("[]".utf8))
  }
}
