import Foundation
import ProfferActions
import ProfferConversions
import ProfferFileSystem
import TestSupport
import Testing
import UniformTypes

/// Pictures of documents that are converted to Markdown, kept in a folder or in the text.
@Suite struct PictureFolderTests {
  private let folder: TemporaryFolder
  private let picture: String

  init() throws {
    folder = try TemporaryFolder()
    let fixture = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../fixtures/photo.png")
    picture = try Data(contentsOf: fixture).base64EncodedString()
    for name in ["in", "out"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: false)
    }
  }

  private func path(_ name: String) throws -> FilePath { try #require(FilePath(folder.path(name))) }

  private func image(_ words: String = "", _ data: String? = nil) -> String {
    "<img \(words) src='data:image/png;base64,\(data ?? picture)'>"
  }

  private func conversion(
    of page: String, to output: String = "out/n.md", media: String? = "out/m d"
  ) throws -> DocumentConversion {
    try folder.write(Array(page.utf8), to: "in/n.html")
    var conversion = DocumentConversion(
      of: [ActionInput(try path("in/n.html"))], output: .path(try path(output)))
    conversion.pictures = try media.map { .folder(try path($0)) }
    return conversion
  }

  @discardableResult private func run(_ conversion: DocumentConversion) throws -> [Loss] {
    let outcome = try conversion.run(in: .standard)
    guard case .converted(let document)? = outcome.documents.first?.result else { return [] }
    return document.report.losses
  }

  private func text(_ name: String = "out/n.md") throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: folder.path(name))), as: UTF8.self)
  }

  private func files(_ name: String = "out") throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path(name)).sorted()
  }

  @Test func picturesAreFilesAndEqualOnesAreOneFile() throws {
    let page = "<p>\(image("alt=a"))b\(image())<dl><dt>c<dd>\(image())</dl>\(image("", "iVBORw0KGgo="))"
    try expectEmpty(run(conversion(of: page)))
    try expectEqual(files(), ["m d", "m d/picture-1.png", "m d/picture-2.png", "n.md"])
    #expect(try text().hasPrefix("![a](m%20d/picture-1.png)b![](m%20d/picture-1.png)\n"))
    #expect(
      try text().contains("<img src=\"m%20d/picture-1.png\"") && text().contains("![](m%20d/picture-2.png)"))
    let kept = try Data(contentsOf: URL(filePath: folder.path("out/m d/picture-1.png")))
    expectEqual(kept.base64EncodedString(), picture)
    // A second conversion has the same result, and reuses existing files with the same content.
    #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: folder.path("out/n.md")) }
    try expectEmpty(run(conversion(of: page)))
    try expectEqual(files().count, 4)
  }

  @Test(arguments: [
    ("out/n.md", "media", "../media/"), ("out/n.md", "out", ""), ("out/n.md", "out/a/b", "a/b/"),
    ("n.md", "out/../out/a:b", "out/a%3Ab/"), ("n.md", "ü", "%C3%BC/"),
  ])
  func addressesAreRelativeToTheResult(_ result: String, _ media: String, _ address: String) throws {
    try expectEmpty(run(conversion(of: image(), to: result, media: media)))
    try expectEqual(text(result), "![](\(address)picture-1.png)\n")
  }

  @Test(arguments: [
    ("../../evil.png", "-..-evil.png"), ("/etc/passwd", "-etc-passwd.png"), (".hidden.png", "hidden.png"),
    ("...", "picture-1.png"), ("a\\b:c.png", "a-b-c.png"), ("run.sh", "run.sh.png"), ("CON.png", "CON_.png"),
    (String(repeating: "n", count: 300) + ".png", String(repeating: "n", count: 251) + ".png"),
  ])
  func namesOfADocumentAreMadeSafe(_ name: String, _ expected: String) throws {
    let pictures = PictureFolder(
      try path("out/m"), referredFrom: try path("out/n.md"), replacing: false, types: .standard)
    let data = try require(Data(base64Encoded: picture))
    let kept = PictureKeeper.Picture(data, typeIdentifier: "public.png", name: name)
    expectEqual(pictures.keeper.address(kept)?.hasPrefix("m/"), true)
    try pictures.finish()
    try expectEqual(files("out/m"), [expected])
    try expectEqual(files(".").count, 4)
  }

  @Test func onlyPicturesAreWritten() throws {
    let pictures = PictureFolder(
      try path("out/m"), referredFrom: try path("out/n.md"), replacing: false, types: .standard)
    let script = PictureKeeper.Picture(
      Data("#!/bin/sh".utf8), typeIdentifier: "public.shell-script", name: "a.sh")
    expectNil(pictures.keeper.address(script))
    try pictures.finish()
    try expectEmpty(files())
  }

  @Test func existingFilesStayUnlessTheyMayBeReplaced() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path("out/m d"), withIntermediateDirectories: false)
    try folder.write(Array("other".utf8), to: "out/m d/picture-1.png")
    var conversion = try conversion(of: image())
    #expect { try run(conversion) } throws: { ($0 as? ActionError)?.code == .alreadyExists }
    try expectEqual(files(), ["m d", "m d/picture-1.png"])
    try expectEqual(text("out/m d/picture-1.png"), "other")
    conversion.replaces = true
    try expectEmpty(run(conversion))
    try expectGreater(Data(contentsOf: URL(filePath: folder.path("out/m d/picture-1.png"))).count, 5)
  }

  @Test func linksInTheFolderAreNotFollowed() throws {
    let files = FileManager.default
    try folder.write(Array("private".utf8), to: "private")
    try files.createDirectory(atPath: folder.path("out/m d"), withIntermediateDirectories: false)
    try files.createSymbolicLink(
      atPath: folder.path("out/m d/picture-1.png"), withDestinationPath: "../../private")
    var single = try conversion(of: image())
    expectThrows((any Error).self) { try run(single) }
    single.replaces = true
    try expectEmpty(run(single))
    try expectEqual(text("private"), "private")
    try files.createSymbolicLink(atPath: folder.path("out/m d/n"), withDestinationPath: "../../in")
    try folder.write(Array(image().utf8), to: "in/o.html")
    var several = DocumentConversion(
      of: [ActionInput(try path("in/n.html")), ActionInput(try path("in/o.html"))],
      to: TypeReference("net.daringfireball.markdown"), output: .folder(try path("out/all")))
    several.pictures = .folder(try path("out/m d"))
    let totals = try several.run(in: .standard).totals
    #expect(totals.failedCount == 1 && totals.convertedCount == 1)
    try expectEqual(self.files("in"), ["n.html", "o.html"])
  }

  @Test(arguments: [false, true])
  func aFailedConversionLeavesNothing(_ isStrict: Bool) throws {
    var conversion = try conversion(
      of: image() + "<font color=red>a</font>", to: isStrict ? "out/n.md" : "none/n.md")
    if !isStrict {
      try FileManager.default.createSymbolicLink(atPath: folder.path("none"), withDestinationPath: "x")
    }
    conversion.isStrict = isStrict
    expectThrows((any Error).self) { try run(conversion) }
    try expectEmpty(files())
  }

  @Test func eachOfSeveralInputsHasAFolder() throws {
    let hex = try require(Data(base64Encoded: picture)).map { String(format: "%02x", $0) }.joined()
    let rtf = "{\\rtf1 a{\\pict\\pngblip\\picw9\\pich9 \(hex)}\\par}"
    for name in ["in/a.html", "in/A.rtf", "in/.b.html", "in/c.md"] {
      try folder.write(
        Array((name.hasSuffix("rtf") ? rtf : name.hasSuffix("md") ? "c" : image()).utf8), to: name)
    }
    var conversion = DocumentConversion(
      of: try ["in/a.html", "in/A.rtf", "in/.b.html", "in/c.md"].map { ActionInput(try path($0)) },
      to: TypeReference("net.daringfireball.markdown"), output: .folder(try path("out")))
    conversion.pictures = .folder(try path("out/m"))
    try expectEqual(conversion.run(in: .standard).totals.convertedCount, 4)
    let kept = try files("out/m").filter { $0.hasSuffix(".png") }
    expectEqual(kept, ["A 2/picture-1.png", "a/picture-1.png", "b/picture-1.png"])
  }

  @Test func inlinePicturesAreInTheText() throws {
    var conversion = try conversion(of: "<p>a " + image("alt=b"), media: nil)
    try expectEqual(run(conversion).map(\.description), ["1 image (embedded in the text)"])
    conversion.pictures = .inline
    conversion.replaces = true
    try expectEmpty(run(conversion))
    try expectEqual(text(), "a ![b](data:image/png;base64,\(picture))\n")
  }

  @Test func picturesBesideTheDocumentAreKeptToo() throws {
    try folder.write(Array(try require(Data(base64Encoded: picture))), to: "in/p.png")
    try expectEqual(run(conversion(of: "<img src=p.png><img src=none.png>")).map(\.count), [1])
    try expectEqual(text(), "![](m%20d/p.png)![](none.png)\n")
    try expectEmpty(run(conversion(of: "<img src=p.png>", to: "in/n.md")))
    try expectEqual(text("in/n.md"), "![](p.png)\n")
  }

  @Test func aPlaceForPicturesOfOtherTypesIsRefused() throws {
    #expect { try run(conversion(of: image(), to: "out/n.rtf")) } throws: {
      ($0 as? ActionError)?.code == .unusedOption
    }
    try expectEmpty(files())
  }
}
