import ProfferFileSystem
import TestSupport
import Testing
import UniformTypes

@testable import TypeDiscovery

struct ZipFormatTests {
  let detector = TypeDetector(registry: .standard)

  static let archives: [(entries: [(name: String, text: String)], type: String)] = [
    (
      [("[Content_Types].xml", ""), ("word/document.xml", "")], "org.openxmlformats.wordprocessingml.document"
    ),
    ([("xl/workbook.xml", ""), ("[Content_Types].xml", "")], "org.openxmlformats.spreadsheetml.sheet"),
    (
      [("[Content_Types].xml", ""), ("ppt/presentation.xml", "")],
      "org.openxmlformats.presentationml.presentation"
    ),
    (
      [("[Content_Types].xml", ""), ("word/document.xml", ""), ("word/vbaProject.bin", "")],
      "org.openxmlformats.wordprocessingml.document.macroenabled"
    ),
    (
      [("mimetype", "application/vnd.oasis.opendocument.text"), ("content.xml", "")],
      "org.oasis-open.opendocument.text"
    ),
    (
      [("mimetype", "application/vnd.oasis.opendocument.spreadsheet"), ("content.xml", "")],
      "org.oasis-open.opendocument.spreadsheet"
    ),
    ([("mimetype", "application/epub+zip"), ("META-INF/container.xml", "")], "org.idpf.epub-container"),
    ([("mimetype", "application/epub+zip\n")], "org.idpf.epub-container"),
    (
      [("mimetype", "application/vnd.proffer.dragbundle+zip"), ("manifest.json", "{}")],
      "io.proffer.drag-bundle"
    ),
    ([("META-INF/MANIFEST.MF", ""), ("A.class", "")], "com.sun.java-archive"),
    // Archives that only resemble these formats are plain archives.
    ([("word/document.xml", "")], "public.zip-archive"),
    ([("letters/[Content_Types].xml", ""), ("letters/word/document.xml", "")], "public.zip-archive"),
    ([("mimetype", "application/x-nobody-knows-this")], "public.zip-archive"),
    ([("mimetype", ""), ("a", "")], "public.zip-archive"),
    ([("Index/Document.iwa", "")], "public.zip-archive"),
    ([("notes.txt", "word/document.xml and [Content_Types].xml")], "public.zip-archive"),
  ]

  @Test(arguments: archives.indices)
  func anArchiveIsKnownByItsEntries(_ index: Int) throws {
    let row = Self.archives[index]
    let folder = try TemporaryFolder()
    let path = try folder.writeArchive(row.entries, to: "archive")
    let found = try detector.detect(path)
    expectEqual(found.type.identifier, row.type, "\(found.evidence)")
  }

  @Test(arguments: [
    ("a.pages", "com.apple.iwork.pages.sffpages"), ("a.odt", "org.oasis-open.opendocument.text"),
    ("a.jar", "com.sun.java-archive"), ("a.zip", "public.zip-archive"), ("a.zzyzx", "public.zip-archive"),
  ])
  func aPlainArchiveTakesTheNamesMeaning(_ name: String, _ expected: String) throws {
    let folder = try TemporaryFolder()
    let found = try detector.detect(try folder.writeArchive([("a", "")], to: name))
    expectEqual(found.type.identifier, expected, "\(found.evidence)")
    expect(!found.isContradicted)
  }

  @Test(arguments: [
    ("a.zip", "public.zip-archive", false), ("a.dotx", "org.openxmlformats.wordprocessingml.template", false),
    ("a.txt", "org.openxmlformats.wordprocessingml.document", true),
    ("a.xlsx", "org.openxmlformats.wordprocessingml.document", true),
  ])
  func aDocumentInsideAnArchiveIsComparedWithTheName(
    _ name: String, _ expected: String, _ isContradicted: Bool
  ) throws {
    let folder = try TemporaryFolder()
    let path = try folder.writeArchive([("[Content_Types].xml", ""), ("word/document.xml", "")], to: name)
    let found = try detector.detect(path)
    expectEqual(found.type.identifier, expected, "\(found.evidence)")
    expectEqual(found.isContradicted, isContradicted, "\(found.evidence)")
  }

  @Test func aPlainArchiveIsNoOfficeDocument() throws {
    let folder = try TemporaryFolder()
    let found = try detector.detect(try folder.writeArchive([("a", "")], to: "a.docx"))
    expect(found.type == .zip && found.isContradicted, "\(found.evidence)")
  }

  @Test func anAndroidPackageIsNotAJavaArchive() throws {
    let folder = try TemporaryFolder()
    let entries = ["META-INF/MANIFEST.MF", "AndroidManifest.xml", "classes.dex"].map { (name: $0, text: "") }
    let nameless = try detector.detect(try folder.writeArchive(entries, to: "package")).type
    expectEqual(nameless.preferredMIMEType(in: .standard), "application/vnd.android.package-archive")
    expect(nameless.conforms(to: .zip, in: .standard))
    let named = try detector.detect(try folder.writeArchive(entries, to: "package.apk")).type
    expectEqual(named, UTType(filenameExtension: "apk", in: .standard))
  }

  @Test func everyTypeOfTheTablesIsDeclared() {
    for identifier in ZipFormats.identifiersForTesting + CompoundFormats.identifiersForTesting {
      expectNotNil(TypeRegistry.standard.declaredType(identifier), "\(identifier)")
    }
    for type in ContentCompatibility.namedTypesForTesting {
      expect(type.isDeclared(in: .standard), "\(type)")
    }
  }

  @Test func theFirstEntryDecidesInAStream() throws {
    let folder = try TemporaryFolder()
    _ = try folder.writeArchive([("mimetype", "application/epub+zip")], to: "book")
    expectEqual(detector.type(name: nil, try folder.read("book")).identifier, "org.idpf.epub-container")
  }

