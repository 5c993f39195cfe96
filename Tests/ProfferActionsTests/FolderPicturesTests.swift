import Foundation
import ProfferActions
import ProfferConversions
import ProfferFileSystem
import TestSupport
import Testing

/// Pictures beside a document, which a conversion carries into documents that contain their pictures.
@Suite struct FolderPicturesTests {
  private let folder: TemporaryFolder
  private let picture: [UInt8]

  init() throws {
    folder = try TemporaryFolder()
    let fixture = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../fixtures/photo.png")
    picture = [UInt8](try Data(contentsOf: fixture))
    for name in ["doc", "doc/img", "out"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: false)
    }
    try folder.write(picture, to: "doc/img/a b.png")
    try folder.write(picture, to: "secret.png")
  }

  private func path(_ name: String) throws -> FilePath { try #require(FilePath(folder.path(name))) }

  /// Converts a document of the folder `doc`, and returns the losses.
  private func convert(_ text: String, as name: String = "n.md", to output: String, of type: String? = nil)
    throws -> [Loss]
  {
    try folder.write(Array(text.utf8), to: "doc/\(name)")
    let source = ActionInput(try path("doc/\(name)"))
    let outcome = try DocumentConversion(
      of: [source], to: type.map { TypeReference($0) }, output: .path(try path(output))
    ).run(in: .standard)
    guard case .converted(let document)? = outcome.documents.first?.result else { return [] }
    return document.report.losses
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: folder.path(name))), as: UTF8.self)
  }

  @Test func picturesBesideADocumentAreCarried() throws {
    let document = "![one](img/a%20b.png) ![](./img/../img/a%20b.png?x#y)\n"
    try expectEmpty(convert(document, to: "out/n.textbundle", of: "org.textbundle.package"))
    let asset = try Data(contentsOf: URL(filePath: folder.path("out/n.textbundle/assets/a b.png")))
    expectEqual([UInt8](asset), picture)
    #expect(try text("out/n.textbundle/text.md").contains("![one](assets/a%20b.png)"))
    try expectEmpty(convert(document, to: "doc/n.rtf"))
    try expectEqual(text("doc/n.rtf").components(separatedBy: "pngblip").count, 3)
    try expectEmpty(
      convert("<p><img src='img/a b.png'>", as: "n.html", to: "doc/n.rtfd", of: "com.apple.rtfd"))
    #expect(FileManager.default.fileExists(atPath: folder.path("doc/n.rtfd/a b.png")))
  }

  @Test func aPageBesideItsPicturesRefersToThemAndInAnotherFolderContainsThem() throws {
    let document = "![one](img/a%20b.png)\n"
    try expectEmpty(convert(document, to: "doc/n.html"))
    #expect(try text("doc/n.html").contains("src=\"img/a%20b.png\""))
    try expectEmpty(convert(document, to: "out/n.html"))
    #expect(try text("out/n.html").contains("src=\"data:image/png;base64,"))
  }

  @Test func markdownInAnotherFolderKeepsTheAddressAndCountsThePicture() throws {
    let losses = try convert("<p><img src='img/a b.png' alt=one>", as: "n.html", to: "out/n.md")
    #expect(losses.map(\.kind) == [.images] && losses.map(\.count) == [1])
    #expect(try text("out/n.md").contains("![one]("))
  }

  // A document of a stranger must not copy private files into the result.
  @Test(arguments: [
    "../secret.png", "%2e%2e/secret.png", "img/../../secret.png", "ABSOLUTE", "file://ABSOLUTE", "leak.png",
    "folder/secret.png", "fake.png", "pipe.png", "img", "none.png", "empty.png", "huge.png",
    "..\\\\secret.png",
  ])
  func filesOutsideOfTheFolderAndOtherFilesAreCountedLosses(_ address: String) throws {
    let files = FileManager.default
    try files.createSymbolicLink(atPath: folder.path("doc/leak.png"), withDestinationPath: "../secret.png")
    try files.createSymbolicLink(atPath: folder.path("doc/folder"), withDestinationPath: "..")
    try folder.write(Array("words\n".utf8), to: "doc/fake.png")
    try folder.write([], to: "doc/empty.png")
    expectEqual(mkfifo(folder.path("doc/pipe.png"), 0o600), 0)
    try folder.write(picture, to: "doc/huge.png")
    expectEqual(truncate(folder.path("doc/huge.png"), off_t(FolderPictures.byteCountLimit) + 1), 0)
    let absolute = address.replacing("ABSOLUTE", with: folder.path("secret.png"))
    let losses = try convert("<p>a<img src=\"\(absolute)\">", as: "n.html", to: "out/n.rtf")
    expect(losses.map(\.detail) == ["in other files"] && losses.map(\.count) == [1], "\(losses)")
    #expect(try !text("out/n.rtf").contains("pngblip"))
  }

  @Test func aLinkThatStaysInTheFolderIsFollowed() throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("doc/in.png"), withDestinationPath: "img/a b.png")
    try expectEmpty(convert("![](in.png)\n", to: "out/n.rtf"))
    #expect(try text("out/n.rtf").contains("pngblip"))
  }

  @Test func addressesOfTheNetworkAreKept() throws {
    #expect(
      try convert("![](https://example.org/a.png) ![](//example.org/a.png)\n", to: "out/n.html").isEmpty)
  }

  @Test func standardInputHasNoFolder() throws {
    try folder.write(Array("![](img/a%20b.png)\n".utf8), to: "doc/n.md")
    let stream = try OpenFile.reading(try path("doc/n.md"))
    let conversion = DocumentConversion(
      of: [ActionInput(stream, named: "standard input")], output: .path(try path("out/n.rtf")))
    var typed = conversion
    typed.from = TypeReference("net.daringfireball.markdown")
    _ = try typed.run(in: .standard)
    #expect(try !text("out/n.rtf").contains("pngblip"))
  }
}
