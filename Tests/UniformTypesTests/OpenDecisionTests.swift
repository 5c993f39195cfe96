import Foundation
import Testing

@testable import UniformTypes

/// What neither documentation nor measurement settles, as the documentation of each member here decides it.
@Suite struct OpenDecisionTests {
  @Test(arguments: [
    "text/html;charset=utf-8", "text/html; charset=utf-8", "text/plain; charset=utf-8",
    "text/plain;charset=latin1",
  ])
  func parametersThatNobodyDeclaresAreNotTakenOff(_ text: String) throws {
    let type = try #require(UTType(mimeType: text))
    #expect(type.isDynamic && type.preferredMIMEType == text)
  }

  @Test(arguments: ["image/*", "*/*", "text/x-nothing"])
  func aMIMETypeThatNobodyHasIsDynamic(_ text: String) throws {
    let type = try #require(UTType(mimeType: text))
    #expect(type.isDynamic && type.tags == [.mimeType: [text]] && type.supertypes == [.data, .item])
  }

  @Test func aDynamicTypeRecordsAMIMETypeInLowerCase() {
    #expect(UTType(mimeType: "Text/X-Frob")?.preferredMIMEType == "text/x-frob")
    #expect(UTType(mimeType: "Text/X-Frob") == UTType(mimeType: "text/x-frob"))
  }

  @Test(arguments: [
    (
      "org.openxmlformats.wordprocessingml.document.macroenabled",
      "application/vnd.ms-word.document.macroEnabled.12"
    ),
    (
      "org.openxmlformats.wordprocessingml.template.macroenabled",
      "application/vnd.ms-word.template.macroEnabled.12"
    ),
    ("org.openxmlformats.spreadsheetml.sheet.macroenabled", "application/vnd.ms-excel.sheet.macroEnabled.12"),
    (
      "com.microsoft.excel.sheet.binary.macroenabled", "application/vnd.ms-excel.sheet.binary.macroEnabled.12"
    ),
    (
      "org.openxmlformats.spreadsheetml.template.macroenabled",
      "application/vnd.ms-excel.template.macroEnabled.12"
    ),
    (
      "org.openxmlformats.presentationml.presentation.macroenabled",
      "application/vnd.ms-powerpoint.presentation.macroEnabled.12"
    ),
    (
      "org.openxmlformats.presentationml.slideshow.macroenabled",
      "application/vnd.ms-powerpoint.slideshow.macroEnabled.12"
    ),
    (
      "org.openxmlformats.presentationml.template.macroenabled",
      "application/vnd.ms-powerpoint.template.macroEnabled.12"
    ),
  ])
  func aDeclaredMIMETypeIsReportedAsItIsSpelledAndFoundInAnyCase(_ identifier: String, _ text: String) throws
  {
    let type = try #require(UTType(identifier))
    #expect(type.preferredMIMEType == text && type.tags[.mimeType]?.first == text)
    for spelling in [text, text.lowercased(), text.uppercased()] {
      #expect(UTType(mimeType: spelling) == type)
    }
  }

  @Test func anOctetStreamIsData() {
    #expect(UTType(mimeType: "application/octet-stream") == .data)
    #expect(UTType.data.preferredMIMEType == nil && UTType.data.tags[.mimeType] == nil)
  }

  @Test func theTypesOfATagAreInOneOrderOnly() {
    for (tag, expected) in [
      ("orf", ["com.olympus.raw-image", "com.olympus.sr-raw-image", "com.olympus.or-raw-image"]),
      ("otf", ["public.opentype-font", "org.oasis-open.opendocument.formula-template"]),
      ("mp4", ["public.mpeg-4", "public.mpeg-4-audio"]),
    ] {
      let types = UTType.types(tag: tag, tagClass: .filenameExtension, conformingTo: nil)
      #expect(types.map(\.identifier) == expected)
    }
  }

  @Test func aSupertypeThatNobodyDeclaresGivesADynamicTypeThatShowsIt() throws {
    let unknown = try #require(UTType(identifier: "com.example.unknown", allowUndeclared: true))
    let type = try #require(UTType(filenameExtension: "png", conformingTo: unknown))
    #expect(type.isDynamic && type.conforms(to: unknown) && type.supertypes == [unknown])
    #expect(UTType.types(tag: "png", tagClass: .filenameExtension, conformingTo: unknown) == [type])
  }

  @Test func theConformanceOfAnUndeclaredTypeIsNotCoded() throws {
    let note = UTType(exportedAs: "com.example.note", conformingTo: .json)
    let coded = try JSONDecoder().decode([UTType].self, from: try JSONEncoder().encode([note]))
    #expect(coded == [note] && note.conforms(to: .json))
    #expect(coded.first?.supertypes.isEmpty == true)
    #expect(note.localizedDescription == nil && note.tags.isEmpty)
  }

  @Test func decodingFindsADeclaredTypeInAnyCaseAndKeepsAnUndeclaredOne() throws {
    let json = Data(#"["PUBLIC.Png", "com.Example.Note", "dyn.AGE80S52"]"#.utf8)
    let types = try JSONDecoder().decode([UTType].self, from: json)
    #expect(types.map(\.identifier) == ["public.png", "com.Example.Note", "dyn.age80s52"])
    #expect(try JSONDecoder().decode(TypeList.self, from: json) == TypeList(types))
  }

  @Test(arguments: [#"["dyn.nonsense"]"#, "[5]", "[null]", #"[{"identifier": "public.png"}]"#])
  func decodingAnythingElseThrows(_ json: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([UTType].self, from: Data(json.utf8)) }
  }

  @Test func aTypeIsCodedAsTheSameStringInAPropertyList() throws {
    let types: [String: UTType] = ["type": .png]
    let data = try PropertyListEncoder().encode(types)
    #expect(try PropertyListDecoder().decode([String: String].self, from: data) == ["type": "public.png"])
    #expect(try PropertyListDecoder().decode([String: UTType].self, from: data) == types)
  }

  @Test func aDiagnosticFormNamesTheIdentifierAndTheKind() throws {
    let dynamic = try #require(UTType(filenameExtension: "frob"))
    for (type, kind) in [(UTType.png, "declared"), (dynamic, "dynamic")] {
      #expect(type.debugDescription.contains(type.identifier) && type.debugDescription.contains(kind))
    }
    #expect(UTTagClass.mimeType.debugDescription.contains("public.mime-type"))
  }

  @Test(arguments: ["", " ", "a/b", "no label", "dyn.nonsense"])
  func aTypeOfTheProgramNeverTraps(_ text: String) {
    for type in [UTType(exportedAs: text), UTType(importedAs: text)] {
      #expect(type.identifier == text && !type.isDeclared)
    }
  }
}
