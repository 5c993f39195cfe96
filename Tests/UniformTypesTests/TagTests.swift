import TestSupport;
import Testing
import UniformTypes

@Suite struct TagTests {
  @Test(arguments: [
    ("png", UTType.png), ("PNG", .png), ("jpg", .jpeg), ("TXT", .plainText), ("md", .markdown), ("xml", .xml),
    ("yml", .yaml), ("swift", .swiftSource), ("plist", .propertyList), ("mp4", .mpeg4Movie), ("htm", .html),
    ("usda", .usd), ("URL", .internetShortcut),
  ])
  func anExtensionMeansAType(_ text: String, _ type: UTType) {
    expectEqual(UTType(filenameExtension: text), type)
  }

  @Test(arguments: [
    ("Z", "public.z-archive"), ("raw", "com.panasonic.raw-image"), ("sea", "com.stuffit.archive.sit"),
    ("otf", "public.opentype-font"), ("smf", "public.midi-audio"), ("app", "com.apple.application-file"),
    ("pages", "com.apple.iwork.pages.sffpages"), ("key", "com.apple.iwork.keynote.sffkey"),
    ("numbers", "com.apple.iwork.numbers.sffnumbers"), ("pkg", "com.apple.installer-package-archive"),
    ("tgz", "org.gnu.gnu-zip-tar-archive"), ("m4a", "com.apple.m4a-audio"),
  ])
  func amongSeveralClaimsTheMeasuredOneWins(_ text: String, _ identifier: String) {
    expectEqual(UTType(filenameExtension: text)?.identifier, identifier)
  }

