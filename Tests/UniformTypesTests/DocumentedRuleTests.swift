import Foundation
import TestSupport;
import Testing

@testable import UniformTypes

/// Documented or measured rules of types that no other suite covers.
@Suite struct DocumentedRuleTests {
  @Test(arguments: [
    ("com.apple.ostype", "TEXT", "com.apple.traditional-mac-plain-text"),
    ("com.apple.nspboard-type", "NSStringPboardType", "public.utf8-plain-text"),
    ("public.filename-extension", "png", "public.png"), ("public.mime-type", "image/png", "public.png"),
  ])
  func aTagClassIsReachedByItsRawValue(_ rawValue: String, _ tag: String, _ identifier: String) {
    let tagClass = UTTagClass(rawValue: rawValue)
    #expect(tagClass.rawValue == rawValue && tagClass.description == rawValue)
    expectEqual(Set([tagClass, UTTagClass(rawValue: rawValue)]).count, 1)
    expectEqual(UTType(tag: tag, tagClass: tagClass, conformingTo: nil)?.identifier, identifier)
    expectEqual(UTType(identifier)?.tags[tagClass]?.contains(tag), true)
  }

  @Test(arguments: ["public.url-scheme", "com.apple.device-model-code"])
  func aClassWithoutStandardTagsIsKnown(_ rawValue: String) throws {
    let tagClass = UTTagClass(rawValue: rawValue)
    let type = try require(UTType(tag: "x-frob", tagClass: tagClass, conformingTo: nil))
    #expect(type.isDynamic && type.tags == [tagClass: ["x-frob"]])
    expectEqual(UTType.types(tag: "x-frob", tagClass: tagClass, conformingTo: nil), [type])
  }

  @Test(arguments: [
    "com.apple.alias-record", "com.sun.java-source", "com.sun.java-class", "com.sun.java-archive",
    "com.apple.txn.text-multimedia-data", "public.jpeg-2000", "com.apple.pict", "com.apple.quicktime-image",
    "com.apple.application-file", "com.apple.ink.inktext",
  ])
  func aTypeWhoseOldConstantHasNoSuccessorIsStillDeclared(_ identifier: String) {
    expectEqual(UTType(identifier)?.isDeclared, true)
  }

  @Test(arguments: [
    "tar.gz", "html.erb", "xml.dist", "cs.pp", "css.erb", ".", "..", "a.", "ssh/config", "/",
  ])
  func anExtensionHasNeitherPeriodNorSlash(_ text: String) {
    expectNil(UTType(filenameExtension: text))
    expectNil(UTType(filenameExtension: text, conformingTo: .package))
    expectNil(UTType(tag: text, tagClass: .filenameExtension, conformingTo: nil))
  }

  @Test func standardTypesHaveNoVersionAndFewHaveAURL() {
    let types = TypeRegistry.standard.allTypes
    expect(types.allSatisfy { $0.version == nil }, types)
    expectEqual(types.count { $0.referenceURLString != nil }, 46)
  }

  @Test(arguments: [
    "public.item", "public.data", "public.directory", "public.folder", "com.apple.package",
    "com.apple.bundle",
  ])
  func theRootsAreMarked(_ identifier: String) throws {
    let type = try require(UTType(identifier))
    expectEqual(TypeRegistry.standard.declaration(of: type)?.isWildcard, true)
  }

  @Test(arguments: [
    ("com.microsoft.powerpoint.ppt", "public.composite-content"),
    ("com.microsoft.excel.xls", "public.composite-content"),
    ("com.pixar.universal-scene-description-mobile", "com.pixar.universal-scene-description"),
    ("public.unix-executable", "com.apple.application-icon"),
  ])
  func parentsOfLaterSystemsAreThere(_ identifier: String, _ parent: String) throws {
    let type = try require(UTType(identifier))
    #expect(TypeRegistry.standard.parents(of: type).contains { $0.identifier == parent })
  }

  @Test(arguments: [
    (UTType.jpegxl, "public.jpeg-xl"), (.mpeg4Movie, "public.mpeg-4"), (.aiff, "public.aiff-audio"),
    (.dng, "com.adobe.raw-image"), (.rawImage, "public.camera-raw-image"), (.bookmark, "public.bookmark"),
    (.urlBookmarkData, "com.apple.bookmark"), (.internetShortcut, "com.microsoft.internet-shortcut"),
    (.threeDContent, "public.3d-content"),
  ])
  func surprisingConstantsAreAsTheSystemAnswers(_ type: UTType, _ identifier: String) {
    expectEqual(type.identifier, identifier)
  }

  @Test func valuesMadeInDifferentWaysAreEqual() throws {
    let made = try [
      UTType.jpeg, require(UTType("Public.JPEG")), require(UTType(filenameExtension: "JPG")),
      require(UTType(mimeType: "image/jpeg")), UTType(exportedAs: "public.jpeg"),
      UTType(importedAs: "PUBLIC.jpeg"), require(UTType(identifier: "public.jpeg", allowUndeclared: true)),
      require(UTType(tag: "JPEG", tagClass: .osType, conformingTo: nil)),
    ]
    expectEqual(Set(made), [.jpeg])
    let first = try require(UTType(filenameExtension: "frob"))
    expectEqual(Set([first, try require(UTType(first.identifier.uppercased()))]).count, 1)
  }

