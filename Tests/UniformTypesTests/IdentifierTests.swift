import Foundation
import TestSupport;
import Testing
import UniformTypes

@Suite struct IdentifierTests {
  @Test(arguments: [
    "public.png", "com.example.my-type", "COM.Example.3", "com.example.größe", "com.example.\u{200B}x", "a.b",
    "1.2",
  ])
  func wellFormedIdentifiersAreValid(_ text: String) {
    #expect(TypeIdentifier(text).isValid)
    expectNotNil(UTType(identifier: text, allowUndeclared: true))
  }

  @Test(arguments: [
    "", ".", "..", "public.", ".png", "public..png", "dev.kaya/note", "com.example.a b", "com.example.a_b",
    "a:b.c",
    "NSStringPboardType", "com.example.\u{7F}", "com.example.\0", "image/png", "com.example.*",
  ])
  func otherTextIsNotAnIdentifier(_ text: String) throws {
    #expect(!TypeIdentifier(text).isValid)
    expectNil(UTType(text))
    expectNil(UTType(identifier: text, allowUndeclared: true))
    expectThrows(DecodingError.self) {
      try JSONDecoder().decode([UTType].self, from: JSONEncoder().encode([text]))
    }
  }

  @Test(arguments: ["public.png", "PUBLIC.PNG", "Public.pNg"])
  func declaredIdentifiersAreFoundInAnyCase(_ text: String) {
    expectEqual(UTType(text), .png)
    expectEqual(UTType(text)?.identifier, "public.png")
  }

  @Test func theStandardTableReportsLowerCaseAndKnowsTheOriginal() throws {
    let type = try require(UTType("com.apple.iWork.Pages.sffpages"))
    expectEqual(type.identifier, "com.apple.iwork.pages.sffpages")
    expectEqual(TypeRegistry.standard.declaration(of: type)?.spelling, "com.apple.iWork.Pages.sffpages")
  }

  @Test(arguments: ["dev.kaya.note", "com.example.custom", "public.no-such-type"])
  func undeclaredIdentifiersGiveNoTypeUnlessAllowed(_ text: String) throws {
    expectNil(UTType(text))
    expectNil(UTType(identifier: text, allowUndeclared: false))
    let type = try require(UTType(identifier: text, allowUndeclared: true))
    expectEqual(type.identifier, text)
    #expect(!type.isDeclared && !type.isDynamic)
    #expect(type.supertypes.isEmpty && type.tags.isEmpty)
    #expect(type.preferredFilenameExtension == nil && type.localizedDescription == nil)
    #expect(type.conforms(to: type) && !type.conforms(to: .data) && !UTType.data.conforms(to: type))
  }

  @Test func undeclaredIdentifiersKeepTheirSpellingAndCompareWithoutCase() throws {
    let first = try require(UTType(identifier: "com.Example.Größe", allowUndeclared: true))
    let second = try require(
      UTType(identifier: "COM.example.gRÖSSE".replacing("SS", with: "ß"), allowUndeclared: true))
    expectEqual(first.identifier, "com.Example.Größe")
    expectEqual(first, second)
    expectEqual(Set([first, second]).count, 1)
  }

  @Test func allowingUndeclaredTypesStillFindsDeclaredAndDynamicOnes() {
    expectEqual(UTType(identifier: "Public.JPEG", allowUndeclared: true), .jpeg)
    expectEqual(UTType(identifier: "dyn.ah62d4rv4ge80s52", allowUndeclared: true)?.isDynamic, true)
    expectNil(UTType(identifier: "dyn.example", allowUndeclared: true))
  }

  @Test func onlyTheDomainPublicIsPublic() {
    expect(UTType.png.isPublic)
    expect(!UTType.pdf.isPublic)
    expectEqual(UTType(identifier: "PUBLIC.new", allowUndeclared: true)?.isPublic, true)
    expectEqual(UTType(identifier: "publicity.new", allowUndeclared: true)?.isPublic, false)
    expectEqual(UTType(filenameExtension: "no-such-extension")?.isPublic, false)
  }

  @Test func aTypeIsCodedAsItsIdentifierAlone() throws {
    let types: [UTType] = try [
      .png, require(UTType(identifier: "com.Example.Note", allowUndeclared: true)),
      require(UTType(filenameExtension: "frob")),
    ]
    let data = try JSONEncoder().encode(types)
    expectEqual(
      String(decoding: data, as: UTF8.self), #"["public.png","com.Example.Note","dyn.ah62d4rv4ge80q6xtqk"]"#
    )
    try expectEqual(JSONDecoder().decode([UTType].self, from: data), types)
    expectEqual(types.map(\.description), types.map(\.identifier))
    expectEqual(
      types.map(\.debugDescription),
      [
        "UTType(public.png, declared)", "UTType(com.Example.Note, not declared)",
        "UTType(dyn.ah62d4rv4ge80q6xtqk, dynamic)",
      ])
  }

  @Test func aTagClassIsCodedAndDescribedByItsRawValue() throws {
    expectEqual(UTTagClass.filenameExtension.rawValue, "public.filename-extension")
    expectEqual(UTTagClass.mimeType.description, "public.mime-type")
    let coded = try JSONEncoder().encode([UTTagClass.mimeType])
    try expectEqual(JSONDecoder().decode([UTTagClass].self, from: coded), [.mimeType])
  }
}

@Suite struct ProgramTypeTests {
  @Test func anUndeclaredExportedTypeConformsToItsParent() {
    let note = UTType(exportedAs: "com.example.Note", conformingTo: .json)
    expectEqual(note.identifier, "com.example.Note")
    #expect(!note.isDeclared && !note.isDynamic)
    #expect(note.conforms(to: .json) && note.conforms(to: .data) && !note.conforms(to: .image))
    expectEqual(note.supertypes, UTType.json.supertypes.union([.json]))
    let page = UTType(exportedAs: "com.example.page", conformingTo: note)
    #expect(page.conforms(to: note) && page.conforms(to: .text) && !note.conforms(to: page))
    #expect(UTType(exportedAs: "com.example.note").conforms(to: .data))
  }

  @Test func aDeclaredTypeIsGivenAsDeclared() {
    expectEqual(UTType(exportedAs: "public.PNG", conformingTo: .text), .png)
    #expect(!UTType(exportedAs: "public.png", conformingTo: .text).conforms(to: .text))
    expectEqual(UTType(importedAs: "com.adobe.pdf"), .pdf)
  }

  @Test(arguments: [
    ("com.microsoft.word.wordml", "public.xml"), ("com.microsoft.word.doc", "com.microsoft.word.doc"),
    ("net.daringfireball.markdown", "net.daringfireball.markdown"), ("com.example.note", "com.example.note"),
  ])
  func anImportedTypeGivesWayToTheTypeItsExtensionMeans(_ identifier: String, _ expected: String) {
    expectEqual(UTType(importedAs: identifier).identifier, expected)
  }

  @Test func textThatIsNotAnIdentifierIsNotFatal() {
    let type = UTType(exportedAs: "not an identifier")
    #expect(type.identifier == "not an identifier" && type.conforms(to: .data) && !type.isDeclared)
  }
}