  @Test(arguments: [
    ("application/msword", "com.microsoft.word.doc"), ("application/vnd.ms-excel", "com.microsoft.excel.xls"),
    ("application/x-msdownload", "com.microsoft.windows-executable"), ("image/jpg", "public.jpeg"),
    ("TEXT/HTML", "public.html"), ("text/plain;charset=utf-8", "public.utf8-plain-text"),
    (#"text/plain;charset="utf-8""#, "public.utf8-plain-text"), ("application/octet-stream", "public.data"),
    ("text/markdown", "net.daringfireball.markdown"),
    (
      "APPLICATION/vnd.ms-word.document.macroenabled.12",
      "org.openxmlformats.wordprocessingml.document.macroenabled"
    ),
  ])
  func aMIMETypeMeansAType(_ text: String, _ identifier: String) {
    expectEqual(UTType(mimeType: text)?.identifier, identifier)
  }

  @Test(arguments: ["tar.gz", "html.erb", ".png", "", "ssh/config", "a\0"])
  func extensionsThatAreNotValidGiveNoType(_ text: String) {
    expectNil(UTType(filenameExtension: text))
    expectEmpty(UTType.types(tag: text, tagClass: .filenameExtension, conformingTo: nil))
  }

  @Test(arguments: ["", "png", "/png", "image/"])
  func textThatIsNoMIMETypeGivesNoType(_ text: String) {
    expectNil(UTType(mimeType: text))
  }

  @Test func theSupertypeChoosesBetweenAFileAndAPackage() {
    expectEqual(
      UTType(filenameExtension: "app", conformingTo: .package)?.identifier, "com.apple.application-bundle")
    expectEqual(
      UTType(filenameExtension: "app", conformingTo: .data)?.identifier, "com.apple.application-file")
    expectEqual(UTType(filenameExtension: "rtfd", conformingTo: .package), .rtfd)
    expectEqual(UTType(filenameExtension: "rtfd")?.isDynamic, true)
    expectEqual(UTType(filenameExtension: "plist", conformingTo: .xml), .xmlPropertyList)
  }

  @Test func withoutASupertypeNothingIsRequired() {
    expectEqual(UTType(tag: "rtfd", tagClass: .filenameExtension, conformingTo: nil)?.isDeclared, true)
    let unknown = UTType(tag: "rs-unknown", tagClass: .filenameExtension, conformingTo: nil)
    #expect(unknown?.isDynamic == true && unknown?.supertypes.isEmpty == true)
  }

  @Test(arguments: [
    ("PDF ", UTTagClass.osType, "com.adobe.pdf"), ("MooV", .osType, "com.apple.quicktime-movie"),
    ("NSStringPboardType", .pasteboardType, "public.utf8-plain-text"),
    ("morƒ", .osType, "com.apple.pictures-folder"),
    ("url ", .osType, "public.url"),
  ])
  func otherClassesAreFoundExactly(_ tag: String, _ tagClass: UTTagClass, _ identifier: String) {
    expectEqual(UTType(tag: tag, tagClass: tagClass, conformingTo: nil)?.identifier, identifier)
  }

  @Test func fourCharacterCodesAndPasteboardNamesMindTheirCase() {
    expectEqual(UTType(tag: "pdf ", tagClass: .osType, conformingTo: nil)?.isDynamic, true)
    expectEqual(
      UTType(tag: "nsstringpboardtype", tagClass: .pasteboardType, conformingTo: nil)?.isDynamic, true)
  }

  @Test func aClassNobodyKnowsGivesNoType() {
    let tagClass = UTTagClass(rawValue: "com.example.class")
    expectNil(UTType(tag: "x", tagClass: tagClass, conformingTo: nil))
    expectEmpty(UTType.types(tag: "x", tagClass: tagClass, conformingTo: nil))
  }

  @Test func typesAreRankedPublicFirstThenExportedThenAsDeclared() {
    let lists = UTType.types(tag: "plist", tagClass: .filenameExtension, conformingTo: nil)
    #expect(lists.first == .propertyList && lists.count >= 4)
    let movies = UTType.types(tag: "mp4", tagClass: .filenameExtension, conformingTo: .data)
    expectEqual(movies.prefix(2), [.mpeg4Movie, .mpeg4Audio])
    expectEqual(
      UTType.types(tag: "frob", tagClass: .filenameExtension, conformingTo: .text).map(\.isDynamic), [true])
  }

  @Test func theFirstOfTheRankedTypesIsTheTypeOfTheTag() {
    let registry = TypeRegistry.standard
    for type in registry.allTypes {
      for (tagClass, tags) in type.tags {
        for tag in tags {
          for supertype in [nil, UTType.data, .package] {
            let types = registry.types(tag: tag, tagClass: tagClass, conformingTo: supertype)
            expectEqual(types.first, registry.type(tag: tag, tagClass: tagClass, conformingTo: supertype))
          }
        }
      }
    }
  }

  @Test func thePreferredTagIsTheFirst() {
    for type in TypeRegistry.standard.allTypes {
      expectEqual(type.preferredFilenameExtension, type.tags[.filenameExtension]?.first)
      expectEqual(type.preferredMIMEType, type.tags[.mimeType]?.first)
    }
  }

  @Test(arguments: [
    (UTType.mpeg4Audio, "mp4" as String?), (.jpeg, "jpeg"), (.yaml, "yml"), (.mpeg, "mpg"), (.heif, "heif"),
    (.image, nil),
    (.text, nil), (.data, nil), (.usd, "usd"), (.systemPreferencesPane, "prefpane"),
  ])
  func preferredExtensionsAreAsMeasuredAndNotInherited(_ type: UTType, _ expected: String?) {
    expectEqual(type.preferredFilenameExtension, expected)
  }

  @Test func tagsNoLongerReportedStillLeadToTheirType() {
    expectNil(UTType.data.tags[.mimeType])
    expectEqual(UTType.usd.tags[.filenameExtension], ["usd"])
    expectEqual(UTType(filenameExtension: "usdc"), .usd)
  }

  @Test func tagsOfAllClassesAreReported() {
    let tags = UTType.utf8PlainText.tags
    expectEqual(tags[.osType], ["utf8"])
    expectEqual(tags[.pasteboardType], ["NSStringPboardType"])
    expectEqual(tags[.mimeType], ["text/plain;charset=utf-8", #"text/plain;charset="utf-8""#])
  }

  @Test(arguments: [
    (UTType.plainText, "text"), (.utf8PlainText, "text"), (.heic, "HEIF Image"), (.png, "PNG image"),
    (.content, "content"),
  ])
  func aDescriptionIsTheTypesOwnOrTheFirstOfASupertype(_ type: UTType, _ expected: String) {
    expectEqual(type.localizedDescription, expected)
  }

  @Test func aReferenceAddressIsThatOfTheDeclaration() {
    expectEqual(
      UTType("com.apple.iwork.pages.sffpages")?.referenceURLString, "http://www.apple.com/iwork/pages/")
    #expect(UTType.png.referenceURLString == nil && UTType.png.version == nil)
  }
}

/// Precedence among declarations of a type, and among the types of a tag.
@Suite struct PrecedenceTests {
  /// Every tag that several standard types have, with its type without a requirement and its type for data
  /// alone.
  static let sharedTags: [(String, UTTagClass, String, String)] = [
    ("plist", .filenameExtension, "com.apple.property-list", "com.apple.property-list"),
    ("mp4", .filenameExtension, "public.mpeg-4", "public.mpeg-4"),
    ("mpg4", .filenameExtension, "public.mpeg-4", "public.mpeg-4"),
    ("xml", .filenameExtension, "public.xml", "public.xml"),
    ("smf", .filenameExtension, "public.midi-audio", "public.midi-audio"),
    ("otf", .filenameExtension, "public.opentype-font", "public.opentype-font"),
    ("otc", .filenameExtension, "public.opentype-collection-font", "public.opentype-collection-font"),
    ("raw", .filenameExtension, "com.panasonic.raw-image", "com.panasonic.raw-image"),
    ("orf", .filenameExtension, "com.olympus.raw-image", "com.olympus.raw-image"),
    ("pkg", .filenameExtension, "com.apple.installer-package-archive", "com.apple.installer-package-archive"),
    (
      "mpkg", .filenameExtension, "com.apple.installer-package-archive", "com.apple.installer-package-archive"
    ),
    ("app", .filenameExtension, "com.apple.application-bundle", "com.apple.application-file"),
    ("pkpass", .filenameExtension, "com.apple.pkpass", "com.apple.pkpass-data"),
    ("key", .filenameExtension, "com.apple.iwork.keynote.key", "com.apple.iwork.keynote.sffkey"),
    ("kth", .filenameExtension, "com.apple.iwork.keynote.kth", "com.apple.iwork.keynote.sffkth"),
    ("pages", .filenameExtension, "com.apple.iwork.pages.pages", "com.apple.iwork.pages.sffpages"),
    ("template", .filenameExtension, "com.apple.iwork.pages.template", "com.apple.iwork.pages.sfftemplate"),
    ("numbers", .filenameExtension, "com.apple.iwork.numbers.numbers", "com.apple.iwork.numbers.sffnumbers"),
    (
      "nmbtemplate", .filenameExtension, "com.apple.iwork.numbers.template",
      "com.apple.iwork.numbers.sfftemplate"
    ),
    (
      "application/x-msdownload", .mimeType, "com.microsoft.windows-executable",
      "com.microsoft.windows-executable"
    ),
    ("audio/mp4a-latm", .mimeType, "public.mpeg-4-audio", "public.mpeg-4-audio"),
    ("application/msword", .mimeType, "com.microsoft.word.doc", "com.microsoft.word.doc"),
    ("application/vnd.ms-excel", .mimeType, "com.microsoft.excel.xls", "com.microsoft.excel.xls"),
    ("application/msexcel", .mimeType, "com.microsoft.excel.xls", "com.microsoft.excel.xls"),
    (
      "application/vnd.ms-powerpoint", .mimeType, "com.microsoft.powerpoint.ppt",
      "com.microsoft.powerpoint.ppt"
    ),
    (
      "application/mspowerpoint", .mimeType, "com.microsoft.powerpoint.ppt", "com.microsoft.powerpoint.ppt"
    ),
  ]

  @Test(arguments: sharedTags)
  func aSharedTagMeansTheFirstOfItsTypes(
    _ tag: String, _ tagClass: UTTagClass, _ ofAll: String, _ ofData: String
  ) {
    expectEqual(UTType(tag: tag, tagClass: tagClass, conformingTo: nil)?.identifier, ofAll)
    expectEqual(UTType(tag: tag, tagClass: tagClass, conformingTo: .data)?.identifier, ofData)
  }

  @Test func noOtherExtensionOrMIMETypeIsSharedByTypesOfApple() {
    var counts: [UTTagClass: [String: Int]] = [:]
    // The later entries are additional types.
    for type in TypeRegistry.standard.allTypes.prefix(762) where type.identifier != "com.microsoft.typescript"
    {
      for tagClass in [UTTagClass.filenameExtension, .mimeType] {
        for tag in type.tags[tagClass] ?? [] {
          counts[tagClass, default: [:]][tag.lowercased(), default: 0] += 1
        }
      }
    }
    for tagClass in [UTTagClass.filenameExtension, .mimeType] {
      let shared = Set((counts[tagClass] ?? [:]).filter { $0.value > 1 }.keys)
      expectEqual(shared, Set(Self.sharedTags.filter { $0.1 == tagClass }.map(\.0)))
    }
  }

  @Test(arguments: [
    ("app", UTType.package, "com.apple.application-bundle"),
    ("pages", .package, "com.apple.iwork.pages.pages"),
    ("key", .package, "com.apple.iwork.keynote.key"),
    ("numbers", .package, "com.apple.iwork.numbers.numbers"),
    ("pkg", .package, "com.apple.installer-package"), ("mpkg", .package, "com.apple.installer-meta-package"),
    ("rtfd", .directory, "com.apple.rtfd"), ("framework", .directory, "com.apple.framework"),
    ("bundle", .package, "com.apple.generic-bundle"),
  ])
  func aPackageIsFoundByItsSupertype(_ text: String, _ supertype: UTType, _ identifier: String) {
    expectEqual(UTType(filenameExtension: text, conformingTo: supertype)?.identifier, identifier)
  }

  @Test(arguments: ["rtfd", "framework", "bundle"])
  func anExtensionOfPackagesAloneIsDynamicAmongData(_ text: String) throws {
    let type = try require(UTType(filenameExtension: text))
    #expect(type.isDynamic && type.supertypes == [.data, .item] && type.tags == [.filenameExtension: [text]])
  }

  @Test(arguments: [
    ("tgz", "org.gnu.gnu-zip-tar-archive"), ("tbz2", "public.tar-bzip2-archive"),
    ("txz", "org.tukaani.tar-xz-archive"),
  ])
  func compressedTarFilesHaveExtensionsOfTheirOwn(_ text: String, _ identifier: String) {
    expectEqual(UTType(filenameExtension: text)?.identifier, identifier)
  }

  @Test(arguments: [
    // Only these rules decide: com.apple.icns is exported, com.adobe.pdf imported.
    ("icns", TypeDeclaration.Origin.exported, "com.apple.icns"), ("icns", .imported, "com.apple.icns"),
    ("pdf", .exported, "com.example.page"), ("pdf", .imported, "com.adobe.pdf"),
    ("pdf", .carried, "com.adobe.pdf"), ("png", .exported, "public.png"),
  ])
  func aDeclarationOfTheProgramCountsLikeAnyOther(
    _ text: String, _ origin: TypeDeclaration.Origin, _ expected: String
  ) throws {
    let page = TypeDeclaration(
      identifier: "com.example.page", parents: ["public.data"], tags: [.filenameExtension: [text]],
      origin: origin)
    let registry = try TypeRegistry.standard.adding([page])
    let types = UTType.types(tag: text, tagClass: .filenameExtension, conformingTo: nil, in: registry)
    expectEqual(types.first?.identifier, expected)
    expect(types.contains { $0.identifier == "com.example.page" }, types)
    expectEqual(UTType(filenameExtension: text, in: registry), types.first)
  }

  @Test func aDeclarationReplacesAnotherAndIsNotMergedWithIt() throws {
    let registry = try TypeRegistry.standard.adding([
      TypeDeclaration(
        identifier: "com.example.note", parents: ["public.json"], tags: [.mimeType: ["text/x-note"]],
        description: "Exported", origin: .exported),
      TypeDeclaration(
        identifier: "com.example.note", parents: ["public.image"],
        tags: [.filenameExtension: ["xnote"], .mimeType: ["image/x-note"]], version: 7, origin: .imported),
    ])
    let note = try require(UTType("com.example.note", in: registry))
    expectEqual(note.tags(in: registry), [.mimeType: ["text/x-note"]])
    #expect(note.conforms(to: .json, in: registry) && !note.conforms(to: .image, in: registry))
    #expect(note.version(in: registry) == nil && note.localizedDescription(in: registry) == "Exported")
    expectEqual(UTType(filenameExtension: "xnote", in: registry)?.isDynamic, true)
    expectEqual(UTType(mimeType: "image/x-note", in: registry)?.isDynamic, true)
  }

  @Test func anImportedTypeGivesWayOnlyToAnotherThatItsExtensionMeans() throws {
    let imported = TypeDeclaration(
      identifier: "com.example.note", parents: ["public.data"], tags: [.filenameExtension: ["xnote"]])
    let preferred = TypeDeclaration(
      identifier: "org.example.note", parents: ["public.data"], tags: [.filenameExtension: ["xnote"]],
      origin: .exported)
    let alone = try TypeRegistry.standard.adding([imported])
    let both = try TypeRegistry.standard.adding([imported, preferred])
    expectEqual(UTType(importedAs: "com.example.note", in: alone).identifier, "com.example.note")
    expectEqual(UTType(importedAs: "com.example.note", in: both).identifier, "org.example.note")
    expectEqual(UTType(exportedAs: "com.example.note", in: both).identifier, "com.example.note")
  }

  @Test func aDescriptionIsSearchedDepthFirstInDeclaredOrder() throws {
    func declarations(_ parents: [String]) -> [TypeDeclaration] {
      [
        TypeDeclaration(identifier: "com.example.leaf", parents: parents),
        TypeDeclaration(identifier: "com.example.silent", parents: ["com.example.deep"]),
        TypeDeclaration(identifier: "com.example.deep", parents: ["public.data"], description: "deep"),
        TypeDeclaration(identifier: "com.example.near", parents: ["public.data"], description: "near"),
      ]
    }
    let parents = ["com.example.silent", "com.example.near"]
    let registry = try TypeRegistry.standard.adding(declarations(parents))
    let turned = try TypeRegistry.standard.adding(declarations(parents.reversed()))
    let leaf = try require(UTType("com.example.leaf", in: registry))
    expectEqual(leaf.localizedDescription(in: registry), "deep")
    expectEqual(leaf.localizedDescription(in: turned), "near")
    // The order of the parents has no other effect.
    expectEqual(leaf.supertypes(in: registry), leaf.supertypes(in: turned))
  }
}
