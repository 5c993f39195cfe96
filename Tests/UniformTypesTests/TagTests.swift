import Testing
import UniformTypes

@Suite struct TagTests {
  @Test(arguments: [
    ("png", UTType.png), ("PNG", .png), ("jpg", .jpeg), ("TXT", .plainText), ("md", .markdown), ("xml", .xml),
    ("yml", .yaml), ("swift", .swiftSource), ("plist", .propertyList), ("mp4", .mpeg4Movie), ("htm", .html),
    ("usda", .usd), ("URL", .internetShortcut),
  ])
  func anExtensionMeansAType(_ text: String, _ type: UTType) {
    #expect(UTType(filenameExtension: text) == type)
  }

  @Test(arguments: [
    ("Z", "public.z-archive"), ("raw", "com.panasonic.raw-image"), ("sea", "com.stuffit.archive.sit"),
    ("otf", "public.opentype-font"), ("smf", "public.midi-audio"), ("app", "com.apple.application-file"),
    ("pages", "com.apple.iwork.pages.sffpages"), ("key", "com.apple.iwork.keynote.sffkey"),
    ("numbers", "com.apple.iwork.numbers.sffnumbers"), ("pkg", "com.apple.installer-package-archive"),
    ("tgz", "org.gnu.gnu-zip-tar-archive"), ("m4a", "com.apple.m4a-audio"),
  ])
  func amongSeveralClaimsTheMeasuredOneWins(_ text: String, _ identifier: String) {
    #expect(UTType(filenameExtension: text)?.identifier == identifier)
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
    #expect(UTType(mimeType: text)?.identifier == identifier)
  }

  @Test(arguments: ["tar.gz", "html.erb", ".png", "", "ssh/config", "a\0"])
  func extensionsThatAreNotValidGiveNoType(_ text: String) {
    #expect(UTType(filenameExtension: text) == nil)
    #expect(UTType.types(tag: text, tagClass: .filenameExtension, conformingTo: nil).isEmpty)
  }

  @Test(arguments: ["", "png", "/png", "image/"])
  func textThatIsNoMIMETypeGivesNoType(_ text: String) {
    #expect(UTType(mimeType: text) == nil)
  }

  @Test func theSupertypeChoosesBetweenAFileAndAPackage() {
    #expect(
      UTType(filenameExtension: "app", conformingTo: .package)?.identifier == "com.apple.application-bundle")
    #expect(UTType(filenameExtension: "app", conformingTo: .data)?.identifier == "com.apple.application-file")
    #expect(UTType(filenameExtension: "rtfd", conformingTo: .package) == .rtfd)
    #expect(UTType(filenameExtension: "rtfd")?.isDynamic == true)
    #expect(UTType(filenameExtension: "plist", conformingTo: .xml) == .xmlPropertyList)
  }

  @Test func withoutASupertypeNothingIsRequired() {
    #expect(UTType(tag: "rtfd", tagClass: .filenameExtension, conformingTo: nil)?.isDeclared == true)
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
    #expect(UTType(tag: tag, tagClass: tagClass, conformingTo: nil)?.identifier == identifier)
  }

  @Test func fourCharacterCodesAndPasteboardNamesMindTheirCase() {
    #expect(UTType(tag: "pdf ", tagClass: .osType, conformingTo: nil)?.isDynamic == true)
    #expect(
      UTType(tag: "nsstringpboardtype", tagClass: .pasteboardType, conformingTo: nil)?.isDynamic == true)
  }

  @Test func aClassNobodyKnowsGivesNoType() {
    let tagClass = UTTagClass(rawValue: "com.example.class")
    #expect(UTType(tag: "x", tagClass: tagClass, conformingTo: nil) == nil)
    #expect(UTType.types(tag: "x", tagClass: tagClass, conformingTo: nil).isEmpty)
  }

  @Test func typesAreRankedPublicFirstThenExportedThenAsDeclared() {
    let lists = UTType.types(tag: "plist", tagClass: .filenameExtension, conformingTo: nil)
    #expect(lists.first == .propertyList && lists.count >= 4)
    let movies = UTType.types(tag: "mp4", tagClass: .filenameExtension, conformingTo: .data)
    #expect(movies.prefix(2) == [.mpeg4Movie, .mpeg4Audio])
    #expect(
      UTType.types(tag: "frob", tagClass: .filenameExtension, conformingTo: .text).map(\.isDynamic) == [true])
  }

  @Test func theFirstOfTheRankedTypesIsTheTypeOfTheTag() {
    let registry = TypeRegistry.standard
    for type in registry.allTypes {
      for (tagClass, tags) in type.tags {
        for tag in tags {
          for supertype in [nil, UTType.data, .package] {
            let types = registry.types(tag: tag, tagClass: tagClass, conformingTo: supertype)
            #expect(types.first == registry.type(tag: tag, tagClass: tagClass, conformingTo: supertype))
          }
        }
      }
    }
  }

  @Test func thePreferredTagIsTheFirst() {
    for type in TypeRegistry.standard.allTypes {
      #expect(type.preferredFilenameExtension == type.tags[.filenameExtension]?.first)
      #expect(type.preferredMIMEType == type.tags[.mimeType]?.first)
    }
  }

  @Test(arguments: [
    (UTType.mpeg4Audio, "mp4" as String?), (.jpeg, "jpeg"), (.yaml, "yml"), (.mpeg, "mpg"), (.heif, "heif"),
    (.image, nil),
    (.text, nil), (.data, nil), (.usd, "usd"), (.systemPreferencesPane, "prefpane"),
  ])
  func preferredExtensionsAreAsMeasuredAndNotInherited(_ type: UTType, _ expected: String?) {
    #expect(type.preferredFilenameExtension == expected)
  }

  @Test func tagsNoLongerReportedStillLeadToTheirType() {
    #expect(UTType.data.tags[.mimeType] == nil)
    #expect(UTType.usd.tags[.filenameExtension] == ["usd"])
    #expect(UTType(filenameExtension: "usdc") == .usd)
  }

  @Test func tagsOfAllClassesAreReported() {
    let tags = UTType.utf8PlainText.tags
    #expect(tags[.osType] == ["utf8"])
    #expect(tags[.pasteboardType] == ["NSStringPboardType"])
    #expect(tags[.mimeType] == ["text/plain;charset=utf-8", #"text/plain;charset="utf-8""#])
  }

  @Test(arguments: [
    (UTType.plainText, "text"), (.utf8PlainText, "text"), (.heic, "HEIF Image"), (.png, "PNG image"),
    (.content, "content"),
  ])
  func aDescriptionIsTheTypesOwnOrTheFirstOfASupertype(_ type: UTType, _ expected: String) {
    #expect(type.localizedDescription == expected)
  }

  @Test func aReferenceAddressIsThatOfTheDeclaration() {
    #expect(UTType("com.apple.iwork.pages.sffpages")?.referenceAddress == "http://www.apple.com/iwork/pages/")
    #expect(UTType.png.referenceAddress == nil && UTType.png.version == nil)
  }
}