  @Test func aDragBundleIsDeclaredAndConformsToAnArchive() throws {
    expect(UTType.dragBundle.conforms(to: .zip, in: .standard))
    expectEqual(UTType(filenameExtension: "dragbundle", in: .standard), .dragBundle)
    expectEqual(UTType(mimeType: "application/vnd.proffer.dragbundle+zip", in: .standard), .dragBundle)
  }

  @Test func anArchiveCutAnywhereHasAType() throws {
    let folder = try TemporaryFolder()
    _ = try folder.writeArchive([("mimetype", "application/epub+zip"), ("a", "some text")], to: "book")
    let whole = try folder.read("book")
    for length in 0..<whole.count {
      try folder.write(Array(whole[..<length]), to: "cut")
      _ = try detector.detect(try folder.filePath("cut"))
      _ = detector.type(name: "cut.epub", Array(whole[..<length]))
    }
    for place in whole.indices {
      var changed = whole
      changed[place] ^= 0x80
      try folder.write(changed, to: "cut")
      _ = try detector.detect(try folder.filePath("cut"))
    }
  }

  @Test(arguments: [
    (
      "application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml",
      "org.openxmlformats.wordprocessingml.template"
    ),
    (
      "application/vnd.ms-word.document.macroEnabled.main+xml",
      "org.openxmlformats.wordprocessingml.document.macroenabled"
    ),
    (
      "application/vnd.ms-excel.sheet.macroEnabled.main+xml",
      "org.openxmlformats.spreadsheetml.sheet.macroenabled"
    ),
    (
      "application/vnd.ms-excel.sheet.binary.macroEnabled.main",
      "com.microsoft.excel.sheet.binary.macroenabled"
    ),
    (
      "application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml",
      "org.openxmlformats.presentationml.presentation.macroenabled"
    ),
    (
      "application/vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml",
      "org.openxmlformats.presentationml.slideshow"
    ),
    ("application/vnd.ms-visio.drawing.main+xml", "io.proffer.visio-openxml-drawing"),
  ])
  func theMainPartOfAPackageTellsItsType(_ contentType: String, _ expected: String) async throws {
    let list =
      "<Types><Default Extension='xml' ContentType='application/xml'/><Override ContentType=\"\(contentType)\"/></Types>"
    let folder = try TemporaryFolder()
    let stored = try folder.writeArchive(
      [("[Content_Types].xml", list), ("word/document.xml", "")], to: "stored")
    try expectEqual(detector.detect(stored).type.identifier, expected)
    let run = try await ProgramRun.run(
      "/usr/bin/env",
      [
        "python3", "-c",
        "import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED)\n"
          + "z.writestr('[Content_Types].xml', sys.argv[2] + ' ' * 500)\nz.writestr('word/document.xml', '')\nz.close()",
        folder.path("deflated"), list,
      ])
    expectEqual(run.status, 0, "\(run.errorText)")
    try expectEqual(detector.detect(try folder.filePath("deflated")).type.identifier, expected)
  }

  /// As on a system without zlib.
  @Test func aPackageWhoseContentTypesCannotBeExpandedIsFoundByItsNames() async throws {
    let folder = try TemporaryFolder()
    let run = try await ProgramRun.run(
      "/usr/bin/env",
      [
        "python3", "-c",
        "import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_BZIP2)\n"
          + "z.writestr('[Content_Types].xml', 'x' * 500)\nz.writestr('word/document.xml', '')\nz.close()",
        folder.path("document"),
      ])
    expectEqual(run.status, 0, "\(run.errorText)")
    let detected = try detector.detect(try folder.filePath("document"))
    expectEqual(detected.type.identifier, "org.openxmlformats.wordprocessingml.document")
  }

  static let marked: [(entries: [String], type: String)] = [
    (["FixedDocSeq.fdseq", "[Content_Types].xml"], "com.microsoft.xps"),
    (["visio/document.xml", "[Content_Types].xml"], "io.proffer.visio-openxml-drawing"),
    (["META-INF/container.xml", "OEBPS/content.opf"], "org.idpf.epub-container"),
    (["install.rdf", "chrome.manifest"], "io.proffer.mozilla-extension"),
    (["Payload/App.app/Info.plist"], "com.apple.itunes.ipa"),
    (["AndroidManifest.xml", "resources.arsc", "META-INF/MANIFEST.MF"], "io.proffer.android-package"),
    (["a/b.py", "a-1.0.dist-info/WHEEL"], "io.proffer.python-wheel"), (["doc.kml"], "com.google.earth.kmz"),
  ]

  @Test(arguments: marked.indices)
  func anArchiveIsKnownByTheNamesInIt(_ index: Int) throws {
    let row = Self.marked[index]
    let folder = try TemporaryFolder()
    let found = try detector.detect(try folder.writeArchive(row.entries.map { ($0, "") }, to: "archive"))
    expectEqual(found.type.identifier, row.type, "\(found.evidence)")
  }

  @Test(arguments: [
    ("index.xml", "<?xml version='1.0'?><sl:document xmlns:sl='x'>", "com.apple.iwork.pages.sffpages"),
    ("index.xml", "<note/>", "public.zip-archive"),
  ])
  func anOlderPagesDocumentIsToldByItsRootElement(_ entry: String, _ text: String, _ expected: String) throws
  {
    let folder = try TemporaryFolder()
    let found = try detector.detect(try folder.writeArchive([(entry, text)], to: "document"))
    expectEqual(found.type.identifier, expected, "\(found.evidence)")
  }
}