  @Test func aTypeIsDeclaredOrDynamicOrNeitherAndNeverBoth() throws {
    let types = try [
      UTType.png, require(UTType(filenameExtension: "frob")), UTType(exportedAs: "com.example.note"),
      require(UTType(identifier: "public.unheard-of", allowUndeclared: true)),
    ]
    expectEqual(types.map(\.isDeclared), [true, false, false, false])
    expectEqual(types.map(\.isDynamic), [false, true, false, false])
    expectEqual(types.map(\.isPublic), [true, false, false, true])
  }
}

/// Rules that neither documentation nor measurement settles; the documentation of each member decides them.
@Suite struct OpenDecisionTests {
  @Test(arguments: [
    "text/html;charset=utf-8", "text/html; charset=utf-8", "text/plain; charset=utf-8",
    "text/plain;charset=latin1",
  ])
  func undeclaredParametersAreNotRemoved(_ text: String) throws {
    let type = try require(UTType(mimeType: text))
    #expect(type.isDynamic && type.preferredMIMEType == text)
  }

  @Test(arguments: ["image/*", "*/*", "text/x-nothing"])
  func anUndeclaredMIMETypeIsDynamic(_ text: String) throws {
    let type = try require(UTType(mimeType: text))
    #expect(type.isDynamic && type.tags == [.mimeType: [text]] && type.supertypes == [.data, .item])
  }

  @Test func aDynamicTypeRecordsAMIMETypeInLowerCase() {
    expectEqual(UTType(mimeType: "Text/X-Frob")?.preferredMIMEType, "text/x-frob")
    expectEqual(UTType(mimeType: "Text/X-Frob"), UTType(mimeType: "text/x-frob"))
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
    let type = try require(UTType(identifier))
    #expect(type.preferredMIMEType == text && type.tags[.mimeType]?.first == text)
    for spelling in [text, text.lowercased(), text.uppercased()] {
      expectEqual(UTType(mimeType: spelling), type)
    }
  }

  @Test func anOctetStreamIsData() {
    expectEqual(UTType(mimeType: "application/octet-stream"), .data)
    #expect(UTType.data.preferredMIMEType == nil && UTType.data.tags[.mimeType] == nil)
  }

  @Test func theTypesOfATagAreInOneOrderOnly() {
    for (tag, expected) in [
      ("orf", ["com.olympus.raw-image", "com.olympus.sr-raw-image", "com.olympus.or-raw-image"]),
      ("otf", ["public.opentype-font", "org.oasis-open.opendocument.formula-template"]),
      ("mp4", ["public.mpeg-4", "public.mpeg-4-audio"]),
    ] {
      let types = UTType.types(tag: tag, tagClass: .filenameExtension, conformingTo: nil)
      expectEqual(types.map(\.identifier), expected)
    }
  }

  @Test func anUndeclaredSupertypeGivesADynamicTypeThatShowsIt() throws {
    let unknown = try require(UTType(identifier: "com.example.unknown", allowUndeclared: true))
    let type = try require(UTType(filenameExtension: "png", conformingTo: unknown))
    #expect(type.isDynamic && type.conforms(to: unknown) && type.supertypes == [unknown])
    expectEqual(UTType.types(tag: "png", tagClass: .filenameExtension, conformingTo: unknown), [type])
  }

  @Test func theConformanceOfAnUndeclaredTypeIsNotCoded() throws {
    let note = UTType(exportedAs: "com.example.note", conformingTo: .json)
    let coded = try JSONDecoder().decode([UTType].self, from: try JSONEncoder().encode([note]))
    #expect(coded == [note] && note.conforms(to: .json))
    expectEqual(coded.first?.supertypes.isEmpty, true)
    #expect(note.localizedDescription == nil && note.tags.isEmpty)
  }

  @Test func decodingFindsADeclaredTypeInAnyCaseAndKeepsAnUndeclaredOne() throws {
    let json = Data(#"["PUBLIC.Png", "com.Example.Note", "dyn.AGE80S52"]"#.utf8)
    let types = try JSONDecoder().decode([UTType].self, from: json)
    expectEqual(types.map(\.identifier), ["public.png", "com.Example.Note", "dyn.age80s52"])
  }

  @Test(arguments: [#"["dyn.nonsense"]"#, "[5]", "[null]", #"[{"identifier": "public.png"}]"#])
  func decodingAnythingElseThrows(_ json: String) {
    expectThrows(DecodingError.self) { try JSONDecoder().decode([UTType].self, from: Data(json.utf8)) }
  }

  @Test func aTypeIsCodedAsTheSameStringInAPropertyList() throws {
    let types: [String: UTType] = ["type": .png]
    let data = try PropertyListEncoder().encode(types)
    try expectEqual(PropertyListDecoder().decode([String: String].self, from: data), ["type": "public.png"])
    try expectEqual(PropertyListDecoder().decode([String: UTType].self, from: data), types)
  }

  @Test func aDiagnosticFormNamesTheIdentifierAndTheKind() throws {
    let dynamic = try require(UTType(filenameExtension: "frob"))
    for (type, kind) in [(UTType.png, "declared"), (dynamic, "dynamic")] {
      #expect(type.debugDescription.contains(type.identifier) && type.debugDescription.contains(kind))
    }
    expect(
      UTTagClass.mimeType.debugDescription.contains("public.mime-type"), UTTagClass.mimeType.debugDescription)
  }

  @Test(arguments: ["", " ", "a/b", "no label", "dyn.nonsense"])
  func aTypeOfTheProgramNeverTraps(_ text: String) {
    for type in [UTType(exportedAs: text), UTType(importedAs: text)] {
      #expect(type.identifier == text && !type.isDeclared)
    }
  }
}
