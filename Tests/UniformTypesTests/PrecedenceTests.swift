import Testing
import UniformTypes

/// Which of several declarations counts, and which of several types a tag means.
@Suite struct PrecedenceTests {
  /// Every tag that more than one standard type carries, with what it means when nothing is required and for
  /// data alone.
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
    #expect(UTType(tag: tag, tagClass: tagClass, conformingTo: nil)?.identifier == ofAll)
    #expect(UTType(tag: tag, tagClass: tagClass, conformingTo: .data)?.identifier == ofData)
  }

  @Test func noOtherExtensionOrMIMETypeIsShared() {
    var counts: [UTTagClass: [String: Int]] = [:]
    for type in TypeRegistry.standard.allTypes {
      for tagClass in [UTTagClass.filenameExtension, .mimeType] {
        for tag in type.tags[tagClass] ?? [] {
          counts[tagClass, default: [:]][tag.lowercased(), default: 0] += 1
        }
      }
    }
    for tagClass in [UTTagClass.filenameExtension, .mimeType] {
      let shared = Set((counts[tagClass] ?? [:]).filter { $0.value > 1 }.keys)
      #expect(shared == Set(Self.sharedTags.filter { $0.1 == tagClass }.map(\.0)))
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
  func aPackageIsFoundWhenItIsAskedFor(_ text: String, _ supertype: UTType, _ identifier: String) {
    #expect(UTType(filenameExtension: text, conformingTo: supertype)?.identifier == identifier)
  }

  @Test(arguments: ["rtfd", "framework", "bundle"])
  func anExtensionOfPackagesAloneIsDynamicAmongData(_ text: String) throws {
    let type = try #require(UTType(filenameExtension: text))
    #expect(type.isDynamic && type.supertypes == [.data, .item] && type.tags == [.filenameExtension: [text]])
  }

  @Test(arguments: [
    ("tgz", "org.gnu.gnu-zip-tar-archive"), ("tbz2", "public.tar-bzip2-archive"),
    ("txz", "org.tukaani.tar-xz-archive"),
  ])
  func compressedTarFilesHaveExtensionsOfTheirOwn(_ text: String, _ identifier: String) {
    #expect(UTType(filenameExtension: text)?.identifier == identifier)
  }

  @Test(arguments: [
    // Only the rules above count: com.apple.icns is exported, com.adobe.pdf imported.
    ("icns", TypeDeclaration.Origin.exported, "com.apple.icns"), ("icns", .imported, "com.apple.icns"),
    ("pdf", .exported, "com.example.page"), ("pdf", .imported, "com.adobe.pdf"),
    ("pdf", .carried, "com.adobe.pdf"), ("png", .exported, "public.png"),
  ])
  func aProgramsOwnDeclarationTakesPartLikeAnyOther(
    _ text: String, _ origin: TypeDeclaration.Origin, _ expected: String
  ) throws {
    let page = TypeDeclaration(
      identifier: "com.example.page", parents: ["public.data"], tags: [.filenameExtension: [text]],
      origin: origin)
    let registry = try TypeRegistry.standard.adding([page])
    let types = UTType.types(tag: text, tagClass: .filenameExtension, conformingTo: nil, in: registry)
    #expect(types.first?.identifier == expected)
    #expect(types.contains { $0.identifier == "com.example.page" })
    #expect(UTType(filenameExtension: text, in: registry) == types.first)
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
    let note = try #require(UTType("com.example.note", in: registry))
    #expect(note.tags(in: registry) == [.mimeType: ["text/x-note"]])
    #expect(note.conforms(to: .json, in: registry) && !note.conforms(to: .image, in: registry))
    #expect(note.version(in: registry) == nil && note.localizedDescription(in: registry) == "Exported")
    #expect(UTType(filenameExtension: "xnote", in: registry)?.isDynamic == true)
    #expect(UTType(mimeType: "image/x-note", in: registry)?.isDynamic == true)
  }

  @Test func anImportedTypeGivesWayOnlyToAnotherThatItsExtensionMeans() throws {
    let imported = TypeDeclaration(
      identifier: "com.example.note", parents: ["public.data"], tags: [.filenameExtension: ["xnote"]])
    let preferred = TypeDeclaration(
      identifier: "org.example.note", parents: ["public.data"], tags: [.filenameExtension: ["xnote"]],
      origin: .exported)
    let alone = try TypeRegistry.standard.adding([imported])
    let both = try TypeRegistry.standard.adding([imported, preferred])
    #expect(UTType(importedAs: "com.example.note", in: alone).identifier == "com.example.note")
    #expect(UTType(importedAs: "com.example.note", in: both).identifier == "org.example.note")
    #expect(UTType(exportedAs: "com.example.note", in: both).identifier == "com.example.note")
  }

  @Test func aDescriptionIsSoughtDepthFirstInDeclaredOrder() throws {
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
    let leaf = try #require(UTType("com.example.leaf", in: registry))
    #expect(leaf.localizedDescription(in: registry) == "deep")
    #expect(leaf.localizedDescription(in: turned) == "near")
    // The order of the parents matters for nothing else.
    #expect(leaf.supertypes(in: registry) == leaf.supertypes(in: turned))
  }
}
