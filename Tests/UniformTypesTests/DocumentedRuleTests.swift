import Testing
import UniformTypes

/// Documented or measured rules of types that no other suite is about.
@Suite struct DocumentedRuleTests {
  @Test(arguments: [
    ("com.apple.ostype", "TEXT", "com.apple.traditional-mac-plain-text"),
    ("com.apple.nspboard-type", "NSStringPboardType", "public.utf8-plain-text"),
    ("public.filename-extension", "png", "public.png"), ("public.mime-type", "image/png", "public.png"),
  ])
  func aTagClassIsReachedByItsRawValue(_ rawValue: String, _ tag: String, _ identifier: String) {
    let tagClass = UTTagClass(rawValue: rawValue)
    #expect(tagClass.rawValue == rawValue && tagClass.description == rawValue)
    #expect(Set([tagClass, UTTagClass(rawValue: rawValue)]).count == 1)
    #expect(UTType(tag: tag, tagClass: tagClass, conformingTo: nil)?.identifier == identifier)
    #expect(UTType(identifier)?.tags[tagClass]?.contains(tag) == true)
  }

  @Test(arguments: ["public.url-scheme", "com.apple.device-model-code"])
  func aClassWithoutStandardTagsIsKnown(_ rawValue: String) throws {
    let tagClass = UTTagClass(rawValue: rawValue)
    let type = try #require(UTType(tag: "x-frob", tagClass: tagClass, conformingTo: nil))
    #expect(type.isDynamic && type.tags == [tagClass: ["x-frob"]])
    #expect(UTType.types(tag: "x-frob", tagClass: tagClass, conformingTo: nil) == [type])
  }

  @Test(arguments: [
    "com.apple.alias-record", "com.sun.java-source", "com.sun.java-class", "com.sun.java-archive",
    "com.apple.txn.text-multimedia-data", "public.jpeg-2000", "com.apple.pict", "com.apple.quicktime-image",
    "com.apple.application-file", "com.apple.ink.inktext",
  ])
  func aTypeWhoseOldConstantHasNoSuccessorIsStillDeclared(_ identifier: String) {
    #expect(UTType(identifier)?.isDeclared == true)
  }

  @Test(arguments: [
    "tar.gz", "html.erb", "xml.dist", "cs.pp", "css.erb", ".", "..", "a.", "ssh/config", "/",
  ])
  func anExtensionHasNeitherPeriodNorSlash(_ text: String) {
    #expect(UTType(filenameExtension: text) == nil)
    #expect(UTType(filenameExtension: text, conformingTo: .package) == nil)
    #expect(UTType(tag: text, tagClass: .filenameExtension, conformingTo: nil) == nil)
  }

  @Test func noStandardTypeHasAVersionAndFewHaveAnAddress() {
    let types = TypeRegistry.standard.allTypes
    #expect(types.allSatisfy { $0.version == nil })
    #expect(types.count { $0.referenceAddress != nil } == 46)
  }

  @Test(arguments: [
    "public.item", "public.data", "public.directory", "public.folder", "com.apple.package",
    "com.apple.bundle",
  ])
  func theRootsAreMarked(_ identifier: String) throws {
    let type = try #require(UTType(identifier))
    #expect(TypeRegistry.standard.declaration(of: type)?.isWildcard == true)
  }

  @Test(arguments: [
    ("com.microsoft.powerpoint.ppt", "public.composite-content"),
    ("com.microsoft.excel.xls", "public.composite-content"),
    ("com.pixar.universal-scene-description-mobile", "com.pixar.universal-scene-description"),
    ("public.unix-executable", "com.apple.application-icon"),
  ])
  func laterParentsAreThere(_ identifier: String, _ parent: String) throws {
    let type = try #require(UTType(identifier))
    #expect(TypeRegistry.standard.parents(of: type).contains { $0.identifier == parent })
  }

  @Test(arguments: [
    (UTType.jpegxl, "public.jpeg-xl"), (.mpeg4Movie, "public.mpeg-4"), (.aiff, "public.aiff-audio"),
    (.dng, "com.adobe.raw-image"), (.rawImage, "public.camera-raw-image"), (.bookmark, "public.bookmark"),
    (.urlBookmarkData, "com.apple.bookmark"), (.internetShortcut, "com.microsoft.internet-shortcut"),
    (.threeDContent, "public.3d-content"),
  ])
  func theConstantsThatSurpriseAreAsTheSystemAnswers(_ type: UTType, _ identifier: String) {
    #expect(type.identifier == identifier)
  }

  @Test func valuesMadeInDifferentWaysAreEqual() throws {
    let made = try [
      UTType.jpeg, #require(UTType("Public.JPEG")), #require(UTType(filenameExtension: "JPG")),
      #require(UTType(mimeType: "image/jpeg")), UTType(exportedAs: "public.jpeg"),
      UTType(importedAs: "PUBLIC.jpeg"), #require(UTType(identifier: "public.jpeg", allowUndeclared: true)),
      #require(UTType(tag: "JPEG", tagClass: .osType, conformingTo: nil)),
    ]
    #expect(Set(made) == [.jpeg])
    let first = try #require(UTType(filenameExtension: "frob"))
    #expect(Set([first, try #require(UTType(first.identifier.uppercased()))]).count == 1)
  }

  @Test func aTypeIsDeclaredOrDynamicOrNeitherAndNeverBoth() throws {
    let types = try [
      UTType.png, #require(UTType(filenameExtension: "frob")), UTType(exportedAs: "com.example.note"),
      #require(UTType(identifier: "public.unheard-of", allowUndeclared: true)),
    ]
    #expect(types.map(\.isDeclared) == [true, false, false, false])
    #expect(types.map(\.isDynamic) == [false, true, false, false])
    #expect(types.map(\.isPublic) == [true, false, false, true])
  }
}
